// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "historysearch.h"

#include "models/history/launchtext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/flowlayout.h"

#include <QBoxLayout>
#include <QDateEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSettings>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr std::array Kinds {LaunchKind::Sweep, LaunchKind::Session, LaunchKind::Sandbox, LaunchKind::Run};
constexpr std::array States {LaunchState::Running, LaunchState::Done,   LaunchState::Cancelled,
                             LaunchState::Stopped, LaunchState::Failed, LaunchState::Interrupted};

/// Kept by name in the settings.
enum class Period { Any, Today, Week, Month, Between };
constexpr std::array PeriodNames {"any"_L1, "today"_L1, "week"_L1, "month"_L1, "between"_L1};

Period periodOf(const ChoiceBox *box)
{
    const auto found = std::ranges::find(PeriodNames, box->currentData().toString());
    return found == PeriodNames.end() ? Period::Any : Period(found - PeriodNames.begin());
}

void choose(ChoiceBox *box, const QVariant &data)
{
    const int place = box->findData(data);
    box->setCurrentIndex(std::max(place, 0));
}

} // namespace

HistorySearch::HistorySearch(const QList<BackendKind> &kinds, QWidget *parent)
    : QWidget(parent),
      m_text(new QLineEdit(this)),
      m_backend(new ChoiceBox(this)),
      m_kind(new ChoiceBox(this)),
      m_state(new ChoiceBox(this)),
      m_period(new ChoiceBox(this)),
      m_from(new QDateEdit(this)),
      m_until(new QDateEdit(this)),
      m_clear(new QPushButton(tr("Clear Fi&lters"), this))
{
    createFields(kinds);
    createPeriod();
    setFocusProxy(m_text);
    // As wide as a word; its list is as wide as its entries.
    m_state->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_state->setMinimumContentsLength(8);
    m_text->setPlaceholderText(tr("Words in name, code, parameters or number"));
    m_text->setClearButtonEnabled(true);
    m_clear->setObjectName(u"HistoryClear"_s);
    m_clear->setAccessibleName(tr("Clear filters"));
    auto *layout = new FlowLayout(this);
    layout->setSpacing(spacing(this, 0.5));
    // A label stays with its field where one line is not enough.
    const auto add = [this, layout](const QString &label, QWidget *field, const QString &name) {
        auto *pair = new QWidget(this);
        pair->setSizePolicy(field == m_text ? QSizePolicy::Expanding : QSizePolicy::Fixed, QSizePolicy::Fixed);
        auto *row = new QHBoxLayout(pair);
        row->setContentsMargins({});
        row->setSpacing(spacing(this, 0.4));
        auto *text = new QLabel(label, pair);
        text->setBuddy(field);
        QString plain = label;
        field->setAccessibleName(plain.remove(u'&'));
        field->setObjectName(name);
        row->addWidget(text);
        row->addWidget(field, 1);
        layout->addWidget(pair);
    };
    add(tr("Se&arch"), m_text, u"HistoryText"_s);
    add(tr("Ba&ckend"), m_backend, u"HistoryBackend"_s);
    add(tr("&Kind"), m_kind, u"HistoryKind"_s);
    add(tr("S&tate"), m_state, u"HistoryState"_s);
    add(tr("&When"), m_period, u"HistoryPeriod"_s);
    m_from->setAccessibleName(tr("From"));
    m_from->setObjectName(u"HistoryFrom"_s);
    m_until->setAccessibleName(tr("Until"));
    m_until->setObjectName(u"HistoryUntil"_s);
    layout->addWidget(m_from);
    layout->addWidget(m_until);
    layout->addWidget(m_clear);
    connect(m_text, &QLineEdit::textChanged, this, &HistorySearch::showState);
    for (ChoiceBox *box : {m_backend, m_kind, m_state, m_period})
        connect(box, &QComboBox::currentIndexChanged, this, &HistorySearch::showState);
    for (QDateEdit *date : {m_from, m_until})
        connect(date, &QDateEdit::dateChanged, this, &HistorySearch::showState);
    connect(m_clear, &QPushButton::clicked, this, &HistorySearch::clear);
    showState();
}

void HistorySearch::createFields(const QList<BackendKind> &kinds)
{
    m_backend->addItem(tr("any"), QString());
    for (const BackendKind &kind : kinds)
        m_backend->addItem(kind.kind, kind.kind);
    m_kind->addItem(tr("any"), QString());
    for (const LaunchKind kind : Kinds)
        m_kind->addItem(launchKindWord(kind), launchKindName(kind));
    m_state->addItem(tr("any"), QString());
    for (const LaunchState state : States)
        m_state->addItem(launchStateWord(state), launchStateName(state));
}

void HistorySearch::createPeriod()
{
    const std::array texts {tr("any time"), tr("today"), tr("last 7 days"), tr("last 30 days"), tr("from … until")};
    for (size_t period = 0; period < texts.size(); ++period)
        m_period->addItem(texts[period], QString(PeriodNames[period]));
    const QDate today = QDate::currentDate();
    m_from->setDate(today.addDays(-7));
    m_until->setDate(today);
    for (QDateEdit *date : {m_from, m_until}) {
        date->setCalendarPopup(true);
        // In one line with its neighbours, whatever the style would give it.
        date->setFixedHeight(m_period->sizeHint().height());
    }
}

HistoryFilter HistorySearch::filter() const
{
    HistoryFilter filter {.text = m_text->text(), .backend = m_backend->currentData().toString()};
    filter.kind = launchKindFromName(m_kind->currentData().toString());
    filter.state = launchStateFromName(m_state->currentData().toString());
    const QDate today = QDate::currentDate();
    switch (periodOf(m_period)) {
    case Period::Any: break;
    case Period::Today: filter.since = today.startOfDay(); break;
    case Period::Week: filter.since = today.addDays(-6).startOfDay(); break;
    case Period::Month: filter.since = today.addDays(-29).startOfDay(); break;
    case Period::Between:
        filter.since = std::min(m_from->date(), m_until->date()).startOfDay();
        filter.until = std::max(m_from->date(), m_until->date()).addDays(1).startOfDay();
        break;
    }
    return filter;
}

bool HistorySearch::isRestricted() const
{
    const bool chosen = m_backend->currentIndex() > 0 || m_kind->currentIndex() > 0 || m_state->currentIndex() > 0;
    return chosen || m_period->currentIndex() > 0 || !m_text->text().trimmed().isEmpty();
}

void HistorySearch::clear()
{
    {
        const QScopedValueRollback silent(m_silent, true);
        m_text->clear();
        for (ChoiceBox *box : {m_backend, m_kind, m_state, m_period})
            box->setCurrentIndex(0);
    }
    // The button is about to be disabled and would drop the focus.
    focusText();
    showState();
}

void HistorySearch::focusText()
{
    m_text->setFocus(Qt::ShortcutFocusReason);
    m_text->selectAll();
}

void HistorySearch::showState()
{
    if (m_silent)
        return;
    const bool between = periodOf(m_period) == Period::Between;
    m_from->setVisible(between);
    m_until->setVisible(between);
    m_clear->setEnabled(isRestricted());
    Q_EMIT changed();
}

void HistorySearch::restore(const QSettings &settings)
{
    {
        const QScopedValueRollback silent(m_silent, true);
        m_text->setText(settings.value("history/text"_L1).toString());
        choose(m_backend, settings.value("history/backend"_L1));
        choose(m_kind, settings.value("history/kind"_L1));
        choose(m_state, settings.value("history/state"_L1));
        choose(m_period, settings.value("history/period"_L1));
        const auto setDate = [&settings](QDateEdit *field, QLatin1StringView key) {
            if (const QDate date = settings.value(key).toDate(); date.isValid())
                field->setDate(date);
        };
        setDate(m_from, "history/from"_L1);
        setDate(m_until, "history/until"_L1);
    }
    showState();
}

void HistorySearch::store(QSettings &settings) const
{
    settings.setValue("history/text"_L1, m_text->text());
    settings.setValue("history/backend"_L1, m_backend->currentData());
    settings.setValue("history/kind"_L1, m_kind->currentData());
    settings.setValue("history/state"_L1, m_state->currentData());
    settings.setValue("history/period"_L1, m_period->currentData());
    settings.setValue("history/from"_L1, m_from->date());
    settings.setValue("history/until"_L1, m_until->date());
}

} // namespace hermes

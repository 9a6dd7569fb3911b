// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessionfilterbar.h"

#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/flowlayout.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSettings>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr std::array States {SessionState::Open, SessionState::Running, SessionState::Lost, SessionState::Closed};
} // namespace

SessionFilterBar::SessionFilterBar(QWidget *parent) : QWidget(parent), m_text(new QLineEdit(this))
{
    auto *layout = new FlowLayout(this);
    layout->setSpacing(spacing(this, 0.5));
    m_text->setObjectName(u"FilterSessions"_s);
    m_text->setAccessibleName(tr("Filter sessions"));
    m_text->setPlaceholderText(tr("Filter by id, profile, owner or note"));
    m_text->setClearButtonEnabled(true);
    layout->addWidget(m_text);
    connect(m_text, &QLineEdit::textChanged, this, &SessionFilterBar::filterChanged);
    QStringList states {tr("Any state")};
    for (const SessionState state : States)
        states.append(stateText(state));
    m_state = addChoice(tr("State filter"), states);
    m_kind = addChoice(tr("Kind filter"), {tr("Any kind"), kindText(SessionKind::Sandbox), kindText(SessionKind::Session)});
    m_backend = addChoice(tr("Backend filter"), {tr("Any backend")});
    m_owner = addChoice(tr("Owner filter"), {tr("Any owner"), tr("this window"), tr("other programs"), tr("nobody")});
    m_stale = new QCheckBox(tr("S&tale only"), this);
    m_stale->setObjectName(u"StaleOnly"_s);
    m_stale->setAccessibleName(tr("Stale only"));
    layout->addWidget(m_stale);
    connect(m_stale, &QCheckBox::toggled, this, &SessionFilterBar::filterChanged);
    setFocusProxy(m_text);
}

ChoiceBox *SessionFilterBar::addChoice(const QString &name, const QStringList &entries)
{
    auto *box = new ChoiceBox(this);
    box->setObjectName(QString(name).remove(u' '));
    box->setAccessibleName(name);
    box->addItems(entries);
    layout()->addWidget(box);
    connect(box, &QComboBox::currentIndexChanged, this, &SessionFilterBar::filterChanged);
    return box;
}

SessionFilter SessionFilterBar::filter() const
{
    SessionFilter filter {.text = m_text->text().trimmed(),
                          .owner = SessionFilter::Ownership(m_owner->currentIndex()),
                          .isStaleOnly = m_stale->isChecked()};
    if (const int state = m_state->currentIndex(); state > 0)
        filter.state = States[size_t(state) - 1];
    if (const int kind = m_kind->currentIndex(); kind > 0)
        filter.kind = kind == 1 ? SessionKind::Sandbox : SessionKind::Session;
    if (m_backend->currentIndex() > 0)
        filter.backend = m_backend->currentText();
    return filter;
}

void SessionFilterBar::setBackends(const QStringList &backends)
{
    for (const QString &backend : backends) {
        if (m_backend->findText(backend) < 0)
            m_backend->addItem(backend);
    }
}

void SessionFilterBar::clear()
{
    m_text->clear();
    for (ChoiceBox *box : {m_state, m_kind, m_backend, m_owner})
        box->setCurrentIndex(0);
    m_stale->setChecked(false);
}

void SessionFilterBar::store(QSettings &settings) const
{
    const SessionFilter current = filter();
    settings.setValue("sessions/filter/text"_L1, current.text);
    settings.setValue("sessions/filter/state"_L1, current.state ? sessionStateName(*current.state) : QString());
    settings.setValue("sessions/filter/kind"_L1, current.kind ? sessionKindName(*current.kind) : QString());
    settings.setValue("sessions/filter/backend"_L1, current.backend);
    settings.setValue("sessions/filter/owner"_L1, int(current.owner));
    settings.setValue("sessions/filter/stale"_L1, current.isStaleOnly);
}

void SessionFilterBar::restore(const QSettings &settings)
{
    m_text->setText(settings.value("sessions/filter/text"_L1).toString());
    const auto state = sessionStateFromName(settings.value("sessions/filter/state"_L1).toString());
    m_state->setCurrentIndex(state ? int(std::ranges::find(States, *state) - States.begin()) + 1 : 0);
    const auto kind = sessionKindFromName(settings.value("sessions/filter/kind"_L1).toString());
    m_kind->setCurrentIndex(kind ? (*kind == SessionKind::Sandbox ? 1 : 2) : 0);
    if (const QString backend = settings.value("sessions/filter/backend"_L1).toString(); !backend.isEmpty()) {
        setBackends({backend});
        m_backend->setCurrentText(backend);
    }
    m_owner->setCurrentIndex(std::clamp(settings.value("sessions/filter/owner"_L1).toInt(), 0, m_owner->count() - 1));
    m_stale->setChecked(settings.value("sessions/filter/stale"_L1).toBool());
}

} // namespace hermes

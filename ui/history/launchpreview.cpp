// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchpreview.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/history/launchtext.h"
#include "ui/editor/snippeteditor.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"

#include <QBoxLayout>
#include <QFormLayout>
#include <QFuture>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr qsizetype MostCodeBytes = 64 * 1024;
}

LaunchPreview::LaunchPreview(Engine *engine, QWidget *parent)
    : QWidget(parent),
      m_engine(engine),
      m_facts(new QWidget(this)),
      m_heading(new ElidingLabel(this)),
      m_code(new SnippetEditor(this))
{
    m_heading->setObjectName(u"LaunchHeading"_s);
    m_code->setReadOnly(true);
    m_code->setObjectName(u"LaunchCode"_s);
    m_code->setAccessibleName(tr("Code"));
    setFocusProxy(m_code);
    createFacts();
    // The table above must not grow and shrink with the selection.
    for (QWidget *part : {m_facts, static_cast<QWidget *>(m_code)}) {
        QSizePolicy policy = part->sizePolicy();
        policy.setRetainSizeWhenHidden(true);
        part->setSizePolicy(policy);
    }
    auto *columns = new QHBoxLayout;
    columns->setSpacing(spacing(this, 0.8));
    columns->addWidget(m_facts, 2);
    columns->addWidget(m_code, 3);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(m_heading);
    layout->addLayout(columns, 1);
    clear();
}

void LaunchPreview::createFacts()
{
    auto *form = new QFormLayout(m_facts);
    form->setContentsMargins({});
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(spacing(this, 0.8));
    form->setVerticalSpacing(spacing(this, 0.3));
    m_state = addFact(form, tr("State"), u"LaunchState"_s);
    m_results = addFact(form, tr("Results"), u"LaunchResults"_s);
    m_parameters = addFact(form, tr("Parameters"), u"LaunchParameters"_s);
    m_times = addFact(form, tr("Time"), u"LaunchTimes"_s);
    m_place = addFact(form, tr("Backend"), u"LaunchPlace"_s);
}

ElidingLabel *LaunchPreview::addFact(QFormLayout *form, const QString &title, const QString &name)
{
    auto *fact = new ElidingLabel(m_facts);
    fact->setObjectName(name);
    fact->setTextInteractionFlags(Qt::TextSelectableByMouse);
    form->addRow(title, fact);
    return fact;
}

void LaunchPreview::clear()
{
    ++m_request;
    m_shown.reset();
    m_heading->showText(tr("Select a launch to see its code and its parameters."));
    setHeading(Heading::Hint);
    m_facts->hide();
    m_code->hide();
}

void LaunchPreview::setHeading(Heading kind)
{
    QFont font = m_heading->font();
    font.setBold(kind == Heading::Title);
    m_heading->setFont(font);
    m_heading->setForegroundRole(kind == Heading::Title ? QPalette::WindowText : QPalette::PlaceholderText);
}

void LaunchPreview::showLaunch(const LaunchRecord &record)
{
    showFacts(record);
    if (m_shown == record.id)
        return;
    m_shown = record.id;
    m_parameters->showText({});
    m_code->setPlainText(visibleText(QString::fromUtf8(record.code)));
    m_code->setLanguage(record.language);
    m_facts->show();
    m_code->show();
    const int request = ++m_request;
    m_engine->record(record.id).then(this, [this, request](const Result<LaunchRecord> &whole) {
        if (request == m_request)
            showDefinition(whole);
    });
}

void LaunchPreview::showFacts(const LaunchRecord &record)
{
    m_heading->showText(tr("Launch %1 · %2").arg(QString::number(record.id), launchTitle(record)));
    setHeading(Heading::Title);
    m_state->showText(
        record.rerunOf ? tr("%1, %2, re-run of %3").arg(launchKindWord(record.kind), launchOutcomeWord(record)).arg(*record.rerunOf)
                       : tr("%1, %2").arg(launchKindWord(record.kind), launchOutcomeWord(record)));
    m_results->showText(launchCountsText(record));
    const auto duration = launchDuration(record);
    m_times->showText(duration ? tr("%1, for %2").arg(launchTimeText(record.createdAt), durationText(*duration))
                               : launchTimeText(record.createdAt));
    const QString place = launchPlaceText(record);
    m_place->showText(record.executorId.isEmpty() ? place : tr("%1, in %2").arg(place, lineText(record.executorId)));
}

void LaunchPreview::showDefinition(const Result<LaunchRecord> &record)
{
    if (!record) {
        m_parameters->showText(messageText(record.error()));
        return;
    }
    m_parameters->showText(launchParametersText(*record));
    QString code = visibleText(QString::fromUtf8(record->code.first(std::min(record->code.size(), MostCodeBytes))));
    if (record->code.size() > MostCodeBytes)
        code += u"\n…"_s;
    if (code != m_code->toPlainText())
        m_code->setPlainText(code);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "transcriptview.h"

#include "models/formatting.h"
#include "ui/run/callview.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/emptystate.h"

#include <QBoxLayout>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QScrollArea>
#include <QScrollBar>

#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr int CallsAtOnce = 20;
}

TranscriptView::TranscriptView(CurrentLaunch *launch, TranscriptModel *model, QWidget *parent)
    : QWidget(parent), m_launch(launch), m_model(model)
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    createHead();
    createCalls();
    connect(launch, &CurrentLaunch::changed, this, &TranscriptView::showStatus);
    connect(model, &TranscriptModel::sandboxChanged, this, &TranscriptView::showStatus);
    connect(model, &QAbstractItemModel::modelReset, this, &TranscriptView::rebuild);
    connect(model, &QAbstractItemModel::rowsInserted, this,
            [this](const QModelIndex &, int first, int last) { insertCalls(first, last); });
    connect(model, &QAbstractItemModel::dataChanged, this,
            [this](const QModelIndex &first, const QModelIndex &last) { updateCalls(first.row(), last.row()); });
    rebuild();
    showStatus();
}

void TranscriptView::createHead()
{
    m_sandbox = new ElidingLabel(this);
    m_sandbox->setObjectName(u"TranscriptSandbox"_s);
    m_status = new ElidingLabel(this);
    m_status->setObjectName(u"SandboxStatus"_s);
    m_status->setForegroundRole(QPalette::PlaceholderText);
    m_cancel = new QPushButton(glyphIcon(Glyph::Square), tr("Cancel Call"), this);
    m_cancel->setObjectName(u"CancelCall"_s);
    m_cancel->setAccessibleName(tr("Cancel call"));
    m_cancel->setToolTip(tr("End the call that runs (Ctrl+.)"));
    connect(m_cancel, &QPushButton::clicked, m_launch, &CurrentLaunch::cancel);
    auto *texts = new QVBoxLayout;
    texts->setSpacing(spacing(this, 0.1));
    texts->addWidget(m_sandbox);
    texts->addWidget(m_status);
    auto *head = new QHBoxLayout;
    head->setSpacing(spacing(this, 0.5));
    head->addLayout(texts, 1);
    head->addWidget(m_cancel);
    static_cast<QVBoxLayout *>(layout())->addLayout(head);
}

void TranscriptView::createCalls()
{
    m_content = new QWidget(this);
    m_layout = new QVBoxLayout(m_content);
    m_layout->setContentsMargins({});
    m_layout->setSpacing(spacing(this, 0.4));
    m_layout->addStretch(1);
    m_room = new QScrollArea(this);
    m_room->setObjectName(u"Transcript"_s);
    m_room->setAccessibleName(tr("Transcript"));
    m_room->setWidget(m_content);
    m_room->setWidgetResizable(true);
    m_room->setFrameShape(QFrame::NoFrame);
    m_room->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_room->setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_room);
    layout()->addWidget(m_room);
    m_empty = new EmptyState(tr("No calls yet"),
                             tr("Run in Sandbox (Ctrl+Return) runs the snippet once; its files stay for the next call."),
                             m_room->viewport());
    const QScrollBar *bar = m_room->verticalScrollBar();
    connect(bar, &QScrollBar::valueChanged, this, &TranscriptView::scrolled);
    connect(bar, &QScrollBar::rangeChanged, this, &TranscriptView::keepPosition);
}

void TranscriptView::scrolled(int value)
{
    if (m_adjusting)
        return;
    const QScrollBar *bar = m_room->verticalScrollBar();
    m_below.reset();
    m_followsEnd = value >= bar->maximum() - fontMetrics().height();
    if (value == bar->minimum() && bar->maximum() > bar->minimum())
        addEarlier();
}

/// What was looked at stays where it is, whatever comes above it; at the end the newest call stays in view.
void TranscriptView::keepPosition()
{
    const QScopedValueRollback adjusting(m_adjusting, true);
    QScrollBar *bar = m_room->verticalScrollBar();
    if (m_followsEnd)
        bar->setValue(bar->maximum());
    else if (m_below)
        bar->setValue(bar->maximum() - *m_below);
}

void TranscriptView::rebuild()
{
    qDeleteAll(std::exchange(m_calls, {}));
    m_first = m_model->rowCount();
    m_followsEnd = true;
    addEarlier();
    m_empty->setVisible(m_model->rowCount() == 0);
}

CallView *TranscriptView::makeCall(int row)
{
    auto *call = new CallView(row + 1, m_content);
    // By its place, which is another one once earlier calls are known.
    connect(call, &CallView::detailsWanted, this, [this, call] { Q_EMIT detailsWanted(m_first + int(m_calls.indexOf(call))); });
    return call;
}

void TranscriptView::showCall(int row)
{
    m_model->load(row);
    m_calls.at(row - m_first)->showCall(m_model->call(row), m_model->headingOf(row));
}

void TranscriptView::addEarlier()
{
    const int from = std::max(0, m_first - CallsAtOnce);
    const QScrollBar *bar = m_room->verticalScrollBar();
    m_below = bar->maximum() - bar->value();
    for (int row = m_first - 1; row >= from; --row) {
        m_calls.prepend(makeCall(row));
        m_layout->insertWidget(0, m_calls.front());
        m_first = row;
        showCall(row);
    }
}

void TranscriptView::insertCalls(int first, int last)
{
    m_empty->hide();
    if (first < m_first || m_calls.isEmpty() || first < m_first + int(m_calls.size())) {
        rebuild(); // earlier ones became known, so that the numbers are others
        return;
    }
    m_below.reset();
    for (int row = first; row <= last; ++row) {
        m_calls.append(makeCall(row));
        m_layout->insertWidget(m_layout->count() - 1, m_calls.back());
        showCall(row);
    }
}

void TranscriptView::updateCalls(int first, int last)
{
    const int shownLast = std::min(last, m_first + int(m_calls.size()) - 1);
    for (int row = std::max(first, m_first); row <= shownLast; ++row)
        showCall(row);
}

void TranscriptView::showStatus()
{
    m_sandbox->showText(m_model->sandboxId().isEmpty() ? tr("The default sandbox of this machine")
                                                       : tr("Sandbox %1").arg(m_model->sandboxId()));
    const LaunchProgress &progress = m_launch->progress();
    switch (m_launch->phase()) {
    case CurrentLaunch::Phase::Opening:
    case CurrentLaunch::Phase::Idle: m_status->showText(tr("Its files stay from call to call")); break;
    case CurrentLaunch::Phase::Starting: m_status->showText(tr("Starting…")); break;
    case CurrentLaunch::Phase::Stopping: m_status->showText(tr("Stopping…")); break;
    case CurrentLaunch::Phase::Running:
        m_status->showText(progress.waitingFor.isEmpty() ? tr("Running") : progress.waitingFor);
        break;
    case CurrentLaunch::Phase::Finished: m_status->showText(outcomeText(progress)); break;
    }
    m_cancel->setEnabled(m_launch->isActive() && m_launch->phase() != CurrentLaunch::Phase::Stopping);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "poolpane.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

PoolPane::PoolPane(Engine *engine, QWidget *page)
    : QWidget(page),
      m_source(engine),
      m_state(new WrappingLabel(this)),
      m_fill(new QPushButton(tr("Fi&ll"), this)),
      m_drain(new QPushButton(tr("D&rain"), this))
{
    m_state->setObjectName(u"PoolState"_s);
    m_state->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_state->setAccessibleName(tr("Warm containers"));
    m_fill->setObjectName(u"FillPool"_s);
    m_fill->setAccessibleName(tr("Fill the warm pool"));
    m_fill->setToolTip(tr("Start what is missing now, so that the next runs begin at once"));
    m_drain->setObjectName(u"DrainPool"_s);
    m_drain->setAccessibleName(tr("Drain the warm pool"));
    m_drain->setToolTip(tr("End those that wait to be used; the next run fills it again"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_state, 1);
    layout->addWidget(m_fill);
    layout->addWidget(m_drain);
    connect(m_fill, &QPushButton::clicked, &m_source, &PoolSource::fill);
    connect(m_drain, &QPushButton::clicked, &m_source, &PoolSource::drain);
    connect(&m_source, &PoolSource::changed, this, &PoolPane::showStatus);
    page->installEventFilter(this);
    showStatus();
}

void PoolPane::showBackend(const BackendName &name, const BackendKind *kind, const ProfileSet &profiles)
{
    const auto settings = kind ? settingsInForce(kind->schema, profiles, name.profile) : fail(FaultKind::Usage, name.backend);
    m_source.show(settings ? std::optional(*settings) : std::nullopt);
}

/// The page is hidden when the window is minimised, too.
bool PoolPane::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show || event->type() == QEvent::Hide)
        m_source.setWatched(event->type() == QEvent::Show);
    return QWidget::eventFilter(watched, event);
}

void PoolPane::showStatus()
{
    const auto &status = m_source.status();
    setVisible(status && status->wanted > 0);
    if (!status)
        return;
    QStringList parts {tr("Warm: %1").arg(poolStateText(*status))};
    if (const QString figures = poolFiguresText(*status); !figures.isEmpty())
        parts.append(figures);
    if (!status->problem.isEmpty())
        parts.append(tr("Not full: %1").arg(messageText(status->problem)));
    m_state->showText(parts.join(u" · "_s));
    m_fill->setEnabled(status->ready + status->starting < status->wanted && !status->isFilling);
    m_drain->setEnabled(status->isFilling);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "transferbar.h"

#include "models/sessions/filetransfers.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"

#include <QBoxLayout>
#include <QProgressBar>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

TransferBar::TransferBar(FileTransfers *transfers, QWidget *parent)
    : QWidget(parent), m_transfers(transfers), m_text(new ElidingLabel(this)), m_bar(new QProgressBar(this))
{
    m_text->setObjectName(u"TransferText"_s);
    m_bar->setObjectName(u"TransferProgress"_s);
    m_bar->setAccessibleName(tr("Copying progress"));
    m_bar->setTextVisible(false);
    m_bar->setFixedHeight(spacing(this, 0.5));
    auto *cancel = new QPushButton(glyphIcon(Glyph::Square), tr("Cancel Copying"), this);
    cancel->setObjectName(u"CancelCopying"_s);
    cancel->setAccessibleName(tr("Cancel copying"));
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(m_text, 1);
    layout->addWidget(m_bar, 1);
    layout->addWidget(cancel);
    connect(m_transfers, &FileTransfers::changed, this, &TransferBar::showTransfer);
    connect(cancel, &QPushButton::clicked, m_transfers, &FileTransfers::cancel);
    showTransfer();
}

void TransferBar::showTransfer()
{
    setVisible(m_transfers->isActive());
    if (!m_transfers->isActive())
        return;
    const int total = m_transfers->total();
    m_text->showText(total == 1 ? m_transfers->text()
                                : tr("%1 (%2 of %3)").arg(m_transfers->text()).arg(m_transfers->done() + 1).arg(total));
    // How far one file is nobody knows: it is busy then.
    m_bar->setRange(0, total == 1 ? 0 : total);
    m_bar->setValue(m_transfers->done());
}

} // namespace hermes

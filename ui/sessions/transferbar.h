// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QProgressBar;

namespace hermes {

class ElidingLabel;
class FileTransfers;

/// Which file is being copied, how many of how many, and a button that ends it. Hidden while nothing is copied.
class TransferBar final : public QWidget
{
    Q_OBJECT

public:
    /// The transfers must outlive the bar.
    TransferBar(FileTransfers *transfers, QWidget *parent);

private:
    void showTransfer();

    FileTransfers *m_transfers;
    ElidingLabel *m_text;
    QProgressBar *m_bar;
};

} // namespace hermes

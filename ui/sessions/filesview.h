// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTableView>

namespace hermes {

/// The list of a folder, on which files can be dropped.
class FilesView final : public QTableView
{
    Q_OBJECT

public:
    explicit FilesView(QWidget *parent = nullptr);

Q_SIGNALS:
    /// Files of this machine.
    void filesDropped(const QStringList &paths);

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragMoveEvent(QDragMoveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
};

} // namespace hermes

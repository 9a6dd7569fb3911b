// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayList>
#include <QWidget>

namespace hermes {

/// Where the list of files is: a button for each folder on the way, the first one for the sandbox itself.
class PathBar final : public QWidget
{
    Q_OBJECT

public:
    explicit PathBar(QWidget *parent = nullptr);

    void showFolder(const QByteArrayList &folder);

Q_SIGNALS:
    void folderChosen(const QByteArrayList &folder);

private:
    void addStep(const QString &text, const QString &name, const QByteArrayList &folder);

    QByteArrayList m_folder;
};

} // namespace hermes

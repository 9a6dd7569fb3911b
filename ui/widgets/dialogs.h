// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

#include <functional>

class QWidget;

namespace hermes {

/// Questions that need a dialog. Every call returns at once; the answer comes later, on the GUI thread, or never when
/// the parent goes away. Tests answer in place of the user.
class Dialogs
{
public:
    struct Question
    {
        QString text = {};
        QString consequence = {};
        QString accept = {}; ///< A verb with its object: "Stop the sweep and quit".
        QString reject = {}; ///< The safe choice: default and Escape.
        QStringList items = {}; ///< What it is about, one by one, where it is about several.
    };

    virtual ~Dialogs() = default;
    virtual void ask(QWidget *parent, const Question &question, std::function<void(bool accepted)> answer) = 0;
    /// Filters as QFileDialog has them; the first one is chosen. Nothing is called when the user thinks better of it.
    virtual void saveFile(QWidget *parent, const QString &title, const QString &proposal, const QStringList &filters,
                          std::function<void(const QString &path)> answer) = 0;
    virtual void openFile(QWidget *parent, const QString &title, const QStringList &filters,
                          std::function<void(const QString &path)> answer) = 0;
    virtual void openFiles(QWidget *parent, const QString &title, std::function<void(const QStringList &paths)> answer) = 0;
    virtual void openFolder(QWidget *parent, const QString &title, std::function<void(const QString &path)> answer) = 0;
};

/// Qt's dialogs, the desktop's own where it has them.
class WindowDialogs final : public Dialogs
{
public:
    void ask(QWidget *parent, const Question &question, std::function<void(bool accepted)> answer) override;
    void saveFile(QWidget *parent, const QString &title, const QString &proposal, const QStringList &filters,
                  std::function<void(const QString &path)> answer) override;
    void openFile(QWidget *parent, const QString &title, const QStringList &filters,
                  std::function<void(const QString &path)> answer) override;
    void openFiles(QWidget *parent, const QString &title, std::function<void(const QStringList &paths)> answer) override;
    void openFolder(QWidget *parent, const QString &title, std::function<void(const QString &path)> answer) override;
};

} // namespace hermes

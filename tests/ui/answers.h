// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/dialogs.h"

#include <utility>

namespace hermes {

/// Answers the window's questions in place of a user.
class Answers final : public Dialogs
{
public:
    void ask(QWidget *, const Question &question, std::function<void(bool)> answer) override
    {
        ++asked;
        lastQuestion = question.text;
        lastConsequence = question.consequence;
        lastItems = question.items;
        answer(accept);
    }
    void saveFile(QWidget *, const QString &, const QString &, const QStringList &,
                  std::function<void(const QString &)> answer) override
    {
        if (!path.isEmpty())
            answer(path);
    }
    void openFile(QWidget *, const QString &, const QStringList &, std::function<void(const QString &)> answer) override
    {
        if (!path.isEmpty())
            answer(path);
    }
    void openFolder(QWidget *, const QString &, std::function<void(const QString &)> answer) override
    {
        if (meanwhile)
            std::exchange(meanwhile, {})();
        if (!path.isEmpty())
            answer(path);
    }

    void openFiles(QWidget *, const QString &, std::function<void(const QStringList &)> answer) override
    {
        if (!paths.isEmpty())
            answer(paths);
    }

    bool accept = false;
    QString path = {};
    int asked = 0;
    QStringList paths = {};               ///< For several files.
    std::function<void()> meanwhile = {}; ///< What happens once, while a folder is asked for.
    QString lastQuestion = {};
    QString lastConsequence = {};
    QStringList lastItems = {};
};

} // namespace hermes

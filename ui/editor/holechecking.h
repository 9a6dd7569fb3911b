// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/snippets/holecheck.h"

#include <QObject>
#include <QTimer>

namespace hermes {

class SnippetEditor;

/// Whether `{{name}}` stands for a parameter.
enum class Holes {
    AreParameters,
    AreText, ///< A snippet without a template: double braces are what they are.
};

/// Checks the holes of the text while it is written: soon after the last key, on a thread of its own, and shows in the
/// editor what is wrong with them.
class HoleChecking final : public QObject
{
    Q_OBJECT

public:
    explicit HoleChecking(SnippetEditor *editor, QObject *parent = nullptr);

    void setHoles(Holes holes);
    void setParameterNames(const QStringList &names);
    /// The text or its language are other ones now.
    void noteChange();

    [[nodiscard]] const QList<TextProblem> &problems() const { return m_problems; }
    /// What is shown is about the text as it is now.
    [[nodiscard]] bool isSettled() const { return !m_timer.isActive() && m_answered == m_asked; }

Q_SIGNALS:
    void checked();

private:
    void check();
    void show(const QList<TextProblem> &problems);

    SnippetEditor *m_editor;
    Holes m_holes = Holes::AreParameters;
    QStringList m_names;
    QList<TextProblem> m_problems;
    BackgroundThread m_thread;
    QTimer m_timer;
    int m_asked = 0;
    int m_answered = 0;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "holechecking.h"

#include "ui/editor/snippeteditor.h"

using namespace std::chrono_literals;

namespace hermes {

namespace {
constexpr auto Pause = 150ms;
} // namespace

HoleChecking::HoleChecking(SnippetEditor *editor, QObject *parent) : QObject(parent), m_editor(editor)
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(Pause);
    connect(&m_timer, &QTimer::timeout, this, &HoleChecking::check);
}

void HoleChecking::setHoles(Holes holes)
{
    if (std::exchange(m_holes, holes) != holes)
        noteChange();
}

void HoleChecking::setParameterNames(const QStringList &names)
{
    if (std::exchange(m_names, names) != names)
        noteChange();
}

void HoleChecking::noteChange()
{
    m_timer.start();
}

void HoleChecking::check()
{
    const int number = ++m_asked;
    if (m_holes == Holes::AreText) {
        m_answered = number;
        show({});
        return;
    }
    m_thread
        .run([language = m_editor->language(), text = m_editor->text(), names = m_names] {
            return checkHoles(language, text, names);
        })
        .then(this, [this, number](const QList<TextProblem> &problems) {
            if (number != m_asked || m_timer.isActive())
                return; // about a text that is no longer there
            m_answered = number;
            show(problems);
        });
}

void HoleChecking::show(const QList<TextProblem> &problems)
{
    m_problems = problems;
    m_editor->setProblems(problems);
    Q_EMIT checked();
}

} // namespace hermes

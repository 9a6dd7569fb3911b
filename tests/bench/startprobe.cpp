// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QApplication>
#include <QKeyEvent>
#include <QPlainTextEdit>

#include <cstdio>
#include <ctime>

/// Loaded into a program by LD_PRELOAD: says when its window can be used, on the clock CLOCK_MONOTONIC, and ends it.
///
/// As a user has it: the editor is painted, then a key is pressed, then what it wrote is painted. Between these other
/// events have their turns, so that work which is only put off until after the first picture is counted too. Prints
/// `painted NANOSECONDS` and `usable NANOSECONDS`.
namespace {

void note(const char *what)
{
    timespec now {};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    std::printf("%s %lld\n", what, static_cast<long long>(now.tv_sec) * 1'000'000'000 + now.tv_nsec);
    std::fflush(stdout);
}

class StartProbe final : public QObject
{
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Paint || m_waiting)
            return false;
        auto *editor = qobject_cast<QPlainTextEdit *>(watched->parent());
        if (!editor || editor->viewport() != watched || !editor->isVisible() || editor->isReadOnly())
            return false;
        if (!m_editor) {
            m_editor = editor;
            afterThisPicture([this] { press(); });
        } else if (m_written && editor == m_editor) {
            afterThisPicture([] {
                note("usable");
                QCoreApplication::quit();
            });
        }
        return false;
    }

private:
    /// The event that paints is delivered after this filter has seen it.
    template<typename Then>
    void afterThisPicture(Then then)
    {
        m_waiting = true;
        const auto goOn = [this, then] {
            m_waiting = false;
            then();
        };
        QMetaObject::invokeMethod(this, goOn, Qt::QueuedConnection);
    }

    void press()
    {
        note("painted");
        connect(m_editor, &QPlainTextEdit::textChanged, this, [this] { m_written = true; });
        QCoreApplication::postEvent(m_editor, new QKeyEvent(QEvent::KeyPress, Qt::Key_X, Qt::NoModifier, QStringLiteral("x")));
    }

    QPlainTextEdit *m_editor = nullptr;
    bool m_waiting = false;
    bool m_written = false;
};

void watchStart()
{
    qunsetenv("LD_PRELOAD"); // what the program starts is no business of this
    qApp->installEventFilter(new StartProbe(qApp));
}

} // namespace

Q_COREAPP_STARTUP_FUNCTION(watchStart)

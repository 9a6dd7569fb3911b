// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/windowfixture.h"

#include <QAccessible>
#include <QAction>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTableView>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The window without a mouse and without seeing it.
class WindowAccessTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void whateverTakesTheFocusHasAName()
    {
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (action->shortcut() == QKeySequence(QKeySequence::HelpContents))
                action->trigger();
        }
        child<QToolButton>(u"Preview"_s)->setChecked(true);
        QVERIFY(child<QDockWidget>(u"HelpDock"_s)->isVisible());
        int seen = 0;
        for (QWidget *widget : m_window->findChildren<QWidget *>()) {
            // Parts of a control (the list of a combo box, the line of a spin box) go by the name of the whole.
            const bool isPart = widget->focusProxy() || widget->objectName().startsWith("qt_"_L1) || widget->isWindow()
                || !widget->isVisible();
            if (isPart || widget->focusPolicy() == Qt::NoFocus)
                continue;
            ++seen;
            QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY(accessible);
            QVERIFY2(!accessible->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
        QVERIFY(seen >= 16);
    }

    void everyActionHasAKeyAndNoTwoShareAShortcut()
    {
        QSet<QKeySequence> taken;
        for (const QAction *title : m_window->menuBar()->actions()) {
            QVERIFY(title->text().contains(u'&'));
            for (const QAction *action : title->menu()->actions()) {
                QVERIFY(action->isSeparator() || action->text().contains(u'&'));
                for (const QKeySequence &shortcut : action->shortcuts()) {
                    QVERIFY2(!taken.contains(shortcut), qPrintable(shortcut.toString()));
                    taken.insert(shortcut);
                }
            }
        }
        QVERIFY(taken.size() >= 12);
    }

    /// Tab goes through the page from its top left to its bottom right, and comes back.
    void tabReachesEveryControl()
    {
        page()->loadSample();
        QVERIFY(child<QWidget>(u"Backend"_s));
        child<QWidget>(u"Language"_s)->setFocus();
        QStringList order;
        for (int i = 0; i < 60; ++i) {
            const QString name = m_window->focusWidget()->objectName();
            if (order.contains(name))
                break;
            order += name;
            // In an editor of code the key indents; F6 leaves it.
            QTest::keyClick(m_window->focusWidget(), name == "Snippet"_L1 ? Qt::Key_F6 : Qt::Key_Tab);
        }
        QString last;
        for (const QString &name : {u"Snippet"_s, u"Parameters"_s, u"Backend"_s, u"Timeout"_s, u"Concurrency"_s, u"RunSweep"_s,
                                    u"RunInSandbox"_s, u"Results"_s, u"Stdout"_s, u"Stderr"_s}) {
            QVERIFY2(order.contains(name), qPrintable(name + u" is not in " + order.join(u' ')));
            QVERIFY2(last.isEmpty() || order.indexOf(last) < order.indexOf(name),
                     qPrintable(name + u" comes before " + last + u" in " + order.join(u' ')));
            last = name;
        }
    }

    void launchesChoosesReadsAndExportsByKeys()
    {
        page()->loadSample();
        child<QPlainTextEdit>(u"Snippet"_s)->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(waitForFinish());
        auto *results = child<QTableView>(u"Results"_s);
        results->setFocus();
        QTest::keyClick(results, Qt::Key_Down);
        QTest::keyClick(results, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE_EQ(results->currentIndex().row(), 3);
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stderr"_s).contains("ValueError"_L1); }, Patience));
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        QCOMPARE_EQ(m_window->focusWidget()->objectName(), u"Stdout"_s);
        m_answers.path = m_state->filePath(u"results.csv"_s);
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier);
        QVERIFY(QTest::qWaitFor([&] { return !page()->isExporting(); }, Patience));
        QVERIFY(read(m_answers.path).contains("ValueError"));
    }

    void cancelsByKeys()
    {
        launchSleeps();
        QTest::keyClick(m_window.get(), Qt::Key_Period, Qt::ControlModifier);
        QVERIFY(waitForFinish());
        QVERIFY(!column(u"State"_s).contains(u"queued"_s));
    }

    void escapeLeavesACellAndTheHelp()
    {
        page()->loadSample();
        auto *table = child<QTableView>(u"Parameters"_s);
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 1));
        QTest::keyClick(table, Qt::Key_F2);
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor);
        QTest::keyClicks(editor, u"7"_s);
        QTest::keyClick(editor, Qt::Key_Escape);
        QCOMPARE_EQ(table->model()->index(0, 1).data().toString(), u"0,0.1,0.2,1.2"_s);
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        auto *help = child<QWidget>(u"Help"_s);
        QVERIFY(help && help->isVisible());
        QTest::keyClick(help, Qt::Key_Escape);
        QVERIFY(!help->isVisible());
        QVERIFY(m_window->focusWidget() != help);
    }
};

QTEST_MAIN(WindowAccessTest)
#include "tst_windowaccess.moc"

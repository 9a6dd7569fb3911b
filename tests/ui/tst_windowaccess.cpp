// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/windowfixture.h"
#include "ui/results/resultpane.h"
#include "ui/run/parameterpane.h"
#include "ui/widgets/taborder.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
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

    void everyPage_data()
    {
        QTest::addColumn<int>("place");
        int place = 0;
        for (const char *name : {"Run", "Sessions", "Backends", "History"})
            QTest::newRow(name) << place++;
    }

    void tabReachesEveryControlAsThePageIsRead_data() { everyPage_data(); }

    /// Also what stands before the main control of its part, and what is made while the page is shown.
    void tabReachesEveryControlAsThePageIsRead()
    {
        QFETCH(const int, place);
        fillPages(place);
        auto *first = child<QWidget>(u"Pages"_s);
        first->setFocus();
        QList<QWidget *> stops;
        do {
            stops += m_window->focusWidget();
            stepOn(Qt::Key_Tab);
        } while (m_window->focusWidget() != first && stops.size() < 100);
        for (QWidget *widget : m_window->findChildren<QWidget *>()) {
            const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) == Qt::TabFocus && !widget->focusProxy();
            if (takesTab && widget->isEnabled() && widget->isVisible() && !widget->isWindow())
                QVERIFY2(stops.contains(widget), qPrintable(told(widget) + u" is not in" + told(stops)));
        }
        for (qsizetype i = 1; i + 1 < stops.size(); ++i)
            QVERIFY2(isReadBefore(stops[i], stops[i + 1]), qPrintable(told(stops[i + 1]) + u" comes after" + told(stops[i])));
        for (qsizetype i = stops.size() - 1; i >= 0; --i) {
            stepOn(Qt::Key_Backtab);
            QCOMPARE_EQ(m_window->focusWidget(), stops[i]);
        }
    }

    void noTwoMnemonicsOfAPageAreTheSame_data() { everyPage_data(); }

    void noTwoMnemonicsOfAPageAreTheSame()
    {
        QFETCH(const int, place);
        fillPages(place);
        QMap<QString, QStringList> taken;
        const auto take = [&taken](const QString &text) {
            if (const QString key = QKeySequence::mnemonic(text).toString(); !key.isEmpty())
                taken[key] += text;
        };
        for (const QAction *title : m_window->menuBar()->actions())
            take(title->text());
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            const auto *label = qobject_cast<const QLabel *>(widget);
            if (!widget->isVisible())
                continue;
            if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                take(button->text());
            else if (label && label->buddy())
                take(label->text());
        }
        QVERIFY(taken.size() >= 9);
        for (const QStringList &texts : taken)
            QVERIFY2(texts.size() == 1,
                     qPrintable(texts.join(u" and "_s) + u", free are others than "_s + taken.keys().join(u' ')));
    }

    /// A control that was used by a key and goes away leaves the focus near by: the next key is not somebody else's.
    void theFocusStaysWhenItsControlGoes()
    {
        load(Language::Shell, "sleep 30", u"n"_s, u"1:8"_s);
        pressByKey(button(u"Run sweep"_s));
        QCOMPARE_EQ(focusName(), u"Results"_s);
        QTRY_VERIFY_WITH_TIMEOUT(button(u"Cancel"_s)->isEnabled(), Patience);
        pressByKey(button(u"Cancel"_s));
        QCOMPARE_EQ(focusName(), u"Results"_s);
        QVERIFY(waitForFinish());
        load(Language::Shell, "sleep 30", {}, {});
        pressByKey(button(u"Run in sandbox"_s));
        QCOMPARE_EQ(focusName(), u"Transcript"_s);
        QTRY_VERIFY_WITH_TIMEOUT(button(u"Cancel call"_s)->isEnabled(), Patience);
        pressByKey(button(u"Cancel call"_s));
        QCOMPARE_EQ(focusName(), u"Transcript"_s);
        QVERIFY(waitForCall());
    }

    void thePagesBeginOnWhatTheyAreAbout()
    {
        QStringList begins;
        for (int place = 0; place < 4; ++place) {
            QTest::keyClick(m_window.get(), Qt::Key(Qt::Key_1 + place), Qt::AltModifier);
            begins += focusName();
        }
        QCOMPARE_EQ(begins, (QStringList {u"Snippet"_s, u"Sessionstable"_s, u"BackendCards"_s, u"History"_s}));
        child<QWidget>(u"HistoryText"_s)->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_1, Qt::AltModifier);
        QTest::keyClick(m_window.get(), Qt::Key_4, Qt::AltModifier);
        QCOMPARE_EQ(focusName(), u"HistoryText"_s);
    }

    /// What is launched, opened or written is seen; what is not seen is not changed.
    void commandsOfAnotherPage()
    {
        load(Language::Shell, "echo once", {}, {});
        auto *editor = child<QPlainTextEdit>(u"Snippet"_s);
        editor->setFocus();
        QTest::keyClicks(editor, u"# "_s);
        const QString text = editor->toPlainText();
        m_window->showPage(3);
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE_EQ(editor->toPlainText(), text);
        QVERIFY(!page()->isVisible());
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(page()->isVisible());
        QVERIFY(waitForFinish());
        QTest::keyClick(m_window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(editor->toPlainText() != text);
    }

    void aComboBoxHasItsListAndItsLine()
    {
        QAccessibleInterface *sandbox = QAccessible::queryAccessibleInterface(child<QComboBox>(u"Sandbox"_s));
        QCOMPARE_EQ(sandbox->childCount(), 2);
        QCOMPARE_EQ(sandbox->child(0)->role(), QAccessible::List);
        QCOMPARE_EQ(sandbox->child(1)->text(QAccessible::Name), u"Sandbox id"_s);
        QCOMPARE_EQ(sandbox->indexOfChild(sandbox->child(1)), 1);
        QCOMPARE_EQ(QAccessible::queryAccessibleInterface(child<QComboBox>(u"Language"_s))->childCount(), 1);
    }

    /// Alt+Down opens a list and moves a line: each where the focus is.
    void theKeysOfTheEditorAreItsOwn()
    {
        load(Language::Shell, "one\ntwo\n", {}, {});
        auto *language = child<QComboBox>(u"Language"_s);
        language->setFocus();
        QTest::keyClick(language, Qt::Key_Down, Qt::AltModifier);
        QTRY_VERIFY(language->view()->isVisible());
        language->hidePopup();
        auto *editor = child<QPlainTextEdit>(u"Snippet"_s);
        QCOMPARE_EQ(editor->toPlainText(), u"one\ntwo\n"_s);
        editor->setFocus();
        QTest::keyClick(editor, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE_EQ(editor->toPlainText(), u"two\none\n"_s);
    }

    void theMenuBarIsOpenedByAKey()
    {
        QTest::keyClick(m_window.get(), Qt::Key_F10);
        QVERIFY(m_window->menuBar()->activeAction());
        QCOMPARE_EQ(m_window->menuBar()->activeAction()->text(), u"&File"_s);
        QTest::keyClick(m_window->menuBar(), Qt::Key_Escape);
        QVERIFY(!m_window->menuBar()->activeAction());
    }

    /// While a screen reader listens, Alt is delivered once more after its shortcut.
    void altOfAShortcutDoesNotEnterTheMenuBar()
    {
        const auto send = [this](QEvent::Type type, int key, Qt::KeyboardModifiers modifiers) {
            QKeyEvent event(type, key, modifiers);
            QCoreApplication::sendEvent(m_window.get(), &event);
        };
        const auto isEntered = [this] { return m_window->menuBar()->activeAction() != nullptr; };
        send(QEvent::ShortcutOverride, Qt::Key_Alt, {});
        send(QEvent::ShortcutOverride, Qt::Key_2, Qt::AltModifier);
        send(QEvent::ShortcutOverride, Qt::Key_Alt, {});
        send(QEvent::KeyRelease, Qt::Key_Alt, {});
        QVERIFY(!isEntered());
        send(QEvent::ShortcutOverride, Qt::Key_Alt, {});
        send(QEvent::KeyRelease, Qt::Key_Alt, {});
        QVERIFY(isEntered());
        QTest::keyClick(m_window->menuBar(), Qt::Key_Escape);
        QVERIFY(!isEntered());
    }

    void theContextMenuIsOpenedByAKey()
    {
        auto *results = child<QTableView>(u"Results"_s);
        results->setFocus();
        QTest::keyClick(results, Qt::Key_F10, Qt::ShiftModifier);
        QTRY_VERIFY(QApplication::activePopupWidget());
        QVERIFY(!m_window->menuBar()->activeAction());
        QApplication::activePopupWidget()->close();
    }

    void failuresAreRunAgainFromTheMenu()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QMenu *menu = page()->resultPane()->rerunMenu();
        QVERIFY(m_window->menuBar()->actions().at(3)->menu()->actions().contains(menu->menuAction()));
        QVERIFY(menu->menuAction()->isEnabled());
        Q_EMIT menu->aboutToShow();
        const LaunchId before = page()->launch()->id();
        menu->actions().first()->trigger();
        QVERIFY(waitForFinish());
        QTRY_VERIFY_WITH_TIMEOUT(page()->launch()->id() != before, Patience);
        QVERIFY(waitForFinish());
    }

    void parametersAreAddedByAKey()
    {
        auto *table = child<QTableView>(u"Parameters"_s);
        table->setFocus();
        QTest::keyClick(table, Qt::Key_Insert);
        const auto inFocus = [](const QString &name) { return QApplication::focusWidget()->accessibleName() == name; };
        QTRY_VERIFY(inFocus(u"Parameter name"_s));
        QTest::keyClicks(QApplication::focusWidget(), u"n"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTRY_VERIFY(inFocus(u"Parameter values"_s));
        QTest::keyClicks(QApplication::focusWidget(), u"1:3"_s);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(inFocus(u"Parameters"_s));
        const QList<ParameterTableModel::Row> expected {{.name = u"n"_s, .values = u"1:3"_s}};
        QCOMPARE_EQ(page()->parameterPane()->model()->rows(), expected);
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
        QTest::keyClick(m_window.get(), Qt::Key_E, Qt::ControlModifier | Qt::ShiftModifier);
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

private:
    /// Every page has something to show, and the one at this place is shown with all that can be unfolded.
    void fillPages(int place)
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        page()->runInSandbox();
        QVERIFY(waitForCall());
        m_window->resize(1500, 1400);
        m_window->showPage(place);
        for (const QString &fold : {u"Options"_s, u"Preview"_s, u"Moreoptions"_s, u"Advanced"_s}) {
            if (auto *button = child<QToolButton>(fold))
                button->setChecked(true);
        }
        page()->resultPane()->selectRow(3);
        for (const QString &name : {u"Sessionstable"_s, u"History"_s}) {
            if (auto *table = child<QTableView>(name)) {
                QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, Patience);
                table->selectRow(0);
            }
        }
    }

    /// In an editor of code Tab indents.
    void stepOn(Qt::Key key) const
    {
        QWidget *focus = m_window->focusWidget();
        if (focus->objectName() == "Snippet"_L1)
            nextTabStop(m_window.get(), focus, key == Qt::Key_Tab)->setFocus();
        else
            QTest::keyClick(focus, key);
    }

    /// Not to the left of it in the same line, and not above it in the same column.
    [[nodiscard]] bool isReadBefore(const QWidget *first, const QWidget *second) const
    {
        const QRect a(first->mapTo(m_window.get(), QPoint()), first->size());
        const QRect b(second->mapTo(m_window.get(), QPoint()), second->size());
        const bool sameLine = a.top() <= b.bottom() && b.top() <= a.bottom();
        const bool sameColumn = a.left() <= b.right() && b.left() <= a.right();
        return !(sameLine && !sameColumn && b.right() < a.left()) && !(sameColumn && !sameLine && b.bottom() < a.top());
    }

    [[nodiscard]] static QString told(const QWidget *widget)
    {
        return u' ' + QString::fromLatin1(widget->metaObject()->className()) + u'/' + widget->objectName();
    }

    [[nodiscard]] static QString told(const QList<QWidget *> &widgets)
    {
        QString text;
        for (const QWidget *widget : widgets)
            text += told(widget);
        return text;
    }

    static void pressByKey(QPushButton *button)
    {
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Space);
    }

    [[nodiscard]] QString focusName() const { return m_window->focusWidget()->objectName(); }
};

QTEST_MAIN(WindowAccessTest)
#include "tst_windowaccess.moc"

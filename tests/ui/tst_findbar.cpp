// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/findbar.h"
#include "ui/widgets/textmarks.h"

#include <QBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTest>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class FindBarTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform that needs no display says so about every window.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_window = std::make_unique<QWidget>();
        m_view = new QPlainTextEdit(m_window.get());
        m_bar = new FindBar(m_view, FindBar::Mode::FindAndReplace, m_window.get());
        auto *layout = new QVBoxLayout(m_window.get());
        layout->addWidget(m_view);
        layout->addWidget(m_bar);
        m_window->resize(500, 400);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        m_view->setPlainText(u"one two\nOne three\n\nphone one"_s);
    }

    void searchesWhileTyping()
    {
        m_bar->openFind();
        QVERIFY(QTest::qWaitFor([&] { return field(u"FindText"_s)->hasFocus(); }, 60s));
        QTest::keyClicks(field(u"FindText"_s), u"on"_s);
        QVERIFY(settle());
        QCOMPARE_EQ(count(), u"1 of 4"_s);
        QCOMPARE_EQ(selected(), u"on"_s);
        QTest::keyClicks(field(u"FindText"_s), u"e"_s);
        QVERIFY(settle());
        QCOMPARE_EQ(m_view->textCursor().selectionStart(), 0); // not further with every key
        QTest::keyClicks(field(u"FindText"_s), u"q"_s);
        QVERIFY(settle());
        QCOMPARE_EQ(count(), u"No match"_s);
        field(u"FindText"_s)->clear();
        QVERIFY(settle());
        QVERIFY(count().isEmpty());
    }

    void goesRoundBothWays()
    {
        find(u"one"_s);
        QList<int> visited;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(field(u"FindText"_s), Qt::Key_Return);
            QVERIFY(settle());
            visited += m_view->textCursor().selectionStart();
        }
        QCOMPARE_EQ(visited, (QList<int> {8, 21, 25, 0, 8}));
        QTest::keyClick(field(u"FindText"_s), Qt::Key_Return, Qt::ShiftModifier);
        QTest::keyClick(field(u"FindText"_s), Qt::Key_Return, Qt::ShiftModifier);
        QCOMPARE_EQ(m_view->textCursor().selectionStart(), 25);
        QCOMPARE_EQ(count(), u"4 of 4"_s);
        // From where the cursor is put by hand.
        m_view->moveCursor(QTextCursor::Start);
        m_bar->findPrevious();
        QCOMPARE_EQ(m_view->textCursor().selectionStart(), 25);
        m_bar->closeBar();
        m_view->moveCursor(QTextCursor::Start);
        m_bar->findNext(); // also while the bar is closed
        QCOMPARE_EQ(m_view->textCursor().selectionStart(), 0);
        QVERIFY(!m_bar->isVisible());
    }

    void obeysItsOptions()
    {
        find(u"one"_s);
        tool(u"Matchcase"_s)->setChecked(true);
        QVERIFY(settle());
        QCOMPARE_EQ(count(), u"1 of 3"_s);
        tool(u"Wholewords"_s)->setChecked(true);
        QVERIFY(settle());
        QCOMPARE_EQ(count(), u"1 of 2"_s);
        tool(u"Regularexpression"_s)->setChecked(true);
        find(u"t\\w+$"_s);
        QCOMPARE_EQ(count(), u"1 of 2"_s);
        QCOMPARE_EQ(selected(), u"two"_s);
    }

    void saysWhatIsWrongWithAPattern()
    {
        tool(u"Regularexpression"_s)->setChecked(true);
        find(u"(one"_s);
        auto *problem = m_bar->findChild<QLabel *>(u"FindProblem"_s);
        QVERIFY(problem->isVisible());
        QVERIFY2(problem->text().startsWith("Not a regular"_L1), qPrintable(problem->text()));
        m_bar->findNext();
        find(u"(one)"_s);
        QVERIFY(!problem->isVisible());
    }

    void emptyMatchesNeverLoop()
    {
        tool(u"Regularexpression"_s)->setChecked(true);
        find(u"^"_s);
        QCOMPARE_EQ(count(), u"1 of 4"_s);
        QList<int> visited;
        for (int i = 0; i < 4; ++i) {
            m_bar->findNext();
            visited += m_view->textCursor().position();
        }
        QCOMPARE_EQ(visited, (QList<int> {8, 18, 19, 0}));
        m_bar->openReplace();
        field(u"ReplaceWith"_s)->setText(u"> "_s);
        press(u"Replace"_s);
        QVERIFY(settle());
        QCOMPARE_EQ(m_view->toPlainText(), u"> one two\nOne three\n\nphone one"_s);
        QCOMPARE_EQ(m_view->textCursor().position(), 10); // and on to the next one
        press(u"ReplaceAll"_s);
        QVERIFY(QTest::qWaitFor([&] { return count() == u"4 replaced"_s; }, 60s));
        QCOMPARE_EQ(m_view->toPlainText(), u"> > one two\n> One three\n> \n> phone one"_s);
    }

    void replacesOneAfterTheOther()
    {
        m_bar->openReplace();
        find(u"one"_s);
        field(u"ReplaceWith"_s)->setText(u"oneone"_s);
        for (int i = 0; i < 2; ++i) {
            press(u"Replace"_s);
            QVERIFY(settle());
        }
        QCOMPARE_EQ(m_view->toPlainText(), u"oneone two\noneone three\n\nphone one"_s);
        QCOMPARE_EQ(selected(), u"one"_s);
        QCOMPARE_EQ(count(), u"5 of 6"_s);
    }

    void replacesAllInOneStep()
    {
        m_bar->openReplace();
        tool(u"Regularexpression"_s)->setChecked(true);
        find(u"(o)(ne)"_s);
        field(u"ReplaceWith"_s)->setText(u"\\2\\1"_s);
        press(u"ReplaceAll"_s);
        QVERIFY(QTest::qWaitFor([&] { return count() == u"4 replaced"_s; }, 60s));
        QCOMPARE_EQ(m_view->toPlainText(), u"neo two\nneO three\n\nphneo neo"_s);
        m_view->undo();
        QCOMPARE_EQ(m_view->toPlainText(), u"one two\nOne three\n\nphone one"_s);
        field(u"FindText"_s)->setText(u"nothing like it"_s);
        press(u"ReplaceAll"_s);
        QVERIFY(QTest::qWaitFor([&] { return count() == u"0 replaced"_s; }, 60s));
        QVERIFY(!m_view->document()->isUndoAvailable());
    }

    void doesNotReplaceInAViewThatIsRead()
    {
        m_view->setReadOnly(true);
        m_bar->openReplace();
        QVERIFY(!field(u"ReplaceWith"_s)->isVisible());
        find(u"one"_s);
        QCOMPARE_EQ(count(), u"1 of 4"_s);
    }

    void beginsWithWhatIsSelected()
    {
        QTextCursor cursor = m_view->textCursor();
        cursor.setPosition(4);
        cursor.setPosition(7, QTextCursor::KeepAnchor);
        m_view->setTextCursor(cursor);
        m_bar->openFind();
        QVERIFY(settle());
        QCOMPARE_EQ(field(u"FindText"_s)->text(), u"two"_s);
        QCOMPARE_EQ(count(), u"1 of 1"_s);
        QTest::keyClick(field(u"FindText"_s), Qt::Key_Escape);
        QVERIFY(!m_bar->isVisible());
        QVERIFY(QTest::qWaitFor([&] { return m_view->hasFocus(); }, 60s));
        m_view->selectAll(); // more than a line is no pattern
        m_bar->openFind();
        QCOMPARE_EQ(field(u"FindText"_s)->text(), u"two"_s);
    }

    void followsTheText()
    {
        find(u"one"_s);
        m_view->appendPlainText(u"one"_s);
        QVERIFY(QTest::qWaitFor([&] { return count() == u"1 of 5"_s; }, 60s));
        m_view->setPlainText(u"none"_s);
        m_bar->findNext(); // at once, before it was looked at again
        QVERIFY(settle());
        QCOMPARE_EQ(count(), u"1 of 1"_s);
        QCOMPARE_EQ(selected(), u"one"_s);
    }

    void marksOnlyWhatIsShown()
    {
        m_view->setPlainText(QString(u"one\n"_s).repeated(50'000));
        find(u"one"_s);
        const qsizetype marked = m_view->extraSelections().size();
        QVERIFY2(marked > 5 && marked < 200, qPrintable(QString::number(marked)));
        QTextEdit::ExtraSelection other;
        other.cursor = m_view->textCursor();
        setMarks(m_view, MarkLayer::Problems, {other});
        m_bar->closeBar();
        QCOMPARE_EQ(m_view->extraSelections().size(), 1); // that of somebody else stays
    }

    void survivesAnExpensiveExpression()
    {
        m_view->setPlainText(QString(30, u'a') + u'b');
        tool(u"Regularexpression"_s)->setChecked(true);
        m_bar->openFind();
        QElapsedTimer timer;
        timer.start();
        field(u"FindText"_s)->setText(u"(a|aa)+$"_s);
        QVERIFY(timer.elapsed() < 500); // the window goes on
        field(u"FindText"_s)->setText(u"b"_s);
        QVERIFY(settle());
        QCOMPARE_EQ(count(), u"1 of 1"_s);
    }

private:
    [[nodiscard]] QLineEdit *field(const QString &name) const { return m_bar->findChild<QLineEdit *>(name); }
    [[nodiscard]] QToolButton *tool(const QString &name) const { return m_bar->findChild<QToolButton *>(name); }
    [[nodiscard]] QString count() const { return m_bar->findChild<QLabel *>(u"FindCount"_s)->text(); }
    [[nodiscard]] QString selected() const { return m_view->textCursor().selectedText(); }
    [[nodiscard]] bool settle() const
    {
        return QTest::qWaitFor([this] { return m_bar->isSettled(); }, 60s);
    }
    void press(const QString &name) const { m_bar->findChild<QPushButton *>(name)->click(); }
    void find(const QString &pattern) const
    {
        if (!m_bar->isVisible())
            m_bar->openFind();
        field(u"FindText"_s)->setText(pattern);
        QVERIFY(settle());
    }

    std::unique_ptr<QWidget> m_window;
    QPlainTextEdit *m_view = nullptr;
    FindBar *m_bar = nullptr;
};

QTEST_MAIN(FindBarTest)
#include "tst_findbar.moc"

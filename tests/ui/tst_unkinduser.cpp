// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/longestblock.h"
#include "tests/ui/windowfixture.h"
#include "ui/editor/snippeteditor.h"
#include "ui/output/outputarea.h"
#include "ui/output/outputview.h"
#include "ui/results/resultpane.h"
#include "ui/run/opensnippet.h"
#include "ui/run/parameterpane.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/banner.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// Far above what it takes, far below what an unbounded piece of work takes.
constexpr qint64 TolerableBlockMs = 1500;

} // namespace

/// What nobody means to do, and what snippets print that nobody expects.
class UnkindUserTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void launchesTwiceQuickly()
    {
        load(Language::Shell, "echo once >> '" + m_state->filePath(u"runs"_s).toUtf8() + "'", {}, {});
        page()->runSweep();
        page()->runSweep();
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(read(m_state->filePath(u"runs"_s)), QByteArray("once\n"));
        page()->runInSandbox();
        page()->runInSandbox();
        QVERIFY(waitForCall());
        QCOMPARE_EQ(read(m_state->filePath(u"runs"_s)), QByteArray("once\nonce\n"));
    }

    void cancelsBeforeTheLaunchIsAccepted()
    {
        load(Language::Shell, "sleep 30", u"n"_s, u"1:100"_s);
        page()->runSweep();
        QCOMPARE_EQ(page()->launch()->phase(), CurrentLaunch::Phase::Starting);
        page()->launch()->cancel();
        QVERIFY(waitForFinish());
        for (const QString &state : column(u"State"_s))
            QVERIFY2(state == "cancelled"_L1 || state == "not run"_L1, qPrintable(state));
        QVERIFY(column(u"State"_s).contains(u"not run"_s));
    }

    void closesWhileTheLaunchIsBeingAccepted()
    {
        load(Language::Shell, "sleep 30", u"n"_s, u"1:8"_s);
        page()->runSweep();
        expectClosedQuickly();
    }

    void closesWhileASnippetWillNotEnd()
    {
        load(Language::Shell, "trap '' TERM INT HUP; echo ready; while :; do sleep 30; done", u"n"_s, u"1:4"_s);
        page()->runSweep();
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running > 0; }, Patience));
        expectClosedQuickly();
    }

    /// Nothing is asked, since nothing is lost: the next start goes on with it.
    void closingKeepsChanges()
    {
        child<SnippetEditor>(u"Snippet"_s)->setFocus();
        QTest::keyClicks(child<SnippetEditor>(u"Snippet"_s), u"print(1)"_s);
        page()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1,2"_s}});
        m_window->close();
        QCOMPARE_EQ(m_answers.asked, 0);
        QVERIFY(!m_window->isVisible());
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        page()->openSnippet()->restoreDraft();
        QVERIFY(QTest::qWaitFor([&] { return page()->snippetPane()->text() == u"print(1)"_s; }, Patience));
        QCOMPARE_EQ(page()->parameterPane()->model()->rows().first().values, u"1,2"_s);
        QVERIFY(child<Banner>(u"DraftBanner"_s)->isVisible());
        child<QPushButton>(u"DraftBannerDiscard"_s)->click();
        QVERIFY(page()->snippetPane()->text().isEmpty());
        QVERIFY(QTest::qWaitFor([&] { return QDir(m_state->filePath(u"hermes-panel/drafts"_s)).isEmpty(); }, Patience));
    }

    void closingWaitsForASave()
    {
        const QString path = write(u"slow.py"_s, "a = 1\n");
        QVERIFY(openFile(path));
        child<SnippetEditor>(u"Snippet"_s)->replaceText(u"b = 2\n"_s);
        page()->openSnippet()->save();
        QVERIFY(page()->isBusy());
        const QSignalSpy closed(m_window.get(), &MainWindow::closed);
        m_window->close();
        QVERIFY(QTest::qWaitFor([&] { return closed.size() == 1; }, Patience));
        QCOMPARE_EQ(m_answers.asked, 0);
        QCOMPARE_EQ(read(path), QByteArray("b = 2\n"));
    }

    void anotherSnippetAsksAboutChanges()
    {
        QTest::keyClicks(child<SnippetEditor>(u"Snippet"_s), u"print(1)"_s);
        page()->openSnippet()->replace([this] { page()->newSnippet(); });
        QCOMPARE_EQ(m_answers.asked, 1);
        QCOMPARE_EQ(page()->snippetPane()->text(), u"print(1)"_s);
        m_answers.accept = true;
        page()->openSnippet()->replace([this] { page()->newSnippet(); });
        QVERIFY(page()->snippetPane()->text().isEmpty());
        m_window->close();
        QCOMPARE_EQ(m_answers.asked, 2); // nothing to lose any more
    }

    void pastesAnEnormousListOfValues()
    {
        page()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1"_s}});
        auto *table = child<QTableView>(u"Parameters"_s);
        table->setCurrentIndex(table->model()->index(0, 1));
        table->edit(table->currentIndex());
        auto *editor = table->findChild<QLineEdit *>();
        QVERIFY(editor);
        LongestBlock block;
        const QString values = QString(u"123456789,"_s).repeated(20'000) + u'1';
        editor->setText(values);
        page()->parameterPane()->commitEditor();
        QTest::keyClick(editor, Qt::Key_Return);
        QCOMPARE_EQ(page()->parameterPane()->model()->rows().first().values, values);
        QCOMPARE_EQ(page()->parameterPane()->draft()->count(), std::optional<qint64>(20'001));
        QVERIFY(table->grab().width() > 0);
        QVERIFY2(block.milliseconds() < TolerableBlockMs, qPrintable(QString::number(block.milliseconds())));
    }

    void refusesWithoutGrowing_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("values");
        QTest::newRow("10 million candidates") << u"n"_s << u"1:10000000"_s;
        QTest::newRow("more than can be counted") << u"n"_s << u"0:1e300:1e-300"_s;
        QTest::newRow("no candidate") << u"n"_s << QString();
        QTest::newRow("a range without an element") << u"n"_s << u"5:1"_s;
        QTest::newRow("an endless name") << QString(1'000'000, u'x') + u'-' << u"1"_s;
        QTest::newRow("an endless value") << u"n"_s << u"1:"_s + QString(1'000'000, u'9') + u"x"_s;
        QTest::newRow("a NUL") << u"n"_s << u"a\0b,c"_s;
        QTest::newRow("many lines") << QString(1000, u'\n') + u"x"_s << u"1"_s;
    }

    void refusesWithoutGrowing()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, values);
        const QSize before = m_window->size();
        LongestBlock block;
        load(Language::Shell, "echo {{n}}", name, values);
        page()->runSweep(); // as its shortcut does
        QCOMPARE_EQ(page()->launch()->phase(), CurrentLaunch::Phase::Idle);
        const QPushButton *launch = button(u"Run sweep"_s);
        QVERIFY(!launch->isEnabled());
        QVERIFY(!launch->toolTip().isEmpty());
        QVERIFY(launch->toolTip().size() < 1000);
        QVERIFY(m_window->grab().width() > 0);
        QCOMPARE_EQ(m_window->size(), before);
        QVERIFY2(block.milliseconds() < TolerableBlockMs, qPrintable(QString::number(block.milliseconds())));
    }

    void refusesCodeWithANul()
    {
        const QByteArray code("echo a\0b\n", 9);
        QVERIFY(openFile(write(u"nul.sh"_s, code)));
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return !page()->launch()->isActive(); }, Patience));
        QCOMPARE_EQ(page()->launch()->phase(), CurrentLaunch::Phase::Idle);
        QVERIFY2(messageText().contains("NUL"_L1), qPrintable(messageText()));
        QVERIFY(save());
        QCOMPARE_EQ(read(m_state->filePath(u"nul.sh"_s)), code);
    }

    /// What the editor cannot show apart from a blank is another character all the same.
    void runsAndSavesNoBreakSpaces()
    {
        const QByteArray code("printf '%s' 'a\u00a0b\u2028c' | od -An -tx1\n");
        const QString path = write(u"blank.sh"_s, code);
        QVERIFY(openFile(path));
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s).trimmed() == u"61 c2 a0 62 e2 80 a8 63"_s; }, Patience));
        auto *editor = child<SnippetEditor>(u"Snippet"_s);
        editor->moveCursor(QTextCursor::End);
        editor->insertPlainText(u"# more\n"_s);
        QVERIFY(save());
        QCOMPARE_EQ(read(path), code + "# more\n");
    }

    void opensAFileOfOneEndlessLine()
    {
        const QByteArray code = "echo short #" + QByteArray(20LL * 1024 * 1024, 'x');
        const QString path = write(u"long.sh"_s, code);
        LongestBlock block;
        QVERIFY(openFile(path));
        QVERIFY(m_window->grab().width() > 0);
        QVERIFY2(block.milliseconds() < TolerableBlockMs, qPrintable(QString::number(block.milliseconds())));
        QVERIFY(child<Banner>(u"SnippetBanner"_s)->isVisible());
        QVERIFY(child<SnippetEditor>(u"Snippet"_s)->isReadOnly());
        QVERIFY(save());
        QCOMPARE_EQ(read(path).size(), code.size());
    }

    void showsOutputThatWouldDeceive()
    {
        load(Language::Shell, "printf '\\033[31mred\\033[0m \\342\\200\\256abc\\000<b>bold</b>\\n'", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        const QString shown = u"red ‹U+202E›abc␀<b>bold</b>\n"_s;
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == shown; }, Patience));
        QVERIFY(!column(u"Output"_s).first().contains(QChar(0x202e)));
        QVERIFY(!column(u"Output"_s).first().contains(QChar(0x1b)));
    }

    void readsAHundredMegabytes()
    {
        load(Language::Shell, "yes 0123456789abcdef | head -c 104857600; echo; echo the end", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->isActive(); }, Patience));
        LongestBlock block;
        page()->resultPane()->selectRow(0);
        QVERIFY(waitForFinish());
        const auto *view = child<OutputView>(u"StdoutView"_s);
        QVERIFY(QTest::qWaitFor([&] { return !view->isLoading() && view->area()->text()->rowCount() > 6'000'000; }, Patience));
        view->area()->scrollToEnd();
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s).endsWith("\nthe end\n"_L1); }, Patience));
        QVERIFY2(block.milliseconds() < TolerableBlockMs, qPrintable(QString::number(block.milliseconds())));
    }

    /// An answer for the row before must not be shown as this row's output.
    void choosesAnotherRowBeforeTheFirstIsRead()
    {
        load(Language::Shell, "echo mine; [ {{n}} = 1 ] || sleep 30", u"n"_s, u"1:8"_s);
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().finished > 0; }, Patience));
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"State"_s).last(), u"not run"_s);
        page()->resultPane()->selectRow(0);
        page()->resultPane()->selectRow(7);
        bool answered = false;
        // Answered after the question for row 0, which was put first.
        m_engine->result(page()->launch()->id(), 0).then(this, [&](const Result<RunResult> &) { answered = true; });
        QVERIFY(QTest::qWaitFor([&] { return answered; }, Patience));
        QVERIFY(textOf(u"Stdout"_s).isEmpty());
    }

private:
    void expectClosedQuickly()
    {
        m_answers.accept = true;
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        QElapsedTimer took;
        took.start();
        m_window->close();
        QCOMPARE_EQ(m_answers.asked, 1);
        QVERIFY(QTest::qWaitFor([&] { return closed.size() == 1; }, Patience));
        qInfo("closed after %lld ms", static_cast<long long>(took.elapsed()));
        QVERIFY(m_engine->active().isEmpty());
    }
};

QTEST_MAIN(UnkindUserTest)
#include "tst_unkinduser.moc"

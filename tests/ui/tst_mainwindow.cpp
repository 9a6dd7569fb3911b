// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "models/resultgridmodel.h"
#include "tests/support/longestblock.h"
#include "tests/ui/windowfixture.h"
#include "ui/mainwindow.h"
#include "ui/output/outputarea.h"
#include "ui/output/outputview.h"
#include "ui/output/streamspane.h"
#include "ui/results/resultpane.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"
#include "ui/theme/thememenu.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <sys/stat.h>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The real window on the real engine and the local backend.
class MainWindowTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void controlsHaveTheirNames_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"Sandbox", "Pages", "Snippet", "Parameters", "Results", "Backend", "Language", "Timeout", "Concurrency", "Stdout",
              "Stderr", "Progress", "Run sweep", "Run in sandbox", "Pause", "Cancel", "Export"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void controlsHaveTheirNames()
    {
        QFETCH(const QString, name);
        verifyControl(name);
    }

    void aNewSnippetIsOfTheSameLanguage()
    {
        load(Language::Shell, "echo", {}, {});
        page()->newSnippet();
        QVERIFY(page()->snippetPane()->text().isEmpty());
        QCOMPARE_EQ(page()->snippetPane()->language(), Language::Shell);
        page()->loadSample();
        QCOMPARE_EQ(page()->snippetPane()->language(), Language::Python);
    }

    void sampleSweep()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"Exit code"_s), (QStringList {u"0"_s, u"0"_s, u"0"_s, u"1"_s}));
        QCOMPARE_EQ(column(u"discount"_s), (QStringList {u"0"_s, u"0.1"_s, u"0.2"_s, u"1.2"_s}));
        QCOMPARE_EQ(column(u"revenue"_s), (QStringList {u"450.0"_s, u"405.0"_s, u"360.0"_s, u""_s}));
        QCOMPARE_EQ(column(u"profit"_s), (QStringList {u"160.0"_s, u"115.0"_s, u"70.0"_s, u""_s}));
        QCOMPARE_EQ(column(u"State"_s).last(), u"failed"_s);
        page()->resultPane()->selectRow(3);
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stderr"_s).contains("ValueError"_L1); }, Patience));
        QVERIFY(textOf(u"Stdout"_s).isEmpty());
    }

    void exportsCsvAndJson()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        m_answers.path = m_state->filePath(u"results.csv"_s);
        press(u"Export"_s);
        QVERIFY(QTest::qWaitFor([&] { return !page()->isExporting(); }, Patience));
        const QByteArray csv = read(m_answers.path);
        QVERIFY2(csv.startsWith("index,discount,exit_code,reason,seconds,stdout,stderr,"), csv.constData());
        QVERIFY(csv.contains("ValueError"));
        m_answers.path = m_state->filePath(u"results.json"_s);
        press(u"Export"_s);
        QVERIFY(QTest::qWaitFor([&] { return !page()->isExporting(); }, Patience));
        const QJsonArray rows = QJsonDocument::fromJson(read(m_answers.path)).array();
        QCOMPARE_EQ(rows.size(), 4);
        QCOMPARE_EQ(rows.at(1)["revenue"_L1].toDouble(), 405.0);
        QCOMPARE_EQ(rows.at(3)["exit_code"_L1].toInt(), 1);
    }

    void exportToAStrangeEndingIsRefused()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        m_answers.path = m_state->filePath(u"results.txt"_s);
        press(u"Export"_s);
        QVERIFY(!page()->isExporting());
        QVERIFY(!QFile::exists(m_answers.path));
    }

    void columnsFitANarrowWindowAndStayAsTheUserMadeThem()
    {
        m_window->resize(1440, 900);
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        auto *table = child<QTableView>(u"Results"_s);
        const auto isWithin = [&] { return table->horizontalHeader()->length() <= table->viewport()->width(); };
        QVERIFY(QTest::qWaitFor(isWithin, Patience));
        const int discount = int(page()->launch()->grid()->columnOf(ResultGridModel::ColumnKind::Parameter));
        const int usual = table->columnWidth(discount);
        m_window->resize(1024, 700);
        QVERIFY(QTest::qWaitFor([&] { return table->columnWidth(discount) < usual; }, Patience));
        const int before = table->columnWidth(discount);
        const QPoint edge(table->columnViewportPosition(discount) + before - 1, table->horizontalHeader()->height() / 2);
        QWidget *header = table->horizontalHeader()->viewport();
        QTest::mousePress(header, Qt::LeftButton, {}, edge);
        QTest::mouseMove(header, edge + QPoint(50, 0));
        QTest::mouseRelease(header, Qt::LeftButton, {}, edge + QPoint(50, 0));
        QCOMPARE_EQ(table->columnWidth(discount), before + 50);
        m_window->resize(1440, 900);
        QVERIFY(QTest::qWaitFor([&] { return m_window->width() == 1440; }, Patience));
        QCOMPARE_EQ(table->columnWidth(discount), before + 50);
        QVERIFY(QTest::qWaitFor(isWithin, Patience));
    }

    void exportNeverTakesThePlaceOfAPipe()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        m_answers.path = m_state->filePath(u"pipe.csv"_s);
        const QByteArray pipe = QFile::encodeName(m_answers.path);
        QCOMPARE_EQ(::mkfifo(pipe.constData(), 0600), 0);
        press(u"Export"_s);
        QVERIFY(!page()->isExporting());
        struct stat found {};
        QVERIFY(::stat(pipe.constData(), &found) == 0 && S_ISFIFO(found.st_mode));
    }

    void closingAsksAboutAnExport()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        m_answers.path = m_state->filePath(u"results.csv"_s);
        press(u"Export"_s);
        QVERIFY(page()->isExporting());
        m_window->close();
        QCOMPARE_EQ(m_answers.asked, 1);
        QVERIFY2(m_answers.lastQuestion.contains("export"_L1), qPrintable(m_answers.lastQuestion));
        QVERIFY(m_window->isVisible());
        QVERIFY(QTest::qWaitFor([&] { return !page()->isExporting(); }, Patience));
        QVERIFY(read(m_answers.path).startsWith("index,"));
        m_window->close();
        QVERIFY(!m_window->isVisible());
    }

    void cancelShowsStoppingAtOnce()
    {
        launchSleeps();
        press(u"Cancel"_s);
        QCOMPARE_EQ(button(u"Cancel"_s)->text(), u"Stopping…"_s);
        QVERIFY(waitForFinish());
        const QStringList states = column(u"State"_s);
        QCOMPARE_EQ(states.first(), u"cancelled"_s);
        QCOMPARE_EQ(states.last(), u"not run"_s);
        QCOMPARE_EQ(states.count(u"cancelled"_s) + states.count(u"not run"_s), states.size());
        const QString counts = child<QProgressBar>(u"Progress"_s)->accessibleDescription();
        QVERIFY2(counts.contains(u"%1 not run"_s.arg(states.count(u"not run"_s))), qPrintable(counts));
        QCOMPARE_EQ(column(u"Exit code"_s).first(), u"130"_s);
        QVERIFY(button(u"Run sweep"_s)->isEnabled());
        page()->resultPane()->selectRow(int(states.size()) - 1);
        QVERIFY(child<QLabel>(u"DetailHeading"_s)->text().contains("was not run"_L1));
        launchSleeps();
        QCOMPARE_EQ(column(u"State"_s).last(), u"queued"_s);
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
    }

    void pauses()
    {
        load(Language::Shell, "sleep 0.05", u"n"_s, u"1:200"_s);
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().finished > 0; }, Patience));
        press(u"Pause"_s);
        QVERIFY(QTest::qWaitFor([&] { return button(u"Pause"_s)->text() == u"Resume"_s; }, Patience));
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running == 0; }, Patience));
        press(u"Pause"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running > 0; }, Patience));
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
    }

    void sandboxKeepsFiles()
    {
        load(Language::Shell, "echo one > kept; cat kept", {}, {});
        press(u"Run in sandbox"_s);
        QVERIFY(waitForCall());
        load(Language::Shell, "cat kept; exit 4", {}, {});
        press(u"Run in sandbox"_s);
        QVERIFY(waitForCall());
        QCOMPARE_EQ(page()->sandboxCall()->grid()->candidate(0).exitCode, 4);
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == u"one\n"_s; }, Patience));
    }

    void sandboxInUseNamesTheHolder()
    {
        const auto other = openEngine(u"another"_s);
        QVERIFY(other);
        const QString up = m_state->filePath(u"up"_s);
        const QString go = m_state->filePath(u"go"_s);
        LaunchSpec holder {.kind = LaunchKind::Sandbox, .backend = u"local"_s, .language = Language::Shell};
        holder.settings = resolveSettings((*other)->findKind(u"local"_s)->schema, {}).value();
        holder.codes = {u"touch '%1'; while [ ! -e '%2' ]; do sleep 0.02; done"_s.arg(up, go).toUtf8()};
        QSignalSpy ended(other->get(), &Engine::launchFinished);
        const auto ticket = (*other)->launch(std::move(holder));
        QVERIFY(QTest::qWaitFor([&] { return QFile::exists(up); }, Patience));
        load(Language::Shell, "echo mine", {}, {});
        press(u"Run in sandbox"_s);
        auto *status = child<QLabel>(u"SandboxStatus"_s);
        QVERIFY(QTest::qWaitFor([&] { return status->text().startsWith("Waiting for"_L1); }, Patience));
        QFile file(go);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(waitForCall());
        QVERIFY(status->text().startsWith("Done"_L1));
        QVERIFY(QTest::qWaitFor([&] { return !ended.isEmpty(); }, Patience));
    }

    void liveOutput()
    {
        load(Language::Shell, "echo early; sleep 30", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running > 0; }, Patience));
        page()->resultPane()->selectRow(0);
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == u"early\n"_s; }, Patience));
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
    }

    void badFieldsAreNamed()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"1:3:0"_s);
        press(u"Run sweep"_s);
        QVERIFY(!page()->launch()->isActive());
        load(Language::Shell, "echo", {}, {});
        child<QLineEdit>(u"Timeout"_s)->setText(u"5m"_s);
        press(u"Run sweep"_s);
        QVERIFY(!page()->launch()->isActive());
        child<QLineEdit>(u"Timeout"_s)->clear();
        load(Language::Python, {}, {}, {});
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return !page()->launch()->isActive(); }, Patience));
        QCOMPARE_EQ(page()->launch()->phase(), CurrentLaunch::Phase::Idle);
    }

    void withoutAJournalOnlySingleRuns()
    {
        m_window.reset();
        m_engine = std::move(*openEngine(u"hermes-panel"_s, false));
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        load(Language::Shell, "echo once", {}, {});
        press(u"Run sweep"_s);
        QCOMPARE_EQ(page()->launch()->phase(), CurrentLaunch::Phase::Idle);
        press(u"Run in sandbox"_s);
        QVERIFY(waitForCall());
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == u"once\n"_s; }, Patience));
    }

    void codeThatIsNoTextRunsUnchanged()
    {
        const QString path = m_state->filePath(u"raw.sh"_s);
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("printf '\376\377ok\n' | od -An -tx1\n");
        file.close();
        QVERIFY(openFile(path));
        QVERIFY(child<QPlainTextEdit>(u"Snippet"_s)->isReadOnly());
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s).trimmed() == u"fe ff 6f 6b 0a"_s; }, Patience));
        QVERIFY(save());
        QCOMPARE_EQ(read(path), QByteArray("printf '\376\377ok\n' | od -An -tx1\n"));
    }

    /// O8: the window answers while a big output is shown.
    void bigOutputDoesNotFreeze()
    {
        load(Language::Shell, "seq 1 500000", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        LongestBlock block;
        const auto *view = child<OutputView>(u"StdoutView"_s);
        QVERIFY(QTest::qWaitFor([&] { return !view->isLoading() && view->area()->text()->rowCount() == 500'000; }, Patience));
        view->area()->scrollToEnd();
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s).endsWith("\n500000\n"_L1); }, Patience));
        QVERIFY2(block.milliseconds() < 100, qPrintable(QString::number(block.milliseconds())));
    }

    /// What was read and selected while it ran is not torn away when it has ended.
    void selectionStaysWhenTheCandidateEnds()
    {
        const QByteArray gate = m_state->filePath(u"gate"_s).toUtf8();
        load(Language::Shell, "echo early; until [ -e '" + gate + "' ]; do sleep 0.02; done; echo late", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running > 0; }, Patience));
        page()->resultPane()->selectRow(0);
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == u"early\n"_s; }, Patience));
        auto *area = child<OutputArea>(u"Stdout"_s);
        area->select({.row = 0, .column = 1}, {.row = 0, .column = 4});
        QVERIFY(!write(u"gate"_s, "x").isEmpty());
        QVERIFY(waitForFinish());
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == u"early\nlate\n"_s; }, Patience));
        QCOMPARE(area->selection().second, (TextPlace {.row = 0, .column = 4}));
    }

    void streamsAreArranged()
    {
        auto *pane = m_window->findChild<StreamsPane *>();
        const auto shows = [this](bool out, bool err) {
            return child<OutputArea>(u"Stdout"_s)->isVisible() == out && child<OutputArea>(u"Stderr"_s)->isVisible() == err;
        };
        QVERIFY(shows(true, true));
        pane->options()->setArrangement(OutputOptions::Arrangement::Tabs);
        QVERIFY(shows(true, false));
        child<QTabWidget>(u"StreamTabs"_s)->setCurrentIndex(1);
        QVERIFY(shows(false, true));
        pane->options()->setArrangement(OutputOptions::Arrangement::OnlyStdout);
        QVERIFY(shows(true, false));
        pane->options()->setArrangement(OutputOptions::Arrangement::OnlyStderr);
        QVERIFY(shows(false, true));
        pane->options()->setArrangement(OutputOptions::Arrangement::SideBySide);
        QVERIFY(shows(true, true));
    }

    void detailsTellAboutTheResult()
    {
        load(Language::Shell, "echo '{\"a\":1.50,\"b\":[]}'; exit 3", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        auto *fold = child<QToolButton>(u"Facts"_s);
        QVERIFY(QTest::qWaitFor([&] { return fold->isVisible(); }, Patience));
        QTest::mouseClick(fold, Qt::LeftButton);
        QCOMPARE(child<QLabel>(u"FactExit code"_s)->text(), u"3"_s);
        QVERIFY(child<QLabel>(u"FactStarted"_s)->text().contains(u':'));
        QCOMPARE(textOf(u"LastObject"_s), u"{\n  \"a\": 1.50,\n  \"b\": []\n}"_s);
        QTest::mouseClick(child<QToolButton>(u"CopyFacts"_s), Qt::LeftButton);
        QVERIFY(QApplication::clipboard()->text().contains("Exit code: 3\n"_L1));
    }

    void closingAsksAndStops()
    {
        launchSleeps();
        QSignalSpy closed(m_window.get(), &MainWindow::closed);
        m_window->close();
        QCOMPARE_EQ(m_answers.asked, 1);
        QVERIFY(m_window->isVisible());
        QVERIFY(page()->launch()->isActive());
        m_answers.accept = true;
        m_window->close();
        QVERIFY(QTest::qWaitFor([&] { return closed.size() == 1; }, Patience));
        QVERIFY(!m_window->isVisible());
    }

    void stateIsRestored()
    {
        child<QLineEdit>(u"Timeout"_s)->setText(u"12"_s);
        child<QSpinBox>(u"Concurrency"_s)->setValue(2);
        m_window->resize(1100, 720);
        m_window->storeWindow();
        MainWindow other(m_engine.get(), &m_tokens, &m_answers);
        QVERIFY(other.restoreWindow());
        QCOMPARE_EQ(other.findChild<QLineEdit *>(u"Timeout"_s)->text(), u"12"_s);
        QCOMPARE_EQ(other.findChild<QSpinBox *>(u"Concurrency"_s)->value(), 2);
    }

    void theThemeIsChosenAndKept()
    {
        QSignalSpy chosen(m_window.get(), &MainWindow::themeChosen);
        const auto menuOf = [](const MainWindow &window) { return window.findChild<ThemeMenu *>(); };
        for (QAction *action : menuOf(*m_window)->actions()) {
            if (action->text() == u"High Contrast D&ark"_s)
                action->trigger();
        }
        QCOMPARE_EQ(chosen.size(), 1);
        QCOMPARE(chosen.first().first().value<std::optional<Theme>>(), Theme::HighContrastDark);
        m_window->storeWindow();
        MainWindow other(m_engine.get(), &m_tokens, &m_answers);
        QSignalSpy restored(&other, &MainWindow::themeChosen);
        QVERIFY(other.restoreWindow());
        QCOMPARE(restored.first().first().value<std::optional<Theme>>(), Theme::HighContrastDark);
        QCOMPARE(menuOf(other)->theme(), Theme::HighContrastDark);
    }

    void keyboard()
    {
        page()->loadSample();
        child<QPlainTextEdit>(u"Snippet"_s)->setFocus();
        QTest::keyClick(m_window.get(), Qt::Key_Return, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(page()->launch()->isActive());
        QVERIFY(waitForFinish());
        QSet<QWidget *> visited;
        for (int i = 0; i < 5; ++i) {
            QTest::keyClick(m_window.get(), Qt::Key_F6);
            visited.insert(m_window->focusWidget());
        }
        QCOMPARE_EQ(visited.size(), 5);
    }
};

QTEST_MAIN(MainWindowTest)
#include "tst_mainwindow.moc"

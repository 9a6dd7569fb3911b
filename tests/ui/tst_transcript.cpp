// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "models/roles.h"
#include "tests/ui/windowfixture.h"
#include "ui/run/callview.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runviews.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTabBar>
#include <QTest>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The calls of a sandbox, one after the other.
class TranscriptTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        m_tester = std::make_unique<QAbstractItemModelTester>(page()->transcript(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }
    void cleanup()
    {
        m_tester.reset();
        close();
    }

    void callsStandOneBelowTheOther()
    {
        call("echo one > kept; echo out; echo err >&2");
        call("cat kept; exit 7");
        QCOMPARE_EQ(rows(), 2);
        QCOMPARE_EQ(child<QTabBar>(u"Views"_s)->currentIndex(), int(RunViews::View::Transcript));
        QTRY_VERIFY2(heading(1).startsWith(u"Call 2 · failed · exit code 7 · "_s), qPrintable(heading(1)));
        QVERIFY(heading(0).startsWith(u"Call 1 · ok · exit code 0 · "_s));
        QTRY_COMPARE(textIn(1, u"Call 1 Stdout"_s), u"out"_s);
        QCOMPARE_EQ(textIn(1, u"Call 1 Stderr"_s), u"err"_s);
        QTRY_COMPARE(textIn(2, u"Call 2 Stdout"_s), u"one"_s);
        QCOMPARE_EQ(page()->transcript()->index(1).data(StateRole).toInt(), int(RunState::Failed));
        // Stdout and Stderr are those of the latest call.
        QTRY_COMPARE(textOf(u"Stdout"_s), u"one\n"_s);
    }

    void codeIsFolded()
    {
        call("\n# first\necho second\n");
        auto *fold = callView(1)->findChild<QToolButton *>(u"Code"_s);
        QVERIFY(fold->text().contains("# first"_L1));
        auto *code = text(1, u"Code of call 1"_s);
        QVERIFY(code->isHidden());
        fold->setChecked(true);
        QVERIFY(code->isVisible());
        QVERIFY(code->toPlainText().contains("echo second"_L1));
    }

    void isRebuiltFromTheJournal()
    {
        call("echo first");
        call("echo second; exit 3");
        const QString sandbox = page()->transcript()->sandboxId();
        QVERIFY(sandbox.startsWith("hermes-sandbox-"_L1));
        TranscriptModel again(m_engine.get());
        const QAbstractItemModelTester tester(&again, QAbstractItemModelTester::FailureReportingMode::QtTest);
        again.showSandbox({.backend = u"local"_s}, {});
        QTRY_COMPARE(again.rowCount(), 2);
        QCOMPARE_EQ(again.sandboxId(), sandbox);
        QCOMPARE_EQ(again.call(0).state(), RunState::Ok);
        QCOMPARE_EQ(again.call(1).state(), RunState::Failed);
        QVERIFY(!again.headingOf(1).contains("exit code"_L1)); // not known before it was read
        again.load(1);
        QTRY_COMPARE(again.call(1).out.bytes, "second\n"_ba);
        QCOMPARE_EQ(again.call(1).summary.exitCode, 3);
        QTRY_VERIFY(again.call(1).isCodeWhole);
        QCOMPARE_EQ(again.call(1).code, "echo second; exit 3"_ba);
        // Whose launch it is may hear of it from the journal first.
        again.follow(page()->sandboxCall());
        Q_EMIT page()->sandboxCall()->changed();
        QCOMPARE_EQ(again.rowCount(), 2);
        QCOMPARE_EQ(again.call(1).code, "echo second; exit 3"_ba);
        again.showSandbox({.backend = u"local"_s}, u"another"_s);
        QCOMPARE_EQ(again.rowCount(), 0);
    }

    void eachSandboxHasItsOwn()
    {
        auto *field = child<QComboBox>(u"Sandbox"_s);
        call("echo default");
        field->setEditText(u"work"_s);
        call("echo mine");
        QCOMPARE_EQ(rows(), 1);
        QVERIFY(child<QLabel>(u"TranscriptSandbox"_s)->text().contains("work"_L1));
        page()->transcript()->showSandbox({.backend = u"local"_s}, {});
        QTRY_COMPARE(rows(), 1);
        QTRY_VERIFY(page()->transcript()->sandboxId().startsWith("hermes-sandbox-"_L1));
    }

    void callsOfOtherProgramsAreThere()
    {
        LaunchSpec spec {.kind = LaunchKind::Sandbox, .backend = u"local"_s, .language = Language::Shell};
        spec.settings = resolveSettings(m_engine->findKind(u"local"_s)->schema, {}).value();
        spec.executorId = u"chain"_s;
        spec.codes = {"echo a > f", "cat f; exit 2"};
        QSignalSpy ended(m_engine.get(), &Engine::launchFinished);
        const auto ticket = m_engine->launch(spec);
        QVERIFY(QTest::qWaitFor([&] { return !ended.isEmpty(); }, Patience));
        page()->transcript()->showSandbox({.backend = u"local"_s}, u"chain"_s);
        QTRY_COMPARE(rows(), 2);
        QTRY_COMPARE(page()->transcript()->call(1).summary.exitCode, 2);
        QTRY_COMPARE(page()->transcript()->call(1).code, "cat f; exit 2"_ba);
    }

    void outputIsThereWhileItRunsAndTheCallCanBeEnded()
    {
        load(Language::Shell, "echo early; sleep 30", {}, {});
        press(u"Run in sandbox"_s);
        QTRY_VERIFY_WITH_TIMEOUT(rows() == 1 && textIn(1, u"Call 1 Stdout"_s) == u"early"_s, 30'000);
        QCOMPARE_EQ(page()->transcript()->call(0).state(), RunState::Running);
        press(u"Cancel call"_s);
        QVERIFY(waitForCall());
        QTRY_VERIFY(heading(0).startsWith(u"Call 1 · cancelled · exit code 130"_s));
        QCOMPARE_EQ(textIn(1, u"Call 1 Stdout"_s), u"early"_s);
    }

    void theGridKeepsItsSweep()
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        const QStringList codes = column(u"Exit code"_s);
        call("echo beside");
        QCOMPARE_EQ(column(u"Exit code"_s), codes);
        QTRY_COMPARE(textOf(u"Stdout"_s), u"beside\n"_s);
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Grid));
        QVERIFY(!child<QLabel>(u"DetailHeading"_s)->text().contains("beside"_L1));
        QVERIFY(textOf(u"Stdout"_s).isEmpty()); // nothing is selected in the grid
    }

    void aCallCanRunBesideASweep()
    {
        launchSleeps();
        QVERIFY(button(u"Run in sandbox"_s)->isEnabled());
        call("echo meanwhile");
        QVERIFY(page()->launch()->isActive());
        page()->launch()->cancel();
        QVERIFY(waitForFinish());
    }

    void muchOutputShowsItsEnd()
    {
        call("seq 1 100000");
        QTRY_VERIFY(textIn(1, u"Call 1 Stdout"_s).endsWith("\n100000"_L1));
        QVERIFY(page()->transcript()->call(0).out.isCut());
        QVERIFY(page()->transcript()->call(0).out.bytes.size() <= 32 * 1024);
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Grid));
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Transcript));
        QTest::mouseClick(callView(1)->findChild<QToolButton *>({}, Qt::FindDirectChildrenOnly), Qt::LeftButton);
    }

    void detailsShowAnEarlierCall()
    {
        call("echo first");
        call("echo second");
        QTRY_COMPARE(textOf(u"Stdout"_s), u"second\n"_s);
        for (QToolButton *each : callView(1)->findChildren<QToolButton *>()) {
            if (each->text() == u"Details"_s)
                QTest::mouseClick(each, Qt::LeftButton);
        }
        QTRY_COMPARE(textOf(u"Stdout"_s), u"first\n"_s);
        QVERIFY(child<QLabel>(u"DetailHeading"_s)->text().startsWith("Call 1"_L1));
    }

    /// Only those that are looked at become widgets.
    void aThousandCallsCostNothing()
    {
        LaunchSpec spec {.kind = LaunchKind::Sandbox, .backend = u"local"_s, .language = Language::Shell};
        spec.settings = resolveSettings(m_engine->findKind(u"local"_s)->schema, {}).value();
        spec.executorId = u"long"_s;
        spec.codes = QList<QByteArray>(1000, "echo");
        QSignalSpy ended(m_engine.get(), &Engine::launchFinished);
        const auto ticket = m_engine->launch(spec);
        QVERIFY(QTest::qWaitFor([&] { return !ended.isEmpty(); }, Patience));
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Transcript));
        page()->transcript()->showSandbox({.backend = u"local"_s}, u"long"_s);
        QTRY_COMPARE(rows(), 1000);
        QCOMPARE_EQ(m_window->findChildren<CallView *>().size(), 20);
        QVERIFY(callView(1000));
        QScrollBar *bar = child<QScrollArea>(u"Transcript"_s)->verticalScrollBar();
        QTRY_VERIFY(bar->maximum() > 0);
        QTRY_COMPARE(bar->value(), bar->maximum());
        bar->setValue(bar->minimum());
        QTRY_COMPARE(m_window->findChildren<CallView *>().size(), 40);
        QTRY_VERIFY(bar->value() > bar->minimum()); // what was looked at stays
    }

private:
    void call(const QByteArray &code) const
    {
        load(Language::Shell, code, {}, {});
        press(u"Run in sandbox"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->sandboxCall()->isActive(); }, Patience));
        QVERIFY(waitForCall());
    }
    [[nodiscard]] int rows() const { return page()->transcript()->rowCount(); }
    [[nodiscard]] QString heading(int row) const { return page()->transcript()->headingOf(row); }
    [[nodiscard]] CallView *callView(int number) const { return child<CallView>(u"Call%1"_s.arg(number)); }
    [[nodiscard]] QPlainTextEdit *text(int number, const QString &name) const
    {
        for (QPlainTextEdit *each : callView(number)->findChildren<QPlainTextEdit *>()) {
            if (each->accessibleName() == name)
                return each;
        }
        return nullptr;
    }
    [[nodiscard]] QString textIn(int number, const QString &name) const
    {
        const QPlainTextEdit *found = callView(number) ? text(number, name) : nullptr;
        return found ? found->toPlainText() : QString();
    }

    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(TranscriptTest)
#include "tst_transcript.moc"

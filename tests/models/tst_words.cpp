// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/formatting.h"
#include "models/runstate.h"
#include "models/sortkeys.h"

#include <QLocale>
#include <QTest>

#include <cmath>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class WordsTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void states_data()
    {
        QTest::addColumn<EndReason>("reason");
        QTest::addColumn<int>("exitCode");
        QTest::addColumn<QString>("word");
        QTest::newRow("ok") << EndReason::Exited << 0 << u"ok"_s;
        QTest::newRow("failed") << EndReason::Exited << 7 << u"failed"_s;
        QTest::newRow("124 by itself") << EndReason::Exited << 124 << u"failed"_s;
        QTest::newRow("timed out") << EndReason::TimedOut << 124 << u"timed out"_s;
        QTest::newRow("signalled") << EndReason::Signalled << 137 << u"signalled"_s;
        QTest::newRow("cancelled") << EndReason::Cancelled << 130 << u"cancelled"_s;
        QTest::newRow("infrastructure") << EndReason::Infrastructure << -1 << u"infrastructure"_s;
    }

    void states()
    {
        QFETCH(const EndReason, reason);
        QFETCH(const int, exitCode);
        const CandidateSummary candidate {.state = CandidateState::Finished, .reason = reason, .exitCode = exitCode};
        QTEST(stateWord(runState(candidate, LaunchStage::Over)), "word");
        QVERIFY(isFinished(runState(candidate, LaunchStage::UnderWay)));
        QVERIFY(!endSentence(candidate, LaunchStage::UnderWay).isEmpty());
        QVERIFY(!isFinished(runState({.state = CandidateState::Stopping}, LaunchStage::UnderWay)));
    }

    void whatHasNoResultDependsOnTheLaunch_data()
    {
        QTest::addColumn<CandidateState>("state");
        QTest::addColumn<QString>("underWay");
        QTest::addColumn<QString>("over");
        QTest::newRow("queued") << CandidateState::Queued << u"queued"_s << u"not run"_s;
        QTest::newRow("running") << CandidateState::Running << u"running"_s << u"infrastructure"_s;
        QTest::newRow("stopping") << CandidateState::Stopping << u"stopping"_s << u"infrastructure"_s;
    }

    void whatHasNoResultDependsOnTheLaunch()
    {
        QFETCH(const CandidateState, state);
        QTEST(stateWord(runState({.state = state}, LaunchStage::UnderWay)), "underWay");
        QTEST(stateWord(runState({.state = state}, LaunchStage::Over)), "over");
        QVERIFY(endSentence({.state = state}, LaunchStage::UnderWay) != endSentence({.state = state}, LaunchStage::Over));
    }

    void durations()
    {
        QCOMPARE_EQ(durationText(34ms), u"0.034 s"_s);
        QCOMPARE_EQ(durationText(75'120ms), u"75.120 s"_s);
        QCOMPARE_EQ(durationText(725s), u"12 min 05 s"_s);
        QCOMPARE_EQ(durationText(3h + 2min), u"3 h 02 min"_s);
        LaunchProgress progress {.elapsed = 10s, .remaining = RemainingTime {.time = 400ms}};
        QCOMPARE_EQ(remainingText(progress), u"less than a second left"_s);
        progress.remaining->time = 4'100ms;
        QCOMPARE_EQ(remainingText(progress), u"about 5 s left"_s);
        progress.remaining = RemainingTime {.time = 130s, .isLeast = true};
        QCOMPARE_EQ(remainingText(progress), u"at least 2 min 10 s left"_s);
        progress.elapsed = 1s;
        QCOMPARE_EQ(remainingText(progress), QString());
        QCOMPARE_EQ(byteCountText(1), u"1 byte"_s);
        QCOMPARE_EQ(byteCountText(1536), u"1.5 KiB"_s);
    }

    void progress()
    {
        QCOMPARE_EQ(progressText({.total = 4}), u"0 of 4 finished"_s);
        QCOMPARE_EQ(progressText({.total = 4, .running = 1, .finished = 2, .succeeded = 1, .infrastructure = 1}),
                    u"2 of 4 finished · 1 ok · 1 infrastructure · 1 running"_s);
        QCOMPARE_EQ(progressText({.state = LaunchState::Cancelled, .total = 4, .finished = 3, .succeeded = 1, .cancelled = 2}),
                    u"1 of 4 finished · 1 ok · 2 cancelled · 1 not run"_s);
        QCOMPARE_EQ(outcomeText({.state = LaunchState::Done, .elapsed = 1'500ms}), u"Done in 1.500 s"_s);
    }

    void sortKeys()
    {
        QCOMPARE_EQ(sortKeysFromTexts({u"2"_s, u""_s, u"1e1"_s}).index(), 0U);
        QCOMPARE_EQ(sortKeysFromTexts({u"2"_s, u"b"_s}).index(), 1U);
        SortColumn mixed;
        mixed.addText(u"b"_s);
        mixed.addNumber(7);
        mixed.addText({});
        mixed.addNumber(-1);
        mixed.addText(u"a"_s);
        const auto ranks = std::get<std::vector<double>>(std::move(mixed).takeKeys());
        QVERIFY(ranks[3] < ranks[1] && ranks[1] < ranks[4] && ranks[4] < ranks[0]);
        QVERIFY(std::isnan(ranks[2]));
    }
};

QTEST_MAIN(WordsTest)
#include "tst_words.moc"

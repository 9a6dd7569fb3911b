// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/currentlaunch.h"
#include "models/resultexport.h"
#include "tests/support/enginefixture.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSignalSpy>

#include <algorithm>
#include <numeric>
#include <random>
#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

using test::FakeAnswer;

namespace {
/// The journal writes through to the disk, which others may keep busy.
constexpr auto Patience = 30s;
} // namespace

/// Results that go from the journal into a file, while the grid tells which.
class ResultExportTest final : public EngineFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        m_world->answer = [](const RunRequest &request) {
            const int number = request.snippet.code.mid(5).toInt();
            return FakeAnswer::exited(number % 3, "{\"n\": " + QByteArray::number(number) + "}\n");
        };
        m_shown = std::make_unique<CurrentLaunch>(m_engine.get());
    }
    void cleanup()
    {
        m_export.reset();
        m_shown.reset();
        close();
    }

    /// More than one page of them, in an order that is none of the journal's.
    void everyRowOnceInTheOrderOfTheGrid()
    {
        show(sweep(u"0:2499"_s, 8));
        QList<int> order(2500);
        std::iota(order.begin(), order.end(), 0);
        std::ranges::shuffle(order, std::mt19937(7)); // NOLINT(cert-msc51-cpp): the same in every run
        begin(order);
        QVERIFY(exported(u"all.jsonl"_s));
        const QList<QByteArray> lines = written().trimmed().split('\n');
        QCOMPARE_EQ(lines.size(), order.size());
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const QJsonObject row = QJsonDocument::fromJson(lines.at(i)).object();
            QCOMPARE_EQ(row["index"_L1].toInt(), order.at(i));
            QCOMPARE_EQ(row["exit_code"_L1].toInt(-1), order.at(i) % 3);
        }
    }

    /// What never ran has a row without an end.
    void candidatesWithoutAResult()
    {
        m_world->answer = [](const RunRequest &request) {
            return request.snippet.code == "echo 0" ? std::optional(FakeAnswer::exited(0, "first\n")) : std::nullopt;
        };
        LaunchSpec wanted = sweep(u"0:9"_s, 1);
        m_shown->start(wanted);
        QTRY_COMPARE_EQ_WITH_TIMEOUT(m_world->startedCount(), 2, Patience);
        m_shown->cancel();
        QTRY_COMPARE_EQ_WITH_TIMEOUT(m_shown->phase(), CurrentLaunch::Phase::Finished, Patience);
        begin({5, 0, 9});
        QVERIFY(exported(u"some.json"_s));
        const QJsonArray rows = QJsonDocument::fromJson(written()).array();
        QCOMPARE_EQ(rows.size(), 3);
        QCOMPARE_EQ(rows.at(0)["index"_L1].toInt(), 5);
        QVERIFY(rows.at(0)["exit_code"_L1].isNull() || rows.at(0)["exit_code"_L1].isUndefined());
        QCOMPARE_EQ(rows.at(1)["exit_code"_L1].toInt(-1), 0);
    }

    /// The file that was there stays whole.
    void anotherLaunchInTheGridMeanwhile()
    {
        show(sweep(u"0:9"_s, 8));
        const LaunchId first = m_shown->id();
        begin(QList<int>(2'000'000, 3)); // far more than one slice reads
        QFile before(m_state->filePath(u"kept.csv"_s));
        QVERIFY(before.open(QIODevice::WriteOnly) && before.write("mine") == 4);
        before.close();
        QSignalSpy ended(m_export.get(), &ResultExport::finished);
        m_export->start(before.fileName());
        QCOMPARE_EQ(ended.count(), 0);
        m_shown->start(sweep(u"5:6"_s, 1));
        QTRY_COMPARE_EQ_WITH_TIMEOUT(ended.count(), 1, Patience);
        const auto outcome = ended.first().first().value<Result<>>();
        QVERIFY(!outcome);
        QCOMPARE_EQ(outcome.error().kind, FaultKind::Conflict);
        m_export.reset();
        QCOMPARE_EQ(contentOf(before.fileName()), "mine");
        QTRY_COMPARE_EQ_WITH_TIMEOUT(m_shown->phase(), CurrentLaunch::Phase::Finished, Patience);
        QVERIFY(m_shown->id() != first);
    }

    /// Once it was read, the grid may show what it likes.
    void anotherLaunchInTheGridAfterwards()
    {
        m_world->answer = [](const RunRequest &) { return FakeAnswer::exited(0, "out"); };
        show(sweep(u"0:1999"_s, 8));
        QList<int> all(2000);
        std::iota(all.rbegin(), all.rend(), 0);
        begin(all);
        QSignalSpy ended(m_export.get(), &ResultExport::finished);
        m_export->start(m_state->filePath(u"whole.csv"_s));
        m_shown->start(sweep(u"5:6"_s, 1));
        QTRY_COMPARE_EQ_WITH_TIMEOUT(ended.count(), 1, Patience);
        QVERIFY(ended.first().first().value<Result<>>());
        const QList<QByteArray> lines = contentOf(m_state->filePath(u"whole.csv"_s)).trimmed().split('\n');
        QCOMPARE_EQ(lines.size(), 2001);
        QVERIFY2(lines.at(1).startsWith("1999,"), lines.at(1).constData());
        QVERIFY2(lines.last().startsWith("0,"), lines.last().constData());
    }

    /// The superuser would put a file where one was.
    void devicesAreLeftAlone()
    {
        show(sweep(u"0:1"_s, 1));
        const QString pipe = m_state->filePath(u"pipe.csv"_s);
        QCOMPARE_EQ(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
        const QString full = m_state->filePath(u"full.csv"_s);
        const QString nothing = m_state->filePath(u"null.csv"_s);
        QVERIFY(QFile::link(u"/dev/full"_s, full) && QFile::link(u"/dev/null"_s, nothing));
        for (const QString &path : {full, nothing, pipe}) {
            begin({0});
            QSignalSpy ended(m_export.get(), &ResultExport::finished);
            m_export->start(path);
            QTRY_COMPARE_EQ_WITH_TIMEOUT(ended.count(), 1, Patience);
            QCOMPARE_EQ(ended.first().first().value<Result<>>().error().kind, FaultKind::Usage);
            struct stat status = {};
            QCOMPARE_EQ(::stat(QFile::encodeName(path).constData(), &status), 0);
            QVERIFY(S_ISCHR(status.st_mode) || S_ISFIFO(status.st_mode));
            m_export.reset();
        }
    }

    void cancelledLeavesWhatWasThere()
    {
        show(sweep(u"0:2999"_s, 8));
        QList<int> all(3000);
        std::iota(all.begin(), all.end(), 0);
        begin(all);
        QSignalSpy ended(m_export.get(), &ResultExport::finished);
        m_export->start(m_state->filePath(u"none.csv"_s));
        m_export->cancel();
        QCOMPARE_EQ(ended.count(), 1);
        QCOMPARE_EQ(ended.first().first().value<Result<>>().error().kind, FaultKind::Cancelled);
        m_export.reset();
        QVERIFY(!QFile::exists(m_state->filePath(u"none.csv"_s)));
    }

private:
    void show(const LaunchSpec &wanted)
    {
        m_shown->start(wanted);
        QTRY_COMPARE_EQ_WITH_TIMEOUT(m_shown->phase(), CurrentLaunch::Phase::Finished, 30s);
        QTRY_VERIFY_WITH_TIMEOUT(recordOf(m_shown->id()).state != LaunchState::Running, 30s);
    }
    void begin(QList<int> candidates)
    {
        m_export = std::make_unique<ResultExport>(m_engine.get(), m_shown->id(), m_shown->grid(), std::move(candidates));
    }
    bool exported(const QString &name)
    {
        m_path = m_state->filePath(name);
        QSignalSpy ended(m_export.get(), &ResultExport::finished);
        m_export->start(m_path);
        if (ended.isEmpty() && !ended.wait(30s))
            return false;
        const auto outcome = ended.first().first().value<Result<>>();
        if (!outcome)
            qWarning() << outcome.error().what;
        return outcome.has_value();
    }
    [[nodiscard]] QByteArray written() const { return contentOf(m_path); }
    [[nodiscard]] static QByteArray contentOf(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::unique_ptr<CurrentLaunch> m_shown;
    std::unique_ptr<ResultExport> m_export;
    QString m_path;
};

} // namespace hermes

QTEST_MAIN(hermes::ResultExportTest)
#include "tst_resultexport.moc"

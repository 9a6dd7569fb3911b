// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "backends/profiles/backendchoice.h"
#include "models/parametertablemodel.h"
#include "models/snippets/holecheck.h"
#include "models/snippets/templatelibrary.h"

#include <QFileInfo>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {
constexpr auto Patience = 90s;
} // namespace

class TemplatesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_home.path()));
        auto engine = openEngine(u"tst_templates"_s);
        QVERIFY(engine);
        m_engine = std::move(*engine);
    }

    void init() { QTest::failOnWarning(QRegularExpression(u".*"_s)); }

    void thereAreEnough()
    {
        const QList<StarterTemplate> all = builtInTemplates();
        QVERIFY(all.size() >= 10);
        QSet<QString> titles;
        for (const StarterTemplate &each : all) {
            QVERIFY2(!each.title.isEmpty() && !each.about.isEmpty() && !each.code.isEmpty(), qPrintable(each.title));
            QVERIFY(!each.code.contains("SPDX"_L1)); // what is made of it belongs to the user
            QVERIFY(!each.code.startsWith(u'\n'));
            titles.insert(each.title);
        }
        QCOMPARE_EQ(titles.size(), all.size());
    }

    void everyOneRuns_data()
    {
        QTest::addColumn<int>("index");
        const QList<StarterTemplate> all = builtInTemplates();
        for (int i = 0; i < int(all.size()); ++i)
            QTest::newRow(qPrintable(all.at(i).title)) << i;
    }

    /// As a sweep on this machine: every candidate ends as the template says, and every documented way to end occurs.
    void everyOneRuns()
    {
        QFETCH(const int, index);
        const StarterTemplate what = builtInTemplates().at(index);
        ParameterTableModel parameters;
        QList<ParameterTableModel::Row> rows;
        QStringList names;
        for (const StarterTemplate::Parameter &parameter : what.parameters) {
            rows.append({.name = parameter.name, .values = parameter.values});
            names += parameter.name;
        }
        parameters.setRows(rows);
        QVERIFY(parameters.groups());
        QVERIFY(checkHoles(what.language, what.code, names).isEmpty());
        LaunchSpec spec {
            .kind = LaunchKind::Sweep, .backend = u"local"_s, .language = what.language, .codes = {what.code.toUtf8()}};
        spec.settings = settingsInForce(m_engine->findKind(u"local"_s)->schema, {}, {}).value();
        spec.sweep.groups = *parameters.groups();
        const QSignalSpy finished(m_engine.get(), &Engine::launchFinished);
        const auto ticket = m_engine->launch(std::move(spec));
        QVERIFY(QTest::qWaitFor([&] { return !finished.isEmpty(); }, Patience));
        QVERIFY(ticket.result());
        const auto candidates = m_engine->candidates(ticket.result()->id, 0, ticket.result()->total);
        QVERIFY(QTest::qWaitFor([&] { return candidates.isFinished(); }, Patience));
        const Result<QList<CandidateSummary>> ended = candidates.result();
        QVERIFY(ended);
        QSet<int> codes;
        for (const CandidateSummary &each : *ended) {
            QVERIFY(each.state == CandidateState::Finished && each.reason != EndReason::Infrastructure);
            codes.insert(each.exitCode);
        }
        QCOMPARE_EQ(codes, QSet<int>(what.exitCodes.cbegin(), what.exitCodes.cend()));
    }

    void readsAHead()
    {
        const auto made = StarterTemplate::fromText(
            u"# SPDX-License-Identifier: X\n# Title: My scan\n#\n# About: One\n# About: two.\n# Parameter a_1: 1:3\n"
            "# Exit codes: 0 7\n\n# a comment: of the code\necho {{a_1}}\n"_s,
            u"x.sh"_s);
        QCOMPARE_EQ(made.title, u"My scan"_s);
        QCOMPARE_EQ(made.about, u"One two."_s);
        QCOMPARE_EQ(made.language, Language::Shell);
        QCOMPARE_EQ(made.parameters.size(), 1);
        QCOMPARE_EQ(made.parameters.first().values, u"1:3"_s);
        QCOMPARE_EQ(made.exitCodes, (QList<int> {0, 7}));
        QCOMPARE_EQ(made.code, u"# a comment: of the code\necho {{a_1}}\n"_s);
    }

    void readsFilesWithoutAHead_data()
    {
        QTest::addColumn<QString>("text");
        for (const auto *text : {"", "\n", "#\nprint(1)\n", "print(1)", "# Titles: x\n", "#!/bin/sh\n# Title: late\n"})
            QTest::newRow(text) << QString::fromUtf8(text);
    }

    void readsFilesWithoutAHead()
    {
        QFETCH(const QString, text);
        const auto made = StarterTemplate::fromText(text, u"folder/some.name.py"_s);
        QCOMPARE_EQ(made.code, text);
        QCOMPARE_EQ(made.title, u"some.name"_s);
    }

    void ownOnesAreKept()
    {
        const QString folder = m_home.filePath(u"data/templates"_s);
        QVERIFY(readTemplates(folder).isEmpty());
        const StarterTemplate mine {.title = u"Größe & ../more\n"_s,
                                    .about = u"What it\nis for"_s,
                                    .language = Language::Shell,
                                    .parameters = {{.name = u"n"_s, .values = u"a b,c"_s}},
                                    .code = u"# About: nothing\n\necho {{n}}\n"_s};
        QVERIFY(saveTemplate(folder, mine));
        QCOMPARE_EQ(saveTemplate(folder, mine).error().kind, FaultKind::Conflict);
        QCOMPARE_EQ(saveTemplate(folder, {}).error().kind, FaultKind::Usage);
        const QList<StarterTemplate> read = readTemplates(folder);
        QCOMPARE_EQ(read.size(), 1);
        QCOMPARE_EQ(read.first().title, u"Größe & ../more"_s);
        QCOMPARE_EQ(read.first().about, u"What it is for"_s);
        QVERIFY(read.first().parameters == mine.parameters);
        QCOMPARE_EQ(read.first().code, mine.code);
        QCOMPARE_EQ(QFileInfo(read.first().path).absolutePath(), QFileInfo(folder).absoluteFilePath());
        QVERIFY(removeTemplate(read.first()));
        QVERIFY(removeTemplate(read.first())); // gone is gone
        QVERIFY(readTemplates(folder).isEmpty());
    }

private:
    QTemporaryDir m_home;
    std::unique_ptr<Engine> m_engine;
};

QTEST_GUILESS_MAIN(TemplatesTest)
#include "tst_templates.moc"

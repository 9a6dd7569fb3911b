// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/resultgridmodel.h"
#include "models/tables/tablecopy.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TableCopyTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_grid = std::make_unique<ResultGridModel>();
        m_grid->begin({u"name"_s}, 3, [](int index) { return QStringList {index == 0 ? u"a|b"_s : u"0.10"_s}; });
        m_grid->update({{.index = 0,
                         .state = CandidateState::Finished,
                         .exitCode = 7,
                         .run = 34ms,
                         .firstLine = u"say \"hi\""_s,
                         .lastObject = R"({"k": 1.5})"},
                        {.index = 1, .state = CandidateState::Finished, .run = 1s, .lastObject = R"({"k": 2})"}});
    }

    void tsv()
    {
        QCOMPARE_EQ(asTsv(selection({0, 2}, {1, 0, 5}), TableHeader::Written),
                    u"name\tIndex\tOutput\na|b\t0\t\"say \"\"hi\"\"\"\n0.10\t2\t\n"_s);
        QCOMPARE_EQ(asTsv(selection({2}, {0}), TableHeader::Left), u"2\n"_s);
    }

    void markdown()
    {
        QCOMPARE_EQ(asMarkdown(selection({0, 1}, {1, 2, 3})),
                    u"| name | State | Exit code |\n| --- | --- | ---: |\n| a\\|b | failed | 7 |\n| 0.10 | ok | 0 |\n"_s);
    }

    /// Numbers stay numbers, states are words, and what is not there is null; columns keep their order.
    void json()
    {
        const QString text = asJson(selection({0, 2}, {6, 2, 3, 4, 1}));
        const QJsonArray rows = QJsonDocument::fromJson(text.toUtf8()).array();
        QCOMPARE_EQ(rows.size(), 2);
        QCOMPARE_EQ(rows.at(0)["k"_L1].toDouble(), 1.5);
        QCOMPARE_EQ(rows.at(0)["State"_L1].toString(), u"failed"_s);
        QCOMPARE_EQ(rows.at(0)["Exit code"_L1].toInt(), 7);
        QCOMPARE_EQ(rows.at(0)["Duration"_L1].toDouble(), 0.034);
        QCOMPARE_EQ(rows.at(0)["name"_L1].toString(), u"a|b"_s);
        QVERIFY(rows.at(1)["Exit code"_L1].isNull());
        QCOMPARE_EQ(rows.at(1)["name"_L1].toDouble(), 0.1);
        QVERIFY(text.indexOf("\"k\""_L1) < text.indexOf("\"State\""_L1));
        QVERIFY(text.indexOf("\"State\""_L1) < text.indexOf("\"name\""_L1));
    }

private:
    [[nodiscard]] TableSelection selection(QList<int> rows, QList<int> columns) const
    {
        return {.model = m_grid.get(), .rows = std::move(rows), .columns = std::move(columns)};
    }

    std::unique_ptr<ResultGridModel> m_grid;
};

QTEST_MAIN(TableCopyTest)
#include "tst_tablecopy.moc"

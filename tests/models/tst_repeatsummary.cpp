// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/grid/arrangedrows.h"
#include "models/grid/repeatsummarymodel.h"
#include "models/resultgridmodel.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class RepeatSummaryTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_grid = std::make_unique<ResultGridModel>();
        m_model = std::make_unique<RepeatSummaryModel>(m_grid.get());
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
        const auto parameters = [](int index) {
            return QStringList {QString::number(index / 4), QString::number(index % 4), QString::number(index % 4)};
        };
        m_grid->begin({u"n"_s, u"repeat"_s, u"seed"_s}, 8, parameters, 4);
        m_grid->update({finished(0, 0, "{\"loss\": 1, \"name\": \"x\"}", 1s), finished(1, 0, "{\"loss\": 2}", 2s),
                        finished(2, 1, "{\"loss\": 1000}", 100s), finished(3, 0, "{\"loss\": 6}", 3s),
                        finished(4, 0, "{\"loss\": 0.5}", 1s)});
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
        m_grid.reset();
    }

    void titles()
    {
        QStringList titles;
        for (int column = 0; column < m_model->columnCount(); ++column)
            titles += m_model->headerData(column, Qt::Horizontal).toString();
        QCOMPARE_EQ(titles,
                    (QStringList {u"n"_s, u"Ended"_s, u"Ok"_s, u"Seconds mean"_s, u"Seconds sd"_s, u"Seconds median"_s,
                                  u"loss mean"_s, u"loss sd"_s, u"loss median"_s}));
    }

    /// What failed counts as ended and is no measurement; one value has no deviation.
    void values()
    {
        QCOMPARE_EQ(row(0), (QStringList {u"0"_s, u"4"_s, u"3"_s, u"2"_s, u"1"_s, u"2"_s, u"3"_s, u"2.64575"_s, u"2"_s}));
        QCOMPARE_EQ(row(1), (QStringList {u"1"_s, u"1"_s, u"1"_s, u"1"_s, u""_s, u"1"_s, u"0.5"_s, u""_s, u"0.5"_s}));
        m_grid->update({finished(5, 0, "{\"loss\": 1.5}", 1s)});
        QCOMPARE_EQ(row(1).sliced(6), (QStringList {u"1"_s, u"0.707107"_s, u"1"_s}));
        QCOMPARE_EQ(m_model->firstCandidate(1), 4);
    }

    void sorts()
    {
        ArrangedRows rows;
        rows.setSourceModel(m_model.get());
        rows.sort(6);
        QCOMPARE_EQ(rows.index(0, 0).data().toString(), u"1"_s);
        rows.sort(7, Qt::DescendingOrder);
        QCOMPARE_EQ(rows.index(0, 0).data().toString(), u"0"_s);
    }

private:
    [[nodiscard]] static CandidateSummary finished(int index, int exitCode, const QByteArray &object, std::chrono::nanoseconds run)
    {
        return {.index = index, .state = CandidateState::Finished, .exitCode = exitCode, .run = run, .lastObject = object};
    }

    [[nodiscard]] QStringList row(int row) const
    {
        QStringList texts;
        for (int column = 0; column < m_model->columnCount(); ++column)
            texts += m_model->index(row, column).data().toString();
        return texts;
    }

    std::unique_ptr<ResultGridModel> m_grid;
    std::unique_ptr<RepeatSummaryModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(RepeatSummaryTest)
#include "tst_repeatsummary.moc"

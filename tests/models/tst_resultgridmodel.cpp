// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/resultgridmodel.h"
#include "models/roles.h"
#include "tests/support/modelwarnings.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

CandidateSummary finished(int index, int exitCode, const QByteArray &object = {})
{
    return {.index = index,
            .state = CandidateState::Finished,
            .reason = EndReason::Exited,
            .exitCode = exitCode,
            .run = 34ms,
            .firstLine = u"line %1"_s.arg(index),
            .lastObject = object};
}

QStringList headers(const QAbstractItemModel &model)
{
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column)
        texts += model.headerData(column, Qt::Horizontal).toString();
    return texts;
}

QStringList rowTexts(const QAbstractItemModel &model, int row)
{
    QStringList texts;
    for (int column = 0; column < model.columnCount(); ++column)
        texts += model.index(row, column).data().toString();
    return texts;
}

} // namespace

class ResultGridModelTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        test::failOnModelWarning();
        m_model = std::make_unique<ResultGridModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void isEmptyAtFirst()
    {
        QCOMPARE_EQ(m_model->rowCount(), 0);
        QCOMPARE_EQ(headers(*m_model), (QStringList {u"Index"_s, u"State"_s, u"Exit code"_s, u"Duration"_s, u"Output"_s}));
    }

    void showsEveryCandidateFromTheLaunchOn()
    {
        begin(3);
        QCOMPARE_EQ(m_model->rowCount(), 3);
        QCOMPARE_EQ(headers(*m_model),
                    (QStringList {u"Index"_s, u"discount"_s, u"State"_s, u"Exit code"_s, u"Duration"_s, u"Output"_s}));
        QCOMPARE_EQ(rowTexts(*m_model, 1), (QStringList {u"1"_s, u"v1"_s, u"queued"_s, u""_s, u""_s, u""_s}));
    }

    void showsAResult()
    {
        begin(3);
        m_model->update({finished(2, 1)});
        QCOMPARE_EQ(rowTexts(*m_model, 2), (QStringList {u"2"_s, u"v2"_s, u"failed"_s, u"1"_s, u"0.034 s"_s, u"line 2"_s}));
        QCOMPARE_EQ(m_model->index(2, 3).data(SortRole).toInt(), 1);
        QCOMPARE_EQ(m_model->index(2, 3).data(StateRole).toInt(), int(RunState::Failed));
        QCOMPARE_EQ(m_model->index(2, 3).data(IndexRole).toInt(), 2);
    }

    void infrastructureIsNoFailure()
    {
        begin(1);
        CandidateSummary lost = finished(0, -1);
        lost.reason = EndReason::Infrastructure;
        m_model->update({lost});
        QCOMPARE_EQ(m_model->index(0, 2).data().toString(), u"infrastructure"_s);
        QCOMPARE_EQ(m_model->index(0, 3).data().toString(), u"-1"_s);
    }

    void whatWasQueuedAtTheEndWasNotRun()
    {
        begin(4);
        m_model->update({finished(1, 0)});
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->setStage(LaunchStage::Over);
        QCOMPARE_EQ(states(), (QStringList {u"not run"_s, u"ok"_s, u"not run"_s, u"not run"_s}));
        QCOMPARE_EQ(m_model->index(0, 2).data(StateRole).toInt(), int(RunState::NotRun));
        QCOMPARE_EQ(m_model->index(0, 2).data(SortRole).toInt(), int(RunState::NotRun));
        SortColumn column;
        m_model->addSortValues(column, 2, 0, 4);
        QCOMPARE_EQ(std::get<std::vector<double>>(std::move(column).takeKeys()).at(3), double(RunState::NotRun));
        QVERIFY(m_model->index(0, 2).data(Qt::ToolTipRole).toString().contains("was not run"_L1));
        QCOMPARE_EQ(changed.size(), 2); // the two runs of neighbours without a result
        QCOMPARE_EQ(changed.at(1).at(0).toModelIndex().row(), 2);
        QCOMPARE_EQ(changed.at(1).at(1).toModelIndex().row(), 3);
    }

    void whatWasNotRunIsQueuedWhenTheLaunchGoesOn()
    {
        begin(2);
        m_model->update({finished(0, 0)});
        m_model->setStage(LaunchStage::Over);
        m_model->setStage(LaunchStage::UnderWay);
        QCOMPARE_EQ(states(), (QStringList {u"ok"_s, u"queued"_s}));
        m_model->setStage(LaunchStage::Over);
        begin(1);
        QCOMPARE_EQ(states(), QStringList {u"queued"_s});
    }

    /// What a cell shows of a candidate's text is safe to show; what it sorts by is the text itself.
    void showsHostileTextSafely()
    {
        begin(1);
        CandidateSummary hostile = finished(0, 0, "{\"k\": \"a\\u001b[31m\\u202eb\"}");
        hostile.firstLine = u"<img src='x'>"_s + QString(100'000, u'x');
        m_model->update({hostile});
        QVERIFY(m_model->index(0, 5).data().toString().size() < 1000);
        QCOMPARE_EQ(m_model->index(0, 5).data(SortRole).toString(), hostile.firstLine);
        QVERIFY(!m_model->index(0, 5).data(Qt::ToolTipRole).toString().contains("<img"_L1));
        QCOMPARE_EQ(m_model->index(0, 6).data().toString(), u"a␛[31m‹U+202E›b"_s);
    }

    void hasSoManyKeyColumnsAndNoMore()
    {
        begin(1000);
        QList<CandidateSummary> many;
        for (int i = 0; i < 1000; ++i)
            many += finished(i, 0, "{\"k" + QByteArray::number(i) + "\": 1}");
        m_model->update(many);
        QCOMPARE_EQ(m_model->keys().size(), ResultGridModel::MaxKeyColumns);
        QCOMPARE_EQ(headers(*m_model).last(), u"k%1"_s.arg(ResultGridModel::MaxKeyColumns - 1));
    }

    void coalescesNeighboursIntoRanges()
    {
        begin(10);
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->update({finished(4, 0), finished(2, 0), finished(3, 0), finished(8, 0), finished(3, 1)});
        QCOMPARE_EQ(changed.size(), 2);
        QCOMPARE_EQ(changed.at(0).at(0).toModelIndex().row(), 2);
        QCOMPARE_EQ(changed.at(0).at(1).toModelIndex().row(), 4);
        QCOMPARE_EQ(changed.at(1).at(0).toModelIndex().row(), 8);
        QCOMPARE_EQ(m_model->candidate(3).exitCode, 1);
    }

    /// Two columns of one name could not be told apart where columns are chosen by it.
    void keysNamedLikeOtherColumns()
    {
        begin(1);
        m_model->update({finished(0, 0, R"({"State": "x", "Exit code": 5, "": 7, "index": 1, "out.State": 2})")});
        QCOMPARE_EQ(headers(*m_model).sliced(6),
                    (QStringList {u"out.State"_s, u"out.Exit code"_s, u"out."_s, u"index"_s, u"out.out.State"_s}));
    }

    void keysBecomeColumnsInOrderOfAppearance()
    {
        begin(3);
        QSignalSpy inserted(m_model.get(), &QAbstractItemModel::columnsInserted);
        m_model->update({finished(1, 0, R"({"revenue": 405.0, "profit": 115.0})")});
        m_model->update({finished(0, 0, R"({"profit": 160.0, "discount": "x", "revenue": 450.0})")});
        QCOMPARE_EQ(inserted.size(), 2);
        QCOMPARE_EQ(headers(*m_model).sliced(6), (QStringList {u"revenue"_s, u"profit"_s, u"out.discount"_s}));
        QCOMPARE_EQ(rowTexts(*m_model, 0).sliced(6), (QStringList {u"450.0"_s, u"160.0"_s, u"x"_s}));
        QCOMPARE_EQ(rowTexts(*m_model, 1).sliced(6), (QStringList {u"405.0"_s, u"115.0"_s, u""_s}));
        QCOMPARE_EQ(rowTexts(*m_model, 2).sliced(6), (QStringList {u""_s, u""_s, u""_s}));
        QCOMPARE_EQ(m_model->index(0, 6).data(SortRole).toDouble(), 450.0);
    }

    void leavesOutWhatItDoesNotKnow()
    {
        begin(2);
        QSignalSpy changed(m_model.get(), &QAbstractItemModel::dataChanged);
        m_model->update({finished(-1, 0), finished(2, 0)});
        QCOMPARE_EQ(changed.size(), 0);
    }

    void beginsAgain()
    {
        begin(3);
        m_model->update({finished(1, 0, R"({"a": 1})")});
        begin(2);
        QCOMPARE_EQ(m_model->rowCount(), 2);
        QCOMPARE_EQ(m_model->keys(), QStringList {});
        QCOMPARE_EQ(m_model->index(1, 2).data().toString(), u"queued"_s);
        m_model->clear();
        QCOMPARE_EQ(m_model->rowCount(), 0);
    }

    void asksForParametersOfShownRowsOnly()
    {
        m_tester.reset(); // it would ask for every row
        int asked = 0;
        m_model->begin({u"p"_s}, 1'000'000, [&asked](int index) {
            ++asked;
            return QStringList {QString::number(index)};
        });
        asked = 0;
        QCOMPARE_EQ(rowTexts(*m_model, 999'999).at(1), u"999999"_s);
        QCOMPARE_EQ(asked, 1);
    }

private:
    void begin(int total)
    {
        m_model->begin({u"discount"_s}, total, [](int index) { return QStringList {u"v%1"_s.arg(index)}; });
    }

    [[nodiscard]] QStringList states() const
    {
        QStringList texts;
        for (int row = 0; row < m_model->rowCount(); ++row)
            texts += m_model->index(row, m_model->columnOf(ResultGridModel::ColumnKind::State)).data().toString();
        return texts;
    }

    std::unique_ptr<ResultGridModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(ResultGridModelTest)
#include "tst_resultgridmodel.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/parametertablemodel.h"
#include "models/roles.h"
#include "models/sweeppreview.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class ParameterTableModelTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The model tester asks about pictures, which are unknown where there is no Gui.
        QTest::failOnWarning(QRegularExpression(u"^(?!Trying to construct an instance of an invalid type)"_s));
        m_model = std::make_unique<ParameterTableModel>();
        m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                              QAbstractItemModelTester::FailureReportingMode::QtTest);
    }

    void cleanup()
    {
        m_tester.reset();
        m_model.reset();
    }

    void checks_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QString>("values");
        QTest::addColumn<bool>("good");
        QTest::newRow("list") << u"discount"_s << u"0,0.1,0.2,1.2"_s << true;
        QTest::newRow("range") << u"n"_s << u"1:10:1"_s << true;
        QTest::newRow("step 0") << u"n"_s << u"1:10:0"_s << false;
        QTest::newRow("no name") << u""_s << u"1,2"_s << false;
        QTest::newRow("bad name") << u"2x"_s << u"1,2"_s << false;
    }

    void checks()
    {
        QFETCH(const QString, name);
        QFETCH(const QString, values);
        QFETCH(const bool, good);
        m_model->setRows({{.name = name, .values = values}});
        QCOMPARE_EQ(m_model->groups().has_value(), good);
        const QModelIndex check = m_model->index(0, ParameterTableModel::CheckColumn);
        QCOMPARE_EQ(check.data(ProblemRole).toString().isEmpty(), good);
        QVERIFY(!check.data().toString().isEmpty());
        QVERIFY(!check.flags().testFlag(Qt::ItemIsEditable));
    }

    void editing()
    {
        QSignalSpy edited(m_model.get(), &ParameterTableModel::edited);
        const int row = m_model->addRow();
        QCOMPARE_EQ(m_model->addRow(), row);
        QVERIFY(m_model->setData(m_model->index(row, 0), u" n "_s));
        QVERIFY(m_model->setData(m_model->index(row, 1), u"1:3"_s));
        QCOMPARE_EQ(edited.size(), 2);
        QCOMPARE_EQ(m_model->rows(), (QList<ParameterTableModel::Row> {{.name = u"n"_s, .values = u"1:3"_s}}));
        QCOMPARE_EQ(m_model->groups()->size(), 1);
        m_model->removeRow(row);
        QCOMPARE_EQ(m_model->rowCount(), 0);
        QVERIFY(m_model->groups()->isEmpty());
    }

    void namesMustDiffer()
    {
        m_model->setRows({{.name = u"n"_s, .values = u"1"_s}, {.name = u"N"_s, .values = u"2"_s}});
        QVERIFY(!m_model->groups());
        QVERIFY(m_model->setData(m_model->index(1, 0), u"m"_s));
        QVERIFY(m_model->groups().has_value());
    }

    void emptyRowsDoNotCount()
    {
        m_model->setRows({{.name = u"n"_s, .values = u"1,2"_s}, {}});
        QCOMPARE_EQ(m_model->groups()->size(), 1);
    }

    void preview()
    {
        m_model->setRows({{.name = u"a"_s, .values = u"1,2"_s}, {.name = u"b"_s, .values = u"x,y,z"_s}});
        const Snippet snippet {.language = Language::Python, .code = "print({{a}}, {{b}})"};
        const auto preview = previewSweep(*m_model->groups(), snippet, 4);
        QVERIFY(preview.has_value());
        QCOMPARE_EQ(preview->count, 6);
        QCOMPARE_EQ(preview->first.size(), 4);
        QCOMPARE_EQ(preview->first.at(1).parameters, u"a=1, b=y"_s);
        QCOMPARE_EQ(preview->first.at(1).code, u"print(1, 'y')"_s);
        QVERIFY(!previewSweep({}, {.language = Language::Python, .code = "{{c}}"}, 1));
    }

private:
    std::unique_ptr<ParameterTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

QTEST_MAIN(ParameterTableModelTest)
#include "tst_parametertablemodel.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/journal/startorder.h"
#include "tests/ui/windowfixture.h"
#include "ui/run/launchform.h"
#include "ui/run/parameterpane.h"
#include "ui/run/snippetpane.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Defining a sweep in the window, by keys and by fields.
class ParameterPaneTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    /// As fast as somebody types who has just clicked on the cell that is current.
    void whatIsTypedAfterAClickIsTaken()
    {
        page()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1-4"_s}});
        const QModelIndex values = table()->model()->index(0, ParameterTableModel::ValuesColumn);
        table()->setFocus();
        table()->setCurrentIndex(values);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(values).center());
        QTest::keyClick(table(), Qt::Key_1);
        QTest::keyClicks(cellEditor(), u":4"_s);
        QTest::keyClick(cellEditor(), Qt::Key_Return);
        QTRY_COMPARE_EQ(page()->parameterPane()->model()->rows().first().values, u"1:4"_s);
    }

    void typingIsAsQuickAsEver()
    {
        load(Language::Shell, "echo {{rate}}", {}, {});
        QTest::mouseClick(child<QToolButton>(u"Addparameter"_s), Qt::LeftButton);
        QTest::keyClicks(cellEditor(), u"rate"_s);
        QTest::keyClick(cellEditor(), Qt::Key_Return);
        QTRY_VERIFY(!cellEditor());
        QTest::keyClick(table(), Qt::Key_Right);
        QTest::keyClick(table(), Qt::Key_F2);
        QTest::keyClicks(cellEditor(), u"log:1e-4:1:5"_s);
        QTest::keyClick(cellEditor(), Qt::Key_Return);
        QTRY_COMPARE(cell(ParameterTableModel::KindColumn), u"Log range"_s);
        QCOMPARE_EQ(cell(ParameterTableModel::CheckColumn), u"5 values"_s);
        QVERIFY(child<QLabel>(u"CandidateCount"_s)->text().startsWith("5 candidates"_L1));
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"rate"_s), (QStringList {u"0.0001"_s, u"0.001"_s, u"0.01"_s, u"0.1"_s, u"1"_s}));
    }

    /// Once, beside its cause, and the buttons say why they cannot be pressed.
    void aWrongValueIsSaidOnce()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"1:3:0"_s);
        const QString problem = cell(ParameterTableModel::CheckColumn);
        QCOMPARE_EQ(problem, u"the step of the range 1:3:0 is 0"_s);
        QVERIFY(child<QLabel>(u"SweepProblem"_s)->isHidden());
        QVERIFY(!button(u"Run sweep"_s)->isEnabled());
        QVERIFY(button(u"Run sweep"_s)->toolTip().contains(problem));
        QVERIFY(button(u"Run in sandbox"_s)->isEnabled());
        page()->runSweep(); // as its shortcut does
        QVERIFY(messageText().isEmpty());
        QCOMPARE_EQ(page()->launch()->phase(), CurrentLaunch::Phase::Idle);
        QCOMPARE_EQ(table()->currentIndex().row(), 0);
        QVERIFY(table()->hasFocus());
        load(Language::Shell, "echo {{n}}", u"n"_s, u"1:3"_s);
        QVERIFY(button(u"Run sweep"_s)->isEnabled());
    }

    void whatIsNoRowsProblemStandsBelow()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"1:2000"_s);
        page()->parameterPane()->model()->setRows(
            {{.name = u"n"_s, .values = u"1:2000"_s}, {.name = u"m"_s, .values = u"1:2000"_s}});
        auto *problem = child<QLabel>(u"SweepProblem"_s);
        QTRY_VERIFY(problem->isVisible());
        QVERIFY(!button(u"Run sweep"_s)->isEnabled());
        // What is wrong with the code is said in the code.
        load(Language::Shell, "echo {{other}}", u"n"_s, u"1:3"_s);
        QTRY_VERIFY(problem->isHidden());
        QVERIFY(!button(u"Run sweep"_s)->isEnabled());
        child<QToolButton>(u"Options"_s)->setChecked(true);
        child<QCheckBox>(u"Templated"_s)->setChecked(false);
        QTRY_VERIFY(problem->isHidden());
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"Output"_s).first(), u"{{other}}"_s);
    }

    void editsAnAxisFieldByField()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"0:1:0.25"_s);
        table()->setFocus();
        table()->setCurrentIndex(table()->model()->index(0, ParameterTableModel::KindColumn));
        QTest::keyClick(table(), Qt::Key_F2);
        auto *dialog = axisDialog();
        QVERIFY(dialog);
        QCOMPARE_EQ(dialog->findChild<QLineEdit *>(u"AxisStep"_s)->text(), u"0.25"_s);
        auto *kind = dialog->findChild<QComboBox *>(u"AxisKind"_s);
        kind->setCurrentText(u"Range (count)"_s);
        QVERIFY(dialog->findChild<QLineEdit *>(u"AxisStep"_s)->isHidden());
        auto *count = dialog->findChild<QLineEdit *>(u"AxisCount"_s);
        QCOMPARE_EQ(count->text(), u"5"_s);
        auto *summary = dialog->findChild<QLabel *>(u"AxisSummary"_s);
        auto *apply = dialog->findChild<QPushButton *>(u"ApplyAxis"_s);
        count->setText(u"0"_s);
        QVERIFY(!apply->isEnabled());
        QVERIFY(summary->text().contains("above 0"_L1));
        count->setText(u"11"_s);
        QCOMPARE_EQ(summary->text(), u"11 values: 0, 0.1, 0.2, 0.3, … 1"_s);
        QTest::keyClick(count, Qt::Key_Return);
        QTRY_VERIFY(!axisDialog());
        QCOMPARE_EQ(cell(ParameterTableModel::ValuesColumn), u"lin:0:1:11"_s);
        QTRY_COMPARE(m_window->focusWidget(), static_cast<QWidget *>(table()));
    }

    void aListIsPastedAsAColumn()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"1"_s);
        QTest::mouseClick(child<QToolButton>(u"Editaxis"_s), Qt::LeftButton);
        auto *list = axisDialog()->findChild<QPlainTextEdit *>(u"AxisValues"_s);
        QVERIFY(QTest::qWaitForWindowActive(axisDialog()));
        list->setPlainText(u"small\n\n with, comma \n1:2\n"_s);
        QTest::keyClick(list, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!axisDialog());
        QCOMPARE_EQ(cell(ParameterTableModel::ValuesColumn), u"small,\"with, comma\",1:2"_s);
        QCOMPARE_EQ(cell(ParameterTableModel::CheckColumn), u"3 values"_s);
        QTest::mouseClick(child<QToolButton>(u"Editaxis"_s), Qt::LeftButton);
        axisDialog()->findChild<QPlainTextEdit *>(u"AxisValues"_s)->setPlainText(u"lost"_s);
        QTest::keyClick(axisDialog(), Qt::Key_Escape);
        QTRY_VERIFY(!axisDialog());
        QCOMPARE_EQ(cell(ParameterTableModel::CheckColumn), u"3 values"_s);
    }

    void tablesVaryTogetherAndAreReadAgainOnLaunch()
    {
        load(Language::Shell, "echo {{a}}-{{b}}", {}, {});
        m_answers.path = write(u"grid.csv"_s, "a,b\n1,x\n2,y\n");
        QTest::mouseClick(child<QToolButton>(u"ImportCSVfile"_s), Qt::LeftButton);
        QTRY_COMPARE(cell(ParameterTableModel::CheckColumn), u"2 rows"_s);
        QCOMPARE_EQ(cell(ParameterTableModel::NameColumn), u"a, b"_s);
        QTRY_VERIFY(button(u"Run sweep"_s)->isEnabled());
        QVERIFY(!write(u"grid.csv"_s, "a,b\n1,x\n2,y\n3,z\n").isEmpty());
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->isActive(); }, Patience));
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"Output"_s), (QStringList {u"1-x"_s, u"2-y"_s, u"3-z"_s}));
        QVERIFY(!write(u"grid.csv"_s, "a,b\n1\n").isEmpty());
        press(u"Run sweep"_s);
        QTRY_VERIFY(cell(ParameterTableModel::CheckColumn).startsWith("line 2"_L1));
        QVERIFY(!page()->launch()->isActive());
    }

    void excludesZipAndRepeats()
    {
        load(Language::Shell, "echo $HERMES_SEED", u"n"_s, u"1:4"_s);
        child<QToolButton>(u"Options"_s)->setChecked(true);
        child<QSpinBox>(u"Repeat"_s)->setValue(2);
        QTest::keyClicks(child<QLineEdit>(u"Seed"_s), u"40"_s);
        QTest::mouseClick(child<QToolButton>(u"Addexclude"_s), Qt::LeftButton);
        auto *excludes = child<QTableView>(u"Excludes"_s);
        QTest::keyClicks(excludes->findChild<QLineEdit *>(), u"n > "_s);
        QTest::keyClick(excludes->findChild<QLineEdit *>(), Qt::Key_Return);
        QTRY_VERIFY(!button(u"Run sweep"_s)->isEnabled());
        QVERIFY(child<QLabel>(u"SweepProblem"_s)->isHidden()); // it stands in the row
        child<QToolButton>(u"Options"_s)->setChecked(false);
        QVERIFY(!child<QLabel>(u"SweepProblem"_s)->isHidden()); // where the row is folded away
        page()->runSweep();
        QVERIFY(child<QToolButton>(u"Options"_s)->isChecked());
        page()->parameterPane()->draft()->excludes()->setExpressions({u"n > 2"_s});
        QCOMPARE_EQ(excludes->model()->index(0, 1).data().toString(), u"leaves out 4 candidates"_s);
        QVERIFY(child<QLabel>(u"CandidateCount"_s)->text().startsWith(u"4 candidates · 4 left out · 2 repeats"_s));
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"Output"_s), (QStringList {u"40"_s, u"41"_s, u"40"_s, u"41"_s}));
        QCOMPARE_EQ(child<QToolButton>(u"Options"_s)->text(), u"Options: × 2 · seed 40 · 1 exclude"_s);
    }

    void previewShowsEveryCandidateAndMarksTheValues()
    {
        load(Language::Python, "# {{n}}\nprint('é', {{n}}, {{s}})\n", {}, {});
        page()->parameterPane()->model()->setRows(
            {{.name = u"n"_s, .values = u"1:300000"_s}, {.name = u"s"_s, .values = u"a,b"_s}});
        child<QToolButton>(u"Preview"_s)->setChecked(true);
        auto *candidates = child<QTableView>(u"Previewcandidates"_s);
        QTRY_COMPARE(candidates->model()->rowCount(), 600'000);
        QTest::keyClick(candidates, Qt::Key_End, Qt::ControlModifier);
        QCOMPARE_EQ(candidates->currentIndex().row(), 599'999);
        auto *code = child<QPlainTextEdit>(u"PreviewCode"_s);
        QCOMPARE_EQ(code->toPlainText(), u"# {{n}}\nprint('é', 300000, 'b')\n"_s);
        QStringList marked;
        for (const QTextEdit::ExtraSelection &mark : code->extraSelections())
            marked += mark.cursor.selectedText();
        QCOMPARE_EQ(marked, (QStringList {u"300000"_s, u"'b'"_s}));
        // The choice stays over a change.
        page()->snippetPane()->setDocument(SnippetDocument::fromBytes("print({{n}})"));
        QTRY_COMPARE(code->toPlainText(), u"print(300000)"_s);
        QCOMPARE_EQ(candidates->currentIndex().row(), 599'999);
    }

    void estimatesFromTheSeam()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"1:400"_s);
        auto *count = child<QLabel>(u"CandidateCount"_s);
        QVERIFY(count->text().endsWith("no estimate before a first run"_L1));
        child<QSpinBox>(u"Concurrency"_s)->setValue(4);
        page()->parameterPane()->draft()->setUsualDuration(1300ms, 3);
        QVERIFY2(count->text().contains("about 2 min 10 s at 4 at once"_L1), qPrintable(count->text()));
    }

    void startsInRandomOrder()
    {
        const QString log = m_state->filePath(u"log"_s);
        load(Language::Shell, "echo {{n}} >> '" + log.toUtf8() + "'", u"n"_s, u"0:19"_s);
        child<QToolButton>(u"Options"_s)->setChecked(true);
        auto *seed = child<QLineEdit>(u"Orderseed"_s);
        QVERIFY(!seed->isEnabled());
        child<QComboBox>(u"Order"_s)->setCurrentText(u"random"_s);
        QVERIFY(seed->isEnabled());
        QCOMPARE_EQ(page()->parameterPane()->draft()->orderSeed(), std::optional<qint64>(0));
        QTest::keyClicks(seed, u"12"_s);
        QCOMPARE_EQ(page()->parameterPane()->draft()->orderSeed(), std::optional<qint64>(12));
        child<QToolButton>(u"Options"_s)->setChecked(false);
        QCOMPARE_EQ(child<QToolButton>(u"Options"_s)->text(), u"Options: random order"_s);
        child<QSpinBox>(u"Concurrency"_s)->setValue(1);
        page()->copyAsCommand();
        QVERIFY(QGuiApplication::clipboard()->text().contains(" --order random:12 "_L1));
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"n"_s).at(7), u"7"_s);
        QByteArrayList started = read(log).trimmed().split('\n');
        QCOMPARE_EQ(started.size(), 20);
        const StartOrder order = StartOrder::shuffled(20, 12);
        for (int position = 0; position < 20; ++position)
            QCOMPARE_EQ(started.at(position).toInt(), order.indexAt(position));
        // Opened again it has the order as well.
        QFuture<Result<LaunchSpec>> spec = m_engine->spec(page()->launch()->id());
        QTRY_VERIFY(spec.isFinished());
        child<QComboBox>(u"Order"_s)->setCurrentIndex(0);
        page()->openSpec(*spec.result());
        QCOMPARE_EQ(child<QComboBox>(u"Order"_s)->currentText(), u"random"_s);
        QCOMPARE_EQ(seed->text(), u"12"_s);
    }

    void isThereAgainOnTheNextStart()
    {
        load(Language::Shell, "echo {{n}}", u"n"_s, u"lin:0:1:3"_s);
        page()->parameterPane()->draft()->setRepeat(3);
        page()->parameterPane()->draft()->setOrderSeed(4);
        QSettings settings(m_state->filePath(u"page.ini"_s), QSettings::IniFormat);
        page()->store(settings);
        page()->parameterPane()->model()->setRows({});
        page()->restore(settings);
        QCOMPARE_EQ(cell(ParameterTableModel::ValuesColumn), u"lin:0:1:3"_s);
        QCOMPARE_EQ(page()->parameterPane()->draft()->repeat(), 3);
        QCOMPARE_EQ(page()->parameterPane()->draft()->orderSeed(), std::optional<qint64>(4));
    }

    /// The left side fits a small window whatever is unfolded.
    void fitsANarrowWindow()
    {
        for (const QString &fold : {u"Options"_s, u"Preview"_s, u"Moreoptions"_s})
            child<QToolButton>(fold)->setChecked(true);
        m_window->resize(1024, 700);
        QTRY_COMPARE(m_window->size(), QSize(1024, 700));
        QVERIFY(button(u"Run sweep"_s)->mapTo(m_window.get(), QPoint(0, button(u"Run sweep"_s)->height())).y() <= 700);
        QVERIFY(child<QPlainTextEdit>(u"Snippet"_s)->height() > 40);
    }

private:
    [[nodiscard]] QTableView *table() const { return child<QTableView>(u"Parameters"_s); }
    [[nodiscard]] QLineEdit *cellEditor() const
    {
        for (QLineEdit *each : table()->findChildren<QLineEdit *>()) {
            if (each->isVisible()) // one that was closed is deleted later
                return each;
        }
        return nullptr;
    }
    [[nodiscard]] QDialog *axisDialog() const { return child<QDialog>(u"AxisDialog"_s); }
    [[nodiscard]] QString cell(int column) const { return table()->model()->index(0, column).data().toString(); }
};

QTEST_MAIN(ParameterPaneTest)
#include "tst_parameterpane.moc"

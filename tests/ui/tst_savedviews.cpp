// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/plot/plottablemodel.h"
#include "tests/ui/windowfixture.h"
#include "ui/plot/plotview.h"
#include "ui/results/gridview.h"
#include "ui/results/resultpane.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runviews.h"
#include "ui/widgets/tablemenu.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSettings>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Arrangements of the results under names: saved, chosen, renamed, deleted, and there again at the next start.
class SavedViewsTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        // Below the state of this test, so that it begins without any.
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_state->filePath(u"data"_s)));
        m_window.reset();
        reopenWindow();
        runSweep("n={{n}}; echo \"{\\\"loss\\\": $((40 - n)), \\\"odd\\\": $((n % 2))}\"; exit $((n % 3 == 0))\n", u"0:11"_s);
    }
    void cleanup() { close(); }

    void savedAndChosen()
    {
        arrange();
        saveAs(u"By loss"_s);
        QVERIFY(!command(u"Save Changes to “By loss”"_s)->isEnabled());
        command(u"Usual View"_s)->trigger();
        QCOMPARE_EQ(button(u"Saved views"_s)->text(), u"Saved Views"_s);
        QCOMPARE_EQ(grid()->model()->rowCount(), 12);
        QVERIFY(!horizontal()->isSectionHidden(columnOf(u"Output"_s)));
        QCOMPARE_EQ(column(u"n"_s).first(), u"0"_s);
        QVERIFY(!plot()->isVisible());
        command(u"By loss"_s)->trigger();
        expectArranged();
        QVERIFY(command(u"By loss"_s)->isChecked());
        // What is chosen changes only when it is saved.
        press(u"Clear Filters"_s);
        QVERIFY(command(u"Save Changes to “By loss”"_s)->isEnabled());
        command(u"Usual View"_s)->trigger();
        command(u"By loss"_s)->trigger();
        expectArranged();
        press(u"Clear Filters"_s);
        command(u"Save Changes to “By loss”"_s)->trigger();
        QTRY_VERIFY(!command(u"Save Changes to “By loss”"_s)->isEnabled());
        command(u"Usual View"_s)->trigger();
        command(u"By loss"_s)->trigger();
        QCOMPARE_EQ(grid()->model()->rowCount(), 12);
        QCOMPARE_EQ(column(u"n"_s).first(), u"11"_s);
    }

    void renamedAndDeleted()
    {
        saveAs(u"one"_s);
        saveAs(u"two"_s);
        command(u"Rename “two”…"_s)->trigger();
        auto *dialog = child<QDialog>(u"ViewDialog"_s);
        QVERIFY(dialog);
        auto *name = dialog->findChild<QLineEdit *>(u"ViewName"_s);
        QCOMPARE_EQ(name->text(), u"two"_s);
        auto *accept = dialog->findChild<QPushButton *>(u"AcceptView"_s);
        name->setText(u"one"_s);
        QVERIFY(!accept->isEnabled());
        QVERIFY(dialog->findChild<QLabel *>(u"ViewProblem"_s)->text().contains("already"_L1));
        name->setText(u"  A & B "_s);
        QTest::keyClick(name, Qt::Key_Return);
        QTRY_COMPARE(button(u"Saved views"_s)->text(), u"View: A && B"_s);
        QVERIFY(!command(u"two"_s));
        m_answers.accept = false;
        command(u"Delete “A && B”"_s)->trigger();
        QVERIFY(m_answers.lastQuestion.contains("A & B"_L1));
        QVERIFY(command(u"A && B"_s));
        m_answers.accept = true;
        command(u"Delete “A && B”"_s)->trigger();
        QTRY_COMPARE(button(u"Saved views"_s)->text(), u"Saved Views"_s);
        QVERIFY(!command(u"A && B"_s));
        QVERIFY(command(u"one"_s));
    }

    void isThereAtTheNextStart()
    {
        arrange();
        saveAs(u"By loss"_s);
        const LaunchId id = page()->launch()->id();
        m_window->storeWindow();
        m_window.reset();
        reopenWindow();
        QVERIFY(m_window->restoreWindow());
        QTRY_COMPARE(button(u"Saved views"_s)->text(), u"View: By loss"_s);
        page()->openLaunch(id);
        QVERIFY(waitForFinish());
        QTRY_COMPARE(grid()->model()->rowCount(), 4);
        expectArranged();
    }

    /// What a view says of columns that a sweep has not is without effect and told, and comes into force where they are.
    void columnsThatAreMissing()
    {
        arrange();
        saveAs(u"By loss"_s);
        runSweep("echo \"{\\\"profit\\\": $HERMES_PARAM_N}\"; exit 1\n", u"1:5"_s);
        QTRY_COMPARE(column(u"profit"_s).value(4), u"5"_s);
        QCOMPARE_EQ(grid()->model()->rowCount(), 5);
        QVERIFY(horizontal()->isSectionHidden(columnOf(u"Output"_s)));
        const QString told = child<QLabel>(u"FilterDescription"_s)->text();
        QVERIFY2(told.contains("loss is no column here"_L1), qPrintable(told));
        QTRY_VERIFY(plot()->isVisible());
        QTRY_VERIFY(child<QLabel>(u"PlotNote"_s)->text().contains(u"there is no column “loss”"_s));
        // Nothing of it was changed by that.
        QVERIFY(!command(u"Save Changes to “By loss”"_s)->isEnabled());
        runSweep("n={{n}}; echo \"{\\\"other\\\": 1, \\\"loss\\\": $((40 - n))}\"; exit $((n % 3 == 0))\n", u"0:11"_s);
        QTRY_COMPARE(grid()->model()->rowCount(), 4);
        expectArranged();
    }

    /// Repeats where there are none: the table, until a launch has some.
    void shapeThatIsMissing()
    {
        saveAs(u"plain"_s);
        page()->resultPane()->showView(ResultShape::Repeats);
        QCOMPARE_EQ(shownView(), RunViews::View::Grid);
        saveAs(u"repeats"_s);
        page()->parameterPane()->draft()->setRepeat(2);
        runSweep("echo {{n}}\n", u"1:3"_s);
        QCOMPARE_EQ(shownView(), RunViews::View::Repeats);
        command(u"plain"_s)->trigger();
        QCOMPARE_EQ(shownView(), RunViews::View::Grid);
        command(u"repeats"_s)->trigger();
        QCOMPARE_EQ(shownView(), RunViews::View::Repeats);
    }

    void aBrokenFileIsTold()
    {
        QVERIFY(QDir().mkpath(m_state->filePath(u"data/hermes-panel"_s)));
        QVERIFY(!write(u"data/hermes-panel/views.json"_s, "broken").isEmpty());
        nameNewView(u"never"_s);
        QTRY_VERIFY(messageText().contains("views.json"_L1));
        QCOMPARE_EQ(read(m_state->filePath(u"data/hermes-panel/views.json"_s)), "broken"_ba);
        QCOMPARE_EQ(button(u"Saved views"_s)->text(), u"Saved Views"_s);
    }

private:
    [[nodiscard]] GridView *grid() const { return page()->resultPane()->grid(); }
    [[nodiscard]] QHeaderView *horizontal() const { return grid()->horizontalHeader(); }
    [[nodiscard]] PlotView *plot() const { return m_window->findChild<PlotView *>(); }

    void reopenWindow()
    {
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void runSweep(const QByteArray &code, const QString &values)
    {
        load(Language::Shell, code, u"n"_s, values);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
    }

    [[nodiscard]] int columnOf(const QString &title) const
    {
        for (int i = 0; i < grid()->model()->columnCount(); ++i) {
            if (grid()->model()->headerData(i, Qt::Horizontal).toString() == title)
                return i;
        }
        return -1;
    }

    /// An entry of the menu as it is now, which is made anew each time.
    [[nodiscard]] QAction *command(const QString &text) const
    {
        QMenu *menu = button(u"Saved views"_s)->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction *action : menu->actions()) {
            QString shown = action->text();
            if (shown == text || shown.remove(QRegularExpression(u"&(?!&)(?<!&&)"_s)) == text)
                return action;
        }
        return nullptr;
    }

    [[nodiscard]] RunViews::View shownView() const { return RunViews::View(child<QTabBar>(u"Views"_s)->currentIndex()); }

    void saveAs(const QString &name)
    {
        nameNewView(name);
        QTRY_COMPARE_WITH_TIMEOUT(button(u"Saved views"_s)->text(), u"View: "_s + name, Patience);
    }

    void nameNewView(const QString &name)
    {
        command(u"Save as New View…"_s)->trigger();
        auto *dialog = child<QDialog>(u"ViewDialog"_s);
        QVERIFY(dialog);
        QTest::keyClicks(dialog->findChild<QLineEdit *>(u"ViewName"_s), name);
        QTest::keyClick(dialog->findChild<QLineEdit *>(u"ViewName"_s), Qt::Key_Return);
        QTRY_VERIFY(!child<QDialog>(u"ViewDialog"_s));
    }

    /// Failed ones with a loss over 28, the lowest loss first, without the output, as a plot.
    void arrange()
    {
        grid()->menu()->hideColumn(columnOf(u"Output"_s));
        horizontal()->setSortIndicator(columnOf(u"loss"_s), Qt::AscendingOrder);
        grid()->setStates({RunState::Failed});
        grid()->askForFilter(columnOf(u"loss"_s));
        auto *text = child<QLineEdit>(u"ColumnText"_s);
        QTest::keyClicks(text, u"> 28"_s);
        QTest::keyClick(text, Qt::Key_Escape);
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Plot));
        child<QComboBox>(u"PlotX"_s)->setCurrentText(u"loss"_s);
        child<QComboBox>(u"PlotY"_s)->setCurrentText(u"n"_s);
        child<QCheckBox>(u"PlotXLog"_s)->click();
        child<QComboBox>(u"PlotStyle"_s)->setCurrentIndex(1);
    }

    void expectArranged()
    {
        QCOMPARE_EQ(column(u"n"_s), (QStringList {u"9"_s, u"6"_s, u"3"_s, u"0"_s}));
        QVERIFY(horizontal()->isSectionHidden(columnOf(u"Output"_s)));
        QCOMPARE_EQ(horizontal()->sortIndicatorSection(), columnOf(u"loss"_s));
        QCOMPARE_EQ(shownView(), RunViews::View::Plot);
        QCOMPARE_EQ(child<QComboBox>(u"PlotX"_s)->currentText(), u"loss"_s);
        QCOMPARE_EQ(child<QComboBox>(u"PlotY"_s)->currentText(), u"n"_s);
        QVERIFY(child<QCheckBox>(u"PlotXLog"_s)->isChecked());
        QVERIFY(!child<QCheckBox>(u"PlotYLog"_s)->isChecked());
        QCOMPARE_EQ(child<QComboBox>(u"PlotStyle"_s)->currentIndex(), 1);
    }
};

QTEST_MAIN(SavedViewsTest)
#include "tst_savedviews.moc"

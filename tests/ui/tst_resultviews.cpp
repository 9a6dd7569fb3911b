// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/plot/plottablemodel.h"
#include "models/resultgridmodel.h"
#include "tests/ui/windowfixture.h"
#include "ui/palette/commandpalette.h"
#include "ui/plot/plotview.h"
#include "ui/results/columnfilter.h"
#include "ui/results/gridview.h"
#include "ui/results/resultpane.h"
#include "ui/run/runviews.h"

#include <QAbstractAxis>
#include <QAction>
#include <QChart>
#include <QChartView>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTabBar>
#include <QTableView>
#include <QToolButton>

#include <cmath>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What can be done with results: filtered, sorted, copied, exported in part, taken together, drawn.
class ResultViewsTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        open();
        load(Language::Shell,
             "n={{n}}\necho \"{\\\"twice\\\": $((2 * n)), \\\"deep\\\": {\\\"odd\\\": $((n % 2))}}\"\nexit $((n % 3 == 0))\n",
             u"n"_s, u"0:29"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
    }
    void cleanup() { close(); }

    void legendFilters()
    {
        QToolButton *failed = legend(u"failed 10"_s);
        QVERIFY(failed);
        QTest::mouseClick(failed, Qt::LeftButton);
        QCOMPARE_EQ(column(u"n"_s),
                    (QStringList {u"0"_s, u"3"_s, u"6"_s, u"9"_s, u"12"_s, u"15"_s, u"18"_s, u"21"_s, u"24"_s, u"27"_s}));
        QVERIFY(child<QLabel>(u"FilterDescription"_s)->text().startsWith("10 of 30 shown"_L1));
        QTest::mouseClick(legend(u"ok 20"_s), Qt::LeftButton);
        QCOMPARE_EQ(grid()->model()->rowCount(), 20);
        press(u"Clear Filters"_s);
        QCOMPARE_EQ(grid()->model()->rowCount(), 30);
        QVERIFY(child<QPushButton>(u"ClearFilters"_s)->isHidden());
    }

    void onlyFailuresByKeys()
    {
        grid()->setFocus();
        QTest::keyClick(grid(), Qt::Key_F, Qt::ControlModifier);
        auto *text = child<QLineEdit>(u"FilterResults"_s);
        QCOMPARE_EQ(m_window->focusWidget(), text);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Tab);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_Space);
        QCOMPARE_EQ(grid()->model()->rowCount(), 10);
        QVERIFY(child<QLabel>(u"FilterDescription"_s)->text().endsWith("only failures"_L1));
        // States that no candidate has stay out of the legend.
        QVERIFY(child<QToolButton>(u"Legend%1"_s.arg(int(RunState::Failed)))->isVisible());
        QVERIFY(child<QToolButton>(u"Legend%1"_s.arg(int(RunState::Infrastructure)))->isHidden());
        text->setFocus();
        QTest::keyClicks(text, u"27"_s);
        QVERIFY(QTest::qWaitFor([&] { return grid()->model()->rowCount() == 1; }, Patience));
    }

    void columnFilterByValueAndComparison()
    {
        grid()->askForFilter(columnOf(u"deep.odd"_s));
        auto *values = child<QListWidget>(u"ColumnValues"_s);
        QCOMPARE_EQ(values->count(), 2);
        values->item(0)->setCheckState(Qt::Unchecked);
        QCOMPARE_EQ(grid()->model()->rowCount(), 15);
        QTest::keyClick(values, Qt::Key_Escape);
        grid()->askForFilter(columnOf(u"twice"_s));
        const auto popups = m_window->findChildren<ColumnFilter *>();
        QTest::keyClicks(popups.last()->findChild<QLineEdit *>(u"ColumnText"_s), u"> 50"_s);
        QVERIFY(grid()->model()->rowCount() < 3);
        QVERIFY(child<QLabel>(u"FilterDescription"_s)->text().contains("twice > 50"_L1));
    }

    void copiesWhatIsShown()
    {
        legend(u"failed 10"_s)->click();
        grid()->setFocus();
        grid()->selectAll();
        const auto copy = [this](const QString &text) {
            for (QAction *action : grid()->actions()) {
                if (action->text() == text)
                    action->trigger();
            }
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE_EQ(copy(u"Copy with &Titles"_s).count(u'\n'), 11);
        QVERIFY(copy(u"Copy as &Markdown"_s).startsWith("| Index | n | State |"_L1));
        const QJsonArray rows = QJsonDocument::fromJson(copy(u"Copy as &JSON"_s).toUtf8()).array();
        QCOMPARE_EQ(rows.size(), 10);
        QCOMPARE_EQ(rows.at(1)["twice"_L1].toInt(), 6);
        QCOMPARE_EQ(rows.at(1)["State"_L1].toString(), u"failed"_s);
    }

    void exportsInPartAndAsLines()
    {
        legend(u"failed 10"_s)->click();
        horizontal()->setSortIndicator(columnOf(u"n"_s), Qt::DescendingOrder);
        m_answers.path = m_state->filePath(u"failed.jsonl"_s);
        press(u"Export"_s);
        auto *menu = child<QMenu>(u"ExportMenu"_s);
        QVERIFY(menu);
        menu->actions().at(1)->trigger();
        QVERIFY(QTest::qWaitFor([&] { return !page()->isExporting(); }, Patience));
        const QList<QByteArray> lines = read(m_answers.path).trimmed().split('\n');
        QCOMPARE_EQ(lines.size(), 10);
        QCOMPARE_EQ(QJsonDocument::fromJson(lines.first()).object()["n"_L1].toInt(), 27);
        QCOMPARE_EQ(QJsonDocument::fromJson(lines.last()).object()["twice"_L1].toInt(), 0);
        menu->close();
    }

    void selectionAndPlaceStay()
    {
        m_window->resize(1024, 700);
        page()->resultPane()->selectRow(21);
        QScrollBar *bar = grid()->verticalScrollBar();
        QVERIFY(QTest::qWaitFor([&] { return bar->value() > 0; }, Patience));
        const QRect before = grid()->visualRect(grid()->currentIndex());
        legend(u"failed 10"_s)->click();
        QCOMPARE_EQ(grid()->selectedCandidates(), QList {21});
        legend(u"failed 10"_s)->click();
        QCOMPARE_EQ(grid()->selectedCandidates(), QList {21});
        QVERIFY(grid()->viewport()->rect().intersects(grid()->visualRect(grid()->currentIndex())));
        QVERIFY(before.isValid());
    }

    void hiddenColumnsStayHidden()
    {
        const int output = columnOf(u"Output"_s);
        horizontal()->moveSection(horizontal()->visualIndex(columnOf(u"twice"_s)), 0);
        grid()->hideColumn(output);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QVERIFY(QTest::qWaitFor([&] { return columnOf(u"twice"_s) > 0; }, Patience));
        QCOMPARE_EQ(horizontal()->visualIndex(columnOf(u"twice"_s)), 0);
    }

    /// A view that the launch has nothing for cannot be chosen and says why, and is left when it comes.
    void viewsAreThereWhereTheLaunchHasSomethingForThem()
    {
        auto *views = child<QTabBar>(u"Views"_s);
        QVERIFY(views->isTabEnabled(int(RunViews::View::Plot)));
        QVERIFY(!views->isTabEnabled(int(RunViews::View::Repeats)));
        QVERIFY(views->tabToolTip(int(RunViews::View::Repeats)).contains("Repeat under Options"_L1));
        views->setCurrentIndex(int(RunViews::View::Plot));
        load(Language::Shell, "true", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QVERIFY(!views->isTabEnabled(int(RunViews::View::Plot)));
        QCOMPARE_EQ(views->currentIndex(), int(RunViews::View::Grid));
        QVERIFY(grid()->isVisible());
    }

    void plotFollowsTheFilterAndLeadsToARow()
    {
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Plot));
        auto *plot = m_window->findChild<PlotView *>();
        QVERIFY(QTest::qWaitFor([&] { return plot->isVisible(); }, Patience));
        auto *points = child<QTableView>(u"Plotpoints"_s)->model();
        QVERIFY(QTest::qWaitFor([&] { return points->rowCount() == 30; }, Patience));
        legend(u"failed 10"_s)->click();
        QVERIFY(QTest::qWaitFor([&] { return points->rowCount() == 10; }, Patience));
        auto *chart = m_window->findChild<QChartView *>();
        QVERIFY(QTest::qWaitFor([&] { return chart->chart()->plotArea().height() > 50; }, Patience));
        const QPointF place = chart->chart()->mapToPosition({27, 54});
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, chart->mapFromScene(chart->chart()->mapToScene(place)));
        QCOMPARE_EQ(grid()->selectedCandidates(), QList {27});
        for (const QString &name : {u"plot.png"_s, u"plot.svg"_s}) {
            m_answers.path = m_state->filePath(name);
            press(u"Save Picture"_s);
            QVERIFY(QTest::qWaitFor([&] { return QFile::exists(m_answers.path); }, Patience));
            QVERIFY(read(m_answers.path).size() > 1000);
        }
    }

    /// Numbers without a logarithm are told, in the picture and in its table.
    void plotOnLogarithmicAxes()
    {
        m_window->resize(1600, 1200); // a short axis has no room for its whole title
        child<QTabBar>(u"Views"_s)->setCurrentIndex(int(RunViews::View::Plot));
        auto *points = child<QTableView>(u"Plotpoints"_s)->model();
        QVERIFY(QTest::qWaitFor([&] { return points->rowCount() == 30; }, Patience));
        auto *chart = m_window->findChild<QChartView *>();
        auto *logX = child<QCheckBox>(u"PlotXLog"_s);
        QVERIFY(logX->isEnabled());
        QCOMPARE_EQ(logX->accessibleName(), u"X axis: logarithmic"_s);
        QVERIFY(!child<QCheckBox>(u"PlotColorLog"_s)->isEnabled());
        logX->click();
        QCOMPARE_EQ(points->rowCount(), 29); // n is 0 for one
        QVERIFY(note().contains("1 candidate left out: 0 or less"_L1));
        QCOMPARE_EQ(chart->accessibleDescription(), note());
        QCOMPARE_EQ(chart->chart()->axes(Qt::Horizontal).first()->titleText(), u"n (logarithmic)"_s);
        QCOMPARE_EQ(chart->chart()->axes(Qt::Vertical).first()->titleText(), u"twice"_s);
        child<QCheckBox>(u"PlotYLog"_s)->click();
        QVERIFY(QTest::qWaitFor([&] { return chart->chart()->plotArea().height() > 50; }, Patience));
        const QPointF place = chart->chart()->mapToPosition({std::log10(27), std::log10(54)});
        QTest::mouseClick(chart->viewport(), Qt::LeftButton, {}, chart->mapFromScene(chart->chart()->mapToScene(place)));
        QCOMPARE_EQ(grid()->selectedCandidates(), QList {27});
        QCOMPARE_EQ(points->index(26, 1).data().toString(), u"27"_s);
        QCOMPARE_EQ(points->headerData(1, Qt::Horizontal).toString(), u"n"_s);
        // The picture has what is shown.
        m_answers.path = m_state->filePath(u"log.svg"_s);
        press(u"Save Picture"_s);
        QVERIFY(QTest::qWaitFor([&] { return QFile::exists(m_answers.path); }, Patience));
        const QByteArray svg = read(m_answers.path);
        QVERIFY(svg.contains("n (logarithmic)") && svg.contains("twice (logarithmic)"));
        child<QComboBox>(u"PlotColor"_s)->setCurrentText(u"twice"_s);
        auto *logColor = child<QCheckBox>(u"PlotColorLog"_s);
        QVERIFY(logColor->isEnabled());
        const QString before = points->index(0, 3).data().toString();
        logColor->click();
        QVERIFY(points->index(0, 3).data().toString() != before);
        child<QComboBox>(u"PlotColor"_s)->setCurrentText(u"State"_s);
        QVERIFY(!logColor->isEnabled());
        logX->click();
        child<QCheckBox>(u"PlotYLog"_s)->click();
        QCOMPARE_EQ(points->rowCount(), 30);
        QVERIFY(!note().contains("logarithmic"_L1));
    }

    /// The failed ones run again in a launch that has all the other results; the first launch stays and can be opened.
    void rerunsWhatFailed()
    {
        const LaunchId first = page()->launch()->id();
        load(Language::Shell, "exit 9\n", u"n"_s, u"0:29"_s); // what is in the editor has no part in it
        QVERIFY(messageText().isEmpty());
        chooseRerun(u"Failed (10)"_s);
        QVERIFY(waitForFinish());
        QVERIFY2(messageText().contains("To run what the editor has now"_L1), qPrintable(messageText()));
        const LaunchId second = page()->launch()->id();
        QVERIFY(second != first);
        QCOMPARE_EQ(grid()->model()->rowCount(), 30);
        QVERIFY(QTest::qWaitFor([&] { return legend(u"ok 20"_s) && legend(u"failed 10"_s); }, Patience));
        QCOMPARE_EQ(column(u"twice"_s).at(29), u"58"_s);
        page()->openLaunch(first);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(page()->launch()->id(), first);
        QVERIFY(QTest::qWaitFor([&] { return column(u"twice"_s).value(29) == u"58"_s; }, Patience));
        QCOMPARE_EQ(column(u"n"_s).at(29), u"29"_s);
        grid()->selectRow(3);
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s).contains("\"twice\": 6"_L1); }, Patience));
    }

    /// What was not run goes on in its own launch.
    void runsWhatIsMissing()
    {
        launchSleeps();
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
        const LaunchId id = page()->launch()->id();
        const auto missing = column(u"State"_s).count(u"not run"_s) + column(u"State"_s).count(u"cancelled"_s);
        QVERIFY(missing > 0);
        chooseRerun(u"Not Run or Cancelled (%1)"_s.arg(missing));
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->isActive(); }, Patience));
        QCOMPARE_EQ(page()->launch()->id(), id);
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
    }

    void paletteRunsACommand()
    {
        QTest::keyClick(m_window.get(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        auto *palette = m_window->findChild<CommandPalette *>();
        QVERIFY(palette);
        auto *query = palette->findChild<QLineEdit *>();
        QTest::keyClicks(query, u"keyshort"_s);
        auto *list = palette->findChild<QListWidget *>();
        QVERIFY(list->currentItem()->text().contains("Keyboard Shortcuts"_L1));
        QTest::keyClick(query, Qt::Key_Return);
        QVERIFY(QTest::qWaitFor([&] { return child<QWidget>(u"Help"_s) && child<QWidget>(u"Help"_s)->isVisible(); }, Patience));
    }

private:
    [[nodiscard]] GridView *grid() const { return page()->resultPane()->grid(); }
    [[nodiscard]] QHeaderView *horizontal() const { return grid()->horizontalHeader(); }

    [[nodiscard]] int columnOf(const QString &title) const
    {
        for (int i = 0; i < grid()->model()->columnCount(); ++i) {
            if (grid()->model()->headerData(i, Qt::Horizontal).toString() == title)
                return i;
        }
        return -1;
    }

    void chooseRerun(const QString &text) const
    {
        QMenu *menu = button(u"Re-run"_s)->menu();
        Q_EMIT menu->aboutToShow();
        for (QAction *action : menu->actions()) {
            if (action->text().remove(u'&') == text) {
                action->trigger();
                return;
            }
        }
        QFAIL(qPrintable(text));
    }

    [[nodiscard]] QString note() const { return child<QLabel>(u"PlotNote"_s)->text(); }

    [[nodiscard]] QToolButton *legend(const QString &text) const
    {
        for (QToolButton *button : m_window->findChildren<QToolButton *>()) {
            if (button->text() == text)
                return button;
        }
        return nullptr;
    }
};

QTEST_MAIN(ResultViewsTest)
#include "tst_resultviews.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/module.h"
#include "backends/engine/sweep/parametergroup.h"
#include "models/currentlaunch.h"
#include "models/grid/arrangedrows.h"
#include "models/grid/gridfilter.h"
#include "models/plot/plottablemodel.h"
#include "models/roles.h"
#include "tests/support/fakebackend.h"
#include "ui/plot/plotchart.h"
#include "ui/results/gridview.h"
#include "ui/results/resultpane.h"
#include "ui/theme/panelstyle.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMainWindow>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTemporaryDir>
#include <QTimer>

#include <cmath>
#include <cstdio>
#include <numeric>
#include <random>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Times what the window does with many results. Prints one JSON object of figures.
///
///     benchgrid bare                    {"memory_bytes"}: of a window with nothing in it
///     benchgrid live ROWS PER_SECOND    {"longest_block_ms", "sorted_block_ms", "memory_bytes"}: of the event loop, results
///                                       coming in by the real engine; then with a filter and the rows sorted by a text
///     benchgrid rows ROWS               {"sort_text_ms", "proxy_sort_text_ms", "clear_filter_ms", "proxy_clear_filter_ms"}
///     benchgrid view ROWS               {"first_ms", "jump_ms", "sort_number_ms", "memory_bytes"}
///     benchgrid plot POINTS             {"draw_ms"}
namespace {

using namespace hermes;

double sinceMs(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

qint64 memoryBytes()
{
    QFile file(u"/proc/self/statm"_s);
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    constexpr qint64 PageBytes = 4096;
    return file.readAll().split(' ').value(1).toLongLong() * PageBytes;
}

QList<CandidateSummary> results(int from, int count)
{
    QList<CandidateSummary> list;
    list.reserve(count);
    for (int index = from; index < from + count; ++index) {
        const double loss = std::sin(index) * 100;
        list.append(
            {.index = index,
             .state = CandidateState::Finished,
             .exitCode = index % 7 == 0 ? 1 : 0,
             .run = std::chrono::microseconds((index * 7919) % 100'000),
             .firstLine = u"result %1 of the run"_s.arg((index * 7919) % 1'000'003),
             .lastObject = "{\"loss\": " + QByteArray::number(loss) + ", \"epoch\": " + QByteArray::number(index % 50) + '}'});
    }
    return list;
}

void fill(ResultGridModel &grid, int rows)
{
    constexpr int AtOnce = 10'000;
    grid.begin({u"n"_s}, rows, [](int index) { return QStringList {QString::number(index)}; });
    for (int from = 0; from < rows; from += AtOnce)
        grid.update(results(from, std::min(AtOnce, rows - from)));
    grid.setStage(LaunchStage::Over);
}

/// Notes the longest time in which the event loop did not get to a timer that is due every millisecond.
class BlockMeter
{
public:
    BlockMeter()
    {
        QObject::connect(&m_timer, &QTimer::timeout, &m_timer, [this] {
            m_longest = std::max(m_longest, sinceMs(m_since));
            m_since.start();
        });
        m_since.start();
        m_timer.start(1ms);
    }
    void restart()
    {
        m_longest = 0;
        m_since.start();
    }
    [[nodiscard]] double longestMs() const { return m_longest; }

private:
    QTimer m_timer;
    QElapsedTimer m_since;
    double m_longest = 0;
};

void runLoop(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

/// Many rows are arranged a slice at a time and on a thread.
template<typename Rows>
void waitUntilIdle(const Rows &rows)
{
    while (rows.isBusy())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

/// Ends held runs at a steady pace, from its own thread.
std::jthread endRuns(std::shared_ptr<test::FakeWorld> world, int perSecond)
{
    return std::jthread([world = std::move(world), perSecond](const std::stop_token &stop) {
        const auto begin = std::chrono::steady_clock::now();
        for (qint64 ended = 0; !stop.stop_requested();) {
            const auto due = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() * perSecond;
            while (double(ended) < due && !stop.stop_requested()) {
                const auto out = "result " + QByteArray::number((ended * 7919) % 1'000'003)
                    + "\n{\"loss\": " + QByteArray::number(ended % 97) + "}\n";
                if (!world->finish(test::FakeAnswer::exited(ended % 7 == 0 ? 1 : 0, out)))
                    break;
                ++ended;
            }
            std::this_thread::sleep_for(1ms);
        }
    });
}

QJsonObject live(int rows, int perSecond)
{
    const QTemporaryDir state;
    auto engine = Engine::open({.stateFolder = state.path(), .program = u"benchgrid"_s});
    if (!engine)
        qFatal("%s", qPrintable(toText(engine.error())));
    auto world = std::make_shared<test::FakeWorld>();
    world->answer = [](const RunRequest &) { return std::optional<test::FakeAnswer>(); };
    (*engine)->addKind(test::fakeKind(world));
    CurrentLaunch launch(engine->get());
    WindowDialogs dialogs;
    ResultPane pane(&launch, &dialogs);
    pane.resize(1000, 700);
    pane.show();
    auto group = parseParameterArgument(u"n=1:%1"_s.arg(rows));
    LaunchSpec spec {.kind = LaunchKind::Sweep, .backend = u"fake"_s, .settings = Settings(u"fake"_s), .codes = {"true"}};
    spec.sweep.groups = {*std::move(group)};
    spec.concurrency = 64;
    launch.start(std::move(spec));
    while (launch.phase() != CurrentLaunch::Phase::Running)
        runLoop(10ms);
    runLoop(500ms);
    const std::jthread ends = endRuns(world, perSecond);
    BlockMeter meter;
    runLoop(5s);
    const double plain = meter.longestMs();
    const int finished = launch.progress().finished;
    pane.grid()->setStates({RunState::Ok, RunState::Queued});
    pane.grid()->horizontalHeader()->setSortIndicator(launch.grid()->columnOf(ResultGridModel::ColumnKind::Output),
                                                      Qt::AscendingOrder);
    runLoop(500ms);
    meter.restart();
    runLoop(4s);
    const double sorted = meter.longestMs();
    const qint64 memory = memoryBytes();
    launch.cancel();
    return {{u"longest_block_ms"_s, plain}, {u"sorted_block_ms"_s, sorted}, {u"memory_bytes"_s, memory}, {u"finished"_s, finished}};
}

/// The same filter for both sides.
class FailuresOnly final : public QSortFilterProxyModel
{
public:
    void setOn(bool on)
    {
        m_on = on;
        invalidateRowsFilter();
    }

protected:
    [[nodiscard]] bool filterAcceptsRow(int row, const QModelIndex &parent) const override
    {
        return !m_on || sourceModel()->index(row, 0, parent).data(StateRole).toInt() == int(RunState::Failed);
    }

private:
    bool m_on = false;
};

QJsonObject rows(int count)
{
    ResultGridModel grid;
    fill(grid, count);
    const int output = grid.columnOf(ResultGridModel::ColumnKind::Output);
    QElapsedTimer timer;
    const auto timed = [&](const auto &work) {
        timer.start();
        work();
        return sinceMs(timer);
    };
    GridFilter filter(&grid);
    ArrangedRows ours;
    ours.setFilter(&filter);
    ours.setSourceModel(&grid);
    const auto arranged = [&](const auto &work) {
        return timed([&] {
            work();
            waitUntilIdle(ours);
        });
    };
    FailuresOnly theirs;
    theirs.setSortRole(SortRole);
    theirs.setSourceModel(&grid);
    QJsonObject figures;
    figures[u"sort_text_ms"_s] = arranged([&] { ours.sort(output); });
    figures[u"proxy_sort_text_ms"_s] = timed([&] { theirs.sort(output); });
    // Both stay sorted, as a user has them.
    filter.setStates({RunState::Failed});
    figures[u"filter_ms"_s] = arranged([&] { ours.setFilter(&filter); });
    figures[u"proxy_filter_ms"_s] = timed([&] { theirs.setOn(true); });
    filter.clear();
    figures[u"clear_filter_ms"_s] = arranged([&] { ours.setFilter(&filter); });
    figures[u"proxy_clear_filter_ms"_s] = timed([&] { theirs.setOn(false); });
    return figures;
}

QJsonObject view(int count)
{
    ResultGridModel grid;
    QMainWindow window;
    auto *table = new GridView(&grid, &window);
    window.setCentralWidget(table);
    window.resize(1000, 700);
    fill(grid, count);
    QElapsedTimer timer;
    const auto painted = [&](const auto &work) {
        timer.start();
        work();
        QCoreApplication::processEvents();
        waitUntilIdle(*table);
        window.grab();
        return sinceMs(timer);
    };
    QJsonObject figures;
    figures[u"first_ms"_s] = painted([&] { window.show(); });
    figures[u"jump_ms"_s] = painted([&] { table->verticalScrollBar()->setValue(count / 2); });
    figures[u"sort_number_ms"_s] = painted([&] {
        table->horizontalHeader()->setSortIndicator(grid.columnOf(ResultGridModel::ColumnKind::Duration), Qt::DescendingOrder);
    });
    figures[u"memory_bytes"_s] = memoryBytes();
    return figures;
}

QJsonObject plot(int count)
{
    PlotPoints points {.groups = {u"a"_s, u"b"_s}};
    std::mt19937 random(1);
    std::normal_distribution<double> noise;
    for (int i = 0; i < count; ++i)
        points.points.push_back({.x = double(i), .y = noise(random), .candidate = i, .group = i % 2});
    const auto [minY, maxY] = std::ranges::minmax(points.points, {}, &PlotPoint::y);
    points.maxX = count;
    points.minY = minY.y;
    points.maxY = maxY.y;
    const Result<QFunctionPointer> entry = loadModule(u"plot"_s, PlotChartEntry);
    if (!entry)
        qFatal("%s", qPrintable(toText(entry.error())));
    PlotChart &chart = *reinterpret_cast<PlotChartEntryFunction>(*entry)(nullptr);
    const std::unique_ptr<QWidget> widget(chart.widget());
    widget->resize(900, 500);
    widget->show();
    QCoreApplication::processEvents();
    QJsonObject figures;
    for (const auto &[style, name] :
         {std::pair(PlotChart::Style::Marks, u"marks_ms"_s), {PlotChart::Style::Lines, u"lines_ms"_s}}) {
        chart.setStyle(style);
        chart.showPoints(&points, {u"x"_s, u"y"_s});
        widget->grab();
        QElapsedTimer timer;
        timer.start();
        chart.showPoints(&points, {u"x"_s, u"y"_s});
        widget->grab();
        figures[name] = sinceMs(timer);
    }
    return figures;
}

} // namespace

int main(int argc, char *argv[])
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const QString mode = arguments.value(1);
    const int count = arguments.value(2).toInt();
    QJsonObject figures;
    if (mode == "bare"_L1) {
        QMainWindow window;
        window.resize(1000, 700);
        window.show();
        QCoreApplication::processEvents();
        figures[u"memory_bytes"_s] = memoryBytes();
    } else {
        QApplication::setStyle(new PanelStyle);
        QApplication::setPalette(panelPalette(Theme::Light));
        if (mode == "live"_L1)
            figures = live(count, arguments.value(3).toInt());
        else if (mode == "rows"_L1)
            figures = rows(count);
        else if (mode == "view"_L1)
            figures = view(count);
        else if (mode == "plot"_L1)
            figures = plot(count);
    }
    if (figures.isEmpty()) {
        std::fputs("benchgrid: bare, live, rows, view or plot\n", stderr);
        return 2;
    }
    std::puts(QJsonDocument(figures).toJson(QJsonDocument::Compact).constData());
    return 0;
}

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "models/grid/gridfilter.h"
#include "models/parametertablemodel.h"
#include "models/resultexport.h"
#include "models/snippetdocument.h"
#include "tests/support/longestblock.h"
#include "ui/mainwindow.h"
#include "ui/results/columnfilter.h"
#include "ui/results/gridview.h"
#include "ui/results/resultpane.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"
#include "ui/theme/panelstyle.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QHeaderView>
#include <QJsonDocument>
#include <QJsonObject>
#include <QListWidget>
#include <QTableView>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What the real window does, as a user makes it do it. Prints one JSON object of figures.
///
///     benchwindow sweep COUNT            {"seconds", "longest_block_ms", "longest_work_ms"} of a sweep of short candidates
///     benchwindow stored LAUNCH FILE     the same three of each thing that is done with the results of a stored launch, with
///                                        its name before them; FILE is what they are exported to
///
/// `longest_block` is the longest time between two rounds of the event loop, `longest_work` the processor time that the
/// thread of the window took for one.
namespace {

using namespace hermes;

void runLoop(std::chrono::milliseconds time)
{
    QEventLoop loop;
    QTimer::singleShot(time, &loop, &QEventLoop::quit);
    loop.exec();
}

class Bench final
{
public:
    Bench()
    {
        QApplication::setStyle(new PanelStyle);
        QApplication::setPalette(panelPalette(Theme::Light));
        auto engine = openEngine(u"benchwindow"_s);
        if (!engine)
            qFatal("%s", qPrintable(toText(engine.error())));
        m_engine = std::move(*engine);
        m_window = std::make_unique<MainWindow>(m_engine.get(), m_tokens.store.get(), &m_dialogs);
        m_window->show();
        QObject::connect(page()->launch(), &CurrentLaunch::refused, page(),
                         [](const Fault &fault) { qFatal("%s", qPrintable(toText(fault))); });
        runLoop(1s); // it is painted and has its colours
    }

    void sweep(int count)
    {
        page()->snippetPane()->setDocument(SnippetDocument::fromBytes("true\n"));
        page()->snippetPane()->setLanguage(Language::Shell);
        page()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1:%1"_s.arg(count)}});
        runLoop(1s);
        time({}, [this] { page()->runSweep(); }, [this] { return isFinished(); });
    }

    void stored(LaunchId launch, const QString &exported)
    {
        using enum ResultGridModel::ColumnKind;
        GridView *grid = page()->resultPane()->grid();
        ResultGridModel *model = page()->launch()->grid();
        const auto sortBy = [&](int column) { grid->horizontalHeader()->setSortIndicator(column, Qt::AscendingOrder); };
        const auto isQuiet = [&] { return !grid->isBusy(); };
        time(u"open_"_s, [&] { page()->openLaunch(launch); }, [this] { return isFinished(); });
        time(u"filter_none_"_s, [&] { grid->setText(u"no such thing"_s); }, isQuiet);
        time(u"clear_"_s, [&] { grid->clearFilter(); }, isQuiet);
        time(u"filter_some_"_s, [&] { grid->setText(u"result 77"_s); }, isQuiet);
        time(u"clear_"_s, [&] { grid->clearFilter(); }, isQuiet);
        time(u"sort_number_"_s, [&] { sortBy(model->columnOf(Duration)); }, isQuiet);
        time(u"sort_parameter_"_s, [&] { sortBy(model->columnOf(Parameter)); }, isQuiet);
        time(u"sort_text_"_s, [&] { sortBy(model->columnOf(Output)); }, isQuiet);
        time(
            u"distinct_"_s, [&] { grid->askForFilter(model->columnOf(Output)); },
            [this] { return m_window->findChild<QListWidget *>(u"ColumnValues"_s)->count() > 0; });
        m_window->findChild<ColumnFilter *>()->close();
        if (!exported.isEmpty())
            exportTo(launch, exported);
        time(
            u"plot_"_s, [&] { page()->resultPane()->showView(ResultPane::View::Plot); },
            [this] { return m_window->findChild<QTableView *>(u"Plotpoints"_s)->model()->rowCount() > 0; });
        time(u"open_again_"_s, [&] { page()->openLaunch(launch); }, [this] { return isFinished(); });
    }

    void exportTo(LaunchId launch, const QString &exported)
    {
        ResultExport *writing = nullptr;
        bool written = false;
        const auto &shown = page()->resultPane()->grid()->shownCandidates();
        time(
            u"export_"_s,
            [&] {
                writing = new ResultExport(m_engine.get(), launch, page()->launch()->grid(), shown);
                QObject::connect(writing, &ResultExport::finished, writing, [&](const Result<> &outcome) {
                    if (!outcome)
                        qFatal("%s", qPrintable(toText(outcome.error())));
                    written = true;
                });
                writing->start(exported);
            },
            [&] { return written; });
        delete writing;
    }

    [[nodiscard]] const QJsonObject &figures() const { return m_figures; }

private:
    [[nodiscard]] RunPage *page() const { return m_window->runPage(); }
    [[nodiscard]] bool isFinished() const { return page()->launch()->phase() == CurrentLaunch::Phase::Finished; }

    /// Until it is done and painted.
    template<typename Act, typename Done>
    void time(const QString &name, Act act, Done isDone)
    {
        LongestBlock block(LongestBlock::Clock::RealTime);
        LongestBlock work;
        QElapsedTimer timer;
        timer.start();
        // Within a round of the event loop, as everything that a user does.
        QTimer::singleShot(0, page(), act);
        do
            runLoop(1ms);
        while (!isDone());
        m_figures[name + "seconds"_L1] = double(timer.nsecsElapsed()) / 1e9;
        runLoop(50ms);
        m_figures[name + "longest_block_ms"_L1] = block.milliseconds();
        m_figures[name + "longest_work_ms"_L1] = work.milliseconds();
    }

    Tokens m_tokens = openTokens(KeychainTokenStore::WithoutService::KeepInMemory);
    std::unique_ptr<Engine> m_engine;
    WindowDialogs m_dialogs;
    std::unique_ptr<MainWindow> m_window;
    QJsonObject m_figures;
};

} // namespace

int main(int argc, char **argv)
{
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    const QString mode = arguments.value(1);
    if (mode != "sweep"_L1 && mode != "stored"_L1) {
        std::fputs("usage: benchwindow sweep COUNT | stored LAUNCH FILE\n", stderr);
        return 2;
    }
    Bench bench;
    if (mode == "sweep"_L1)
        bench.sweep(arguments.value(2).toInt());
    else
        bench.stored(arguments.value(2).toLongLong(), arguments.value(3));
    std::puts(QJsonDocument(bench.figures()).toJson(QJsonDocument::Compact).constData());
    return 0;
}

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots.h"

#include "app/gui/desktopapp.h"
#include "models/snippetdocument.h"
#include "ui/mainwindow.h"
#include "ui/output/outputarea.h"
#include "ui/results/resultpane.h"
#include "ui/results/viewmenu.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/runviews.h"
#include "ui/run/snippetpane.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTableView>
#include <QTemporaryDir>
#include <QTimer>
#include <QToolButton>

#include <functional>
#include <print>
#include <vector>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr QSize Usual {1440, 900};
constexpr QSize Narrow {1024, 700};

/// One thing that is done, what is waited for then, and the picture that is taken after that.
struct Step
{
    std::function<void()> act = {};
    std::function<bool()> until = {};
    QString picture = {};
};

/// Walks through its steps from the event loop; ends the application after the last one or the first that hangs.
class Shots final : public QObject
{
public:
    Shots(DesktopApp &panel, QString folder, QString theme) : m_panel(panel), m_folder(std::move(folder)), m_theme(std::move(theme))
    {
        add([this] { page()->newSnippet(); }, [this] { return m_panel.window()->isActiveWindow(); });
        addPictures(u"empty"_s, u"empty-narrow"_s);
        addBusy();
        addFailed();
        addDone();
        addAxes();
        addTranscript();
        addPlot();
        addOtherPages();
        connect(&m_timer, &QTimer::timeout, this, &Shots::poll);
        m_timer.start(20ms);
    }

private:
    void add(std::function<void()> act, std::function<bool()> until = {}, const QString &picture = {});
    /// The page as it is then, in the usual size and in the narrow one.
    void addPictures(const QString &usual, const QString &narrow);
    void addBusy();
    void addFailed();
    void addDone();
    void addAxes();
    void addTranscript();
    void addPlot();
    void addOtherPages();
    void showView(RunViews::View view) { page()->findChild<RunViews *>()->show(view); }
    void fold(const QString &name, bool open) { page()->findChild<QToolButton *>(name)->setChecked(open); }
    void poll();
    [[nodiscard]] RunPage *page() const { return m_panel.window()->runPage(); }
    [[nodiscard]] bool isFinished() const { return page()->launch()->phase() == CurrentLaunch::Phase::Finished; }
    [[nodiscard]] QString textOf(const QString &name) const { return page()->findChild<OutputArea *>(name)->surroundings().text; }
    void load(Language language, const QByteArray &code, const ParameterTableModel::Row &row);

    DesktopApp &m_panel;
    QString m_folder;
    QString m_theme;
    QString m_page = u"run"_s; ///< Of the pictures to come.
    std::vector<Step> m_steps;
    size_t m_next = 0;
    bool m_begun = false;
    QDeadlineTimer m_deadline;
    QTimer m_timer;
};

void Shots::load(Language language, const QByteArray &code, const ParameterTableModel::Row &row)
{
    page()->snippetPane()->setDocument(SnippetDocument::fromBytes(code));
    page()->snippetPane()->setLanguage(language);
    page()->parameterPane()->model()->setRows({row});
}

void Shots::add(std::function<void()> act, std::function<bool()> until, const QString &picture)
{
    const QString name = picture.isEmpty() ? QString() : m_page + u'-' + m_theme + u'-' + picture;
    m_steps.push_back({.act = std::move(act), .until = std::move(until), .picture = name});
}

void Shots::addPictures(const QString &usual, const QString &narrow)
{
    const auto inSize = [this](QSize size, const QString &picture) {
        add([this, size] { m_panel.window()->resize(size); }, [this, size] { return m_panel.window()->size() == size; }, picture);
    };
    inSize(Usual, usual);
    inSize(Narrow, narrow);
    inSize(Usual, {});
}

void Shots::addBusy()
{
    add(
        [this] {
            load(Language::Shell, "n={{n}}\necho \"{\\\"half\\\": $((n / 2))}\"\nif [ $n -gt 12 ]; then sleep 60; fi\n",
                 {.name = u"n"_s, .values = u"1:40"_s});
            page()->runSweep();
        },
        [this] {
            const LaunchProgress &progress = page()->launch()->progress();
            return progress.finished >= 12 && progress.running > 0;
        });
    addPictures(u"busy"_s, u"busy-narrow"_s);
    add([this] { page()->launch()->cancel(); }, [this] { return isFinished(); });
    add([this] { page()->resultPane()->selectRow(14); });
    addPictures(u"cancelled"_s, u"cancelled-narrow"_s);
}

void Shots::addFailed()
{
    add(
        [this] {
            load(Language::Shell,
                 "case {{n}} in\n  1) echo fine ;;\n  2) echo 'no such table' >&2; exit 3 ;;\n"
                 "  3) kill -9 $$ ;;\n  4) sleep 60 ;;\nesac\n",
                 {.name = u"n"_s, .values = u"1:4"_s});
            page()->findChild<QLineEdit *>(u"Timeout"_s)->setText(u"1"_s);
            page()->runSweep();
        },
        [this] { return isFinished(); });
    add(
        [this] {
            page()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1:4:0"_s}});
            page()->findChild<QLineEdit *>(u"Timeout"_s)->setText(u"5m"_s);
            page()->runSweep();
            page()->resultPane()->selectRow(1);
        },
        [this] { return !textOf(u"Stderr"_s).isEmpty(); });
    addPictures(u"failed"_s, u"failed-narrow"_s);
    add([this] { page()->findChild<QLineEdit *>(u"Timeout"_s)->clear(); });
}

void Shots::addDone()
{
    add(
        [this] {
            page()->loadSample();
            page()->runSweep();
        },
        [this] { return isFinished(); });
    add([this] { page()->resultPane()->selectRow(3); }, [this] { return textOf(u"Stderr"_s).contains("ValueError"_L1); });
    addPictures(u"done"_s, u"done-narrow"_s);
    add([this] { fold(u"Preview"_s, true); });
    addPictures(u"preview"_s, u"preview-narrow"_s);
    add([this] { fold(u"Preview"_s, false); });
}

void Shots::addAxes()
{
    add([this] {
        load(Language::Python, "print({{rate}}, {{n}}, {{model}}, {{size}})\n", {.name = u"rate"_s, .values = u"log:1e-4:1:5"_s});
        SweepDraft *draft = page()->parameterPane()->draft();
        draft->parameters()->setRow(draft->parameters()->addRow(), u"n"_s, u"lin:0:1:11"_s);
        const QString table = u"/data/models.csv"_s;
        draft->parameters()->addTable(table);
        draft->parameters()->setTable(table, parseParameterTable(u"models.csv"_s, "model,size\nadam,3\nsgd,4\n"));
        draft->excludes()->setExpressions({u"n > 0.5 and model == 'sgd'"_s, u"rate >"_s});
        draft->setRepeat(3);
        fold(u"Options"_s, true);
        page()->findChild<QSplitter *>(u"LeftSplitter"_s)->setSizes({1, 4});
    });
    addPictures(u"axes"_s, u"axes-narrow"_s);
    add(
        [this] {
            auto *table = page()->findChild<QTableView *>(u"Parameters"_s);
            table->setCurrentIndex(table->model()->index(1, 0));
            page()->findChild<QToolButton *>(u"Editaxis"_s)->click();
        },
        [this] { return page()->findChild<QDialog *>(u"AxisDialog"_s) != nullptr; });
    add([this] {
        auto *dialog = page()->findChild<QDialog *>(u"AxisDialog"_s);
        dialog->grab().save(QDir(m_folder).filePath(u"run-"_s + m_theme + u'-' + u"axis.png"));
        dialog->reject();
    });
    add([this] {
        fold(u"Options"_s, false);
        page()->findChild<QTableView *>(u"Parameters"_s)->setCurrentIndex({});
        page()->findChild<QToolButton *>(u"Moreoptions"_s)->setChecked(true);
    });
    addPictures(u"options"_s, u"options-narrow"_s);
    add([this] {
        fold(u"Moreoptions"_s, false);
        page()->parameterPane()->draft()->setDefinition({});
    });
}

void Shots::addTranscript()
{
    const auto isCalled = [this] { return page()->sandboxCall()->phase() == CurrentLaunch::Phase::Finished; };
    const auto call = [this](const QByteArray &code) {
        load(Language::Shell, code, {});
        page()->parameterPane()->model()->setRows({});
        page()->runInSandbox();
    };
    add([call] { call("mkdir -p data\nseq 1 5 > data/numbers\necho prepared"); }, isCalled);
    add([call] { call("echo looking; cat data/missing; exit 4"); }, isCalled);
    add([call] { call("wc -l data/numbers; sleep 60"); },
        [this] { return page()->transcript()->rowCount() == 3 && !page()->transcript()->call(2).out.bytes.isEmpty(); });
    addPictures(u"transcript"_s, u"transcript-narrow"_s);
    add([this] { page()->cancel(); }, isCalled);
}

/// A curve that the eye knows, measured three times at each point.
void Shots::addPlot()
{
    add(
        [this] {
            load(Language::Python,
                 "import json, math\nx = {{x}}\nprint(json.dumps({'y': math.sin(x) + {{repeat}} * 0.05, 'half': x > 3}))\n",
                 {.name = u"x"_s, .values = u"lin:0:6:25"_s});
            page()->parameterPane()->draft()->setRepeat(3);
            page()->runSweep();
        },
        [this] { return isFinished() && page()->launch()->grid()->count(RunState::Ok) == 75; });
    add([this] { showView(RunViews::View::Repeats); });
    addPictures(u"repeats"_s, u"repeats-narrow"_s);
    add([this] { showView(RunViews::View::Plot); });
    addPictures(u"plot"_s, u"plot-narrow"_s);
    const auto setLogarithmic = [this](bool on) {
        for (const QString &name : {u"PlotXLog"_s, u"PlotYLog"_s})
            fold(name, on);
    };
    add([setLogarithmic] { setLogarithmic(true); });
    addPictures(u"logarithmic"_s, u"logarithmic-narrow"_s);
    add([this, setLogarithmic] {
        setLogarithmic(false);
        QMenu *views = page()->resultPane()->viewMenu()->views();
        Q_EMIT views->aboutToShow();
        views->grab().save(QDir(m_folder).filePath(u"run-"_s + m_theme + u"-views.png"));
    });
    add([this] { showView(RunViews::View::Grid); });
}

void Shots::addOtherPages()
{
    const auto isFilled = [this](const QString &table) {
        return [this, table] {
            const auto *view = m_panel.window()->findChild<QTableView *>(table);
            return view && view->model() && view->model()->rowCount() > 0;
        };
    };
    m_page = u"sessions"_s;
    add([this] { m_panel.window()->showPage(1); }, isFilled(u"Sessionstable"_s));
    add([this] { m_panel.window()->findChild<QTableView *>(u"Sessionstable"_s)->selectRow(0); });
    addPictures(u"open"_s, u"open-narrow"_s);
    m_page = u"backends"_s;
    add([this] { m_panel.window()->showPage(2); });
    addPictures(u"form"_s, u"form-narrow"_s);
    m_page = u"history"_s;
    add([this] { m_panel.window()->showPage(3); }, isFilled(u"History"_s));
    add([this] { m_panel.window()->findChild<QTableView *>(u"History"_s)->selectRow(0); });
    addPictures(u"many"_s, u"many-narrow"_s);
}

void Shots::poll()
{
    if (m_next == m_steps.size()) {
        QCoreApplication::exit(0);
        return;
    }
    Step &step = m_steps[m_next];
    if (!m_begun) {
        m_begun = true;
        m_deadline.setRemainingTime(60s);
        step.act();
        return; // what it caused is delivered and laid out before anything is looked at
    }
    if (step.until && !step.until()) {
        if (!m_deadline.hasExpired())
            return;
        const QString path = QDir(m_folder).filePath(u"waited-in-vain.png"_s);
        m_panel.window()->grab().save(path);
        std::println(stderr, "hermes-panel: waited in vain for what comes before \"{}\": see {}", step.picture.toStdString(),
                     path.toStdString());
        QCoreApplication::exit(1);
        return;
    }
    m_begun = false;
    ++m_next;
    if (step.picture.isEmpty())
        return;
    const QString path = QDir(m_folder).filePath(step.picture + u".png");
    if (!m_panel.window()->grab().save(path)) {
        std::println(stderr, "hermes-panel: {} could not be written", path.toStdString());
        QCoreApplication::exit(1);
    }
}

} // namespace

int takeShots(QApplication &application, const QString &folder)
{
    if (!QDir().mkpath(folder)) {
        std::println(stderr, "hermes-panel: {} cannot be used", folder.toStdString());
        return 1;
    }
    for (const Theme theme : AllThemes) {
        const QTemporaryDir state;
        for (const char *home : {"XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
            qputenv(home, QFile::encodeName(state.path()));
        DesktopApp panel(application);
        panel.forceTheme(theme);
        if (const Result<> opened = panel.open(); !opened) {
            std::println(stderr, "hermes-panel: {}", toText(opened.error()).toStdString());
            return 1;
        }
        panel.window()->resize(Usual);
        panel.window()->show();
        panel.window()->activateWindow();
        const Shots shots(panel, folder, themeKey(theme));
        if (const int code = QApplication::exec(); code != 0)
            return code;
    }
    return 0;
}

} // namespace hermes

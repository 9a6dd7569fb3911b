// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots.h"

#include "app/gui/desktopapp.h"
#include "models/snippetdocument.h"
#include "ui/mainwindow.h"
#include "ui/run/parameterpane.h"
#include "ui/run/resultpane.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QDir>
#include <QLineEdit>
#include <QPlainTextEdit>
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
    Shots(DesktopApp &panel, QString folder, const QString &prefix) : m_panel(panel), m_folder(std::move(folder))
    {
        m_steps.push_back({.act = [this] { page()->newSnippet(); }, .picture = prefix + u"empty"});
        addResults(prefix);
        connect(&m_timer, &QTimer::timeout, this, &Shots::poll);
        m_timer.start(20ms);
    }

private:
    void addResults(const QString &prefix);
    void poll();
    [[nodiscard]] RunPage *page() const { return m_panel.window()->runPage(); }
    [[nodiscard]] bool isFinished() const { return page()->launch()->phase() == CurrentLaunch::Phase::Finished; }
    [[nodiscard]] QString textOf(const QString &name) const { return page()->findChild<QPlainTextEdit *>(name)->toPlainText(); }
    void load(Language language, const QByteArray &code, const ParameterTableModel::Row &row);

    DesktopApp &m_panel;
    QString m_folder;
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

void Shots::addResults(const QString &prefix)
{
    m_steps.push_back({.act =
                           [this] {
                               load(Language::Shell,
                                    "n={{n}}\necho \"{\\\"half\\\": $((n / 2))}\"\nif [ $n -gt 12 ]; then sleep 60; fi\n",
                                    {.name = u"n"_s, .values = u"1:40"_s});
                               page()->runSweep();
                           },
                       .until =
                           [this] {
                               const LaunchProgress &progress = page()->launch()->progress();
                               return progress.finished >= 12 && progress.running > 0;
                           },
                       .picture = prefix + u"busy"});
    m_steps.push_back({.act = [this] { page()->launch()->cancel(); }, .until = [this] { return isFinished(); }});
    m_steps.push_back({.act =
                           [this] {
                               load(Language::Shell,
                                    "case {{n}} in\n  1) echo fine ;;\n  2) echo 'no such table' >&2; exit 3 ;;\n"
                                    "  3) kill -9 $$ ;;\n  4) sleep 60 ;;\nesac\n",
                                    {.name = u"n"_s, .values = u"1:4"_s});
                               page()->findChild<QLineEdit *>(u"Timeout"_s)->setText(u"1"_s);
                               page()->runSweep();
                           },
                       .until = [this] { return isFinished(); }});
    m_steps.push_back({.act =
                           [this] {
                               page()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1:4:0"_s}});
                               page()->runSweep();
                               page()->resultPane()->selectRow(1);
                           },
                       .until = [this] { return !textOf(u"Stderr"_s).isEmpty(); },
                       .picture = prefix + u"failed"});
    m_steps.push_back({.act =
                           [this] {
                               page()->findChild<QLineEdit *>(u"Timeout"_s)->clear();
                               page()->loadSample();
                               page()->runSweep();
                           },
                       .until = [this] { return isFinished(); }});
    m_steps.push_back({.act = [this] { page()->resultPane()->selectRow(3); },
                       .until = [this] { return textOf(u"Stderr"_s).contains("ValueError"_L1); },
                       .picture = prefix + u"done"});
    m_steps.push_back(
        {.act = [this] { page()->findChild<QToolButton *>(u"Preview"_s)->setChecked(true); }, .picture = prefix + u"preview"});
    m_steps.push_back({.act = [this] { page()->findChild<QToolButton *>(u"Preview"_s)->setChecked(false); }});
    m_steps.push_back({.act = [this] { m_panel.window()->resize(Narrow); }, .picture = prefix + u"narrow"});
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
    for (const Qt::ColorScheme scheme : {Qt::ColorScheme::Light, Qt::ColorScheme::Dark}) {
        const QTemporaryDir state;
        qputenv("XDG_STATE_HOME", QFile::encodeName(state.path()));
        DesktopApp panel(application);
        panel.setColorScheme(scheme);
        if (const Result<> opened = panel.open(); !opened) {
            std::println(stderr, "hermes-panel: {}", toText(opened.error()).toStdString());
            return 1;
        }
        panel.window()->resize(Usual);
        panel.window()->show();
        const Shots shots(panel, folder, scheme == Qt::ColorScheme::Dark ? u"run-dark-"_s : u"run-light-"_s);
        if (const int code = QApplication::exec(); code != 0)
            return code;
    }
    return 0;
}

} // namespace hermes

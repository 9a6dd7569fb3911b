// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shotplayer.h"

#include <QApplication>
#include <QDir>

#include <print>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

ShotPlayer::ShotPlayer(MainWindow *window, Plan plan) : m_window(window), m_plan(std::move(plan))
{
    connect(&m_timer, &QTimer::timeout, this, &ShotPlayer::poll);
    add([] {}, [this] { return m_window->isActiveWindow(); });
}

void ShotPlayer::start()
{
    m_timer.start(20ms);
}

RunPage *ShotPlayer::run() const
{
    return m_window->runPage();
}

void ShotPlayer::add(std::function<void()> act, std::function<bool()> until)
{
    m_steps.push_back({.act = std::move(act), .until = std::move(until)});
}

QString ShotPlayer::fileOf(const QString &state) const
{
    return QDir(m_plan.folder).filePath(m_page + u'-' + m_plan.theme + u'-' + state + u".png");
}

void ShotPlayer::addPicture(const QString &state, QSize size)
{
    const QString file = fileOf(state);
    m_steps.push_back({.act = [this, size] { m_window->resize(size); },
                       .until = [this, size] { return m_window->size() == size; },
                       .after = [this, file] { return m_window->grab().save(file); },
                       .name = file});
}

void ShotPlayer::addPictures(const QString &state)
{
    for (const Size &each : std::as_const(m_plan.sizes))
        addPicture(state + each.suffix, each.size);
    add([this] { m_window->resize(m_plan.sizes.first().size); }, [this] { return m_window->size() == m_plan.sizes.first().size; });
}

void ShotPlayer::addPart(const QString &state, const QString &name)
{
    const auto part = [name]() -> QWidget * {
        for (QWidget *widget : QApplication::topLevelWidgets()) {
            if (widget->objectName() == name && widget->isVisible())
                return widget;
        }
        return nullptr;
    };
    const QString file = fileOf(state + m_plan.sizes.first().suffix);
    m_steps.push_back({.act = [] {},
                       .until = [part] { return part() != nullptr; },
                       .after =
                           [part, file] {
                               QWidget *shown = part();
                               const bool saved = shown->grab().save(file);
                               shown->close();
                               return saved;
                           },
                       .name = file});
}

void ShotPlayer::poll()
{
    if (m_next == m_steps.size()) {
        QCoreApplication::exit(0);
        return;
    }
    const Step &step = m_steps[m_next];
    if (!m_begun) {
        m_begun = true;
        m_deadline.setRemainingTime(60s);
        step.act();
        return; // what it caused is delivered and laid out before anything is looked at
    }
    if (step.until && !step.until()) {
        if (m_deadline.hasExpired())
            end(u"waited in vain"_s);
        return;
    }
    m_begun = false;
    ++m_next;
    if (step.after && !step.after())
        end(step.name + u" could not be written"_s);
}

void ShotPlayer::end(const QString &complaint)
{
    m_timer.stop();
    QString before;
    for (size_t i = 0; i < m_next; ++i)
        before = m_steps[i].name.isEmpty() ? before : m_steps[i].name;
    const QString picture = QDir(m_plan.folder).filePath(u"failed.png"_s);
    m_window->grab().save(picture);
    std::println(stderr, "hermes-panel: {} after {}: see {}", complaint.toStdString(), before.toStdString(), picture.toStdString());
    QCoreApplication::exit(1);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/mainwindow.h"

#include <QDeadlineTimer>
#include <QObject>
#include <QSize>
#include <QString>
#include <QTimer>

#include <functional>
#include <vector>

namespace hermes {

class RunPage;

/// Plays a list of steps from the event loop and takes pictures between them. Ends the application after the last step, or with
/// code 1 at the first that hangs.
class ShotPlayer final : public QObject
{
public:
    /// A size of the window, and what its pictures have at the end of their names.
    struct Size
    {
        QSize size = {};
        QString suffix = {};
    };

    struct Plan
    {
        QString folder = {};
        QString theme = {};
        QList<Size> sizes = {}; ///< Of every picture.
    };

    /// The window must outlive the player.
    ShotPlayer(MainWindow *window, Plan plan);

    /// What is done, what is waited for then, and the picture of the window that is taken after that in the first size.
    void add(std::function<void()> act, std::function<bool()> until = {});
    /// The window in every size.
    void addPictures(const QString &state);
    /// The same, in this size only.
    void addPicture(const QString &state, QSize size);
    /// A dialog, popup or menu, by its object's name, which is closed then.
    void addPart(const QString &state, const QString &name);
    /// Of the pictures to come.
    void setPage(const QString &page) { m_page = page; }
    void start();

    [[nodiscard]] MainWindow *window() const { return m_window; }
    [[nodiscard]] RunPage *run() const;
    template<typename T>
    [[nodiscard]] T *child(const QString &name) const
    {
        return m_window->findChild<T *>(name);
    }

private:
    struct Step
    {
        std::function<void()> act = {};
        std::function<bool()> until = {};
        std::function<bool()> after = {}; ///< Takes the picture; false: it could not be written.
        QString name = {};
    };

    void poll();
    void end(const QString &complaint);
    [[nodiscard]] QString fileOf(const QString &state) const;

    MainWindow *m_window;
    Plan m_plan;
    QString m_page;
    std::vector<Step> m_steps;
    size_t m_next = 0;
    bool m_begun = false;
    QDeadlineTimer m_deadline;
    QTimer m_timer;
};

/// The scenes of the page *Run*, and those of the other pages; each leaves what the next one needs.
void addEmptyPages(ShotPlayer &player);
void addRunScenes(ShotPlayer &player);
void addDialogScenes(ShotPlayer &player);
void addSandboxScenes(ShotPlayer &player);
void addPageScenes(ShotPlayer &player);
/// Only where the environment names an image of a daemon that is there (HERMES_DOCKER_IMAGE); its containers are left to who gave it.
void addContainerScenes(ShotPlayer &player);

} // namespace hermes

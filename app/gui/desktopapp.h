// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"
#include "ui/widgets/dialogs.h"

#include <Qt>

#include <memory>
#include <optional>

class QApplication;

namespace hermes {

struct PanelOptions;
class MainWindow;

/// The program around the window: look, engine, orderly end. Lives as long as the application object.
class DesktopApp final
{
public:
    explicit DesktopApp(QApplication &application);
    ~DesktopApp();

    /// Follows the system from now on, or stays with one scheme.
    void setColorScheme(std::optional<Qt::ColorScheme> scheme);
    /// Opens engine and window; a fault is one that the program cannot start with.
    [[nodiscard]] Result<> open();
    void show(const PanelOptions &options);
    [[nodiscard]] MainWindow *window() const { return m_window.get(); }

private:
    void applyScheme();

    QApplication &m_application;
    std::optional<Qt::ColorScheme> m_scheme;
    WindowDialogs m_dialogs;
    // The window goes before the engine that it shows.
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace hermes

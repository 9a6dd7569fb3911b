// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/composition.h"
#include "backends/engine/engine.h"
#include "ui/theme/contrastpreference.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"

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

    /// Stays with one theme whatever the user has chosen in the window, which is not asked then.
    void forceTheme(Theme theme);
    /// Opens engine and window; a fault is one that the program cannot start with.
    [[nodiscard]] Result<> open();
    void show(const PanelOptions &options);
    [[nodiscard]] MainWindow *window() const { return m_window.get(); }

private:
    void setTheme(std::optional<Theme> theme);
    void applyTheme();

    QApplication &m_application;
    ContrastPreference m_contrast;
    std::optional<Theme> m_theme; ///< The desktop's when not set.
    bool m_forced = false;
    WindowDialogs m_dialogs;
    // The window goes before the engine that it shows, and that before the store which its workers may ask.
    Tokens m_tokens;
    std::unique_ptr<Engine> m_engine;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace hermes

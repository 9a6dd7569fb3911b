// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/poolstatus.h"
#include "backends/core/settings.h"

#include <QFuture>
#include <QObject>
#include <QTimer>

#include <optional>

namespace hermes {

class Engine;

/// What one backend keeps started ahead, asked once a second while somebody looks and it keeps something. GUI thread only.
class PoolSource final : public QObject
{
    Q_OBJECT

public:
    /// The engine must outlive it.
    explicit PoolSource(Engine *engine, QObject *parent = nullptr);

    /// The backend of these settings; nothing: none.
    void show(const std::optional<Settings> &settings);
    /// Whether somebody looks.
    void setWatched(bool watched);

    /// Nothing where nothing is kept, or as long as that is not known.
    [[nodiscard]] const std::optional<PoolStatus> &status() const { return m_status; }
    void fill();
    void drain();

Q_SIGNALS:
    void changed();

private:
    void ask();
    void take(const std::optional<PoolStatus> &status);
    void askAfter(QFuture<Result<>> done);

    Engine *m_engine;
    std::optional<Settings> m_settings;
    std::optional<PoolStatus> m_status;
    bool m_isWatched = false;
    int m_request = 0; ///< An answer to an earlier one is out of date.
    QTimer m_poll;
};

/// "2 of 3 ready, 1 starting, 1 in use".
[[nodiscard]] QString poolStateText(const PoolStatus &status);
/// "12 of 15 runs began at once (80 %), 34.0 MiB of memory".
[[nodiscard]] QString poolFiguresText(const PoolStatus &status);

} // namespace hermes

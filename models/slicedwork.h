// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QTimer>

#include <functional>

namespace hermes {

/// Long work on what belongs to the GUI thread, done a slice at a time between other events: the window goes on answering.
///
/// GUI thread only. Destroying the object drops what is left. For what can be handed over whole there are threads.
class SlicedWork final : public QObject
{
public:
    /// Does a piece that takes much less than a slice; true: there is more.
    using Piece = std::move_only_function<bool()>;

    explicit SlicedWork(QObject *parent = nullptr);

    /// Begins at once, and what takes less than a slice has ended when this returns. `done` is called at the end and may
    /// start other work. What was under way before is dropped.
    void start(Piece piece, std::move_only_function<void()> done);
    /// Drops what is left; `done` is not called.
    void stop();
    [[nodiscard]] bool isActive() const { return bool(m_piece); }

private:
    void goOn();

    Piece m_piece;
    std::move_only_function<void()> m_done;
    QTimer m_turn;
};

} // namespace hermes

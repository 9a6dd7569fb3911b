// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/outputsink.h"

#include <functional>
#include <memory>

namespace hermes {

/// Passes the bytes of a run on to this program's own standard streams as they arrive.
///
/// A stream's credit is held until its bytes are written, so a slow reader slows the run down and nothing piles up here.
/// Each stream has a writer thread of its own, unless both end in the same place, where the order matters more.
class StreamTap final : public OutputSink
{
public:
    /// `lost` is called once, on a writer thread, when standard output cannot be written any more.
    explicit StreamTap(std::function<void()> lost);
    ~StreamTap() override;

    void output(Stream stream, QByteArrayView bytes, Credit credit) override;
    /// Waits until everything is written. No output() after it. 0, or the number of the error by which output was lost.
    int drain();

private:
    class Writer;
    std::unique_ptr<Writer> m_out;
    std::unique_ptr<Writer> m_err; ///< Null: m_out writes both.
};

} // namespace hermes

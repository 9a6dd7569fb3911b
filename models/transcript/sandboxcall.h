// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"
#include "models/runstate.h"

#include <QDateTime>

namespace hermes {

/// What is shown of a stream: all of it, or its last part.
struct OutputExcerpt
{
    QByteArray bytes = {};
    qint64 total = 0; ///< Bytes that the call wrote.

    bool operator==(const OutputExcerpt &) const = default;
    [[nodiscard]] bool isCut() const { return total > bytes.size(); }
    [[nodiscard]] static OutputExcerpt of(const StreamCapture &capture);
};

/// One call of a sandbox. A value.
struct SandboxCall
{
    enum class Output { Unknown, Asked, Known };

    LaunchId launch = 0;
    int index = 0; ///< In its launch, which may have several.
    Language language = Language::Python;
    QByteArray code = {};
    bool isCodeWhole = true; ///< Else its beginning.
    QDateTime at = {};       ///< When it was asked for, UTC.
    CandidateSummary summary = {};
    LaunchStage stage = LaunchStage::UnderWay;
    bool isExitCodeKnown = true;
    Output output = Output::Unknown;
    OutputExcerpt out = {};
    OutputExcerpt err = {};
    QStringList notes = {}; ///< Sentences the user must see.

    [[nodiscard]] RunState state() const { return runState(summary, stage); }
};

} // namespace hermes

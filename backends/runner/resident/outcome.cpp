// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/runner/resident/outcome.h"

#include <cerrno>
#include <cstring>

namespace hermes::resident {

protocol::ErrorMessage systemError(int error, std::string stage)
{
    const char *reason = ::strerrordesc_np(error);
    std::string text = stage + ": " + (reason ? reason : "unknown error");
    const bool retry = error == EAGAIN || error == ENOMEM || error == ENFILE || error == EMFILE;
    return {.errorNumber = static_cast<uint32_t>(error), .stage = std::move(stage), .text = std::move(text), .retry = retry};
}

protocol::ErrorMessage refusal(std::string stage, std::string text)
{
    return {.errorNumber = 0, .stage = std::move(stage), .text = std::move(text), .retry = false};
}

} // namespace hermes::resident

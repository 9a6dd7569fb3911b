// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QDateTime>
#include <QJsonObject>

#include <optional>

namespace hermes {

/// What is in the editor and around it while no file holds it: enough to go on after the program was lost. A value.
struct Draft
{
    QString text = {};
    bool changed = true; ///< The text is not what the file holds, or there is no file.
    QString path = {};   ///< Of the file; empty: none yet.
    QByteArray base = {}; ///< SnippetDocument::fingerprint() of the file that the text began with.
    Language language = Language::Python;
    int cursor = 0;
    QJsonObject form = {}; ///< Parameters and the like: what the page knows how to put back.
    QDateTime saved = {};

    bool operator==(const Draft &) const = default;
    [[nodiscard]] QByteArray toJson() const;
    /// Nothing for what is no draft of ours.
    [[nodiscard]] static std::optional<Draft> fromJson(const QByteArray &json);
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QByteArrayView>
#include <QList>
#include <QString>

#include <optional>

namespace hermes {

enum class JsonType { String, Number, Boolean, Null, Array, Object };

/// A key of a JSON object and its value as text.
struct JsonField
{
    QString key = {};
    JsonType type = JsonType::Null;
    /// A string's characters, a number as it is written, "true", "null", or compact JSON of an array or object.
    QString text = {};

    bool operator==(const JsonField &) const = default;
};

/// The keys of a JSON object in the order in which they are written; nothing when it is none.
///
/// Besides JSON, NaN, Infinity and -Infinity are numbers: Python writes them. A key that stands twice keeps its place and
/// takes the last value. Nested more than 64 deep is no object. Any bytes are accepted.
[[nodiscard]] std::optional<QList<JsonField>> jsonObjectFields(QByteArrayView json);

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/jsonobject.h"

namespace hermes {

/// The fields of a JSON object with those of the objects in it, whose keys are joined by dots: {"a": {"b": 1}} has `a.b`.
/// Arrays and empty objects stay values. Where two come to the same name the later one counts. Empty when it is no object.
[[nodiscard]] QList<JsonField> flatFields(QByteArrayView json);

} // namespace hermes

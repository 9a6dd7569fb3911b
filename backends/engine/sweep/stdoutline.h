// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/sweep/jsonobject.h"

#include <QByteArrayView>
#include <QString>

#include <optional>

namespace hermes {

/// The last line of a run's stdout that is not blank, without blanks around it, when it looks like a JSON object:
/// it begins with { and ends with }. Empty otherwise. A view into `output`; costs next to nothing.
[[nodiscard]] QByteArrayView lastLineObject(QByteArrayView output);
/// The fields of lastLineObject(), when it is one.
[[nodiscard]] std::optional<QList<JsonField>> lastLineJson(QByteArrayView output);

/// The first line for display: invalid UTF-8 and control characters become U+FFFD, tabs spaces; what is longer than
/// `maxCharacters` (UTF-16 units) ends with an ellipsis. Cost does not depend on the size of `output`.
[[nodiscard]] QString firstLine(QByteArrayView output, qsizetype maxCharacters);

} // namespace hermes

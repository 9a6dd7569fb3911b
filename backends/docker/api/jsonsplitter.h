// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>

namespace hermes::docker {

/// Cuts a stream of JSON objects, with or without line ends between them, into one text each. Podman pretty-prints some,
/// so a line is no measure.
class JsonSplitter final
{
public:
    /// The objects that are complete with this piece. What stands between objects is left out.
    [[nodiscard]] QList<QByteArray> add(QByteArrayView piece);

private:
    QByteArray m_pending;
    int m_depth = 0;
    bool m_inText = false;
    bool m_escaped = false;
};

} // namespace hermes::docker

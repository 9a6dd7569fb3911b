// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/docker/api/jsonsplitter.h"

#include <utility>

namespace hermes::docker {

QList<QByteArray> JsonSplitter::add(QByteArrayView piece)
{
    QList<QByteArray> complete;
    for (const char c : piece) {
        if (m_depth == 0 && c != '{')
            continue;
        m_pending += c;
        if (m_inText) {
            if (m_escaped)
                m_escaped = false;
            else if (c == '\\')
                m_escaped = true;
            else if (c == '"')
                m_inText = false;
            continue;
        }
        if (c == '"')
            m_inText = true;
        else if (c == '{')
            ++m_depth;
        else if (c == '}' && --m_depth == 0)
            complete.append(std::exchange(m_pending, {}));
    }
    return complete;
}

} // namespace hermes::docker

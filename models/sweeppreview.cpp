// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sweeppreview.h"

#include "backends/engine/sweep/snippettemplate.h"
#include "backends/engine/sweep/sweepexpansion.h"

using namespace Qt::StringLiterals;

namespace hermes {

Result<SweepPreview> previewSweep(const QList<ParameterGroup> &groups, const Snippet &snippet, int limit)
{
    const auto expansion = SweepExpansion::expand({.groups = groups});
    if (!expansion)
        return std::unexpected(expansion.error());
    const auto code = SnippetTemplate::parse(snippet.language, snippet.code, expansion->names());
    SweepPreview preview {.count = expansion->count()};
    if (!code)
        return preview;
    for (qint64 index = 0; index < std::min<qint64>(limit, preview.count); ++index) {
        const QStringList values = expansion->at(index);
        QStringList parameters;
        for (qsizetype i = 0; i < values.size(); ++i)
            parameters += expansion->names().at(i) + u'=' + values.at(i);
        preview.first.append({.parameters = parameters.join(", "_L1), .code = QString::fromUtf8(code->render(values))});
    }
    return preview;
}

} // namespace hermes

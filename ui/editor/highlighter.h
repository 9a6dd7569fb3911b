// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QSyntaxHighlighter>

#include <memory>

class QTextDocument;

namespace hermes {

/// Colours a snippet by its language and marks its `{{name}}` holes. The one place that knows KSyntaxHighlighting.
class Highlighter final
{
public:
    explicit Highlighter(QTextDocument *document);
    ~Highlighter();

    void setLanguage(Language language);
    /// Follows light and dark; call it when the palette changed.
    void setPalette(const QPalette &palette);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hermes

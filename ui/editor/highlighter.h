// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/snippet.h"

#include <QSyntaxHighlighter>

#include <memory>

class QTextDocument;

namespace hermes {

/// Colours a snippet by its language and marks its `{{name}}` holes. The one place that knows KSyntaxHighlighting.
///
/// What takes longer than a moment, as a big text that is opened does, is coloured piece by piece from its beginning on,
/// while the window goes on answering.
class Highlighter final
{
public:
    explicit Highlighter(QTextDocument *document);
    ~Highlighter();

    void setLanguage(Language language);
    /// Follows light and dark; call it when the palette changed.
    void setPalette(const QPalette &palette);
    /// All of the text has its colours.
    [[nodiscard]] bool isComplete() const;

    /// Whether the character is neither in a string nor in a comment. True where nothing is coloured yet.
    [[nodiscard]] static bool isCode(const QTextBlock &block, int column);

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace hermes

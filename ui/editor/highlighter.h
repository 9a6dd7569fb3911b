// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/highlighting/colouring.h"

#include <QObject>
#include <QThreadPool>

class QTextBlock;

namespace hermes {

/// Colours a text by its syntax and marks its `{{name}}` holes.
///
/// The module `highlighting` does it, which is loaded in the background for the first text that is seen: colours come a
/// moment after the text, and the start of the program need not wait for them. What takes longer, as a big text that is
/// opened does, is coloured piece by piece from its beginning on, while the window goes on answering.
class Highlighter final : public QObject
{
    Q_OBJECT

public:
    /// Must go before the document does.
    Highlighter(QTextDocument *document, Syntax syntax, const QPalette &palette);
    ~Highlighter() override;

    /// The text is shown now: it needs colours from here on. Cheap when it is called again.
    void begin();
    void setSyntax(Syntax syntax);
    /// Follows light and dark; call it when the palette changed.
    void setPalette(const QPalette &palette);
    /// All of the text has the colours that it will have.
    [[nodiscard]] bool isComplete() const;

    /// Whether the character is neither in a string nor in a comment. True where nothing is coloured yet.
    [[nodiscard]] static bool isCode(const QTextBlock &block, int column);

private:
    void take(ColouringSource *source);

    QTextDocument *m_document;
    Syntax m_syntax;
    QPalette m_palette;
    std::unique_ptr<Colouring> m_colouring; ///< Null before the module is loaded, and where it cannot be.
    bool m_begun = false;
    bool m_missing = false; ///< There is no module.
    QThreadPool m_loader;
};

} // namespace hermes

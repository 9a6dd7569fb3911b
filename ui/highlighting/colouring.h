// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPalette>
#include <QTextFormat>

#include <memory>

class QTextDocument;

namespace hermes {

/// How a text is to be read for its colours.
enum class Syntax { Python, Shell, Dockerfile };

/// On texts that are no code. A property, as the library has put its own data to the blocks.
constexpr int NoCodeProperty = QTextFormat::UserProperty + 0x10;

/// The colours of one document, in which they stay. GUI thread only; must go before the document does.
class Colouring
{
public:
    virtual ~Colouring() = default;
    virtual void setSyntax(Syntax syntax) = 0;
    virtual void setPalette(const QPalette &palette) = 0;
    /// All of the text has its colours.
    [[nodiscard]] virtual bool isComplete() const = 0;
};

/// What the module `highlighting` has to give; lives as long as the program.
class ColouringSource
{
public:
    virtual ~ColouringSource() = default;
    /// Begins to colour a document, piece by piece, while the window goes on answering. GUI thread only.
    [[nodiscard]] virtual std::unique_ptr<Colouring> colour(QTextDocument *document, Syntax syntax, const QPalette &palette) = 0;
};

/// How the module is entered: reads what all languages need; on any thread, but not twice at once.
constexpr auto ColouringEntry = "hermesColouringSource";
using ColouringEntryFunction = ColouringSource *(*)();

} // namespace hermes

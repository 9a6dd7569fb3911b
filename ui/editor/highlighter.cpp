// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "highlighter.h"

#include "backends/core/inbackground.h"
#include "backends/core/module.h"

#include <QTextBlock>
#include <QTextLayout>

#include <algorithm>
#include <atomic>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// The module once it is there, so that the editors after the first one wait for nothing.
std::atomic<ColouringSource *> loadedSource = nullptr;

/// Null where it cannot be loaded. Who comes while another one loads it waits for that one.
ColouringSource *loadSource()
{
    static const Result<QFunctionPointer> entry = loadModule(u"highlighting"_s, ColouringEntry);
    if (!entry) {
        qWarning("%s", qPrintable(toText(entry.error())));
        return nullptr;
    }
    static ColouringSource *const source = reinterpret_cast<ColouringEntryFunction>(*entry)();
    loadedSource = source;
    return source;
}

} // namespace

Highlighter::Highlighter(QTextDocument *document, Syntax syntax, const QPalette &palette)
    : m_document(document), m_syntax(syntax), m_palette(palette)
{
    m_loader.setMaxThreadCount(1);
    if (ColouringSource *source = loadedSource) {
        m_begun = true;
        take(source);
    }
}

Highlighter::~Highlighter() = default;

void Highlighter::begin()
{
    if (std::exchange(m_begun, true))
        return;
    inBackground(m_loader, loadSource).then(this, [this](ColouringSource *source) { take(source); });
}

void Highlighter::take(ColouringSource *source)
{
    m_missing = source == nullptr;
    if (source)
        m_colouring = source->colour(m_document, m_syntax, m_palette);
}

void Highlighter::setSyntax(Syntax syntax)
{
    m_syntax = syntax;
    if (m_colouring)
        m_colouring->setSyntax(syntax);
}

void Highlighter::setPalette(const QPalette &palette)
{
    m_palette = palette;
    if (m_colouring)
        m_colouring->setPalette(palette);
}

bool Highlighter::isComplete() const
{
    return m_colouring ? m_colouring->isComplete() : m_missing;
}

bool Highlighter::isCode(const QTextBlock &block, int column)
{
    return std::ranges::none_of(block.layout()->formats(), [column](const QTextLayout::FormatRange &range) {
        return column >= range.start && column < range.start + range.length && range.format.hasProperty(NoCodeProperty);
    });
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "highlighter.h"

#include "ui/theme/theme.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QHash>
#include <QRegularExpression>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

KSyntaxHighlighting::Repository &repository()
{
    // Reading the index of all languages takes some milliseconds: once, and not before an editor is shown.
    static KSyntaxHighlighting::Repository shared;
    return shared;
}

QString definitionName(Language language)
{
    return language == Language::Python ? u"Python"_s : u"Bash"_s;
}

} // namespace

class Highlighter::Impl final : public KSyntaxHighlighting::SyntaxHighlighter
{
public:
    using KSyntaxHighlighting::SyntaxHighlighter::SyntaxHighlighter;

    void setColors(const QColor &base, const QColor &hole)
    {
        m_base = base;
        m_hole = hole;
    }

protected:
    void highlightBlock(const QString &text) override
    {
        m_commentBegin = text.size();
        KSyntaxHighlighting::SyntaxHighlighter::highlightBlock(text);
        static const QRegularExpression hole(u"\\{\\{\\s*[A-Za-z_][A-Za-z0-9_]*\\s*\\}\\}"_s);
        for (const QRegularExpressionMatch &match : hole.globalMatch(text)) {
            // In comments nothing is replaced.
            for (qsizetype at = match.capturedStart(); at < std::min(match.capturedEnd(), m_commentBegin); ++at) {
                QTextCharFormat marked = format(int(at));
                marked.setBackground(m_hole);
                setLegible(marked, m_hole);
                setFormat(int(at), 1, marked);
            }
        }
    }

    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format &part) override
    {
        KSyntaxHighlighting::SyntaxHighlighter::applyFormat(offset, length, part);
        if (length == 0)
            return;
        if (part.textStyle() == KSyntaxHighlighting::Theme::Comment && currentBlock().text().at(offset) == u'#')
            m_commentBegin = std::min<qsizetype>(m_commentBegin, offset);
        QTextCharFormat shown = format(offset);
        const bool filled = shown.hasProperty(QTextFormat::BackgroundBrush);
        if (setLegible(shown, filled ? shown.background().color() : m_base))
            setFormat(offset, length, shown);
    }

private:
    /// The themes of the library take no care for every style. True when the colour had to be another one.
    bool setLegible(QTextCharFormat &text, const QColor &background)
    {
        if (!text.hasProperty(QTextFormat::ForegroundBrush))
            return false;
        const QColor color = text.foreground().color();
        // A theme has a handful of colours, a text many words.
        auto known = m_legible.find({color.rgb(), background.rgb()});
        if (known == m_legible.end())
            known = m_legible.insert({color.rgb(), background.rgb()}, legible(color, background));
        if (*known == color)
            return false;
        text.setForeground(*known);
        return true;
    }

    QColor m_base;
    QColor m_hole;
    QHash<std::pair<QRgb, QRgb>, QColor> m_legible; ///< By text and background.
    qsizetype m_commentBegin = 0; ///< In the line that is being looked at; its length: it has none.
};

Highlighter::Highlighter(QTextDocument *document) : m_impl(std::make_unique<Impl>(document)) { }

Highlighter::~Highlighter() = default;

void Highlighter::setLanguage(Language language)
{
    m_impl->setDefinition(repository().definitionForName(definitionName(language)));
}

void Highlighter::setPalette(const QPalette &palette)
{
    m_impl->setTheme(repository().defaultTheme(isDark(palette) ? KSyntaxHighlighting::Repository::DarkTheme
                                                               : KSyntaxHighlighting::Repository::LightTheme));
    m_impl->setColors(palette.color(QPalette::Base), themeColors(palette).hole);
    m_impl->rehighlight();
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "highlighter.h"

#include "ui/theme/theme.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QRegularExpression>

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

    void setHoleColor(const QColor &color) { m_holeColor = color; }

protected:
    void highlightBlock(const QString &text) override
    {
        KSyntaxHighlighting::SyntaxHighlighter::highlightBlock(text);
        static const QRegularExpression hole(u"\\{\\{\\s*[A-Za-z_][A-Za-z0-9_]*\\s*\\}\\}"_s);
        for (const QRegularExpressionMatch &match : hole.globalMatch(text)) {
            for (qsizetype at = match.capturedStart(); at < match.capturedEnd(); ++at) {
                QTextCharFormat marked = format(int(at));
                marked.setBackground(m_holeColor);
                setFormat(int(at), 1, marked);
            }
        }
    }

private:
    QColor m_holeColor;
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
    m_impl->setHoleColor(themeColors(palette).hole);
    m_impl->rehighlight();
}

} // namespace hermes

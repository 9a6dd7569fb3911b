// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/highlighting/colouring.h"
#include "ui/theme/theme.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Format>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/SyntaxHighlighter>
#include <KSyntaxHighlighting/Theme>

#include <QElapsedTimer>
#include <QHash>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextLayout>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

QString definitionName(Syntax syntax)
{
    switch (syntax) {
    case Syntax::Python: return u"Python"_s;
    case Syntax::Shell: return u"Bash"_s;
    case Syntax::Dockerfile: break;
    }
    return u"Dockerfile"_s;
}

/// Of one turn of the event loop: less than a frame, so that typing and scrolling go on.
constexpr std::chrono::nanoseconds Slice = 10ms;

bool isText(KSyntaxHighlighting::Theme::TextStyle style)
{
    using KSyntaxHighlighting::Theme;
    switch (style) {
    case Theme::Comment:
    case Theme::Documentation:
    case Theme::Annotation:
    case Theme::CommentVar:
    case Theme::Char:
    case Theme::SpecialChar:
    case Theme::String:
    case Theme::VerbatimString:
    case Theme::SpecialString: return true;
    default: return false;
    }
}

class SyntaxColouring final : public KSyntaxHighlighting::SyntaxHighlighter, public Colouring
{
public:
    SyntaxColouring(const KSyntaxHighlighting::Repository *repository, QTextDocument *document)
        : KSyntaxHighlighting::SyntaxHighlighter(document), m_repository(repository)
    {
        m_turn.setSingleShot(true);
        connect(&m_turn, &QTimer::timeout, this, &SyntaxColouring::goOn);
    }

    [[nodiscard]] bool isComplete() const override { return m_waiting.isNull(); }

    void setSyntax(Syntax syntax) override { setDefinition(m_repository->definitionForName(definitionName(syntax))); }

    void setPalette(const QPalette &palette) override
    {
        takeColours(palette);
        rehighlight();
    }

    void takeColours(const QPalette &palette)
    {
        using KSyntaxHighlighting::Repository;
        setTheme(m_repository->defaultTheme(isDark(palette) ? Repository::DarkTheme : Repository::LightTheme));
        m_base = palette.color(QPalette::Base);
        m_hole = themeColors(palette).hole;
        m_ratio = textRatio(palette);
        m_legible.clear();
    }

protected:
    void highlightBlock(const QString &text) override
    {
        if (!m_turn.isActive())
            m_turn.start();
        if (m_worked > Slice) {
            wait();
            return;
        }
        QElapsedTimer timer;
        timer.start();
        colour(text);
        m_worked += timer.durationElapsed();
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
        const bool isOther = setLegible(shown, filled ? shown.background().color() : m_base);
        if (isText(part.textStyle()))
            shown.setProperty(NoCodeProperty, true);
        else if (!isOther)
            return;
        setFormat(offset, length, shown);
    }

private:
    void colour(const QString &text)
    {
        m_commentBegin = text.size();
        KSyntaxHighlighting::SyntaxHighlighter::highlightBlock(text);
        if (!text.contains("{{"_L1))
            return;
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

    /// The block is coloured in a later turn, with all that follow it.
    void wait()
    {
        setCurrentBlockUserData(nullptr); // what the library remembers of it is no longer so
        if (m_waiting.isNull() || currentBlock().position() < m_waiting.position())
            m_waiting = QTextCursor(currentBlock());
    }

    void goOn()
    {
        m_worked = 0ns;
        while (!m_waiting.isNull() && m_worked <= Slice) {
            const QTextBlock block = m_waiting.block();
            m_waiting = block.next().isValid() ? QTextCursor(block.next()) : QTextCursor();
            rehighlightBlock(block);
        }
        m_worked = 0ns; // what is typed until the next turn has its colours at once
        if (m_waiting.isNull())
            m_turn.stop();
        else
            m_turn.start();
    }

    /// The themes of the library take no care for every style. True when the colour had to be another one.
    bool setLegible(QTextCharFormat &text, const QColor &background)
    {
        if (!text.hasProperty(QTextFormat::ForegroundBrush))
            return false;
        const QColor color = text.foreground().color();
        // A theme has a handful of colours, a text many words.
        auto known = m_legible.find({color.rgb(), background.rgb()});
        if (known == m_legible.end())
            known = m_legible.insert({color.rgb(), background.rgb()}, legible(color, background, m_ratio));
        if (*known == color)
            return false;
        text.setForeground(*known);
        return true;
    }

    const KSyntaxHighlighting::Repository *m_repository;
    QColor m_base;
    QColor m_hole;
    double m_ratio = 0; ///< That every colour has on its background.
    QHash<std::pair<QRgb, QRgb>, QColor> m_legible; ///< By text and background.
    QTimer m_turn;                       ///< Ends a turn of the event loop in which something was coloured.
    std::chrono::nanoseconds m_worked {0}; ///< In this turn.
    QTextCursor m_waiting;                 ///< In the first line that has no colours yet; null: all have.
    qsizetype m_commentBegin = 0; ///< In the line that is being looked at; its length: it has none.
};

class SyntaxColouringSource final : public ColouringSource
{
public:
    SyntaxColouringSource()
    {
        // Reads their rules, which would be done when the first text is coloured.
        for (const Syntax syntax : {Syntax::Python, Syntax::Shell})
            (void)m_repository.definitionForName(definitionName(syntax)).formats();
    }

    std::unique_ptr<Colouring> colour(QTextDocument *document, Syntax syntax, const QPalette &palette) override
    {
        auto colouring = std::make_unique<SyntaxColouring>(&m_repository, document);
        colouring->takeColours(palette);
        colouring->setSyntax(syntax);
        return colouring;
    }

private:
    KSyntaxHighlighting::Repository m_repository;
};

} // namespace

} // namespace hermes

extern "C" Q_DECL_EXPORT hermes::ColouringSource *hermesColouringSource()
{
    static hermes::SyntaxColouringSource source;
    return &source;
}

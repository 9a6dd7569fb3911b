// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "excludeexpression.h"

#include "backends/engine/sweep/literal.h"
#include "backends/engine/sweep/parametergroup.h"

#include <QHash>

#include <algorithm>
#include <compare>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr int MaxNesting = 100;

enum class TokenKind { Name, Number, Text, Symbol, End };

struct Token
{
    TokenKind kind = TokenKind::End;
    QString text = {};
    qsizetype column = 1; ///< From 1.
};

bool isWordCharacter(QChar c)
{
    return c.isLetterOrNumber() || c == u'_' || c == u'.';
}

std::unexpected<Fault> expected(const Token &found, const QString &what)
{
    const QString name = found.kind == TokenKind::End ? u"the end"_s : u"\"%1\""_s.arg(found.text);
    return fail(FaultKind::Usage, u"column %1: expected %2, found %3"_s.arg(found.column).arg(what, name));
}

/// Cuts an expression into tokens; one token ahead.
class ExcludeLexer
{
public:
    explicit ExcludeLexer(QStringView text) : m_text(text) { }

    Result<Token> next()
    {
        while (m_at < m_text.size() && m_text[m_at].isSpace())
            ++m_at;
        m_begin = m_at;
        if (m_at == m_text.size())
            return token(TokenKind::End);
        const QChar c = m_text[m_at];
        if (c == u'"' || c == u'\'')
            return quoted(c);
        const bool number = c.isDigit() || c == u'.' || c == u'-' || c == u'+';
        if (number || isWordCharacter(c))
            return word(number);
        return symbol();
    }

private:
    Token token(TokenKind kind) const { return {kind, m_text.sliced(m_begin, m_at - m_begin).toString(), m_begin + 1}; }

    Result<Token> quoted(QChar quote)
    {
        QString value;
        for (++m_at; m_at < m_text.size() && m_text[m_at] != quote; ++m_at) {
            if (m_text[m_at] == u'\\' && m_at + 1 < m_text.size())
                ++m_at;
            value += m_text[m_at];
        }
        if (m_at == m_text.size())
            return fail(FaultKind::Usage, u"column %1: the quote has no end"_s.arg(m_begin + 1));
        ++m_at;
        return Token {TokenKind::Text, value, m_begin + 1};
    }

    Result<Token> word(bool number)
    {
        const auto continues = [&] {
            const QChar c = m_text[m_at];
            const bool afterExponent = number && m_text[m_at - 1].toLower() == u'e';
            return isWordCharacter(c) || (afterExponent && (c == u'-' || c == u'+'));
        };
        for (++m_at; m_at < m_text.size() && continues();)
            ++m_at;
        Token found = token(number ? TokenKind::Number : TokenKind::Name);
        if (number && !isJsonNumber(found.text))
            return expected(found, u"a number"_s);
        return found;
    }

    Result<Token> symbol()
    {
        static const QStringList Symbols {u"=="_s, u"!="_s, u"<="_s, u">="_s, u"<"_s, u">"_s,
                                          u"("_s,  u")"_s,  u"["_s,  u"]"_s,  u","_s};
        for (const QString &each : Symbols) {
            if (m_text.sliced(m_at).startsWith(each)) {
                m_at += each.size();
                return token(TokenKind::Symbol);
            }
        }
        ++m_at;
        return expected(token(TokenKind::Symbol), u"a parameter, a value, a comparison (== != < <= > >= in), and, or, not"_s);
    }

    QStringView m_text;
    qsizetype m_at = 0;
    qsizetype m_begin = 0;
};

} // namespace

/// Recursive descent over the grammar in the header.
class ExcludeParser
{
public:
    ExcludeParser(const QString &text, const QStringList &names) : m_lexer(text), m_names(names) { }

    Result<ExcludeExpression> parse()
    {
        if (auto started = advance(); !started)
            return std::unexpected(started.error());
        const auto root = chain(ExcludeExpression::Kind::Or);
        if (!root)
            return std::unexpected(root.error());
        if (m_token.kind != TokenKind::End)
            return expected(m_token, u"and, or, or the end"_s);
        m_result.m_root = *root;
        return std::move(m_result);
    }

private:
    using Kind = ExcludeExpression::Kind;
    using Node = ExcludeExpression::Node;
    using Operand = ExcludeExpression::Operand;

    Result<> advance()
    {
        auto token = m_lexer.next();
        if (!token)
            return std::unexpected(token.error());
        m_token = *std::move(token);
        return {};
    }

    [[nodiscard]] bool isWord(QLatin1StringView word) const { return m_token.kind == TokenKind::Name && m_token.text == word; }
    [[nodiscard]] bool isSymbol(QLatin1StringView symbol) const
    {
        return m_token.kind == TokenKind::Symbol && m_token.text == symbol;
    }

    size_t add(Node node)
    {
        m_result.m_nodes.push_back(std::move(node));
        return m_result.m_nodes.size() - 1;
    }

    Result<size_t> chain(Kind kind)
    {
        const QLatin1StringView word = kind == Kind::Or ? "or"_L1 : "and"_L1;
        const auto part = [&] { return kind == Kind::Or ? chain(Kind::And) : negation(); };
        auto left = part();
        while (left && isWord(word)) {
            const auto advanced = advance();
            if (!advanced)
                return std::unexpected(advanced.error());
            const auto right = part();
            if (!right)
                return right;
            left = add({.kind = kind, .left = *left, .right = *right});
        }
        return left;
    }

    Result<size_t> negation()
    {
        if (!isWord("not"_L1) && !isSymbol("("_L1))
            return comparison();
        if (++m_nesting > MaxNesting)
            return fail(FaultKind::Usage, u"column %1: nested more than %2 deep"_s.arg(m_token.column).arg(MaxNesting));
        const bool isNot = m_token.kind == TokenKind::Name;
        if (const auto advanced = advance(); !advanced)
            return std::unexpected(advanced.error());
        auto inner = isNot ? negation() : chain(Kind::Or);
        if (!inner)
            return inner;
        --m_nesting;
        if (isNot)
            return add({.kind = Kind::Not, .left = *inner});
        if (!isSymbol(")"_L1))
            return expected(m_token, u"and, or, or )"_s);
        return advance().transform([&] { return *inner; });
    }

    Result<size_t> comparison()
    {
        auto subject = operand();
        if (!subject)
            return std::unexpected(subject.error());
        if (isWord("in"_L1) || isWord("not"_L1))
            return membership(*std::move(subject));
        static const QHash<QString, Kind> Kinds {{u"=="_s, Kind::Equal},  {u"!="_s, Kind::NotEqual},
                                                 {u"<"_s, Kind::Less},    {u"<="_s, Kind::LessEqual},
                                                 {u">"_s, Kind::Greater}, {u">="_s, Kind::GreaterEqual}};
        const auto kind = m_token.kind == TokenKind::Symbol ? Kinds.constFind(m_token.text) : Kinds.constEnd();
        if (kind == Kinds.constEnd())
            return expected(m_token, u"a comparison (== != < <= > >= in)"_s);
        auto object = advance().and_then([&] { return operand(); });
        if (!object)
            return std::unexpected(object.error());
        Node node {.kind = *kind, .subject = *std::move(subject)};
        node.objects.push_back(*std::move(object));
        return add(std::move(node));
    }

    Result<size_t> membership(Operand subject)
    {
        const bool negated = isWord("not"_L1);
        if (negated) {
            if (const auto advanced = advance(); !advanced)
                return std::unexpected(advanced.error());
        }
        if (!isWord("in"_L1))
            return expected(m_token, u"in"_s);
        auto objects = advance().and_then([&] { return list(); });
        if (!objects)
            return std::unexpected(objects.error());
        const size_t node = add({.kind = Kind::In, .subject = std::move(subject), .objects = *std::move(objects)});
        return negated ? add({.kind = Kind::Not, .left = node}) : node;
    }

    Result<std::vector<Operand>> list()
    {
        const QLatin1StringView close = isSymbol("["_L1) ? "]"_L1 : ")"_L1;
        if (!isSymbol("("_L1) && !isSymbol("["_L1))
            return expected(m_token, u"( and a list of values"_s);
        std::vector<Operand> operands;
        do {
            auto each = advance().and_then([&] { return operand(); });
            if (!each)
                return std::unexpected(each.error());
            operands.push_back(*std::move(each));
        } while (isSymbol(","_L1));
        if (!isSymbol(close))
            return expected(m_token, u", or "_s + close);
        return advance().transform([&] { return std::move(operands); });
    }

    Result<Operand> operand()
    {
        Operand result;
        const bool keyword = isWord("and"_L1) || isWord("or"_L1) || isWord("in"_L1) || isWord("not"_L1);
        if (keyword || m_token.kind == TokenKind::Symbol || m_token.kind == TokenKind::End)
            return expected(m_token, u"a parameter, a number or a text in quotes"_s);
        if (m_token.kind == TokenKind::Name) {
            result.column = m_names.indexOf(m_token.text);
            if (result.column < 0)
                return fail(FaultKind::Usage, u"column %1: there is no parameter \"%2\""_s.arg(m_token.column).arg(m_token.text),
                            u"Parameters: %1. A text needs quotes."_s.arg(m_names.join(u", "_s)));
            if (!m_result.m_columns.contains(result.column))
                m_result.m_columns.append(result.column);
        } else {
            result.constant.emplace(m_token.text);
            if (m_token.kind == TokenKind::Text) {
                result.constant->number.reset();
                result.constant->whole.reset();
                result.constant->quoted = true;
            }
        }
        return advance().transform([&] { return std::move(result); });
    }

    ExcludeLexer m_lexer;
    const QStringList &m_names;
    Token m_token;
    int m_nesting = 0;
    ExcludeExpression m_result;
};

namespace {

std::partial_ordering order(const ComparedValue &left, const ComparedValue &right)
{
    // As doubles neighbours beyond 2^53 would be one.
    if (left.whole && right.whole)
        return *left.whole <=> *right.whole;
    if (left.number && right.number)
        return *left.number <=> *right.number;
    return left.text.compare(right.text) <=> 0;
}

} // namespace

ComparedValue::ComparedValue(QString value) : text(std::move(value))
{
    if (!isJsonNumber(text))
        return;
    number = text.toDouble();
    bool isWhole = false;
    if (const qint64 value = text.toLongLong(&isWhole); isWhole)
        whole = value;
}

Result<ExcludeExpression> ExcludeExpression::parse(const QString &text, const QStringList &names)
{
    auto expression = ExcludeParser(text, names).parse();
    if (!expression)
        return std::unexpected(inContext(u"exclude \"%1\""_s.arg(text), expression.error()));
    expression->m_source = text;
    return expression;
}

/// One look at the values of a candidate.
class ExcludeExpression::Evaluation
{
public:
    Evaluation(const ExcludeExpression &expression, std::span<const ComparedValue *const> values)
        : m_expression(expression), m_values(values)
    { }

    bool holds(size_t index)
    {
        const Node &node = m_expression.m_nodes[index];
        switch (node.kind) {
        case Kind::Or: return holds(node.left) || holds(node.right);
        case Kind::And: return holds(node.left) && holds(node.right);
        case Kind::Not: return !holds(node.left);
        case Kind::In:
            return std::ranges::any_of(node.objects,
                                       [&](const Operand &each) { return order(value(node.subject), value(each)) == 0; });
        default: return compares(node.kind, value(node.subject), value(node.objects.front()));
        }
    }

    /// A number and a text of which one was to be less than the other.
    [[nodiscard]] const std::optional<std::pair<QString, QString>> &mixed() const { return m_mixed; }

private:
    [[nodiscard]] const ComparedValue &value(const Operand &operand) const
    {
        return operand.constant ? *operand.constant : *m_values[size_t(operand.column)];
    }

    bool compares(Kind kind, const ComparedValue &left, const ComparedValue &right)
    {
        const std::partial_ordering result = order(left, right);
        if (kind == Kind::Equal || kind == Kind::NotEqual)
            return (result == 0) == (kind == Kind::Equal);
        if (left.number.has_value() != right.number.has_value() && !left.quoted && !right.quoted && !m_mixed)
            m_mixed = left.number ? std::pair(left.text, right.text) : std::pair(right.text, left.text);
        switch (kind) {
        case Kind::Less: return result < 0;
        case Kind::LessEqual: return result <= 0;
        case Kind::Greater: return result > 0;
        default: return result >= 0;
        }
    }

    const ExcludeExpression &m_expression;
    std::span<const ComparedValue *const> m_values;
    std::optional<std::pair<QString, QString>> m_mixed;
};

Result<bool> ExcludeExpression::matches(std::span<const ComparedValue *const> values) const
{
    Evaluation evaluation(*this, values);
    const bool holds = evaluation.holds(m_root);
    if (const auto &mixed = evaluation.mixed())
        return fail(FaultKind::Usage,
                    u"exclude \"%1\": the text \"%3\" is neither less nor more than the number %2"_s.arg(m_source, mixed->first,
                                                                                                         mixed->second),
                    u"Put the number in quotes to compare as text, or name the texts first: x in (\"…\") or x > 1."_s);
    return holds;
}

} // namespace hermes

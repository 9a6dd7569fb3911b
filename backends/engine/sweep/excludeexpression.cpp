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
        const Token found = token(number ? TokenKind::Number : TokenKind::Name);
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
            if (m_token.kind == TokenKind::Text)
                result.constant->number.reset();
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
    if (left.number && right.number)
        return *left.number <=> *right.number;
    return left.text.compare(right.text) <=> 0;
}

} // namespace

ComparedValue::ComparedValue(QString value) : text(std::move(value))
{
    if (isJsonNumber(text))
        number = text.toDouble();
}

Result<ExcludeExpression> ExcludeExpression::parse(const QString &text, const QStringList &names)
{
    auto expression = ExcludeParser(text, names).parse();
    if (!expression)
        return std::unexpected(inContext(u"exclude \"%1\""_s.arg(text), expression.error()));
    return expression;
}

bool ExcludeExpression::matches(std::span<const ComparedValue *const> values) const
{
    return evaluate(m_root, values);
}

bool ExcludeExpression::evaluate(size_t index, std::span<const ComparedValue *const> values) const
{
    const Node &node = m_nodes[index];
    const auto value = [&](const Operand &operand) -> const ComparedValue & {
        return operand.column < 0 ? *operand.constant : *values[size_t(operand.column)];
    };
    switch (node.kind) {
    case Kind::Or: return evaluate(node.left, values) || evaluate(node.right, values);
    case Kind::And: return evaluate(node.left, values) && evaluate(node.right, values);
    case Kind::Not: return !evaluate(node.left, values);
    case Kind::In:
        return std::ranges::any_of(node.objects, [&](const Operand &each) { return order(value(node.subject), value(each)) == 0; });
    default: break;
    }
    const std::partial_ordering result = order(value(node.subject), value(node.objects.front()));
    switch (node.kind) {
    case Kind::Equal: return result == 0;
    case Kind::NotEqual: return result != 0;
    case Kind::Less: return result < 0;
    case Kind::LessEqual: return result <= 0;
    case Kind::Greater: return result > 0;
    default: return result >= 0;
    }
}

} // namespace hermes

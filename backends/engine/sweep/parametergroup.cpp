// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "parametergroup.h"

#include "backends/engine/sweep/csv.h"

#include <QSet>
#include <QUtf8StringView>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Result<> checkName(const QString &name)
{
    if (isParameterName(name))
        return {};
    return fail(FaultKind::Usage, u"\"%1\" is not a parameter name"_s.arg(name),
                u"Use letters, digits and _, and no digit first."_s);
}

std::unexpected<Fault> inParameter(const QString &name, Fault fault)
{
    return std::unexpected(inContext(u"parameter "_s + name, std::move(fault)));
}

Result<> checkNoNul(const QString &value)
{
    if (!value.contains(QChar(0)))
        return {};
    return fail(FaultKind::Usage, u"a value has a NUL character, which no environment variable can hold"_s);
}

bool looksLikeRange(QStringView text)
{
    const qsizetype colon = text.indexOf(u':');
    if (colon <= 0 || text.contains(u',') || text.contains(u'"'))
        return false;
    bool isNumber = false;
    static_cast<void>(text.first(colon).toDouble(&isNumber));
    return isNumber;
}

/// Reads one entry of a list, from `at` to the comma behind it or the end.
Result<QString> takeListValue(QStringView text, qsizetype &at, qsizetype number)
{
    while (at < text.size() && text[at].isSpace())
        ++at;
    if (at == text.size() || text[at] != u'"') {
        const qsizetype comma = text.indexOf(u',', at);
        const QStringView value = text.sliced(at, (comma < 0 ? text.size() : comma) - at).trimmed();
        at = comma < 0 ? text.size() : comma;
        if (value.isEmpty())
            return fail(FaultKind::Usage, u"value %1 is empty"_s.arg(number), u"Write \"\" for an empty text."_s);
        return value.toString();
    }
    const qsizetype begin = at;
    QString value;
    for (++at; at < text.size(); ++at) {
        const bool isQuote = text[at] == u'"';
        if (isQuote)
            ++at; // Two of them stand for one.
        if (isQuote && (at == text.size() || text[at] != u'"')) {
            while (at < text.size() && text[at].isSpace())
                ++at;
            if (at == text.size() || text[at] == u',')
                return value;
            return fail(FaultKind::Usage, u"a comma is missing after the closing quote at column %1"_s.arg(at),
                        u"Inside quotes write a quote twice: \"\"."_s);
        }
        value += text[at];
    }
    return fail(FaultKind::Usage, u"the quote at column %1 has no end"_s.arg(begin + 1));
}

Result<QStringList> parseList(QStringView text)
{
    QStringList values;
    for (qsizetype at = 0;; ++at) {
        auto value = takeListValue(text, at, values.size() + 1);
        if (!value)
            return std::unexpected(value.error());
        if (const auto checked = checkNoNul(*value); !checked)
            return std::unexpected(checked.error());
        values.append(*std::move(value));
        if (at == text.size())
            return values;
    }
}

Result<QStringList> headerNames(const CsvRecord &header)
{
    QStringList names;
    QSet<QString> upper;
    for (const QString &field : header.fields) {
        const QString name = field.trimmed();
        if (auto checked = checkName(name); !checked)
            return std::unexpected(inContext(u"line %1, column %2"_s.arg(header.line).arg(names.size() + 1), checked.error()));
        if (upper.contains(name.toUpper()))
            return fail(FaultKind::Usage,
                        u"line %1: two columns are named %2 (upper and lower case count as the same)"_s.arg(header.line).arg(name));
        upper.insert(name.toUpper());
        names.append(name);
    }
    return names;
}

Result<QList<QStringList>> tableRows(CsvReader &reader, qsizetype columns)
{
    QList<QStringList> rows;
    for (qint64 count = 0;; ++count) {
        auto record = reader.next();
        if (!record)
            return std::unexpected(record.error());
        std::optional<CsvRecord> &row = *record;
        if (!row && count > MaxCandidates)
            return fail(FaultKind::Usage,
                        u"the table has %1 rows; a sweep has at most %2 candidates"_s.arg(count).arg(MaxCandidates));
        if (!row)
            return rows;
        const qsizetype fields = row->fields.size();
        if (fields != columns)
            return fail(FaultKind::Usage,
                        u"line %1 has %2 values, the header has %3 names"_s.arg(row->line).arg(fields).arg(columns));
        for (const QString &value : std::as_const(row->fields)) {
            if (const auto checked = checkNoNul(value); !checked)
                return std::unexpected(inContext(u"line %1"_s.arg(row->line), checked.error()));
        }
        if (count < MaxCandidates)
            rows.append(std::move(row->fields));
    }
}

Result<ParameterGroup> parseTableText(const QString &origin, QStringView text)
{
    CsvReader reader(text);
    const auto header = reader.next();
    if (!header)
        return std::unexpected(header.error());
    const std::optional<CsvRecord> &first = *header;
    if (!first)
        return fail(FaultKind::Usage, u"the table is empty"_s, u"Put the parameters' names into its first line."_s);
    auto names = headerNames(*first);
    if (!names)
        return std::unexpected(names.error());
    auto rows = tableRows(reader, names->size());
    if (!rows)
        return std::unexpected(rows.error());
    if (rows->isEmpty())
        return fail(FaultKind::Usage, u"the table has names but no rows"_s);
    return ParameterGroup::table(origin, *std::move(names), *std::move(rows));
}

template<typename... Functions>
struct Overloaded : Functions...
{
    using Functions::operator()...;
};

} // namespace

ParameterGroup ParameterGroup::list(QString name, QStringList values)
{
    ParameterGroup group;
    group.m_origin = name;
    group.m_names = {std::move(name)};
    group.m_values = std::move(values);
    return group;
}

ParameterGroup ParameterGroup::range(QString name, const DecimalRange &range)
{
    ParameterGroup group;
    group.m_origin = name;
    group.m_names = {std::move(name)};
    group.m_values = range;
    return group;
}

ParameterGroup ParameterGroup::range(QString name, const SpacedRange &range)
{
    ParameterGroup group;
    group.m_origin = name;
    group.m_names = {std::move(name)};
    group.m_values = range;
    return group;
}

ParameterGroup ParameterGroup::table(QString origin, QStringList names, QList<QStringList> rows)
{
    ParameterGroup group;
    group.m_origin = std::move(origin);
    group.m_names = std::move(names);
    group.m_values = std::move(rows);
    return group;
}

qint64 ParameterGroup::count() const
{
    return std::visit(Overloaded {[](const DecimalRange &range) { return range.count(); },
                                  [](const SpacedRange &range) { return range.count(); },
                                  [](const auto &rows) { return qint64(rows.size()); }},
                      m_values);
}

QString ParameterGroup::value(qint64 row, qsizetype column) const
{
    return std::visit(Overloaded {[&](const QStringList &values) { return values[row]; },
                                  [&](const DecimalRange &range) { return range.value(row); },
                                  [&](const SpacedRange &range) { return range.value(row); },
                                  [&](const QList<QStringList> &rows) { return rows[row][column]; }},
                      m_values);
}

qsizetype ParameterGroup::longestValue(qsizetype column) const
{
    qsizetype longest = 0;
    if (asRange() || asSpacedRange())
        return LongestDecimal;
    if (const auto *values = std::get_if<QStringList>(&m_values)) {
        for (const QString &value : *values)
            longest = std::max(longest, value.size());
    } else {
        for (const QStringList &row : std::get<QList<QStringList>>(m_values))
            longest = std::max(longest, row[column].size());
    }
    return longest;
}

bool isParameterName(QStringView name)
{
    const auto isLetter = [](QChar c) { return (c >= u'a' && c <= u'z') || (c >= u'A' && c <= u'Z') || c == u'_'; };
    return !name.isEmpty() && isLetter(name[0])
        && std::ranges::all_of(name, [&](QChar c) { return isLetter(c) || (c >= u'0' && c <= u'9'); });
}

Result<ParameterGroup> parseParameter(const QString &name, const QString &values)
{
    if (const auto checked = checkName(name); !checked)
        return std::unexpected(checked.error());
    const QStringView text = QStringView(values).trimmed();
    if (text.isEmpty())
        return inParameter(name,
                           fail(FaultKind::Usage, u"no values are given"_s,
                                u"Write a list (0,0.1,0.2), a range (0:1:0.1 or lin:0:1:11), or \"\" for an empty text."_s)
                               .error());
    if (looksLikeRange(text)) {
        auto range = DecimalRange::parse(text);
        if (!range)
            return inParameter(name, range.error());
        return ParameterGroup::range(name, *range);
    }
    if (SpacedRange::isMeant(text)) {
        auto range = SpacedRange::parse(text);
        if (!range)
            return inParameter(name, range.error());
        return ParameterGroup::range(name, *range);
    }
    auto list = parseList(text);
    if (!list)
        return inParameter(name, list.error());
    return ParameterGroup::list(name, *std::move(list));
}

Result<ParameterGroup> parseParameterArgument(const QString &argument)
{
    const qsizetype equals = argument.indexOf(u'=');
    if (equals < 0)
        return fail(FaultKind::Usage, u"the parameter \"%1\" has no values"_s.arg(argument),
                    u"Write NAME=VALUES, for example discount=0,0.1,0.2."_s);
    return parseParameter(argument.first(equals), argument.sliced(equals + 1));
}

Result<ParameterGroup> parseParameterTable(const QString &origin, QByteArrayView utf8)
{
    if (utf8.startsWith("\xEF\xBB\xBF"))
        utf8 = utf8.sliced(3);
    if (!QUtf8StringView(utf8.data(), utf8.size()).isValidUtf8())
        return fail(FaultKind::Usage, origin + u": the table is not UTF-8 text"_s, u"Save it as UTF-8."_s);
    if (const qsizetype cr = utf8.indexOf('\r'); cr >= 0 && cr + 1 < utf8.size() && !utf8.contains('\n'))
        return fail(FaultKind::Usage, origin + u": its line ends are CR alone, so it would be a single line"_s,
                    u"Save it with the line ends LF or CR LF."_s);
    const QString text = QString::fromUtf8(utf8);
    auto group = parseTableText(origin, text);
    if (!group)
        return std::unexpected(inContext(origin, group.error()));
    return group;
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profiletoml.h"

#include <QLocale>

// Header only and without exceptions, so that the programs need no further library at their start.
#undef TOML_HEADER_ONLY
#undef TOML_SHARED_LIB
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
#include <toml++/toml.hpp>

#include <algorithm>
#include <cmath>
#include <string_view>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString toQString(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

/// Turns the parser's positions (lines and code points, from 1) into byte offsets.
class TextPositions
{
public:
    explicit TextPositions(const QByteArray &text) : m_text(text)
    {
        m_lines.append(text.startsWith("\xEF\xBB\xBF") ? 3 : 0);
        for (qsizetype at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1))
            m_lines.append(at + 1);
    }

    [[nodiscard]] qsizetype offset(const toml::source_position &position) const
    {
        if (position.line == 0 || qsizetype(position.line) > m_lines.size())
            return m_text.size();
        qsizetype at = m_lines[qsizetype(position.line) - 1];
        for (toml::source_index column = 1; column < position.column && at < m_text.size(); ++column) {
            ++at;
            while (at < m_text.size() && (uchar(m_text[at]) & 0xc0) == 0x80)
                ++at;
        }
        return at;
    }

private:
    const QByteArray &m_text;
    QList<qsizetype> m_lines;
};

QString placeText(const toml::source_position &at)
{
    return u"line %1, column %2"_s.arg(at.line).arg(at.column);
}

class ProfileReader
{
public:
    ProfileReader(const QByteArray &text, const QString &origin) : m_text(text), m_origin(origin), m_positions(text) { }

    Result<QList<TomlProfile>> read()
    {
        const toml::parse_result parsed = toml::parse(std::string_view(m_text.constData(), size_t(m_text.size())));
        if (!parsed) {
            const toml::parse_error &error = parsed.error();
            return fault(error.source().begin, toQString(error.description()));
        }
        for (const auto &[key, node] : parsed.table()) {
            if (key.str() != "profile" || !node.is_table())
                return fault(key.source().begin, u"\"%1\" is not known here"_s.arg(toQString(key.str())),
                             u"Profiles are written as [profile.NAME]."_s);
            if (auto added = readAll(*node.as_table()); !added)
                return std::unexpected(added.error());
        }
        std::ranges::sort(m_profiles, {}, &TomlProfile::begin);
        return std::move(m_profiles);
    }

private:
    std::unexpected<Fault> fault(const toml::source_position &at, const QString &what, const QString &advice = {}) const
    {
        return fail(FaultKind::Usage, u"%1, %2: %3"_s.arg(m_origin, placeText(at), what), advice);
    }

    Result<> readAll(const toml::table &profiles)
    {
        for (const auto &[key, node] : profiles) {
            const toml::table *table = node.as_table();
            if (!table)
                return fault(key.source().begin, u"\"%1\" is no profile"_s.arg(toQString(key.str())),
                             u"Profiles are written as [profile.NAME]."_s);
            auto profile = readProfile(toQString(key.str()), *table);
            if (!profile)
                return std::unexpected(profile.error());
            m_profiles.append(*std::move(profile));
        }
        return {};
    }

    Result<TomlProfile> readProfile(const QString &name, const toml::table &table)
    {
        TomlProfile profile {.name = name, .begin = m_positions.offset(table.source().begin)};
        profile.hasHeader = !table.is_inline() && profile.begin < m_text.size() && m_text[profile.begin] == '[';
        for (const auto &[key, node] : table) {
            const auto text = valueText(node);
            if (!text)
                return fault(node.source().begin, u"the value of \"%1\" cannot be used"_s.arg(toQString(key.str())),
                             u"Give a text in quotes, a number, true or false."_s);
            profile.entries.append({.key = toQString(key.str()),
                                    .text = *text,
                                    .keyBegin = m_positions.offset(key.source().begin),
                                    .valueBegin = m_positions.offset(node.source().begin),
                                    .valueEnd = m_positions.offset(node.source().end),
                                    .keyPlace = placeText(key.source().begin),
                                    .valuePlace = placeText(node.source().begin)});
        }
        std::ranges::sort(profile.entries, {}, &TomlEntry::keyBegin);
        const auto backend = std::ranges::find(profile.entries, u"backend"_s, &TomlEntry::key);
        if (backend == profile.entries.end() || backend->text.isEmpty())
            return fault(table.source().begin, u"profile %1 names no backend"_s.arg(name),
                         u"Add a line such as backend = \"local\"."_s);
        return profile;
    }

    static std::optional<QString> valueText(const toml::node &node)
    {
        if (const auto *text = node.as_string())
            return toQString(text->get());
        if (const auto *number = node.as_integer())
            return QString::number(number->get());
        if (const auto *number = node.as_floating_point(); number && std::isfinite(number->get()))
            return QString::number(number->get(), 'g', QLocale::FloatingPointShortest);
        if (const auto *boolean = node.as_boolean())
            return boolean->get() ? u"true"_s : u"false"_s;
        return std::nullopt;
    }

    const QByteArray &m_text;
    const QString &m_origin;
    TextPositions m_positions;
    QList<TomlProfile> m_profiles;
};

} // namespace

Result<QList<TomlProfile>> parseProfileToml(const QByteArray &text, const QString &origin)
{
    return ProfileReader(text, origin).read();
}

} // namespace hermes

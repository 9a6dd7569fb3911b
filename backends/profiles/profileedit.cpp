// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profileedit.h"

#include "backends/profiles/profileset.h"
#include "backends/profiles/profiletoml.h"

#include <QLocale>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

qsizetype lineBegin(const QByteArray &text, qsizetype at)
{
    return at == 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/// Behind the line break of the line, or the end of the text.
qsizetype lineEnd(const QByteArray &text, qsizetype at)
{
    const qsizetype end = text.indexOf('\n', at);
    return end < 0 ? text.size() : end + 1;
}

QByteArray lineBreak(const QByteArray &text)
{
    return text.contains("\r\n") ? "\r\n"_ba : "\n"_ba;
}

QByteArray quoted(const QString &text)
{
    QByteArray result = "\"";
    const QByteArray utf8 = text.toUtf8();
    for (const char c : utf8) {
        if (c == '"' || c == '\\')
            result += '\\';
        if (uchar(c) < 0x20 || c == 0x7f)
            result += "\\u00" + QByteArray(1, c).toHex();
        else
            result += c;
    }
    return result + '"';
}

/// Without quotes where the text is read back as the same: whole numbers, plain decimals, true and false.
QByteArray valueToToml(const QString &text)
{
    bool whole = false;
    bool decimal = false;
    const bool sameWhole = QString::number(text.toLongLong(&whole)) == text && whole;
    const double number = text.toDouble(&decimal);
    const bool sameDecimal = decimal && text.contains(u'.') && !text.contains(u'e', Qt::CaseInsensitive)
        && QString::number(number, 'g', QLocale::FloatingPointShortest) == text;
    const bool boolean = text == "true"_L1 || text == "false"_L1;
    return sameWhole || sameDecimal || boolean ? text.toUtf8() : quoted(text);
}

QByteArray keyToToml(const QString &key)
{
    const bool bare = !key.isEmpty()
        && std::ranges::all_of(key, [](QChar c) { return c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'-' || c == u'_'); });
    return bare ? key.toUtf8() : quoted(key);
}

Result<TomlProfile> findProfile(const QByteArray &text, const QString &name)
{
    const auto profiles = parseProfileToml(text, u"the profile file"_s);
    if (!profiles)
        return std::unexpected(profiles.error());
    const auto found = std::ranges::find(*profiles, name, &TomlProfile::name);
    if (found == profiles->end())
        return fail(FaultKind::NotFound, u"There is no profile %1"_s.arg(name));
    return *found;
}

std::unexpected<Fault> editByHand(const QString &profile)
{
    return fail(FaultKind::Conflict, u"Profile %1 is written in a way that cannot be changed from here"_s.arg(profile),
                u"Edit the file itself."_s);
}

/// The patched text, once it is certain that it reads as `expected`.
Result<QByteArray> verified(const QByteArray &patched, const QList<Profile> &expected, const QString &profile)
{
    const auto set = parseProfiles(patched, u"the profile file"_s);
    if (!set || set->profiles != expected)
        return editByHand(profile);
    return patched;
}

Result<QList<Profile>> currentProfiles(const QByteArray &text)
{
    return parseProfiles(text, u"the profile file"_s).transform([](ProfileSet set) { return std::move(set.profiles); });
}

/// Whether a profile may get this name; `taken` are those that there are.
Result<> checkNewName(const QString &name, const QList<Profile> &taken)
{
    const bool control = std::ranges::any_of(name, [](QChar c) { return c.unicode() < 0x20 || c.unicode() == 0x7f; });
    if (name.trimmed().isEmpty() || control)
        return fail(FaultKind::Usage, u"\"%1\" is not a name for a profile"_s.arg(name), u"Use letters, digits, - and _."_s);
    if (std::ranges::contains(taken, name, &Profile::name))
        return fail(FaultKind::Conflict, u"There is a profile %1 already"_s.arg(name), u"Choose another name."_s);
    return {};
}

/// The `]` that ends the header at `begin`; one in quotes does not.
qsizetype headerEnd(const QByteArray &text, qsizetype begin)
{
    char quote = 0;
    for (qsizetype at = begin; at < text.size(); ++at) {
        const char c = text.at(at);
        if (quote != 0 && c == '\\' && quote == '"')
            ++at;
        else if (quote != 0)
            quote = c == quote ? '\0' : quote;
        else if (c == '"' || c == '\'')
            quote = c;
        else if (c == ']')
            return at;
    }
    return text.size();
}

QByteArray withInsertedLine(const QByteArray &text, const TomlProfile &profile, const QByteArray &statement)
{
    const qsizetype last = profile.entries.isEmpty() ? profile.begin : profile.entries.back().keyBegin;
    const qsizetype begin = lineBegin(text, last);
    const bool indented = !profile.entries.isEmpty();
    const QByteArray indent = indented ? text.sliced(begin, last - begin) : QByteArray();
    const qsizetype at = lineEnd(text, profile.entries.isEmpty() ? last : profile.entries.back().valueEnd);
    const bool open = at == text.size() && !text.endsWith('\n');
    return text.first(at) + (open ? lineBreak(text) : QByteArray()) + indent + statement + lineBreak(text) + text.sliced(at);
}

} // namespace

Result<QByteArray> withProfileValue(const QByteArray &text, const QString &profile, const Setting &setting, const QString &value)
{
    if (setting.secret)
        return fail(FaultKind::Denied, u"\"%1\" is a secret, which no profile file may hold"_s.arg(setting.key),
                    u"It belongs into the keychain."_s);
    const auto found = findProfile(text, profile);
    if (!found)
        return std::unexpected(found.error());
    auto expected = currentProfiles(text);
    if (!expected)
        return std::unexpected(expected.error());
    std::ranges::find(*expected, profile, &Profile::name)->values.insert(setting.key, value);

    const auto entry = std::ranges::find(found->entries, setting.key, &TomlEntry::key);
    QByteArray patched = text;
    if (entry != found->entries.end()) {
        if (entry->text == value)
            return text;
        patched.replace(entry->valueBegin, entry->valueEnd - entry->valueBegin, valueToToml(value));
    } else if (found->hasHeader) {
        patched = withInsertedLine(text, *found, keyToToml(setting.key) + " = " + valueToToml(value));
    } else {
        return editByHand(profile);
    }
    return verified(patched, *expected, profile);
}

Result<QByteArray> withoutProfileValue(const QByteArray &text, const QString &profile, const QString &key)
{
    const auto found = findProfile(text, profile);
    if (!found)
        return std::unexpected(found.error());
    const auto entry = std::ranges::find(found->entries, key, &TomlEntry::key);
    if (entry == found->entries.end())
        return text;
    if (!found->hasHeader)
        return editByHand(profile);
    auto expected = currentProfiles(text);
    if (!expected)
        return std::unexpected(expected.error());
    std::ranges::find(*expected, profile, &Profile::name)->values.remove(key);

    QByteArray patched = text;
    const qsizetype begin = lineBegin(text, entry->keyBegin);
    patched.remove(begin, lineEnd(text, entry->valueEnd) - begin);
    return verified(patched, *expected, profile);
}

Result<QByteArray> withProfile(const QByteArray &text, const QString &name, const QString &backend)
{
    auto expected = currentProfiles(text);
    if (!expected)
        return std::unexpected(expected.error());
    if (const auto checked = checkNewName(name, *expected); !checked)
        return std::unexpected(checked.error());
    expected->append({.name = name, .backend = backend});

    const QByteArray end = lineBreak(text);
    QByteArray patched = text;
    if (!patched.isEmpty()) {
        if (!patched.endsWith('\n'))
            patched += end;
        patched += end;
    }
    patched += "[profile." + keyToToml(name) + ']' + end + "backend = " + quoted(backend) + end;
    return verified(patched, *expected, name);
}

Result<QByteArray> withProfileName(const QByteArray &text, const QString &name, const QString &newName)
{
    const auto found = findProfile(text, name);
    if (!found)
        return std::unexpected(found.error());
    if (name == newName)
        return text;
    auto expected = currentProfiles(text);
    if (!expected)
        return std::unexpected(expected.error());
    if (const auto checked = checkNewName(newName, *expected); !checked)
        return std::unexpected(checked.error());
    if (!found->hasHeader)
        return editByHand(name);
    std::ranges::find(*expected, name, &Profile::name)->name = newName;

    QByteArray patched = text;
    patched.replace(found->begin, headerEnd(text, found->begin) - found->begin, QByteArray("[profile." + keyToToml(newName)));
    return verified(patched, *expected, name);
}

Result<QByteArray> withoutProfile(const QByteArray &text, const QString &name)
{
    const auto found = findProfile(text, name);
    if (!found)
        return std::unexpected(found.error());
    if (!found->hasHeader)
        return editByHand(name);
    auto expected = currentProfiles(text);
    if (!expected)
        return std::unexpected(expected.error());
    expected->removeIf([&](const Profile &each) { return each.name == name; });

    const qsizetype begin = lineBegin(text, found->begin);
    qsizetype end = lineEnd(text, found->entries.back().valueEnd);
    // One of the blank lines around it goes too, so that they do not pile up.
    const bool blankBefore = begin == 0 || text.first(begin).endsWith("\n\n") || text.first(begin).endsWith("\r\n\r\n");
    if (blankBefore && end < text.size() && text.sliced(end, lineEnd(text, end) - end).trimmed().isEmpty())
        end = lineEnd(text, end);
    QByteArray patched = text;
    patched.remove(begin, end - begin);
    return verified(patched, *expected, name);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "settings.h"

#include <QDir>
#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Plain decimal digits with an optional fraction: no sign, exponent, grouping, "inf" or "nan".
bool isPlainDecimal(QStringView text)
{
    const auto isDigit = [](QChar c) { return c >= u'0' && c <= u'9'; };
    const qsizetype point = text.indexOf(u'.');
    const QStringView whole = point < 0 ? text : text.first(point);
    const QStringView fraction = point < 0 ? QStringView() : text.sliced(point + 1);
    return !whole.isEmpty() && std::ranges::all_of(whole, isDigit) && (point < 0 || !fraction.isEmpty())
        && std::ranges::all_of(fraction, isDigit);
}

/// As a person writes it: 1000000, not 1e+06.
QString numberText(double value)
{
    const double size = std::abs(value);
    const bool plain = value == 0 || (size >= 1e-4 && size < 1e15);
    return QString::number(value, plain ? 'f' : 'g', QLocale::FloatingPointShortest);
}

QString boundText(const Setting &setting, double bound)
{
    if (setting.type != SettingType::Size)
        return numberText(bound);
    for (const auto &[unit, letter] :
         {std::pair(1024.0 * 1024 * 1024 * 1024, u't'), {1024.0 * 1024 * 1024, u'g'}, {1024.0 * 1024, u'm'}, {1024.0, u'k'}}) {
        if (bound >= unit && std::fmod(bound, unit) == 0)
            return numberText(bound / unit) + QChar(letter);
    }
    return numberText(bound);
}

QString rangeText(const Setting &setting)
{
    if (setting.minimum && setting.maximum)
        return u" from %1 to %2"_s.arg(boundText(setting, *setting.minimum), boundText(setting, *setting.maximum));
    if (setting.minimum)
        return u" of at least %1"_s.arg(boundText(setting, *setting.minimum));
    if (setting.maximum)
        return u" of at most %1"_s.arg(boundText(setting, *setting.maximum));
    return {};
}

bool inRange(const Setting &setting, double value)
{
    return !(setting.minimum && value < *setting.minimum) && !(setting.maximum && value > *setting.maximum);
}

struct Expectation
{
    QString noun;
    QString example;
};

Expectation expectation(const Setting &setting)
{
    switch (setting.type) {
        using enum SettingType;
    case Integer: return {u"a whole number"_s, u"4"_s};
    case Number: return {u"a number"_s, u"0.5"_s};
    case Duration: return {u"a number of seconds"_s, u"300"_s};
    case Size: return {u"a size in bytes or with k, m, g or t"_s, u"512m"_s};
    case Boolean: return {u"true or false"_s, {}};
    case Choice: return {u"one of "_s + setting.choices.join(u", "_s), {}};
    case Path: return {setting.absolute ? u"a path that starts with / or ~/"_s : u"a path"_s, {}};
    case Text: return {u"a text without line breaks or NUL"_s, {}};
    }
    return {};
}

std::unexpected<Fault> badValue(const Setting &setting, const QString &text, const QString &origin)
{
    auto [noun, example] = expectation(setting);
    if (!setting.defaultText.isEmpty() && !example.isEmpty())
        example = setting.defaultText;
    const QString shown = setting.secret ? u"not valid"_s : u"\"%1\""_s.arg(text);
    const QString tail = example.isEmpty() ? QString() : u", for example "_s + example;
    return fail(FaultKind::Usage, origin + u" is "_s + shown + u": give "_s + noun + rangeText(setting) + tail);
}

std::optional<QString> canonicalNumber(const Setting &setting, const QString &text)
{
    bool ok = false;
    if (setting.type == SettingType::Integer) {
        const qint64 value = text.toLongLong(&ok);
        return ok && inRange(setting, double(value)) ? std::optional(QString::number(value)) : std::nullopt;
    }
    const double value = text.toDouble(&ok);
    return ok && std::isfinite(value) && inRange(setting, value) ? std::optional(numberText(value)) : std::nullopt;
}

std::optional<QString> canonicalDuration(const Setting &setting, const QString &text)
{
    const auto value = durationFromText(text);
    if (!value || !inRange(setting, double(value->count()) / 1000))
        return std::nullopt;
    QString seconds = QString::number(value->count() / 1000);
    if (const auto rest = value->count() % 1000) {
        seconds += u'.' + QString::number(rest).rightJustified(3, u'0');
        while (seconds.endsWith(u'0'))
            seconds.chop(1);
    }
    return seconds;
}

std::optional<QString> canonicalBoolean(const QString &text)
{
    const QString word = text.toLower();
    if (word == "true"_L1 || word == "yes"_L1 || word == "on"_L1 || word == "1"_L1)
        return u"true"_s;
    if (word == "false"_L1 || word == "no"_L1 || word == "off"_L1 || word == "0"_L1)
        return u"false"_s;
    return std::nullopt;
}

std::optional<QString> canonicalChoice(const Setting &setting, const QString &text)
{
    const auto known = std::ranges::find_if(setting.choices,
                                            [&](const QString &choice) { return choice.compare(text, Qt::CaseInsensitive) == 0; });
    return known == setting.choices.end() ? std::nullopt : std::optional(*known);
}

std::optional<QString> canonicalPath(const Setting &setting, const QString &text)
{
    if (text.isEmpty() || text.contains(QChar(0)))
        return std::nullopt;
    if (!setting.absolute)
        return text;
    if (text == "~"_L1 || text.startsWith("~/"_L1))
        return QDir::cleanPath(QDir::homePath() + text.sliced(1));
    return text.startsWith(u'/') ? std::optional(QDir::cleanPath(text)) : std::nullopt;
}

std::optional<QString> canonical(const Setting &setting, const QString &text)
{
    switch (setting.type) {
        using enum SettingType;
    case Integer:
    case Number: return canonicalNumber(setting, text.trimmed());
    case Duration: return canonicalDuration(setting, text.trimmed());
    case Size: {
        const auto bytes = sizeFromText(text.trimmed());
        return bytes && inRange(setting, double(*bytes)) ? std::optional(QString::number(*bytes)) : std::nullopt;
    }
    case Boolean: return canonicalBoolean(text.trimmed());
    case Choice: return canonicalChoice(setting, text.trimmed());
    case Path: return canonicalPath(setting, text);
    case Text: break;
    }
    const bool oneLine = !text.contains(QChar(0)) && !text.contains(u'\n') && !text.contains(u'\r');
    return oneLine ? std::optional(text) : std::nullopt;
}

/// What is being edited may have no name yet.
QString profileWords(const QString &name)
{
    return name.isEmpty() ? u"the unsaved profile"_s : u"profile "_s + name;
}

/// The raw text in force and where it stands; nothing when no source has one.
std::optional<SettingValue> valueInForce(const SettingsSchema &schema, const Setting &setting, const SettingSources &sources)
{
    if (const auto flag = sources.flags.constFind(setting.key); flag != sources.flags.cend())
        return SettingValue {*flag, SettingSource::Flag, settingFlag(schema.backend, setting.key)};
    for (const QString &name : QStringList {settingVariable(schema.backend, setting.key)} + setting.vendorVariables) {
        // An empty variable counts as not set: that is how a shell user takes one away for one command.
        if (const QString text = sources.environment.value(name); !text.isEmpty())
            return SettingValue {text, SettingSource::Variable, name};
    }
    if (const auto entry = sources.profile.constFind(setting.key); entry != sources.profile.cend())
        return SettingValue {*entry, SettingSource::Profile, u"%1, key %2"_s.arg(profileWords(sources.profileName), setting.key)};
    if (!setting.defaultText.isEmpty())
        return SettingValue {setting.defaultText, SettingSource::Default, u"default of "_s + setting.key};
    return std::nullopt;
}

/// What is wrong at a place of a file says which one, where that is known.
Fault at(const QString &place, Fault fault)
{
    return place.isEmpty() ? std::move(fault) : inContext(place, std::move(fault));
}

Fault secretInProfile(const SettingsSchema &schema, const Setting *setting, const QString &key, const QString &profile)
{
    const QString what = setting ? u"%1 holds the secret \"%2\""_s : u"%1 has the key \"%2\", which looks like a secret"_s;
    const QString variable = setting ? u", such as "_s + settingVariable(schema.backend, key) : QString();
    return {.kind = FaultKind::Usage,
            .what = what.arg(profileWords(profile), key),
            .advice = u"Remove it: secrets belong in the keychain or in an environment variable%1, never in this file."_s.arg(
                variable)};
}

Fault unknownInProfile(const SettingsSchema &schema, const QString &key, const QString &profile)
{
    QStringList known;
    for (const Setting &each : schema.settings) {
        if (!each.secret)
            known.append(each.key);
    }
    return {.kind = FaultKind::Usage,
            .what = u"%1 has the unknown key \"%2\""_s.arg(profileWords(profile), key),
            .advice = u"Keys of %1: %2."_s.arg(schema.backend, known.join(u", "_s))};
}

Result<> checkProfileKeys(const SettingsSchema &schema, const SettingSources &sources)
{
    QStringList keys = sources.profile.keys();
    keys.sort();
    for (const QString &key : std::as_const(keys)) {
        const Setting *setting = schema.find(key);
        const QString place = sources.profilePlaces.value(key).key;
        if (setting ? setting->secret : speaksOfSecret(key))
            return std::unexpected(at(place, secretInProfile(schema, setting, key, sources.profileName)));
        if (!setting)
            return std::unexpected(at(place, unknownInProfile(schema, key, sources.profileName)));
    }
    return {};
}

} // namespace

const Setting *SettingsSchema::find(const QString &key) const
{
    const auto found = std::ranges::find(settings, key, &Setting::key);
    return found == settings.end() ? nullptr : &*found;
}

QString settingFlag(const QString &backend, const QString &key)
{
    return u"--"_s + backend + u'-' + key;
}

QString settingVariable(const QString &backend, const QString &key)
{
    QString name = u"HERMES_"_s + backend.toUpper() + u'_' + key.toUpper();
    return name.replace(u'-', u'_');
}

Result<QString> checkSetting(const Setting &setting, const QString &text, const QString &origin)
{
    if (auto value = canonical(setting, text))
        return *std::move(value);
    return badValue(setting, text, origin);
}

std::optional<qint64> Settings::integer(const QString &key) const
{
    bool ok = false;
    const qint64 value = text(key).toLongLong(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<double> Settings::number(const QString &key) const
{
    bool ok = false;
    const double value = text(key).toDouble(&ok);
    return ok ? std::optional(value) : std::nullopt;
}

std::optional<std::chrono::milliseconds> Settings::duration(const QString &key) const
{
    return durationFromText(text(key));
}

Result<Settings> resolveSettings(const SettingsSchema &schema, const SettingSources &sources)
{
    if (const auto checked = checkProfileKeys(schema, sources); !checked)
        return std::unexpected(checked.error());
    Settings settings(schema.backend);
    for (const Setting &setting : schema.settings) {
        std::optional<SettingValue> value = valueInForce(schema, setting, sources);
        if (!value)
            continue;
        auto checked = checkSetting(setting, value->text, value->origin);
        if (!checked) {
            const bool ofProfile = value->source == SettingSource::Profile;
            const QString place = ofProfile ? sources.profilePlaces.value(setting.key).value : QString();
            return std::unexpected(at(place, std::move(checked).error()));
        }
        value->text = *std::move(checked);
        settings.set(setting.key, *std::move(value));
    }
    return settings;
}

bool speaksOfSecret(const QString &name)
{
    const QString upper = name.toUpper();
    const auto words = {"TOKEN"_L1, "SECRET"_L1, "PASSWORD"_L1, "PASSWD"_L1, "PASSPHRASE"_L1, "KEY"_L1, "CREDENTIAL"_L1, "AUTH"_L1};
    return std::ranges::any_of(words, [&](QLatin1StringView word) { return upper.contains(word); });
}

std::optional<std::chrono::milliseconds> durationFromText(const QString &text)
{
    // About 31 years; far below what any clock arithmetic on it could overflow.
    constexpr double MaxSeconds = 1e9;
    if (!isPlainDecimal(text))
        return std::nullopt;
    const double seconds = text.toDouble();
    if (seconds > MaxSeconds)
        return std::nullopt;
    const auto count = std::llround(seconds * 1000);
    // A limit that is asked for must not turn into 0 by rounding: 0 reads as "none" in many places.
    return std::chrono::milliseconds(seconds > 0 && count == 0 ? 1 : count);
}

std::optional<qint64> sizeFromText(const QString &text)
{
    constexpr QStringView Letters = u"kmgt";
    QString digits = text.toLower();
    for (const auto ending : {"ib"_L1, "b"_L1}) {
        if (digits.endsWith(ending)) {
            digits.chop(ending.size());
            if (ending.size() == 2 && (digits.isEmpty() || !Letters.contains(digits.back())))
                return std::nullopt;
            break;
        }
    }
    double unit = 1;
    if (!digits.isEmpty()) {
        if (const qsizetype at = Letters.indexOf(digits.back()); at >= 0) {
            unit = std::pow(1024.0, double(at + 1));
            digits.chop(1);
        }
    }
    if (!isPlainDecimal(digits))
        return std::nullopt;
    bool ok = false;
    if (const qint64 whole = digits.toLongLong(&ok); ok && unit == 1)
        return whole;
    const double bytes = digits.toDouble() * unit;
    if (bytes >= double(std::numeric_limits<qint64>::max()) || bytes != std::floor(bytes))
        return std::nullopt;
    return qint64(bytes);
}

} // namespace hermes

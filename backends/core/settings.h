// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>

namespace hermes {

enum class SettingType {
    Text,
    Integer,
    Number,
    Duration, ///< Seconds, fractions allowed.
    Size,     ///< Bytes: plain, or with k, m, g, t (powers of 1024).
    Boolean,  ///< true/false, yes/no, on/off, 1/0.
    Choice,
    Path
};

/// One setting of a backend, declared once: form, flag, variable, profile key, validation and reference follow from it.
struct Setting
{
    QString key = {};   ///< "workdir": lower case, words joined by '-'.
    QString label = {}; ///< "Work folder".
    QString help = {};  ///< One or two sentences.
    SettingType type = SettingType::Text;
    QString unit = {};
    QString defaultText = {}; ///< Empty: not set.
    std::optional<double> minimum = {};
    std::optional<double> maximum = {};
    QStringList choices = {};
    QStringList vendorVariables = {}; ///< A vendor's own variables; they rank below HERMES_…
    bool secret = false;              ///< Lives in the keychain, never in the profile file.
    bool advanced = false;
    bool absolute = false;        ///< A path from / or, for the home folder, from ~; its canonical spelling is from /.
    bool placesSandboxes = false; ///< Decides where sandboxes lie: one that is open keeps the value that it was opened with.
};

struct SettingsSchema
{
    QString backend = {};
    QList<Setting> settings = {};

    [[nodiscard]] const Setting *find(const QString &key) const;
};

/// "--docker-image" for key "image" of "docker".
[[nodiscard]] QString settingFlag(const QString &backend, const QString &key);
/// "HERMES_DOCKER_IMAGE".
[[nodiscard]] QString settingVariable(const QString &backend, const QString &key);
/// Checks a text against its setting and returns it in its canonical spelling. `origin` names where it
/// came from ("HERMES_LOCAL_TIMEOUT", "--local-timeout", "profile gpu-box, key timeout") for the message.
[[nodiscard]] Result<QString> checkSetting(const Setting &setting, const QString &text, const QString &origin);

enum class SettingSource { Default, Profile, Variable, Flag };

struct SettingValue
{
    QString text = {};
    SettingSource source = SettingSource::Default;
    QString origin = {}; ///< The flag, variable or profile that it came from.

    bool operator==(const SettingValue &) const = default;
};

/// The settings in force of one backend: validated texts with their sources. A value; any thread.
class Settings final
{
public:
    Settings() = default;
    explicit Settings(QString backend) : m_backend(std::move(backend)) { }

    [[nodiscard]] const QString &backend() const { return m_backend; }
    [[nodiscard]] bool has(const QString &key) const { return m_values.contains(key); }
    [[nodiscard]] QString text(const QString &key) const { return m_values.value(key).text; }
    [[nodiscard]] SettingValue value(const QString &key) const { return m_values.value(key); }
    [[nodiscard]] std::optional<qint64> integer(const QString &key) const;
    [[nodiscard]] std::optional<double> number(const QString &key) const;
    [[nodiscard]] std::optional<std::chrono::milliseconds> duration(const QString &key) const;
    [[nodiscard]] bool flag(const QString &key) const { return text(key) == QLatin1StringView("true"); }
    [[nodiscard]] const QHash<QString, SettingValue> &values() const { return m_values; }
    void set(const QString &key, const SettingValue &value) { m_values.insert(key, value); }
    void remove(const QString &key) { m_values.remove(key); }

private:
    QString m_backend;
    QHash<QString, SettingValue> m_values;
};

/// Where a setting stands in a file: "profiles.toml, line 3, column 1".
struct SettingPlace
{
    QString key = {};
    QString value = {};
};

/// Where resolveSettings() looks, highest rank first: flags, environment, profile, default.
struct SettingSources
{
    QHash<QString, QString> flags = {}; ///< By key.
    QHash<QString, QString> environment = {}; ///< By variable name.
    QHash<QString, QString> profile = {}; ///< By key.
    QString profileName = {};
    QHash<QString, SettingPlace> profilePlaces = {}; ///< By key; for messages.
};

/// Resolves every setting of the schema. A bad value is an error even where a better one is set elsewhere only
/// if it is the one in force; an unknown profile key is an error that names it, and one that is or looks like a secret too.
[[nodiscard]] Result<Settings> resolveSettings(const SettingsSchema &schema, const SettingSources &sources);

/// Whether what a variable or key of this name holds is to be treated as a secret: TOKEN, password, api-key.
[[nodiscard]] bool speaksOfSecret(const QString &name);

/// "90", "1.5" → a duration; rejects units, negatives and words. Used by every timeout field.
[[nodiscard]] std::optional<std::chrono::milliseconds> durationFromText(const QString &text);
/// "512m", "4g", "1048576" → bytes.
[[nodiscard]] std::optional<qint64> sizeFromText(const QString &text);

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profileset.h"

#include "backends/core/savefile.h"
#include "backends/profiles/profiletoml.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr qint64 MaxFileBytes = 1024 * 1024;

/// The bytes of the file; none where there is no file.
Result<QByteArray> readBytes(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QByteArray();
    if (!QFileInfo(path).isFile())
        return fail(FaultKind::NotConfigured, path + u" is not a file"_s,
                    u"Put it aside; profiles are read from a file of this name."_s);
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::NotConfigured, u"%1 cannot be read: %2"_s.arg(path, file.errorString()));
    QByteArray bytes = file.read(MaxFileBytes + 1);
    if (file.error() != QFileDevice::NoError)
        return fail(FaultKind::Storage, u"%1 cannot be read: %2"_s.arg(path, file.errorString()));
    if (bytes.size() > MaxFileBytes)
        return fail(FaultKind::Usage, u"%1 is larger than 1 MiB, which no profile file is"_s.arg(path));
    return bytes;
}

Result<> replaceFile(const QString &path, const QByteArray &text)
{
    const bool isNew = !QFileInfo::exists(path);
    if (!QDir().mkpath(QFileInfo(path).absolutePath()))
        return fail(FaultKind::Storage, u"the folder of %1 cannot be made"_s.arg(path));
    SaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        return fail(FaultKind::Storage, u"%1 cannot be written: %2"_s.arg(path, file.errorString()));
    if (isNew)
        file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    if (!file.commit())
        return fail(FaultKind::Storage, u"%1 cannot be written: %2"_s.arg(path, file.errorString()));
    return {};
}

} // namespace

const Profile *ProfileSet::find(const QString &name) const
{
    const auto found = std::ranges::find(profiles, name, &Profile::name);
    return found == profiles.end() ? nullptr : &*found;
}

QString defaultProfilesPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + u"/hermes-panel/profiles.toml"_s;
}

Result<ProfileSet> parseProfiles(const QByteArray &text, const QString &origin)
{
    auto parsed = parseProfileToml(text, origin);
    if (!parsed)
        return std::unexpected(parsed.error());
    ProfileSet set {.text = text};
    for (const TomlProfile &each : std::as_const(*parsed)) {
        Profile profile {.name = each.name};
        for (const TomlEntry &entry : each.entries) {
            set.places[each.name].insert(entry.key,
                                         {.key = origin + u", "_s + entry.keyPlace, .value = origin + u", "_s + entry.valuePlace});
            if (entry.key == "backend"_L1)
                profile.backend = entry.text;
            else
                profile.values.insert(entry.key, entry.text);
        }
        set.profiles.append(std::move(profile));
    }
    return set;
}

Result<ProfileSet> readProfiles(const QString &path)
{
    return readBytes(path)
        .and_then([&](const QByteArray &bytes) { return parseProfiles(bytes, path); })
        .transform([&](ProfileSet set) {
            set.path = path;
            return set;
        });
}

Result<ProfileSet> writeProfiles(const ProfileSet &read, const QByteArray &text)
{
    auto set = parseProfiles(text, read.path);
    if (!set)
        return set;
    set->path = read.path;
    const auto current = readBytes(read.path);
    if (!current)
        return std::unexpected(current.error());
    if (*current != read.text)
        return fail(FaultKind::Conflict, u"%1 was changed since it was read, so it was left as it is"_s.arg(read.path),
                    u"Read it again and repeat the change."_s);
    if (const auto written = replaceFile(read.path, text); !written)
        return std::unexpected(written.error());
    return set;
}

} // namespace hermes

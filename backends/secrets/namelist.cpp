// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "namelist.h"

#include "backends/core/inbackground.h"
#include "backends/core/privatefile.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLockFile>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr auto Names = "names"_L1;
constexpr auto LockPatience = 5s;

Result<QStringList> namesIn(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QStringList();
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::Storage,
                    u"The names of the stored secrets could not be read: %1: %2"_s.arg(path, file.errorString()));
    QJsonParseError error;
    const QJsonObject object = QJsonDocument::fromJson(file.readAll(), &error).object();
    if (error.error != QJsonParseError::NoError)
        return fail(FaultKind::Storage,
                    u"The names of the stored secrets could not be read: %1: %2"_s.arg(path, error.errorString()),
                    u"Remove the file: the secrets themselves are in the keychain, and are listed again when they are used."_s);
    QStringList names;
    for (const QJsonValue name : object.value(Names).toArray())
        names += name.toString();
    names.removeAll(QString());
    names.sort();
    names.removeDuplicates();
    return names;
}

Result<bool> changeIn(const QString &path, const QString &name, bool listed)
{
    if (const auto made = makePrivateFolder(QFileInfo(path).absolutePath()); !made)
        return std::unexpected(made.error());
    QLockFile lock(path + u".lock"_s);
    if (!lock.tryLock(LockPatience))
        return fail(FaultKind::Storage, u"The names of the stored secrets are in use by another program: %1"_s.arg(path));
    auto names = namesIn(path);
    if (!names)
        return std::unexpected(std::move(names).error());
    if (names->contains(name) == listed)
        return false;
    if (listed)
        names->append(name);
    else
        names->removeAll(name);
    names->sort();
    const QJsonObject object {{Names, QJsonArray::fromStringList(*names)}};
    return writePrivateFile(path, QJsonDocument(object).toJson()).transform([] { return true; });
}

} // namespace

NameList::NameList(QString path) : m_path(std::move(path))
{
    // One after the other, in the order in which they were asked for.
    m_pool.setMaxThreadCount(1);
}

QFuture<Result<QStringList>> NameList::read()
{
    return inBackground(m_pool, [path = m_path] { return namesIn(path); });
}

QFuture<Result<bool>> NameList::add(const QString &name)
{
    return change(name, true);
}

QFuture<Result<bool>> NameList::remove(const QString &name)
{
    return change(name, false);
}

QFuture<Result<bool>> NameList::change(const QString &name, bool listed)
{
    return inBackground(m_pool, [path = m_path, name, listed] { return changeIn(path, name, listed); });
}

} // namespace hermes

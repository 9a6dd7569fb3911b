// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "contrastpreference.h"

#include <QDBusMessage>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>

#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

const QString Service = u"org.freedesktop.portal.Desktop"_s;
const QString Path = u"/org/freedesktop/portal/desktop"_s;
const QString Interface = u"org.freedesktop.portal.Settings"_s;
const QString Group = u"org.freedesktop.appearance"_s;
const QString Key = u"contrast"_s;

} // namespace

ContrastPreference::ContrastPreference(QDBusConnection bus, QObject *parent) : QObject(parent), m_bus(std::move(bus))
{
    if (!m_bus.isConnected())
        return;
    m_bus.connect(Service, Path, Interface, u"SettingChanged"_s, this, SLOT(take(QString, QString, QDBusVariant)));
    ask();
}

void ContrastPreference::ask()
{
    QDBusMessage question = QDBusMessage::createMethodCall(Service, Path, Interface, u"Read"_s);
    question << Group << Key;
    auto *watcher = new QDBusPendingCallWatcher(m_bus.asyncCall(question), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this](QDBusPendingCallWatcher *call) {
        if (const QDBusPendingReply<QDBusVariant> reply = *call; reply.isValid())
            take(Group, Key, reply.value());
        call->deleteLater();
    });
}

void ContrastPreference::take(const QString &group, const QString &key, const QDBusVariant &value)
{
    if (group != Group || key != Key)
        return;
    // The answer to Read is wrapped once more than what is told later.
    QVariant number = value.variant();
    while (number.canConvert<QDBusVariant>())
        number = number.value<QDBusVariant>().variant();
    const bool wants = number.toUInt() == 1;
    if (std::exchange(m_wantsMore, wants) != wants)
        Q_EMIT changed();
}

} // namespace hermes

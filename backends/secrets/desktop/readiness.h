// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/keychain.h"

#include <QDBusConnection>
#include <QDBusObjectPath>
#include <QElapsedTimer>
#include <QObject>
#include <QStringList>

class QDBusMessage;
class QDBusPendingCall;
class QDBusVariant;

namespace hermes {

/// Finds out over D-Bus whether the keychain service that QtKeychain is about to use is there, answers, and is open; one that
/// is locked is asked to be unlocked, upon which it asks its user. One check each; deletes itself after its answer.
///
/// QtKeychain by itself would tell "no such entry" of a keychain that is locked, and takes another service for the rest of
/// the program's life where KWallet does not answer within half a second.
class Readiness final : public QObject
{
    Q_OBJECT

public:
    /// What it says of a service that can be used.
    struct Ready
    {
        bool hasKeyring = true; ///< False: nothing was ever stored there, and the service has to make a keyring first.
    };
    using Done = std::move_only_function<void(std::expected<Ready, KeychainFault>)>;

    Readiness(Done done, QObject *parent);
    void start();

private Q_SLOTS:
    void takePromptEnd(bool dismissed, const QDBusVariant &result);

private:
    void choose(const QStringList &services);
    void askWallet(const QString &service);
    void askSecretService();
    void askWhetherLocked(const QDBusObjectPath &collection);
    void unlock(const QDBusObjectPath &collection);
    void prompt(const QDBusObjectPath &prompt);
    /// Calls `take` with the answer; one that is an error ends the check.
    void onAnswer(const QDBusPendingCall &call, std::function<void(const QDBusMessage &)> take);
    void finish(std::expected<Ready, KeychainFault> result);

    Done m_done;
    QDBusConnection m_bus;
    QElapsedTimer m_clock;
};

} // namespace hermes

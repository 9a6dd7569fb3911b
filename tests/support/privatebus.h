// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProcess>
#include <QString>
#include <QTemporaryDir>

namespace hermes::test {

/// A D-Bus of the test's own, on which nothing is started by itself, and the services that the test starts on it. What is on
/// it ends with it.
class PrivateBus final
{
public:
    PrivateBus();
    ~PrivateBus();

    [[nodiscard]] QString address() const { return m_address; }
    /// The real GNOME Keyring, unlocked with this password, with a home of its own.
    [[nodiscard]] bool startKeyring(const QByteArray &password = "a password");
    void stopKeyring();
    /// tests/support/fakesecretservice.cpp, the path of which is in HERMES_FAKE_SERVICE.
    [[nodiscard]] bool startFake(const QStringList &arguments = {});
    /// Where the keyring has its files.
    [[nodiscard]] QString home() const { return m_home.path(); }

private:
    [[nodiscard]] bool waitForService();

    QTemporaryDir m_home;
    QProcess m_daemon;
    QProcess m_service;
    QString m_address;
};

} // namespace hermes::test

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/contrastpreference.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const QString Path = u"/org/freedesktop/portal/desktop"_s;
const QString Interface = u"org.freedesktop.portal.Settings"_s;

} // namespace

/// Stands for the desktop's settings portal.
class FakePortal final : public QObject
{
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")

public:
    uint contrast = 0;

    void tell(QDBusConnection bus, uint value)
    {
        contrast = value;
        QDBusMessage signal = QDBusMessage::createSignal(Path, Interface, u"SettingChanged"_s);
        signal << u"org.freedesktop.appearance"_s << u"contrast"_s << QVariant::fromValue(QDBusVariant(value));
        bus.send(signal);
    }

public Q_SLOTS:
    QDBusVariant Read(const QString &group, const QString &key) const
    {
        const bool known = group == "org.freedesktop.appearance"_L1 && key == "contrast"_L1;
        return QDBusVariant(QVariant::fromValue(QDBusVariant(known ? contrast : 99)));
    }
};

class ContrastPreferenceTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const QString daemon = QStandardPaths::findExecutable(u"dbus-daemon"_s);
        QVERIFY2(!daemon.isEmpty(), "install dbus");
        m_daemon.start(daemon, {u"--session"_s, u"--nofork"_s, u"--print-address=1"_s});
        QVERIFY(m_daemon.waitForStarted());
        QVERIFY(m_daemon.waitForReadyRead(30'000));
        const QString address = QString::fromLocal8Bit(m_daemon.readLine()).trimmed();
        QDBusConnection desktop = QDBusConnection::connectToBus(address, u"desktop"_s);
        QVERIFY(desktop.registerObject(Path, &m_portal, QDBusConnection::ExportAllSlots));
        QVERIFY(desktop.registerService(u"org.freedesktop.portal.Desktop"_s));
        QVERIFY(QDBusConnection::connectToBus(address, u"program"_s).isConnected());
    }

    void cleanupTestCase()
    {
        for (const QString &name : {u"desktop"_s, u"program"_s})
            QDBusConnection::disconnectFromBus(name);
        m_daemon.terminate();
        QVERIFY(m_daemon.waitForFinished());
    }

    void followsTheDesktop()
    {
        m_portal.contrast = 1;
        ContrastPreference preference(QDBusConnection(u"program"_s));
        const QSignalSpy changed(&preference, &ContrastPreference::changed);
        QTRY_VERIFY_WITH_TIMEOUT(preference.wantsMore(), 30s);
        m_portal.tell(QDBusConnection(u"desktop"_s), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!preference.wantsMore(), 30s);
        QCOMPARE_EQ(changed.count(), 2);
    }

    void noDesktopIsNoWish()
    {
        const ContrastPreference preference(QDBusConnection(u"nowhere"_s));
        QVERIFY(!preference.wantsMore());
    }

private:
    QProcess m_daemon;
    FakePortal m_portal;
};

QTEST_GUILESS_MAIN(ContrastPreferenceTest)
#include "tst_contrastpreference.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/localregistry.h"

#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace hermes::tests;

/// The registry of the tests, used through docker's own command.
class TestLocalRegistry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void pushAndPull();
    void login();
    void stopped();

private:
    Ended docker(const QStringList &arguments, const QByteArray &input = {}) const { return m_daemon->docker(arguments, input); }

    std::unique_ptr<DockerDaemon> m_daemon;
    QString m_image;
};

void TestLocalRegistry::initTestCase()
{
    REQUIRE_DOCKER();
    REQUIRE_REGISTRY();
    m_daemon = std::make_unique<DockerDaemon>();
    QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
    m_image = m_daemon->load(u"busybox"_s);
    QVERIFY2(!m_image.isEmpty(), qPrintable(m_daemon->failure()));
}

void TestLocalRegistry::pushAndPull()
{
    LocalRegistry registry(*m_daemon);
    QVERIFY2(registry.start(), qPrintable(registry.failure()));
    const QString name = registry.address() + u"/lab/busybox:1"_s;
    QCOMPARE(docker({u"tag"_s, m_image, name}).exitCode, 0);
    const Ended pushed = docker({u"push"_s, name});
    QVERIFY2(pushed.exitCode == 0, pushed.err.constData());
    QCOMPARE(docker({u"rmi"_s, name}).exitCode, 0);
    const Ended pulled = docker({u"pull"_s, name});
    QVERIFY2(pulled.exitCode == 0, pulled.err.constData());
    QVERIFY(docker({u"pull"_s, registry.address() + u"/lab/none:1"_s}).err.contains("manifest"));
    QCOMPARE(docker({u"rmi"_s, name}).exitCode, 0);
}

void TestLocalRegistry::login()
{
    LocalRegistry registry(*m_daemon, LocalRegistry::Access::WithPassword);
    QVERIFY2(registry.start(), qPrintable(registry.failure()));
    const QString name = registry.address() + u"/lab/secret:1"_s;
    QCOMPARE(docker({u"tag"_s, m_image, name}).exitCode, 0);
    QVERIFY(docker({u"push"_s, name}).err.contains("no basic auth credentials"));
    const QStringList login {u"login"_s, u"--username"_s, QString::fromLatin1(LocalRegistry::User), u"--password-stdin"_s,
                             registry.address()};
    QVERIFY(docker(login, "wrong").err.contains("401"));
    const Ended in = docker(login, LocalRegistry::Password);
    QVERIFY2(in.exitCode == 0, in.err.constData());
    QCOMPARE(docker({u"push"_s, name}).exitCode, 0);
    QCOMPARE(docker({u"rmi"_s, name}).exitCode, 0);
    QCOMPARE(docker({u"pull"_s, name}).exitCode, 0);
    QCOMPARE(docker({u"rmi"_s, name}).exitCode, 0);
    QCOMPARE(docker({u"logout"_s, registry.address()}).exitCode, 0);
    QVERIFY(docker({u"pull"_s, name}).err.contains("no basic auth credentials"));
}

void TestLocalRegistry::stopped()
{
    LocalRegistry registry(*m_daemon);
    QVERIFY2(registry.start(), qPrintable(registry.failure()));
    registry.stop();
    const QString name = registry.address() + u"/lab/busybox:1"_s;
    QVERIFY(docker({u"pull"_s, name}).err.contains("connection refused"));
    QVERIFY2(registry.start(), qPrintable(registry.failure()));
    QCOMPARE(docker({u"pull"_s, name}).exitCode, 0);
}

QTEST_GUILESS_MAIN(TestLocalRegistry)

#include "tst_localregistry.moc"

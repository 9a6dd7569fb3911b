// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/childenvironment.h"

#include <QTest>

using namespace hermes::local;

class TestChildEnvironment : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tokens_data();
    void tokens();
    void path_data();
    void path();
    void oddEntries();
    void bytesStay();
    void runnerGetsLittle();
};

void TestChildEnvironment::tokens_data()
{
    QTest::addColumn<bool>("held");
    for (const char *name :
         {"OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GITHUB_TOKEN", "GH_TOKEN", "MODAL_TOKEN_ID", "MODAL_TOKEN_SECRET",
          "DAYTONA_API_KEY", "VERCEL_TOKEN", "VERCEL_OIDC_TOKEN", "VERCEL_PROJECT_ID", "VERCEL_TEAM_ID", "AWS_BEARER_TOKEN_BEDROCK",
          "AUXILIARY_VISION_API_KEY", "GATEWAY_RELAY_X_SECRET", "GATEWAY_RELAY_KEY", "GATEWAY_RELAY_X_TOKEN",
          "HERMES_MODAL_TOKEN_ID", "HERMES_DAYTONA_API_KEY", "TELEGRAM_BOT_TOKEN"})
        QTest::newRow(name) << true;
    for (const char *name :
         {"PATH", "HOME", "VIRTUAL_ENV", "CONDA_PREFIX", "PYTHONHOME", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY",
          "AWS_SESSION_TOKEN", "HERMES_LOCAL_TIMEOUT", "AUXILIARY_KEY", "MY_TOKEN", "github_token", ""})
        QTest::newRow(name[0] ? name : "(empty)") << false;
}

void TestChildEnvironment::tokens()
{
    QFETCH(bool, held);
    const std::string name = QTest::currentDataTag()[0] == '(' ? std::string() : std::string(QTest::currentDataTag());
    QCOMPARE(holdsToken(name), held);
    if (name.empty() || name == "PATH")
        return;
    const auto kept = childEnvironment(std::vector<std::string> {name + "=zq9-canary"});
    QCOMPARE(std::ranges::contains(kept, name + "=zq9-canary"), !held);
}

void TestChildEnvironment::path_data()
{
    QTest::addColumn<QByteArray>("given");
    QTest::addColumn<QByteArray>("expected");
    const QByteArray system = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
    QTest::newRow("whole") << QByteArray("/opt/bin:/usr/bin") << QByteArray("/opt/bin:/usr/bin");
    QTest::newRow("slash at the end") << QByteArray("/usr/bin/:/x") << QByteArray("/usr/bin/:/x");
    QTest::newRow("without") << QByteArray("/opt/bin") << "/opt/bin:" + system;
    QTest::newRow("only below it") << QByteArray("/usr/bin/x:/my/usr/bin") << "/usr/bin/x:/my/usr/bin:" + system;
    QTest::newRow("empty") << QByteArray("") << system;
}

void TestChildEnvironment::path()
{
    QFETCH(QByteArray, given);
    QFETCH(QByteArray, expected);
    const auto kept = childEnvironment(std::vector<std::string> {"PATH=" + given.toStdString()});
    QCOMPARE(kept.size(), size_t(1));
    QCOMPARE(QByteArray::fromStdString(kept.front()), "PATH=" + expected);
}

void TestChildEnvironment::oddEntries()
{
    const auto kept = childEnvironment(std::vector<std::string> {"noequals", "=value", "A=1", "A=2", "B=", "C==x"});
    QVERIFY(std::ranges::contains(kept, "A=1"));
    QVERIFY(!std::ranges::contains(kept, "A=2"));
    QVERIFY(std::ranges::contains(kept, "B="));
    QVERIFY(std::ranges::contains(kept, "C==x"));
    QCOMPARE(kept.size(), size_t(4));
    QVERIFY(kept.back().starts_with("PATH=/usr"));
}

void TestChildEnvironment::bytesStay()
{
    const std::vector<std::string> given {"PATH=/usr/bin", "X=\xff\xfe\n=y", "BASH_FUNC_f%%=() {  echo\n}"};
    QVERIFY(childEnvironment(given) == given);
}

void TestChildEnvironment::runnerGetsLittle()
{
    const auto kept = runnerEnvironment(std::vector<std::string> {"PATH=/bin", "SECRET=x", "HOME=/h", "PATHX=1", "TMPDIR=/t"});
    QVERIFY(kept == (std::vector<std::string> {"PATH=/bin", "HOME=/h", "TMPDIR=/t"}));
}

QTEST_APPLESS_MAIN(TestChildEnvironment)
#include "tst_childenvironment.moc"

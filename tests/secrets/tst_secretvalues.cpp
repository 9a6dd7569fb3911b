// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/secrets/secretname.h"

#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

namespace {

constexpr auto Canary = "zq9-canary"_L1;

template<typename T>
concept Printable = requires(QDebug debug, std::ostream &stream, const T &value) {
    debug << value;
    stream << value;
};
static_assert(!Printable<Secret>);

} // namespace

class SecretValuesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void copiesShareTheirBytes()
    {
        const Secret one("abc");
        const Secret other = one; // NOLINT(performance-unnecessary-copy-initialization)
        QVERIFY(one.reveal().data() == other.reveal().data());
        QVERIFY(one == Secret("abc"));
        QVERIFY(!(one == Secret("abd")));
        QVERIFY(Secret().isEmpty() && Secret("").isEmpty());
    }

    void namesFollowTheSetting()
    {
        QCOMPARE(settingSecretName(u"modal"_s, {}, u"token"_s), u"modal/token"_s);
        QCOMPARE(settingSecretName(u"modal"_s, u"work"_s, u"token"_s), u"modal/work/token"_s);
        QCOMPARE(registrySecretName(u"ghcr.io:443"_s), u"registry/ghcr.io:443"_s);
        QCOMPARE(registryOfSecret(u"registry/ghcr.io:443"_s), u"ghcr.io:443"_s);
        QVERIFY(!registryOfSecret(u"registry/"_s));
        QVERIFY(!registryOfSecret(u"registry"_s));
    }

    void badNamesAreRefused_data()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("empty") << QString();
        QTest::newRow("blank in front") << u" a"_s;
        QTest::newRow("two lines") << u"a\nb"_s;
        QTest::newRow("with =") << u"a=b"_s;
        QTest::newRow("with ,") << u"a,b"_s;
        QTest::newRow("long") << QString(201, u'a');
    }

    void badNamesAreRefused()
    {
        QFETCH(QString, name);
        QVERIFY(!checkSecretName(name));
        QVERIFY(checkSecretName(u"my token/ä"_s));
    }

    void oneLineEndIsNoPartOfIt_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::addColumn<QByteArray>("value");
        QTest::newRow("none") << "a"_ba << "a"_ba;
        QTest::newRow("one") << "a\n"_ba << "a"_ba;
        QTest::newRow("two") << "a\n\n"_ba << "a\n"_ba;
        QTest::newRow("of Windows") << "a\r\n"_ba << "a"_ba;
        QTest::newRow("return alone") << "a\r"_ba << "a\r"_ba;
        QTest::newRow("inside") << "a\nb"_ba << "a\nb"_ba;
        QTest::newRow("as large as it may be") << QByteArray(64 * 1024, 'x') + '\n' << QByteArray(64 * 1024, 'x');
    }

    void oneLineEndIsNoPartOfIt()
    {
        QFETCH(QByteArray, input);
        QFETCH(QByteArray, value);
        const auto secret = secretFromInput(input);
        QVERIFY(secret);
        QCOMPARE(secret->reveal(), QByteArrayView(value));
    }

    void whatIsNoSecretIsRefused_data()
    {
        QTest::addColumn<QByteArray>("input");
        QTest::newRow("empty") << QByteArray();
        QTest::newRow("a line end") << "\n"_ba;
        QTest::newRow("NUL") << QByteArray("zq9-canary\0", 11);
        QTest::newRow("too large") << QByteArray("zq9-canary") + QByteArray(64 * 1024, 'x');
        QTest::newRow("no UTF-8") << "zq9-canary\xff"_ba;
    }

    void whatIsNoSecretIsRefused()
    {
        QFETCH(QByteArray, input);
        const auto secret = secretFromInput(input);
        QVERIFY(!secret);
        QCOMPARE(secret.error().kind, FaultKind::Usage);
        QVERIFY(!toText(secret.error()).contains(Canary));
    }

    void variablesOfSecrets_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QString>("secret");
        QTest::newRow("identifier") << u"my_Token"_s << u"my_Token"_s << u"my_Token"_s;
        QTest::newRow("other") << u"my-token.x"_s << u"MY_TOKEN_X"_s << u"my-token.x"_s;
        QTest::newRow("digit") << u"1password"_s << u"_1PASSWORD"_s << u"1password"_s;
        QTest::newRow("named") << u"A_B=registry/ghcr.io"_s << u"A_B"_s << u"registry/ghcr.io"_s;
    }

    void variablesOfSecrets()
    {
        QFETCH(QString, text);
        const auto secret = secretVariableFrom(text);
        QVERIFY(secret);
        QTEST(secret->variable, "variable");
        QTEST(secret->secret, "secret");
        QCOMPARE(toText(*secret), text);
    }

    void aValueGivenAsANameIsNotRepeated()
    {
        for (const QString &text : {u"A B=zq9-canary"_s, u"A=zq9=canary"_s, u"="_s, u"A="_s, u""_s, u"9=zq9-canary"_s}) {
            const auto secret = secretVariableFrom(text);
            QVERIFY2(!secret, qPrintable(text));
            QVERIFY(!toText(secret.error()).contains(Canary));
        }
    }

    void registryLogins()
    {
        const auto stored = toSecret({.user = u"me"_s, .password = Secret("p:w")});
        QVERIFY(stored);
        const auto login = registryLogin(u"registry/h"_s, *stored);
        QVERIFY(login);
        QCOMPARE(login->user, u"me"_s);
        QCOMPARE(login->password.reveal(), QByteArrayView("p:w"));
        for (const char *bad : {"zq9-canary", ":zq9-canary", "zq9-canary:"}) {
            const auto none = registryLogin(u"registry/h"_s, Secret(bad));
            QVERIFY(!none);
            QVERIFY(none.error().what.contains("registry/h"_L1));
            QVERIFY(!toText(none.error()).contains(Canary));
        }
        QVERIFY(!toSecret({.user = u"a:b"_s, .password = Secret("p")}));
        QVERIFY(!toSecret({.user = {}, .password = Secret("p")}));
        QVERIFY(!toSecret({.user = u"a"_s, .password = Secret()}));
    }
};

QTEST_APPLESS_MAIN(SecretValuesTest)
#include "tst_secretvalues.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "tests/support/longestblock.h"
#include "tests/support/richkind.h"
#include "tests/ui/windowfixture.h"
#include "ui/backends/backendspage.h"
#include "ui/run/launchform.h"
#include "ui/secrets/storedsecretsdialog.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QClipboard>
#include <QDirIterator>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr int BackendsPlace = 2;
const BackendName Rich {.backend = u"rich"_s};
const BackendName Box {.backend = u"rich"_s, .profile = u"box"_s};
const QString Canary = u"zq9-canary"_s;
QStringList namesOf(TokenStore &tokens)
{
    const auto names = tokens.names();
    return QTest::qWaitFor([&] { return names.isFinished(); }, Patience) ? names.result().value() : QStringList {u"no answer"_s};
}

const QByteArray Profiles = "[profile.box]\nbackend = \"rich\"\nhost = \"a\"\n";

} // namespace

/// Secrets on the page *Backends*, in the real window on a keychain that does what the test wants.
class SecretsTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        qunsetenv("HERMES_RICH_TOKEN");
        m_config = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_config->path()));
        QVERIFY(QDir(m_config->path()).mkpath(u"hermes-panel"_s));
        QFile file(profilesFile());
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(Profiles) == Profiles.size());
        file.close();
        m_keychain.fault.reset();
        m_keychain.holds = false;
        m_keychain.secrets.clear();
        for (const QString &name : namesOf(m_tokens))
            std::ignore = m_tokens.remove(name);
        QTRY_COMPARE_EQ(namesOf(m_tokens), QStringList());
        open();
        m_engine->addKind(test::richKind());
        m_window->showPage(BackendsPlace);
        auto *cards = child<QListView>(u"BackendCards"_s);
        QTRY_COMPARE_EQ(cards->model()->rowCount(), 4);
    }
    void cleanup() { close(); }

    void theFormSaysWhereASecretIs()
    {
        choose(Rich);
        QCOMPARE_EQ(state(), u"not set"_s);
        QVERIFY(!child<QPushButton>(u"Forget_token"_s)->isEnabled());
        QVERIFY(!child<QPushButton>(u"Test_token"_s)->isEnabled());
        std::ignore = m_tokens.write(u"rich/token"_s, Secret("zq9-canary"));
        QTRY_COMPARE_EQ(state(), u"in the keychain"_s);
        choose(Box);
        QCOMPARE_EQ(state(), u"not set"_s);
        qputenv("HERMES_RICH_TOKEN", "");
        choose(Rich);
        choose(Box);
        QCOMPARE_EQ(state(), u"not set: the environment variable HERMES_RICH_TOKEN is empty"_s); // E3
        qputenv("HERMES_RICH_TOKEN", "other");
        choose(Rich);
        QCOMPARE_EQ(state(), u"from the environment variable HERMES_RICH_TOKEN"_s); // E3
        child<QPushButton>(u"Test_token"_s)->click();
        QVERIFY(message().contains("HERMES_RICH_TOKEN"_L1) && !message().contains("other"_L1));
        for (const QString &name : {u"Test whether Token can be read"_s, u"Replace Token"_s, u"Forget Token"_s})
            verifyControl(name);
    }

    void aSecretIsStoredAndForgotten()
    {
        choose(Box);
        replace(Canary);
        QTRY_COMPARE_EQ(state(), u"in the keychain"_s);
        QVERIFY(message().contains("rich/box/token is in the keychain"_L1));
        QCOMPARE_EQ(m_keychain.secrets.value(u"rich/box/token"_s), Secret("zq9-canary"));
        QCOMPARE_EQ(read(profilesFile()), Profiles);
        child<QPushButton>(u"Test_token"_s)->click();
        QTRY_VERIFY(message().contains("can be read from the keychain"_L1));
        child<QPushButton>(u"Forget_token"_s)->click();
        QVERIFY(m_answers.lastQuestion.contains("rich/box/token"_L1));
        QCOMPARE_EQ(state(), u"in the keychain"_s);
        m_answers.accept = true;
        child<QPushButton>(u"Forget_token"_s)->click();
        QTRY_COMPARE_EQ(state(), u"not set"_s);
        QVERIFY(m_keychain.secrets.isEmpty());
        verifyNoFileHasIt();
    }

    void theDialogHidesWhatIsTyped()
    {
        choose(Rich);
        child<QPushButton>(u"Replace_token"_s)->click();
        auto *dialog = child<QDialog>(u"SecretDialog"_s);
        QTRY_VERIFY(dialog->isVisible());
        auto *line = dialog->findChild<QLineEdit *>(u"SecretValue"_s);
        auto *accept = dialog->findChild<QPushButton *>(u"AcceptSecret"_s);
        QCOMPARE_EQ(line->echoMode(), QLineEdit::Password);
        QVERIFY(!accept->isEnabled());
        // By the keyboard alone.
        QTRY_VERIFY(line->hasFocus());
        QTest::keyClicks(line, Canary);
        QVERIFY(accept->isEnabled());
        auto *show = dialog->findChild<QToolButton *>(u"SecretValueShow"_s);
        QVERIFY(show->focusPolicy() != Qt::NoFocus);
        show->click();
        QCOMPARE_EQ(line->echoMode(), QLineEdit::Normal);
        show->click();
        QCOMPARE_EQ(line->echoMode(), QLineEdit::Password);
        QTest::keyClick(line, Qt::Key_Return);
        QTRY_COMPARE_EQ(m_keychain.secrets.value(u"rich/token"_s), Secret("zq9-canary"));
    }

    void aPasteLosesTheBlanksAroundItAndSaysSo()
    {
        choose(Rich);
        child<QPushButton>(u"Replace_token"_s)->click();
        auto *dialog = child<QDialog>(u"SecretDialog"_s);
        auto *line = dialog->findChild<QLineEdit *>(u"SecretValue"_s);
        auto *note = dialog->findChild<QLabel *>(u"SecretPasted"_s);
        QGuiApplication::clipboard()->setText(u" \t"_s + Canary + u"\n"_s);
        QTest::keySequence(line, QKeySequence::Paste);
        QCOMPARE_EQ(line->text(), Canary);
        QVERIFY(note->isVisibleTo(dialog) && note->text().contains("left out"_L1));
        QGuiApplication::clipboard()->setText(u"two\nlines"_s);
        QTest::keySequence(line, QKeySequence::Paste);
        QCOMPARE_EQ(line->text(), Canary);
        QVERIFY(note->text().contains("several lines"_L1));
        QTest::keyClicks(line, u"x"_s);
        QVERIFY(!note->isVisibleTo(dialog));
        dialog->reject();
        QVERIFY(m_keychain.secrets.isEmpty());
    }

    void aSlowKeychainKeepsNobodyFromWorking() // E10
    {
        choose(Box);
        replace(Canary, [this] { m_keychain.holds = true; });
        LongestBlock block;
        QTRY_COMPARE_EQ(state(), u"waiting for the keychain…"_s);
        // After three seconds it is told, and nothing else was done meanwhile.
        QTRY_VERIFY_WITH_TIMEOUT(problem().contains("The keychain is not available yet"_L1), 10s);
        QVERIFY(!child<QPushButton>(u"KeychainProblemRetry"_s)->isVisible());
        choose(Rich);
        QCOMPARE_EQ(state(), u"not set"_s);
        std::ignore = QTest::qWaitFor([] { return false; }, 3s); // it takes six in all
        QVERIFY(m_keychain.secrets.isEmpty());
        QVERIFY2(block.milliseconds() < 200, qPrintable(QString::number(block.milliseconds())));
        m_keychain.letGo();
        QTRY_VERIFY(message().contains("rich/box/token is in the keychain"_L1));
        QVERIFY(problem().isEmpty());
        QCOMPARE_EQ(m_keychain.secrets.value(u"rich/box/token"_s), Secret("zq9-canary"));
    }

    void aLockedKeychainIsToldAndTriedAgain_data() // E10
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("words");
        QTest::newRow("locked") << int(KeychainFault::Kind::Locked) << u"locked"_s;
        QTest::newRow("refused") << int(KeychainFault::Kind::Refused) << u"refused"_s;
    }

    void aLockedKeychainIsToldAndTriedAgain()
    {
        QFETCH(int, kind);
        QFETCH(QString, words);
        m_keychain.secrets.insert(u"rich/token"_s, Secret("good"));
        m_keychain.fault = KeychainFault {.kind = KeychainFault::Kind(kind)};
        choose(Rich);
        replace(Canary);
        QTRY_VERIFY(problem().contains(words));
        QCOMPARE_EQ(m_keychain.secrets.value(u"rich/token"_s), Secret("good"));
        auto *retry = child<QPushButton>(u"KeychainProblemRetry"_s);
        QVERIFY(retry->isVisible());
        retry->click();
        QTRY_VERIFY(problem().contains(words));
        // It works once it is unlocked, in the same program.
        m_keychain.fault.reset();
        retry->click();
        QTRY_COMPARE_EQ(m_keychain.secrets.value(u"rich/token"_s), Secret("zq9-canary"));
        QTRY_VERIFY(problem().isEmpty());
    }

    void withoutAKeychainItSaysSo()
    {
        m_keychain.fault = KeychainFault {.kind = KeychainFault::Kind::NoService};
        choose(Rich);
        replace(Canary);
        QTRY_COMPARE_EQ(state(), u"in memory"_s);
        QVERIFY(problem().contains("forgotten when the program ends"_L1));
        verifyNoFileHasIt();
        m_keychain.fault.reset();
        m_answers.accept = true;
        child<QPushButton>(u"Forget_token"_s)->click();
        QTRY_COMPARE_EQ(state(), u"not set"_s);
    }

    void storedSecretsAreListedAddedAndDeleted()
    {
        std::ignore = m_tokens.write(u"rich/box/token"_s, Secret("1"));
        std::ignore = m_tokens.write(u"rich/gone/token"_s, Secret("1"));
        child<QPushButton>(u"ButtonStoredSecrets"_s)->click();
        auto *dialog = child<StoredSecretsDialog>(u"StoredSecretsDialog"_s);
        auto *table = dialog->findChild<QTableView *>(u"Storedsecrets"_s);
        QTRY_COMPARE_EQ(table->model()->rowCount(), 2);
        QCOMPARE_EQ(table->model()->index(0, 1).data().toString(), u"the setting token of rich (profile box)"_s);
        QCOMPARE_EQ(table->model()->index(1, 1).data().toString(), u"nothing: rich has no profile gone"_s);
        dialog->findChild<QPushButton *>(u"AddRegistry"_s)->click();
        auto *ask = dialog->findChild<QDialog *>(u"SecretDialog"_s);
        auto *accept = ask->findChild<QPushButton *>(u"AcceptSecret"_s);
        ask->findChild<QLineEdit *>(u"RegistryHost"_s)->setText(u"ghcr.io:443"_s);
        QTest::keyClicks(ask->findChild<QLineEdit *>(u"SecretValue"_s), Canary);
        QVERIFY(!accept->isEnabled());
        ask->findChild<QLineEdit *>(u"RegistryUser"_s)->setText(u"a:b"_s);
        QVERIFY(!accept->isEnabled());
        QVERIFY(!ask->findChild<QLabel *>(u"SecretProblem"_s)->text().isEmpty());
        ask->findChild<QLineEdit *>(u"RegistryUser"_s)->setText(u"me"_s);
        accept->click();
        QTRY_COMPARE_EQ(table->model()->rowCount(), 3);
        QCOMPARE_EQ(m_keychain.secrets.value(u"registry/ghcr.io:443"_s), Secret("me:zq9-canary"));
        QCOMPARE_EQ(table->model()->index(0, 1).data().toString(), u"the registry ghcr.io:443"_s);
        auto *remove = dialog->findChild<QPushButton *>(u"DeleteSecret"_s);
        QVERIFY(!remove->isEnabled());
        table->selectRow(2);
        m_answers.accept = true;
        dialog->activateWindow();
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QTest::keyClick(table, Qt::Key_Delete);
        QTRY_COMPARE_EQ(table->model()->rowCount(), 2);
        QVERIFY(!m_keychain.secrets.contains(u"rich/gone/token"_s));
        QVERIFY(dialog->findChild<QLabel *>(u"SecretsDone"_s)->text().contains("rich/gone/token is deleted"_L1));
        verifyNoFileHasIt();
    }

    void aRenamedProfileKeepsItsSecret()
    {
        std::ignore = m_tokens.write(u"rich/box/token"_s, Secret("1"));
        choose(Box);
        QTRY_COMPARE_EQ(state(), u"in the keychain"_s);
        child<QPushButton>(u"ButtonRenameProfile"_s)->click();
        auto *dialog = child<QDialog>(u"ProfileDialog"_s);
        dialog->findChild<QLineEdit *>(u"ProfileName"_s)->setText(u"crate"_s);
        dialog->accept();
        QTRY_COMPARE_EQ(m_keychain.secrets.keys(), QStringList {u"rich/crate/token"_s});
        QTRY_COMPARE_EQ(state(), u"in the keychain"_s);
    }

    void runsGetStoredSecrets()
    {
        std::ignore = m_tokens.write(u"my-token"_s, Secret("zq9-canary"));
        m_window->showPage(0);
        load(Language::Shell, "printf %s $MY_TOKEN | wc -c", u"n"_s, u"1"_s);
        child<QLineEdit>(u"Secrets"_s)->setText(u"my-token"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"Output"_s), QStringList {u"10"_s});
        verifyNoFileHasIt();
        child<QLineEdit>(u"Secrets"_s)->setText(u"nowhere"_s);
        press(u"Run sweep"_s);
        QTRY_VERIFY(messageText().contains("\"nowhere\" is not set"_L1));
    }

private:
    void choose(const BackendName &name) { child<BackendsPage>(u"BackendsPage"_s)->choose(name); }
    [[nodiscard]] QString state() const { return child<QLabel>(u"Setting_token"_s)->text(); }
    [[nodiscard]] QString message() const { return child<Banner>(u"BackendsMessage"_s)->text(); }
    [[nodiscard]] QString problem() const { return child<Banner>(u"KeychainProblem"_s)->text(); }

    void replace(const QString &value, const std::function<void()> &before = [] { })
    {
        child<QPushButton>(u"Replace_token"_s)->click();
        auto *dialog = child<QDialog>(u"SecretDialog"_s);
        QTest::keyClicks(dialog->findChild<QLineEdit *>(u"SecretValue"_s), value);
        before();
        dialog->findChild<QPushButton *>(u"AcceptSecret"_s)->click();
        QTRY_VERIFY(!child<QDialog>(u"SecretDialog"_s));
    }

    void verifyNoFileHasIt() const
    {
        m_window->storeWindow();
        for (const QString &folder : {m_state->path(), m_config->path(), m_secretNames.path()}) {
            QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
            while (files.hasNext()) {
                const QByteArray bytes = read(files.next());
                QVERIFY2(!bytes.contains(Canary.toUtf8()) && !bytes.contains(Canary.toUtf8().toBase64()),
                         qPrintable(files.filePath()));
            }
        }
    }

    std::unique_ptr<QTemporaryDir> m_config;
};

QTEST_MAIN(SecretsTest)
#include "tst_secrets.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/profiles/profileedit.h"
#include "models/profiles/profilestore.h"
#include "tests/models/profiles/profilefolder.h"

#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

#include <atomic>
#include <memory>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

namespace {

const QByteArray Quick = "# mine\n[profile.quick] # fast\nbackend = \"local\"\ntimeout = 30 # seconds\n";

Result<> outcome(QFuture<Result<>> future)
{
    if (!QTest::qWaitFor([&] { return future.isFinished(); }, 30'000))
        return fail(FaultKind::TimedOut, u"the change has no end"_s);
    return future.result();
}

QStringList namesOf(const ProfileStore &store)
{
    QStringList names;
    for (const Profile &profile : store.profiles().profiles)
        names.append(profile.name);
    return names;
}

} // namespace

class ProfileStoreTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_folder = std::make_unique<ProfileFolder>();
    }

    void readsTheFile()
    {
        QVERIFY(m_folder->write(Quick));
        const ProfileStore store(m_folder->path());
        QVERIFY(!store.isLoaded());
        QTRY_VERIFY(store.isLoaded());
        QCOMPARE_EQ(namesOf(store), QStringList {u"quick"_s});
        QCOMPARE_EQ(store.profiles().path, m_folder->path());
        QVERIFY(!store.problem());
    }

    void noFileIsNoProfiles()
    {
        const ProfileStore store(m_folder->path());
        QTRY_VERIFY(store.isLoaded());
        QVERIFY(store.profiles().profiles.isEmpty());
        QVERIFY(!store.problem());
    }

    void seesTheFileComeChangeAndGo()
    {
        const ProfileStore store(m_folder->path());
        QTRY_VERIFY(store.isLoaded());
        // Neither the file nor its folder is there yet.
        QVERIFY(m_folder->write(Quick));
        QTRY_COMPARE_EQ(namesOf(store), QStringList {u"quick"_s});
        QVERIFY(m_folder->write(Quick + "[profile.b]\nbackend = \"local\"\n"));
        QTRY_COMPARE_EQ(namesOf(store), (QStringList {u"quick"_s, u"b"_s}));
        for (const char *name : {"c", "d", "e"}) {
            QVERIFY(m_folder->replace("[profile."_ba + name + "]\nbackend = \"local\"\n"));
            QTRY_COMPARE_EQ(namesOf(store), QStringList {QString::fromLatin1(name)});
        }
        QVERIFY(QFile::remove(m_folder->path()));
        QTRY_VERIFY(store.profiles().profiles.isEmpty());
        QVERIFY(m_folder->write(Quick));
        QTRY_COMPARE_EQ(namesOf(store), QStringList {u"quick"_s});
    }

    void aBrokenFileKeepsWhatWasThere()
    {
        QVERIFY(m_folder->write(Quick));
        ProfileStore store(m_folder->path());
        QTRY_VERIFY(store.isLoaded());
        QVERIFY(m_folder->write(Quick + "[profile.b\n"));
        QTRY_VERIFY(store.problem());
        QVERIFY2(store.problem()->what.contains("line 5, column"_L1), qPrintable(store.problem()->what));
        QCOMPARE_EQ(namesOf(store), QStringList {u"quick"_s});
        const Result<> refused = outcome(
            store.change([](const QByteArray &text) { return withProfile(text, u"c"_s, u"local"_s); }));
        QVERIFY(!refused);
        QCOMPARE_EQ(m_folder->text(), Quick + "[profile.b\n");
        QVERIFY(m_folder->write(Quick));
        QTRY_VERIFY(!store.problem());
    }

    void changesKeepWhatIsAround()
    {
        QVERIFY(m_folder->write(Quick));
        ProfileStore store(m_folder->path());
        const Setting timeout {.key = u"timeout"_s};
        QVERIFY(
            outcome(store.change([&](const QByteArray &text) { return withProfileValue(text, u"quick"_s, timeout, u"45"_s); })));
        // What is in the file is in the store by then.
        QCOMPARE_EQ(store.profiles().find(u"quick"_s)->values.value(u"timeout"_s), u"45"_s);
        QCOMPARE_EQ(m_folder->text(), QByteArray(Quick).replace("30", "45"));
        const Result<> unknown = outcome(store.change([](const QByteArray &text) { return withoutProfile(text, u"none"_s); }));
        QCOMPARE_EQ(unknown.error().kind, FaultKind::NotFound);
    }

    void makesTheFileAndItsFolder()
    {
        ProfileStore store(m_folder->path());
        QVERIFY(outcome(store.change([](const QByteArray &text) { return withProfile(text, u"a"_s, u"local"_s); })));
        QCOMPARE_EQ(m_folder->text(), "[profile.a]\nbackend = \"local\"\n"_ba);
        QVERIFY(m_folder->replace(Quick));
        QTRY_COMPARE_EQ(namesOf(store), QStringList {u"quick"_s});
    }

    void repeatsAnEditWhereSomebodyElseWroteMeanwhile()
    {
        QVERIFY(m_folder->write(Quick));
        ProfileStore store(m_folder->path());
        const auto attempts = std::make_shared<std::atomic<int>>();
        const QByteArray byHand = Quick + "# by hand\n";
        const Result<> changed = outcome(store.change([&, attempts](const QByteArray &text) -> Result<QByteArray> {
            if (++*attempts == 1 && !m_folder->write(byHand))
                return fail(FaultKind::Internal, u"the test cannot write"_s);
            return withProfile(text, u"b"_s, u"local"_s);
        }));
        QVERIFY2(changed, changed ? "" : qPrintable(changed.error().what));
        QCOMPARE_EQ(attempts->load(), 2);
        QCOMPARE_EQ(m_folder->text(), byHand + "\n[profile.b]\nbackend = \"local\"\n");
    }

    void givesUpOnAFileThatNeverStandsStill()
    {
        QVERIFY(m_folder->write(Quick));
        ProfileStore store(m_folder->path());
        const auto attempts = std::make_shared<std::atomic<int>>();
        const Result<> changed = outcome(store.change([&, attempts](const QByteArray &text) -> Result<QByteArray> {
            if (!m_folder->write(Quick + QByteArray(++*attempts, '\n')))
                return fail(FaultKind::Internal, u"the test cannot write"_s);
            return withProfile(text, u"b"_s, u"local"_s);
        }));
        QCOMPARE_EQ(changed.error().kind, FaultKind::Conflict);
        QVERIFY(!m_folder->text().contains("[profile.b]"));
    }

    void whatWasAskedForComesToTheDisk()
    {
        {
            ProfileStore store(m_folder->path());
            static_cast<void>(store.change([](const QByteArray &text) { return withProfile(text, u"a"_s, u"local"_s); }));
        }
        QVERIFY(m_folder->text().contains("[profile.a]"));
    }

private:
    std::unique_ptr<ProfileFolder> m_folder;
};

QTEST_GUILESS_MAIN(ProfileStoreTest)
#include "tst_profilestore.moc"

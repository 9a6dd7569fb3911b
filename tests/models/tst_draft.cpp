// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/snippets/autosave.h"
#include "models/snippets/draftfile.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>
#include <QJsonArray>
#include <QProcess>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <cstdio>

#include <signal.h>
#include <unistd.h>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto Patience = 60s;

Draft draftOf(const QString &text)
{
    return {.text = text,
            .path = u"/some/where.sh"_s,
            .base = "\x01\xff",
            .language = Language::Shell,
            .cursor = 3,
            .form = {{u"parameters"_s, QJsonArray {1, u"zwei"_s}}}};
}

/// What the child process does: has a draft, says so, and waits for its end.
int holdDraft(const QString &folder)
{
    DraftFile file(folder);
    if (!file.write(draftOf(u"of the child"_s)))
        return 1;
    std::puts("ready");
    std::fflush(stdout);
    for (;;)
        ::pause();
}

} // namespace

class DraftTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        m_home = std::make_unique<QTemporaryDir>();
        m_folder = m_home->filePath(u"state/drafts"_s);
    }

    void comesBackFromJson()
    {
        Draft draft = draftOf(u"é\u2028 \"x\"\n"_s);
        draft.changed = false;
        draft.saved = QDateTime::fromString(u"2026-01-02T03:04:05.678Z"_s, Qt::ISODateWithMs);
        const auto back = Draft::fromJson(draft.toJson());
        QVERIFY(back && *back == draft);
        for (const auto *bad : {"", "{", "[]", "{}", R"({"version":9,"text":"","language":"python"})",
                                R"({"version":1,"language":"python"})", R"({"version":1,"text":"","language":"cobol"})"})
            QVERIFY(!Draft::fromJson(bad));
    }

    void isForTheUserAlone()
    {
        DraftFile file(m_folder);
        QVERIFY(file.write(draftOf(u"secret"_s)));
        const auto others = QFileDevice::ReadGroup | QFileDevice::WriteGroup | QFileDevice::ExeGroup | QFileDevice::ReadOther
            | QFileDevice::WriteOther | QFileDevice::ExeOther;
        QVERIFY((QFileInfo(m_folder).permissions() & others) == 0);
        QCOMPARE_EQ(names().size(), 1);
        QVERIFY((QFileInfo(m_folder + u'/' + names().first()).permissions() & others) == 0);
    }

    void isNotWrittenAgainWhenNothingChanged()
    {
        DraftFile file(m_folder);
        QVERIFY(file.write(draftOf(u"a"_s)));
        const QString path = m_folder + u'/' + names().first();
        QVERIFY(QFile::remove(path));
        QVERIFY(file.write(draftOf(u"a"_s)));
        QVERIFY(!QFile::exists(path));
        QVERIFY(file.write(draftOf(u"b"_s)));
        QVERIFY(QFile::exists(path));
    }

    void removedLeavesNothing()
    {
        DraftFile file(m_folder);
        QVERIFY(file.write(draftOf(u"a"_s)));
        file.remove();
        QVERIFY(QDir(m_folder).isEmpty());
        QVERIFY(file.write(draftOf(u"a"_s)));
        QCOMPARE_EQ(names().size(), 1);
        file.remove();
        QVERIFY(QDir(m_folder).isEmpty());
    }

    void twoWindowsHaveTheirOwn()
    {
        DraftFile one(m_folder);
        DraftFile other(m_folder);
        QVERIFY(one.write(draftOf(u"one"_s)));
        QVERIFY(other.write(draftOf(u"other"_s)));
        QCOMPARE_EQ(names().size(), 2);
        DraftFile third(m_folder);
        QVERIFY(!third.adopt()); // both live
    }

    void orderlyEndKeepsIt()
    {
        {
            DraftFile file(m_folder);
            QVERIFY(file.write(draftOf(u"kept"_s)));
        }
        DraftFile next(m_folder);
        const auto draft = next.adopt();
        QVERIFY(draft);
        QCOMPARE_EQ(draft->text, u"kept"_s);
        QCOMPARE_EQ(draft->form, draftOf({}).form);
        QVERIFY(!DraftFile(m_folder).adopt()); // it has an owner again
        QVERIFY(next.write(draftOf(u"went on"_s)));
        QCOMPARE_EQ(names().size(), 1);
        next.release();
        QCOMPARE_EQ(DraftFile(m_folder).adopt()->text, u"went on"_s);
    }

    void theNewestComesFirstAndNoneIsLost()
    {
        for (const QString &text : {u"first"_s, u"second"_s}) {
            DraftFile file(m_folder);
            QVERIFY(file.write(draftOf(text)));
            QTest::qSleep(5); // the time of the drafts has milliseconds
        }
        DraftFile one(m_folder);
        DraftFile other(m_folder);
        QCOMPARE_EQ(one.adopt()->text, u"second"_s);
        QCOMPARE_EQ(other.adopt()->text, u"first"_s);
    }

    void strangeFilesAreLeftAlone()
    {
        QVERIFY(QDir().mkpath(m_folder));
        QFile file(m_folder + u"/torn.json");
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{\"version\":1,\"te") > 0);
        file.close();
        QVERIFY(!DraftFile(m_folder).adopt());
        QVERIFY(file.exists());
    }

    void survivesKill()
    {
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {u"--hold"_s, m_folder});
        QVERIFY(child.waitForStarted());
        QVERIFY(QTest::qWaitFor([&] { return child.readAllStandardOutput().contains("ready"); }, Patience));
        DraftFile early(m_folder);
        QVERIFY(!early.adopt()); // its owner lives
        QCOMPARE_EQ(::kill(pid_t(child.processId()), SIGKILL), 0);
        QVERIFY(child.waitForFinished());
        DraftFile next(m_folder);
        const auto draft = next.adopt();
        QVERIFY(draft);
        QCOMPARE_EQ(draft->text, u"of the child"_s);
        QCOMPARE_EQ(draft->path, u"/some/where.sh"_s);
        QCOMPARE_EQ(draft->language, Language::Shell);
    }

    void isWrittenSoonAfterAChange()
    {
        std::optional<Draft> current = draftOf(u"typed"_s);
        {
            Autosave autosave(m_folder, [&] { return current; });
            QElapsedTimer timer;
            timer.start();
            // A change every moment does not put it off.
            const auto typeOn = [&] {
                autosave.noteChange();
                return names().size() == 1;
            };
            QVERIFY(QTest::qWaitFor(typeOn, Patience));
            QVERIFY(timer.elapsed() >= 1900);
            current.reset();
            autosave.keepNow();
            QVERIFY(QTest::qWaitFor([&] { return names().isEmpty(); }, Patience));
            current = draftOf(u"last words"_s);
            autosave.keepNow();
        }
        QCOMPARE_EQ(names().size(), 1); // the end waits for it
        QCOMPARE_EQ(DraftFile(m_folder).adopt()->text, u"last words"_s);
    }

    void whatCannotBeTakenStays()
    {
        {
            DraftFile file(m_folder);
            QVERIFY(file.write(draftOf(u"left"_s)));
        }
        const std::optional<Draft> current = draftOf(u"mine"_s);
        Autosave autosave(m_folder, [&] { return current; });
        bool asked = false;
        autosave.adopt([&](const Draft &draft) {
            asked = draft.text == "left"_L1;
            return false;
        });
        autosave.keepNow(); // must not be written over the one that is offered
        QVERIFY(QTest::qWaitFor([&] { return asked; }, Patience));
        QVERIFY(QTest::qWaitFor([&] { return names().size() == 2; }, Patience));
        QCOMPARE_EQ(DraftFile(m_folder).adopt()->text, u"left"_s);
    }

    void saysOnceThatItCannot()
    {
        QFile file(m_home->filePath(u"state"_s));
        QVERIFY(file.open(QIODevice::WriteOnly)); // where the folder would be
        Autosave autosave(m_folder, [] { return std::optional(draftOf(u"x"_s)); });
        const QSignalSpy failed(&autosave, &Autosave::failed);
        autosave.keepNow();
        autosave.keepNow();
        bool answered = false;
        autosave.adopt([](const Draft &) { return false; });
        QVERIFY(QTest::qWaitFor([&] { return failed.size() == 1; }, Patience));
        autosave.keepNow();
        QTimer::singleShot(0, this, [&] { answered = true; });
        QVERIFY(QTest::qWaitFor([&] { return answered; }, Patience));
        QCOMPARE_EQ(failed.size(), 1);
    }

private:
    [[nodiscard]] QStringList names() const { return QDir(m_folder).entryList({u"*.json"_s}, QDir::Files); }

    std::unique_ptr<QTemporaryDir> m_home;
    QString m_folder;
};

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    if (argc == 3 && QByteArrayView(argv[1]) == "--hold")
        return holdDraft(QString::fromLocal8Bit(argv[2]));
    DraftTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_draft.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/answers.h"
#include "ui/editor/snippeteditor.h"
#include "ui/run/opensnippet.h"
#include "ui/run/recentmenu.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/banner.h"

#include <QAction>
#include <QDir>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The file behind the snippet, other programs that write it, and drafts.
class SnippetFilesTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform that needs no display says so about every window.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_home = std::make_unique<QTemporaryDir>();
        m_answers = {};
        m_form = {};
        start();
    }

    void cleanup() { end(); }

    void reloadsWhatNobodyEdits_data()
    {
        QTest::addColumn<bool>("byRenaming");
        QTest::newRow("written in place") << false;
        QTest::newRow("another one renamed") << true;
    }

    void reloadsWhatNobodyEdits()
    {
        QFETCH(const bool, byRenaming);
        const QString path = write(u"a.py"_s, "one\ntwo\nthree\n");
        QVERIFY(open(path));
        m_pane->editor()->goToLine(2);
        // Twice: the second time it is another file than the one that was watched first.
        for (const QByteArray &bytes : {QByteArray("one\ntwo\nfour\n"), QByteArray("one\ntwo\nfive\n")}) {
            if (byRenaming)
                std::filesystem::rename(write(u"b.tmp"_s, bytes).toStdString(), path.toStdString());
            else
                QVERIFY(!write(u"a.py"_s, bytes).isEmpty());
            QVERIFY(QTest::qWaitFor([&] { return m_pane->text().toUtf8() == bytes; }, Patience));
        }
        QCOMPARE_EQ(m_pane->editor()->textCursor().blockNumber(), 1);
        QVERIFY(!m_pane->isModified());
        QVERIFY(!banner(u"DiskBanner"_s)->isVisible());
    }

    void asksWhereBothHaveChanges()
    {
        const QString path = write(u"a.py"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"mine\n"_s);
        write(u"a.py"_s, "theirs\n");
        QVERIFY(QTest::qWaitFor([&] { return banner(u"DiskBanner"_s)->isVisible(); }, Patience));
        QCOMPARE_EQ(m_pane->text(), u"mine\n"_s);
        banner(u"DiskBanner"_s)->findChild<QPushButton *>(u"DiskBannerReload"_s)->click();
        QCOMPARE_EQ(m_pane->text(), u"theirs\n"_s);
        QVERIFY(!banner(u"DiskBanner"_s)->isVisible());
        m_pane->editor()->replaceText(u"mine again\n"_s);
        write(u"a.py"_s, "theirs again\n");
        QVERIFY(QTest::qWaitFor([&] { return banner(u"DiskBanner"_s)->isVisible(); }, Patience));
        banner(u"DiskBanner"_s)->findChild<QPushButton *>(u"DiskBannerKeepmine"_s)->click();
        QCOMPARE_EQ(m_pane->text(), u"mine again\n"_s);
        QVERIFY(save());
        QCOMPARE_EQ(m_answers.asked, 0); // it has been asked already
        QCOMPARE_EQ(read(path), QByteArray("mine again\n"));
    }

    void asksBeforeSavingOverAnother()
    {
        const QString path = write(u"a.py"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"mine\n"_s);
        write(u"a.py"_s, "theirs\n");
        QVERIFY(save()); // before anything was noticed
        QCOMPARE_EQ(m_answers.asked, 1);
        QVERIFY2(m_answers.lastQuestion.contains("a.py"_L1), qPrintable(m_answers.lastQuestion));
        QCOMPARE_EQ(read(path), QByteArray("theirs\n"));
        QVERIFY(m_pane->isModified());
        m_answers.accept = true;
        QVERIFY(save());
        QVERIFY(QTest::qWaitFor([&] { return read(path) == "mine\n"; }, Patience));
        QVERIFY(QTest::qWaitFor([&] { return !m_pane->isModified(); }, Patience));
    }

    void savesTwiceQuickly()
    {
        const QString path = write(u"a.py"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"two\n"_s);
        m_open->save();
        m_pane->editor()->replaceText(u"three\n"_s);
        m_open->save();
        QVERIFY(QTest::qWaitFor([&] { return !m_open->isSaving() && read(path) == "three\n"; }, Patience));
        QCOMPARE_EQ(m_answers.asked, 0);
        QVERIFY(QTest::qWaitFor([&] { return !m_pane->isModified(); }, Patience));
    }

    void whatIsTypedDuringASaveStaysUnsaved()
    {
        const QString path = write(u"a.py"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"two\n"_s);
        m_open->save();
        m_pane->editor()->replaceText(u"three\n"_s);
        QVERIFY(QTest::qWaitFor([&] { return !m_open->isSaving(); }, Patience));
        QCOMPARE_EQ(read(path), QByteArray("two\n"));
        QVERIFY(m_pane->isModified());
    }

    void aFileThatIsGoneIsWrittenAgain()
    {
        const QString path = write(u"a.py"_s, "one\n");
        QVERIFY(open(path));
        QVERIFY(QFile::remove(path));
        QVERIFY(QTest::qWaitFor([&] { return banner(u"DiskBanner"_s)->isVisible(); }, Patience));
        QCOMPARE_EQ(m_pane->text(), u"one\n"_s);
        QVERIFY(m_pane->isModified()); // no file has it
        QVERIFY(save());
        QCOMPARE_EQ(read(path), QByteArray("one\n"));
        QVERIFY(!m_pane->isModified());
        QVERIFY(!banner(u"DiskBanner"_s)->isVisible());
        // And is watched again.
        write(u"a.py"_s, "two\n");
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"two\n"_s; }, Patience));
    }

    void keepsLineEndsThroughTheEditor()
    {
        const QString path = write(u"a.py"_s, "\xef\xbb\xbfone\r\ntwo\r\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"one\nthree\n"_s);
        QVERIFY(save());
        QCOMPARE_EQ(read(path), QByteArray("\xef\xbb\xbfone\r\nthree\r\n"));
    }

    void saysWhatCannotBeOpened()
    {
        m_pane->editor()->setPlainText(u"stays"_s);
        const QSignalSpy failed(m_open, &OpenSnippet::failed);
        m_open->open(m_home->filePath(u"missing.py"_s));
        QVERIFY(QTest::qWaitFor([&] { return failed.size() == 1; }, Patience));
        QCOMPARE_EQ(m_pane->text(), u"stays"_s);
    }

    void theLastOneThatIsOpenedWins()
    {
        const QString one = write(u"one.py"_s, "one\n");
        const QString two = write(u"two.sh"_s, "two\n");
        m_open->open(one);
        QVERIFY(open(two));
        QCOMPARE_EQ(m_pane->text(), u"two\n"_s);
        QCOMPARE_EQ(m_pane->language(), Language::Shell);
    }

    void aDroppedFileAsksAboutChanges()
    {
        const QString path = write(u"a.py"_s, "one\n");
        m_pane->editor()->setPlainText(u"mine"_s);
        m_pane->editor()->document()->setModified(true);
        Q_EMIT m_pane->editor()->fileDropped(path);
        QCOMPARE_EQ(m_answers.asked, 1);
        QCOMPARE_EQ(m_pane->text(), u"mine"_s);
        m_answers.accept = true;
        Q_EMIT m_pane->editor()->fileDropped(path);
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"one\n"_s; }, Patience));
    }

    void remembersRecentFiles()
    {
        RecentMenu menu(m_open, nullptr);
        QStringList paths;
        for (int i = 0; i < 12; ++i)
            paths += write(u"%1&.py"_s.arg(i), "x\n");
        for (const QString &path : paths)
            QVERIFY(open(path));
        QVERIFY(open(paths.at(5)));
        const auto *recent = m_open->recentFiles();
        // They are remembered one after the other, and that file was the first one before.
        QVERIFY(QTest::qWaitFor([&] { return recent->entries().size() > 1 && recent->entries().at(1).path == paths.at(11); },
                                Patience));
        QCOMPARE_EQ(recent->entries().size(), RecentFiles::MostFiles);
        QCOMPARE_EQ(recent->entries().first().path, paths.at(5));
        QVERIFY(menu.actions().first()->text().startsWith("5&&.py"_L1));
        QVERIFY(QFile::remove(paths.at(11)));
        end();
        start(); // another start, which also sees what is no longer there
        m_open->recentFiles()->refresh();
        QVERIFY(QTest::qWaitFor([&] { return m_open->recentFiles()->entries().size() == RecentFiles::MostFiles; }, Patience));
        RecentMenu again(m_open, nullptr);
        QVERIFY(!m_open->recentFiles()->entries().at(1).exists);
        QVERIFY(!again.actions().at(1)->isEnabled());
        again.actions().first()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->document().path() == paths.at(5); }, Patience));
        again.actions().last()->trigger();
        QVERIFY(QTest::qWaitFor([&] { return m_open->recentFiles()->entries().isEmpty(); }, Patience));
        QCOMPARE_EQ(again.actions().size(), 1);
    }

    void goesOnAfterTheEnd()
    {
        const QString path = write(u"a.sh"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"one\ntwo"_s);
        m_pane->editor()->moveCursor(QTextCursor::End);
        m_form = {{u"parameters"_s, 7}};
        end();
        m_form = {};
        start();
        m_open->restoreDraft();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"one\ntwo"_s; }, Patience));
        QVERIFY(m_pane->isModified());
        QCOMPARE_EQ(m_pane->document().path(), path);
        QCOMPARE_EQ(m_pane->language(), Language::Shell);
        QCOMPARE_EQ(m_pane->editor()->textCursor().position(), 7);
        QCOMPARE_EQ(m_form["parameters"_L1].toInt(), 7);
        QVERIFY2(banner(u"DraftBanner"_s)->text().startsWith("Restored what was not saved on"_L1),
                 qPrintable(banner(u"DraftBanner"_s)->text()));
        QVERIFY(!banner(u"DiskBanner"_s)->isVisible());
        m_pane->editor()->undo(); // what the file holds is one step away
        QCOMPARE_EQ(m_pane->text(), u"one\n"_s);
        m_pane->editor()->redo();
        QVERIFY(save());
        QCOMPARE_EQ(read(path), QByteArray("one\ntwo"));
        QVERIFY(!banner(u"DraftBanner"_s)->isVisible());
    }

    void saysWhenTheFileIsAnotherOneByThen()
    {
        const QString path = write(u"a.sh"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"mine"_s);
        end();
        write(u"a.sh"_s, "theirs\n");
        start();
        m_open->restoreDraft();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"mine"_s; }, Patience));
        QVERIFY(banner(u"DiskBanner"_s)->isVisible());
        banner(u"DraftBanner"_s)->findChild<QPushButton *>(u"DraftBannerDiscard"_s)->click();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"theirs\n"_s; }, Patience));
        QVERIFY(!m_pane->isModified());
        QVERIFY(QTest::qWaitFor([&] { return drafts().isEmpty(); }, Patience));
    }

    void keepsTheTextOfAFileThatIsGone()
    {
        const QString path = write(u"a.sh"_s, "one\n");
        QVERIFY(open(path));
        m_pane->editor()->replaceText(u"mine"_s);
        end();
        QVERIFY(QFile::remove(path));
        start();
        m_open->restoreDraft();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"mine"_s; }, Patience));
        QVERIFY(m_pane->isModified());
        QVERIFY(save());
        QCOMPARE_EQ(read(path), QByteArray("mine"));
    }

    void discardingOffersTheNextOne()
    {
        for (const QString &text : {u"first"_s, u"second"_s}) {
            m_pane->editor()->setPlainText(text);
            m_pane->editor()->document()->setModified(true);
            end();
            start();
        }
        QCOMPARE_EQ(drafts().size(), 2);
        m_open->restoreDraft();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"second"_s; }, Patience));
        banner(u"DraftBanner"_s)->findChild<QPushButton *>(u"DraftBannerDiscard"_s)->click();
        QVERIFY(QTest::qWaitFor([&] { return m_pane->text() == u"first"_s; }, Patience));
        QCOMPARE_EQ(drafts().size(), 1);
    }

    void aDraftWaitsWhileSomethingElseIsWritten()
    {
        m_pane->editor()->setPlainText(u"left"_s);
        m_pane->editor()->document()->setModified(true);
        end();
        start();
        m_pane->editor()->setPlainText(u"typed at once"_s);
        m_pane->editor()->document()->setModified(true);
        m_open->restoreDraft();
        m_open->finish();
        QVERIFY(QTest::qWaitFor([&] { return drafts().size() == 2; }, Patience));
        QCOMPARE_EQ(m_pane->text(), u"typed at once"_s);
    }

    void nothingUnsavedLeavesNoDraft()
    {
        QVERIFY(open(write(u"a.py"_s, "one\n")));
        m_pane->editor()->replaceText(u"two\n"_s);
        m_open->finish();
        QVERIFY(QTest::qWaitFor([&] { return drafts().size() == 1; }, Patience));
        QVERIFY(save());
        end();
        QVERIFY(drafts().isEmpty());
        start();
    }

private:
    static constexpr std::chrono::seconds Patience {60};

    void start()
    {
        m_pane = std::make_unique<SnippetPane>();
        m_open = new OpenSnippet(
            m_pane.get(), &m_answers, m_home->filePath(u"state"_s),
            {.current = [this] { return m_form; }, .restore = [this](const QJsonObject &form) { m_form = form; }});
        m_pane->resize(600, 400);
        m_pane->show();
    }
    void end()
    {
        m_open->finish();
        m_pane.reset();
    }
    [[nodiscard]] bool open(const QString &path) const
    {
        m_open->open(path);
        return QTest::qWaitFor([&] { return m_pane->document().path() == path; }, Patience);
    }
    [[nodiscard]] bool save() const
    {
        m_open->save();
        return QTest::qWaitFor([&] { return !m_open->isSaving(); }, Patience);
    }
    [[nodiscard]] Banner *banner(const QString &name) const { return m_pane->findChild<Banner *>(name); }
    [[nodiscard]] QStringList drafts() const { return QDir(m_home->filePath(u"state/drafts"_s)).entryList({u"*.json"_s}); }
    [[nodiscard]] static QByteArray read(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    QString write(const QString &name, const QByteArray &bytes) const
    {
        QFile file(m_home->filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() ? file.fileName() : QString();
    }

    std::unique_ptr<QTemporaryDir> m_home;
    Answers m_answers;
    QJsonObject m_form;
    std::unique_ptr<SnippetPane> m_pane;
    OpenSnippet *m_open = nullptr;
};

QTEST_MAIN(SnippetFilesTest)
#include "tst_snippetfiles.moc"

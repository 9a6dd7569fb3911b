// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "models/sessions/sessiontablemodel.h"
#include "tests/ui/windowfixture.h"
#include "ui/sessions/filespane.h"
#include "ui/sessions/filesview.h"
#include "ui/sessions/sessionspage.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/undobar.h"

#include <QAbstractProxyModel>
#include <QAction>
#include <QComboBox>
#include <QDir>
#include <QDropEvent>
#include <QHeaderView>
#include <QLineEdit>
#include <QListWidget>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QToolButton>

#include <ctime>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// The page *Sessions* in the real window, on the real engine and the local backend.
class SessionsPageTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void controlsHaveTheirNames_data()
    {
        QTest::addColumn<QString>("name");
        for (const char *name :
             {"Sessions table", "Files", "Filter sessions", "State filter", "Kind filter", "Backend filter", "Owner filter",
              "Stale only", "Close selected", "Delete selected", "Select all stale", "Use in Run", "Up", "Upload", "Download"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }

    void controlsHaveTheirNames()
    {
        QFETCH(const QString, name);
        showSessions();
        verifyControl(name);
    }

    void emptyListSaysWhatToDo()
    {
        showSessions();
        QTRY_VERIFY(emptyState(u"SessionsTable"_s)->isVisible());
        QTRY_COMPARE(emptyState(u"SessionsTable"_s)->accessibleName(), u"No sandboxes or sessions"_s);
        QVERIFY(!button(u"Close selected"_s)->isEnabled());
        QVERIFY(!button(u"Delete selected"_s)->isEnabled());
        QVERIFY(!button(u"Upload"_s)->isEnabled());
    }

    void closeTwoUndoOne()
    {
        makeSandboxes({u"a"_s, u"b"_s, u"c"_s});
        showSessions();
        select({u"a"_s, u"b"_s});
        const QStringList folders {folderOf(u"a"_s), folderOf(u"b"_s)};
        QCOMPARE(button(u"Close selected"_s)->text(), u"&Close 2 Sandboxes…"_s);
        // The safe answer does nothing.
        press(u"Close selected"_s);
        QCOMPARE(m_answers.asked, 1);
        QCOMPARE(m_answers.lastItems.size(), 2);
        QVERIFY(m_answers.lastItems.first().contains(u"local"_s) && m_answers.lastItems.first().contains(u"open"_s));
        QVERIFY(!undoBar()->isVisible());
        m_answers.accept = true;
        press(u"Close selected"_s);
        QTRY_VERIFY(undoBar()->isVisible());
        QTRY_VERIFY(cell(u"a"_s, SessionTableModel::State).startsWith(u"closing in"_s));
        // Neither can be asked for once more.
        QTRY_VERIFY(!button(u"Close selected"_s)->isEnabled());
        select({u"a"_s});
        press(u"Keep selected"_s);
        QTRY_COMPARE(cell(u"a"_s, SessionTableModel::State), u"open"_s);
        cleaner()->delay()->actNow();
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"b"_s, SessionTableModel::State), u"closed"_s, Patience);
        QCOMPARE(cell(u"a"_s, SessionTableModel::State), u"open"_s);
        QCOMPARE(cell(u"c"_s, SessionTableModel::State), u"open"_s);
        QVERIFY(!undoBar()->isVisible());
        QVERIFY(QDir(folders.first()).exists());
        QVERIFY(!QDir(folders.last()).exists());
    }

    void asksForOneInOtherWordsThanForMany()
    {
        makeSandboxes({u"a"_s, u"b"_s});
        showSessions();
        select({u"a"_s});
        press(u"Close selected"_s);
        QCOMPARE_EQ(m_answers.lastQuestion, u"Close a?"_s);
        QVERIFY(m_answers.lastConsequence.startsWith("What runs in it is ended, its files"_L1));
        select({u"a"_s, u"b"_s});
        press(u"Close selected"_s);
        QVERIFY(m_answers.lastConsequence.startsWith("What runs in them is ended, their files"_L1));
    }

    void undoOfTheBarKeepsAll()
    {
        makeSandboxes({u"a"_s, u"b"_s});
        showSessions();
        select({u"a"_s, u"b"_s});
        m_answers.accept = true;
        press(u"Close selected"_s);
        QTRY_VERIFY(undoBar()->isVisible());
        press(u"Undo"_s);
        QTRY_COMPARE(cell(u"b"_s, SessionTableModel::State), u"open"_s);
        QVERIFY(!undoBar()->isVisible());
        // By its key from the table, to which the focus comes back from a bar that goes away.
        press(u"Close selected"_s);
        QTRY_VERIFY(undoBar()->isVisible());
        button(u"Undo"_s)->setFocus();
        QTest::keyClick(button(u"Undo"_s), Qt::Key_Space);
        QCOMPARE(m_window->focusWidget(), table());
        press(u"Close selected"_s);
        QTRY_VERIFY(undoBar()->isVisible());
        QTest::keyClick(table(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(cell(u"a"_s, SessionTableModel::State), u"open"_s);
    }

    void quittingMeanwhileKeepsThemAndSaysSo()
    {
        makeSandboxes({u"a"_s});
        showSessions();
        select({u"a"_s});
        m_answers.accept = true;
        press(u"Close selected"_s);
        QTRY_VERIFY(undoBar()->isVisible());
        const QString folder = folderOf(u"a"_s);
        m_answers.accept = false;
        m_window->close();
        QVERIFY(m_window->isVisible());
        QVERIFY(m_answers.lastConsequence.contains(u"kept"_s));
        m_answers.accept = true;
        m_window->close();
        QTRY_VERIFY(!m_window->isVisible());
        reopen();
        showSessions();
        // L7: what was open is listed at the next start.
        QTRY_COMPARE(cell(u"a"_s, SessionTableModel::State), u"open"_s);
        QVERIFY(QDir(folder).exists());
    }

    void deleteKeyAsks()
    {
        makeSandboxes({u"a"_s});
        showSessions();
        select({u"a"_s});
        QTest::keyClick(table(), Qt::Key_Delete);
        QCOMPARE(m_answers.asked, 1);
        QVERIFY(m_answers.lastQuestion.contains(u"Close a"_s));
        m_answers.accept = true;
        QTest::keyClick(table(), Qt::Key_Delete);
        cleaner()->delay()->actNow();
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"a"_s, SessionTableModel::State), u"closed"_s, Patience);
        QTRY_COMPARE(button(u"Delete selected"_s)->text(), u"&Delete 1 Record…"_s);
        QTest::keyClick(table(), Qt::Key_Delete);
        QVERIFY(m_answers.lastQuestion.contains(u"record of a"_s));
        QTRY_COMPARE(cell(u"a"_s, SessionTableModel::State).left(8), u"deleting"_s);
        cleaner()->delay()->actNow();
        QTRY_COMPARE_WITH_TIMEOUT(table()->model()->rowCount(), 0, Patience);
    }

    void failedCloseSaysWhyAndCanBeRetried()
    {
        makeSandboxes({u"a"_s, u"b"_s});
        showSessions();
        // As long as somebody else holds the lock, it cannot be closed.
        const QDir locks(m_state->filePath(u"hermes-panel/locks"_s));
        const QString lock = locks.filePath(locks.entryList({u"a-*.json"_s}).value(0));
        const int holder = ::open(QFile::encodeName(lock).constData(), O_RDWR | O_CLOEXEC);
        QVERIFY(holder >= 0 && ::flock(holder, LOCK_EX) == 0);
        select({u"a"_s, u"b"_s});
        m_answers.accept = true;
        press(u"Close selected"_s);
        cleaner()->delay()->actNow();
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"a"_s, SessionTableModel::State), u"close failed"_s, Patience);
        QVERIFY(cell(u"a"_s, SessionTableModel::Note).contains(u"in use"_s));
        QTRY_COMPARE(cell(u"b"_s, SessionTableModel::State), u"closed"_s);
        QTRY_VERIFY(child<Banner>(u"SessionsMessage"_s)->text().contains(u"failed: 1"_s));
        ::close(holder);
        select({u"a"_s});
        QTRY_VERIFY(button(u"Retry selected"_s)->isVisible() && button(u"Retry selected"_s)->isEnabled());
        press(u"Retry selected"_s);
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"a"_s, SessionTableModel::State), u"closed"_s, Patience);
        QTRY_VERIFY(!button(u"Retry selected"_s)->isVisible());
    }

    void refreshKeepsSelectionFilterAndScroll()
    {
        QStringList ids;
        for (int i = 0; i < 30; ++i)
            ids.append(u"box-%1"_s.arg(i, 2, 10, QChar(u'0')));
        makeSandboxes(ids);
        showSessions();
        child<QLineEdit>(u"FilterSessions"_s)->setText(u"box-"_s);
        table()->sortByColumn(SessionTableModel::Id, Qt::AscendingOrder);
        select({u"box-20"_s, u"box-25"_s});
        table()->verticalScrollBar()->setValue(12);
        const int scroll = table()->verticalScrollBar()->value();
        QVERIFY(scroll > 0);
        makeSandboxes({u"other"_s});
        QTest::keyClick(table(), Qt::Key_F5);
        QTRY_COMPARE(tableModel()->rowCount(), 31);
        QTRY_COMPARE(table()->model()->rowCount(), 30);
        QCOMPARE(table()->verticalScrollBar()->value(), scroll);
        QCOMPARE(selectedIds(), (QStringList {u"box-20"_s, u"box-25"_s}));
        child<QLineEdit>(u"FilterSessions"_s)->setText(u"no such"_s);
        QTRY_COMPARE(emptyState(u"SessionsTable"_s)->accessibleName(), u"Nothing matches the filter"_s);
    }

    void filterSurvivesARestart()
    {
        makeSandboxes({u"first"_s, u"second"_s});
        showSessions();
        child<QLineEdit>(u"FilterSessions"_s)->setText(u"sec"_s);
        child<QComboBox>(u"Kindfilter"_s)->setCurrentIndex(1);
        table()->sortByColumn(SessionTableModel::Idle, Qt::DescendingOrder);
        QTRY_COMPARE(table()->model()->rowCount(), 1);
        m_window->close();
        reopen();
        showSessions();
        QCOMPARE(child<QLineEdit>(u"FilterSessions"_s)->text(), u"sec"_s);
        QCOMPARE(child<QComboBox>(u"Kindfilter"_s)->currentIndex(), 1);
        QCOMPARE(table()->horizontalHeader()->sortIndicatorSection(), int(SessionTableModel::Idle));
        QTRY_COMPARE(table()->model()->rowCount(), 1);
        QCOMPARE(cell(u"second"_s, SessionTableModel::State), u"open"_s);
    }

    void L6_removedFromOutsideIsLost()
    {
        makeSandboxes({u"a"_s});
        showSessions();
        QTRY_COMPARE(cell(u"a"_s, SessionTableModel::State), u"open"_s);
        QVERIFY(QDir(folderOf(u"a"_s)).removeRecursively());
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"a"_s, SessionTableModel::State), u"lost"_s, 12s);
        // Nor is it made again by looking at it.
        select({u"a"_s});
        QTRY_VERIFY(emptyState(u"Files"_s)->isVisible());
        QVERIFY(!QDir(folderOf(u"a"_s)).exists());
        m_answers.accept = true;
        press(u"Close selected"_s);
        cleaner()->delay()->actNow();
        QTRY_COMPARE_WITH_TIMEOUT(cell(u"a"_s, SessionTableModel::State), u"closed"_s, Patience);
    }

    void hostileIdsAreClosed_data()
    {
        QTest::addColumn<QString>("id");
        QTest::newRow("W8") << u"~测试 ação d'été $(x)"_s;
        QTest::newRow("W9") << u"a:b:c"_s;
    }

    void hostileIdsAreClosed()
    {
        QFETCH(const QString, id);
        makeSandboxes({id});
        showSessions();
        QTRY_COMPARE(cell(id, SessionTableModel::State), u"open"_s);
        const QString folder = folderOf(id);
        QVERIFY(QDir(folder).exists());
        select({id});
        QTRY_COMPARE_WITH_TIMEOUT(fileNames(), QStringList {u"made"_s}, Patience);
        m_answers.accept = true;
        press(u"Close selected"_s);
        cleaner()->delay()->actNow();
        QTRY_COMPARE_WITH_TIMEOUT(cell(id, SessionTableModel::State), u"closed"_s, Patience);
        QVERIFY(!QDir(folder).exists());
    }

    void sizeAppears()
    {
        makeSandboxes({u"a"_s}, "head -c 3000000 /dev/urandom > big");
        showSessions();
        QTRY_VERIFY_WITH_TIMEOUT(cell(u"a"_s, SessionTableModel::Size).contains(u"MiB"_s), Patience);
    }

    void walksThroughFiles()
    {
        makeSandboxes({u"a"_s}, "mkdir -p sub/deeper; echo x > sub/file; touch \"$(printf 'two\\nlines')\"");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames(), (QStringList {u"sub"_s, u"two␊lines"_s}), Patience);
        files()->setCurrentIndex(files()->model()->index(0, 0));
        QTest::keyClick(files(), Qt::Key_Return);
        QTRY_COMPARE(fileNames(), (QStringList {u"deeper"_s, u"file"_s}));
        QTRY_VERIFY(pathStep(u"sub"_s));
        // By the mouse.
        const QPoint deeper = files()->visualRect(files()->model()->index(0, 0)).center();
        QTest::mouseClick(files()->viewport(), Qt::LeftButton, {}, deeper);
        QTest::mouseDClick(files()->viewport(), Qt::LeftButton, {}, deeper);
        QTRY_VERIFY(emptyState(u"Files"_s)->isVisible());
        QTest::keyClick(files(), Qt::Key_Backspace);
        QTRY_COMPARE(fileNames(), (QStringList {u"deeper"_s, u"file"_s}));
        QTRY_VERIFY(pathStep(u"The sandbox's own folder"_s));
        QTest::mouseClick(pathStep(u"The sandbox's own folder"_s), Qt::LeftButton);
        QTRY_COMPARE(fileNames(), (QStringList {u"sub"_s, u"two␊lines"_s}));
        QVERIFY(!button(u"Up"_s)->isEnabled());
    }

    void downloadsOneAndSeveral()
    {
        makeSandboxes({u"a"_s}, "printf one > 1; printf two > 2; printf odd > \"$(printf 'x\\ny')\"");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames().size(), 3, Patience);
        files()->selectRow(0);
        m_answers.path = m_state->filePath(u"saved"_s);
        press(u"Download"_s);
        QTRY_COMPARE(filesMessage(), u"1 file downloaded."_s);
        QCOMPARE(read(m_answers.path), QByteArray("one"));
        // Several go to a folder; what is there is not replaced unasked.
        const QDir target(m_state->path());
        QVERIFY(target.mkdir(u"target"_s));
        QVERIFY(!write(u"target/2"_s, "precious").isEmpty());
        m_answers.path = m_state->filePath(u"target"_s);
        files()->selectAll();
        QTRY_COMPARE(button(u"Download"_s)->text(), u"Do&wnload 3 Files…"_s);
        press(u"Download"_s);
        QTRY_COMPARE(m_answers.asked, 1);
        QCOMPARE(m_answers.lastItems, QStringList {u"2"_s});
        QCOMPARE(read(m_answers.path + u"/2"_s), QByteArray("precious"));
        m_answers.accept = true;
        press(u"Download"_s);
        QTRY_COMPARE(filesMessage(), u"3 files downloaded."_s);
        QCOMPARE(read(m_answers.path + u"/2"_s), QByteArray("two"));
        QCOMPARE(read(m_answers.path + u"/x␊y"_s), QByteArray("odd"));
    }

    void downloadsWhatWasSelectedWhenItAsked()
    {
        makeSandboxes({u"a"_s}, "printf one > 1; printf two > 2");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames().size(), 2, Patience);
        files()->selectAll();
        m_answers.path = m_state->path();
        m_answers.meanwhile = [this] {
            table()->setCurrentIndex({});
            QTRY_VERIFY(fileNames().isEmpty());
        };
        press(u"Download"_s);
        QTRY_COMPARE(filesMessage(), u"2 files downloaded."_s);
        QCOMPARE(read(m_state->filePath(u"2"_s)), QByteArray("two"));
    }

    void uploadsAndAsksBeforeReplacing()
    {
        makeSandboxes({u"a"_s}, "mkdir sub; printf old > there");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames().size(), 2, Patience);
        m_answers.paths = {write(u"there"_s, "new"), write(u"other"_s, "x")};
        press(u"Upload"_s);
        QCOMPARE(m_answers.asked, 1);
        QCOMPARE(m_answers.lastItems, QStringList {u"there"_s});
        QCOMPARE(read(folderOf(u"a"_s) + u"/there"_s), QByteArray("old"));
        m_answers.accept = true;
        press(u"Upload"_s);
        QTRY_COMPARE(filesMessage(), u"2 files uploaded."_s);
        QTRY_COMPARE(fileNames(), (QStringList {u"sub"_s, u"other"_s, u"there"_s}));
        QCOMPARE(read(folderOf(u"a"_s) + u"/there"_s), QByteArray("new"));
    }

    void dropsGoIntoTheFolderThatIsShown()
    {
        makeSandboxes({u"a"_s}, "mkdir sub; touch sub/x");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames(), QStringList {u"sub"_s}, Patience);
        files()->setCurrentIndex(files()->model()->index(0, 0));
        QTest::keyClick(files(), Qt::Key_Return);
        QTRY_COMPARE(fileNames(), QStringList {u"x"_s});
        const QString dropped = write(u"W8 d'été 测试"_s, "dropped");
        QVERIFY(drop({QUrl::fromLocalFile(dropped)}));
        QTRY_COMPARE(fileNames().size(), 2);
        QCOMPARE(read(folderOf(u"a"_s) + u"/sub/W8 d'été 测试"_s), QByteArray("dropped"));
        QVERIFY(!drop({QUrl(u"https://example.org/x"_s)}));
        // A folder is refused, and said so.
        QVERIFY(drop({QUrl::fromLocalFile(m_state->path())}));
        QTRY_VERIFY(filesMessage().contains(u"not a regular file"_s));
    }

    void sandboxOfAnotherProgramIsNotChanged()
    {
        const auto other = openEngine(u"hermesctl"_s);
        QVERIFY(other.has_value());
        makeSandbox(**other, u"a"_s, "touch made");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames(), QStringList {u"made"_s}, Patience);
        QVERIFY(!button(u"Upload"_s)->isEnabled());
        QVERIFY(child<Banner>(u"FilesNote"_s)->text().contains(u"hermesctl (process"_s));
        QVERIFY(drop({QUrl::fromLocalFile(write(u"f"_s, "x"))}));
        QVERIFY(filesMessage().contains(u"Nothing was uploaded"_s));
        files()->selectRow(0);
        QTRY_VERIFY(button(u"Download"_s)->isEnabled());
    }

    void fileErrorsSayTheNextStep()
    {
        makeSandboxes({u"a"_s}, "mkdir sub; touch sub/x");
        openFiles(u"a"_s);
        QTRY_COMPARE_WITH_TIMEOUT(fileNames(), QStringList {u"sub"_s}, Patience);
        QVERIFY(QDir(folderOf(u"a"_s) + u"/sub"_s).removeRecursively());
        files()->setCurrentIndex(files()->model()->index(0, 0));
        QTest::keyClick(files(), Qt::Key_Return);
        QTRY_VERIFY(filesMessage().contains(u"sub"_s));
        QTest::keyClick(table(), Qt::Key_F5);
        QTRY_COMPARE(emptyState(u"Files"_s)->accessibleName(), u"This folder is empty"_s);
    }

    void useInRunTellsWhichSandbox()
    {
        makeSandboxes({u"a"_s, u"b"_s});
        showSessions();
        QSignalSpy chosen(sessions(), &SessionsPage::sandboxChosen);
        select({u"a"_s, u"b"_s});
        QTRY_VERIFY(!button(u"Use in Run"_s)->isEnabled());
        select({u"b"_s});
        QTRY_VERIFY(button(u"Use in Run"_s)->isEnabled());
        press(u"Use in Run"_s);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen.first(), (QVariantList {u"local"_s, QString(), u"b"_s}));
    }

    void menusHoldTheCommands()
    {
        makeSandboxes({u"a"_s});
        showSessions();
        select({u"a"_s});
        const QPoint middle = table()->viewport()->rect().center();
        QContextMenuEvent key(QContextMenuEvent::Keyboard, middle, table()->viewport()->mapToGlobal(middle));
        QCoreApplication::sendEvent(table()->viewport(), &key);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        QStringList texts;
        for (const QAction *action : menu->actions()) {
            if (action->isVisible() && action->isEnabled() && !action->isSeparator())
                texts.append(action->text());
        }
        QCOMPARE(texts.first(3), (QStringList {u"&Close 1 Sandbox…"_s, u"&Use in Run"_s, u"Re&fresh"_s}));
        QVERIFY(texts.contains(u"&Copy"_s));
        menu->close();
    }

    void hiddenPageAsksNothing()
    {
        makeSandboxes({u"a"_s});
        showSessions();
        QTRY_COMPARE(tableModel()->rowCount(), 1);
        child<QListWidget>(u"Pages"_s)->setCurrentRow(0);
        makeSandboxes({u"b"_s});
        QCOMPARE(tableModel()->rowCount(), 1);
        showSessions();
        QTRY_COMPARE(tableModel()->rowCount(), 2);
    }

    void idlePageNeedsHardlyAnyTime()
    {
        makeSandboxes({u"a"_s, u"b"_s, u"c"_s});
        showSessions();
        select({u"a"_s});
        QTRY_VERIFY_WITH_TIMEOUT(!fileNames().isEmpty(), Patience);
        // Of all threads, over a stretch of time; qWait() would wake up a hundred times a second.
        const auto rest = [](std::chrono::milliseconds time) {
            QEventLoop loop;
            QTimer::singleShot(time, &loop, &QEventLoop::quit);
            loop.exec();
        };
        rest(500ms);
        const std::clock_t before = std::clock();
        rest(6s);
        const auto used = std::chrono::duration<double, std::milli>(1000.0 * double(std::clock() - before) / CLOCKS_PER_SEC);
        // About 50 ms; a machine that is busy makes that more. One that never rests takes all it can get.
        QVERIFY2(used < 600ms, qPrintable(u"%1 ms"_s.arg(used.count())));
        qInfo("%.1f ms in 6 s", used.count());
    }

private:
    [[nodiscard]] SessionsPage *sessions() const { return m_window->findChild<SessionsPage *>(); }
    [[nodiscard]] SessionCleanup *cleaner() const { return sessions()->cleanup(); }
    [[nodiscard]] QTableView *table() const { return child<QTableView>(u"Sessionstable"_s); }
    [[nodiscard]] FilesView *files() const { return child<FilesView>(u"Files"_s); }
    [[nodiscard]] UndoBar *undoBar() const { return m_window->findChild<UndoBar *>(); }
    [[nodiscard]] QString filesMessage() const { return child<Banner>(u"FilesMessage"_s)->text(); }
    [[nodiscard]] static SessionKey keyOf(const QString &id) { return {.backend = u"local"_s, .id = id}; }

    [[nodiscard]] SessionTableModel *tableModel() const
    {
        return qobject_cast<SessionTableModel *>(static_cast<QAbstractProxyModel *>(table()->model())->sourceModel());
    }

    [[nodiscard]] EmptyState *emptyState(const QString &view) const
    {
        QWidget *parent = view == "Files"_L1 ? static_cast<QWidget *>(files()) : table();
        return parent->findChild<EmptyState *>();
    }

    [[nodiscard]] QToolButton *pathStep(const QString &name) const
    {
        for (QToolButton *step : child<QWidget>(u"PathBar"_s)->findChildren<QToolButton *>()) {
            if (step->accessibleName() == name && step->isVisible())
                return step;
        }
        return nullptr;
    }

    /// A new window on the same state folder.
    void reopen()
    {
        m_window.reset();
        m_engine.reset();
        auto engine = openEngine(u"hermes-panel"_s);
        QVERIFY(engine.has_value());
        m_engine = std::move(*engine);
        m_answers = {};
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        QVERIFY(m_window->restoreWindow());
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void makeSandboxes(const QStringList &ids, const QByteArray &code = "touch made")
    {
        for (const QString &id : ids)
            makeSandbox(*m_engine, id, code);
    }

    static void makeSandbox(Engine &engine, const QString &id, const QByteArray &code)
    {
        auto launched = engine.launch({.kind = LaunchKind::Sandbox,
                                       .backend = u"local"_s,
                                       .settings = Settings(u"local"_s),
                                       .language = Language::Shell,
                                       .codes = {code},
                                       .executorId = id});
        QVERIFY(QTest::qWaitFor([&] { return launched.isFinished(); }, Patience));
        QVERIFY2(launched.result(), launched.result() ? "" : qUtf8Printable(toText(launched.result().error())));
        QVERIFY(QTest::qWaitFor([&] { return engine.active().isEmpty(); }, Patience));
    }

    void showSessions()
    {
        child<QListWidget>(u"Pages"_s)->setCurrentRow(1);
        QVERIFY(sessions());
        QTRY_VERIFY_WITH_TIMEOUT(sessions()->isVisible(), Patience);
        QTRY_VERIFY_WITH_TIMEOUT(emptyState(u"SessionsTable"_s)->isVisible() || table()->model()->rowCount() > 0, Patience);
    }

    [[nodiscard]] int rowOf(const QString &id) const
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            if (table()->model()->index(row, SessionTableModel::Id).data().toString() == id)
                return row;
        }
        return -1;
    }

    [[nodiscard]] QString cell(const QString &id, int column) const
    {
        const int row = rowOf(id);
        return row < 0 ? u"(no row)"_s : table()->model()->index(row, column).data().toString();
    }

    [[nodiscard]] QString folderOf(const QString &id) const { return tableModel()->find(keyOf(id))->info.folder; }

    void select(const QStringList &ids)
    {
        table()->clearSelection();
        for (const QString &id : ids) {
            QTRY_VERIFY(rowOf(id) >= 0);
            const QModelIndex index = table()->model()->index(rowOf(id), 0);
            table()->selectionModel()->select(index, QItemSelectionModel::Select | QItemSelectionModel::Rows);
            table()->selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        }
        table()->setFocus();
        QTRY_COMPARE(selectedIds().size(), ids.size());
        // The buttons follow with the next turn of the event loop.
        QCoreApplication::processEvents();
    }

    [[nodiscard]] QStringList selectedIds() const
    {
        QStringList ids;
        for (const QModelIndex &index : table()->selectionModel()->selectedRows())
            ids.append(index.data().toString());
        ids.sort();
        return ids;
    }

    void openFiles(const QString &id)
    {
        showSessions();
        select({id});
    }

    [[nodiscard]] QStringList fileNames() const
    {
        QStringList names;
        for (int row = 0; row < files()->model()->rowCount(); ++row)
            names.append(files()->model()->index(row, 0).data().toString());
        return names;
    }

    /// Whether it was taken.
    [[nodiscard]] bool drop(const QList<QUrl> &urls) const
    {
        QMimeData data;
        data.setUrls(urls);
        QDropEvent event(files()->viewport()->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QDragEnterEvent enter(files()->viewport()->rect().center(), Qt::CopyAction, &data, Qt::LeftButton, {});
        QCoreApplication::sendEvent(files()->viewport(), &enter);
        QCoreApplication::sendEvent(files()->viewport(), &event);
        return event.isAccepted();
    }
};

QTEST_MAIN(SessionsPageTest)
#include "tst_sessionspage.moc"

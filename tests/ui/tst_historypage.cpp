// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/windowfixture.h"
#include "ui/history/comparisonview.h"
#include "ui/history/historypage.h"
#include "ui/pagestack.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/undobar.h"

#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

/// The page *History* on the real engine.
class HistoryPageTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void saysThatThereIsNothing()
    {
        showHistory();
        QTRY_VERIFY(history()->model()->isLoaded());
        QCOMPARE_EQ(shownEmptyState(), u"Nothing was launched yet"_s);
        for (const QString &name : {u"HistoryOpen"_s, u"HistoryCompare"_s, u"HistoryDelete"_s, u"HistoryResume"_s})
            QVERIFY(!child<QPushButton>(name)->isEnabled());
        QCOMPARE_EQ(history()->helpFile(), u":/help/history.md"_s);
        QVERIFY(QFile::exists(history()->helpFile()));
    }

    void showsWhatWasRun()
    {
        runSample();
        showHistory();
        QTRY_COMPARE(rows(), 1);
        QCOMPARE_EQ(cell(0, HistoryModel::Candidates), u"4"_s);
        QCOMPARE_EQ(cell(0, HistoryModel::Ok), u"3"_s);
        QCOMPARE_EQ(cell(0, HistoryModel::Failed), u"1"_s);
        QCOMPARE_EQ(cell(0, HistoryModel::Backend), u"local"_s);
        table()->selectRow(0);
        QTRY_COMPARE(child<QLabel>(u"LaunchParameters"_s)->text(), u"discount = 0, 0.1, 0.2, 1.2"_s);
        QTRY_VERIFY(textOf(u"LaunchCode"_s).contains(u"{{discount}}"_s));
        QVERIFY(child<QPlainTextEdit>(u"LaunchCode"_s)->isReadOnly());
        QVERIFY(child<QLabel>(u"LaunchResults"_s)->text().contains(u"3 ok"_s));
        press(u"Copy Number"_s);
        QCOMPARE_EQ(QGuiApplication::clipboard()->text(), u"1"_s);
    }

    void opensByKeyAndButton()
    {
        runSample();
        showHistory();
        QTRY_COMPARE(rows(), 1);
        QSignalSpy opened(history(), &HistoryPage::openWanted);
        table()->setFocus();
        table()->selectRow(0);
        QTest::keyClick(table(), Qt::Key_Return);
        QCOMPARE_EQ(opened.size(), 1);
        QCOMPARE_EQ(opened.first().first().toLongLong(), 1);
        press(u"Open"_s);
        QCOMPARE_EQ(opened.size(), 2);
        LaunchSpec spec;
        connect(history(), &HistoryPage::openAsNewWanted, this, [&spec](const LaunchSpec &given) { spec = given; });
        press(u"Open as New"_s);
        QTRY_COMPARE(spec.codes.size(), 1);
        QCOMPARE_EQ(spec.kind, LaunchKind::Sweep);
        QCOMPARE_EQ(spec.sweep.groups.first().names(), QStringList {u"discount"_s});
    }

    void followsWhatRuns()
    {
        showHistory();
        QTRY_VERIFY(history()->model()->isLoaded());
        launchSleeps();
        showHistory();
        QTRY_COMPARE(rows(), 1);
        QCOMPARE_EQ(cell(0, HistoryModel::State), u"running"_s);
        table()->selectRow(0);
        QVERIFY(!child<QPushButton>(u"HistoryDelete"_s)->isEnabled());
        QVERIFY(button(u"Cancel Launch"_s)->isVisible());
        press(u"Cancel Launch"_s);
        QTRY_COMPARE_WITH_TIMEOUT(cell(0, HistoryModel::State), u"cancelled"_s, Patience);
        // The selection has stayed, and says what can be done now.
        QTRY_COMPARE(child<QPushButton>(u"HistoryResume"_s)->text(), u"Res&ume 8 Candidates"_s);
        QVERIFY(!child<QPushButton>(u"HistoryCancel"_s)->isVisible());
    }

    void searches()
    {
        runSample();
        load(Language::Shell, "echo {{n}}", u"n"_s, u"7,8"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        showHistory();
        QTRY_COMPARE(rows(), 2);
        QTest::keyClick(table(), Qt::Key_F, Qt::ControlModifier);
        QTRY_VERIFY(child<QLineEdit>(u"HistoryText"_s)->hasFocus());
        QTest::keyClicks(child<QLineEdit>(u"HistoryText"_s), u"discount 0.2"_s);
        QTRY_COMPARE(rows(), 1);
        child<QLineEdit>(u"HistoryText"_s)->setText(u"nowhere"_s);
        QTRY_COMPARE(rows(), 0);
        QTRY_COMPARE(shownEmptyState(), u"No launch matches the filters"_s);
        press(u"Clear filters"_s);
        QTRY_COMPARE(rows(), 2);
        auto *state = child<QComboBox>(u"HistoryState"_s);
        state->setCurrentIndex(state->findData(u"interrupted"_s));
        QTRY_COMPARE(rows(), 0);
        auto *period = child<QComboBox>(u"HistoryPeriod"_s);
        state->setCurrentIndex(0);
        period->setCurrentIndex(period->findData(u"between"_s));
        QVERIFY(child<QWidget>(u"HistoryFrom"_s)->isVisible());
        QTRY_COMPARE(rows(), 2);
    }

    void remembersTheSearch()
    {
        showHistory();
        child<QLineEdit>(u"HistoryText"_s)->setText(u"kept words"_s);
        auto *kind = child<QComboBox>(u"HistoryKind"_s);
        kind->setCurrentIndex(kind->findData(u"session"_s));
        m_window->close();
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        showHistory();
        QCOMPARE_EQ(child<QLineEdit>(u"HistoryText"_s)->text(), u"kept words"_s);
        QCOMPARE_EQ(child<QComboBox>(u"HistoryKind"_s)->currentData().toString(), u"session"_s);
        QVERIFY(button(u"Clear filters"_s)->isEnabled());
    }

    void deletesAfterAQuestionAndAWhile()
    {
        runSample();
        runSample();
        showHistory();
        QTRY_COMPARE(rows(), 2);
        QTRY_COMPARE(cell(0, HistoryModel::State), u"done, failures"_s);
        table()->selectRow(1);
        pressDelete();
        QCOMPARE_EQ(m_answers.lastQuestion, u"Delete 1 launch from the history?"_s);
        QCOMPARE_EQ(m_answers.lastItems.size(), 1);
        QVERIFY2(m_answers.lastItems.first().startsWith(u"1 · "_s), qPrintable(m_answers.lastItems.first()));
        QCOMPARE_EQ(rows(), 2);
        m_answers.accept = true;
        pressDelete();
        QCOMPARE_EQ(rows(), 1);
        QVERIFY(child<UndoBar>(u"UndoBar"_s)->isVisible());
        press(u"Undo"_s);
        QTRY_COMPARE(rows(), 2);
        table()->selectRow(1);
        pressDelete();
        QCOMPARE_EQ(rows(), 1);
        // The next one does not wait for the one before.
        table()->selectRow(0);
        pressDelete();
        QTRY_COMPARE(faultOf(1), FaultKind::NotFound);
        QVERIFY(!faultOf(2));
        QTRY_COMPARE(shownEmptyState(), u"Nothing was launched yet"_s);
        press(u"Undo"_s);
        QTRY_COMPARE(rows(), 1);
    }

    void closingDropsADeletion()
    {
        runSample();
        showHistory();
        QTRY_COMPARE(cell(0, HistoryModel::State), u"done, failures"_s);
        table()->selectRow(0);
        m_answers.accept = true;
        press(u"Delete"_s);
        QCOMPARE_EQ(rows(), 0);
        m_answers.accept = false;
        m_window->close();
        QVERIFY(m_window->isVisible());
        QCOMPARE_EQ(m_answers.lastQuestion, u"1 launch will be deleted."_s);
        m_answers.accept = true;
        m_window->close();
        QTRY_VERIFY(!m_window->isVisible());
        m_window.reset();
        QVERIFY(!faultOf(1));
    }

    void compares()
    {
        for (const QByteArray &code : {"echo '{\"a\": 1}'"_ba, "echo '{\"a\": '$HERMES_PARAM_N'}'"_ba}) {
            load(Language::Shell, code, u"n"_s, u"1:4"_s);
            press(u"Run sweep"_s);
            QVERIFY(waitForFinish());
        }
        showHistory();
        QTRY_COMPARE(rows(), 2);
        table()->selectRow(0);
        QVERIFY(!child<QPushButton>(u"HistoryCompare"_s)->isEnabled());
        table()->selectAll();
        QVERIFY(child<QPushButton>(u"HistoryCompare"_s)->isEnabled());
        press(u"Compare"_s);
        const QAbstractItemModel *changes = child<QTableView>(u"Comparison"_s)->model();
        QTRY_COMPARE(changes->rowCount(), 3);
        QVERIFY(child<QLabel>(u"ComparisonSummary"_s)->text().startsWith(u"3 of 4 candidates changed"_s));
        QCOMPARE_EQ(child<QLabel>(u"ComparisonDifferences"_s)->text(), u"Launched differently · other code"_s);
        QCOMPARE_EQ(changes->index(0, changes->columnCount() - 1).data().toString(), u"1 → 2 (+1, +100 %)"_s);
        QTest::mouseClick(child<QWidget>(u"OnlyChanged"_s), Qt::LeftButton, {}, QPoint(8, 8));
        QTRY_COMPARE(changes->rowCount(), 4);
        press(u"Back to history"_s);
        QVERIFY(table()->isVisible());
        QCOMPARE_EQ(table()->selectionModel()->selectedRows().size(), 2);
    }

    void resumes()
    {
        const QString go = m_state->filePath(u"go"_s);
        load(Language::Shell, "[ -e '" + go.toUtf8() + "' ] || sleep 30", u"n"_s, u"1:6"_s);
        press(u"Run sweep"_s);
        QTRY_VERIFY_WITH_TIMEOUT(page()->launch()->progress().running > 0, Patience);
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
        QVERIFY(!write(u"go"_s, "x").isEmpty());
        showHistory();
        QTRY_COMPARE(cell(0, HistoryModel::State), u"cancelled"_s);
        table()->selectRow(0);
        QTRY_VERIFY(child<QPushButton>(u"HistoryResume"_s)->isEnabled());
        press(child<QPushButton>(u"HistoryResume"_s)->accessibleName());
        QTRY_COMPARE_WITH_TIMEOUT(cell(0, HistoryModel::State), u"done"_s, Patience);
        QCOMPARE_EQ(cell(0, HistoryModel::Ok), u"6"_s);
        QVERIFY2(child<Banner>(u"HistoryMessage"_s)->text().startsWith(u"Launch 1 goes on with 6 candidates."_s),
                 qPrintable(child<Banner>(u"HistoryMessage"_s)->text()));
        QTRY_VERIFY(!history()->isBusy());
    }

    void everythingHasAName()
    {
        showHistory();
        for (const QWidget *part : history()->parts())
            QVERIFY(part->focusPolicy() != Qt::NoFocus || part->focusProxy());
        for (const QAction *command : history()->commands())
            QVERIFY(!command || !command->text().isEmpty());
        for (const char *name : {"HistoryText", "HistoryBackend", "HistoryKind", "HistoryState", "HistoryPeriod", "HistoryFrom",
                                 "HistoryUntil", "HistoryClear", "HistoryOpen", "HistoryOpenAsNew", "HistoryCompare",
                                 "HistoryResume", "HistoryDelete", "HistoryCopyId", "History", "LaunchCode"}) {
            const auto *widget = history()->findChild<QWidget *>(QString::fromLatin1(name));
            QVERIFY2(widget && !widget->accessibleName().isEmpty(), name);
        }
    }

private:
    [[nodiscard]] HistoryPage *history() const { return m_window->findChild<HistoryPage *>(); }
    [[nodiscard]] QTableView *table() const { return child<QTableView>(u"History"_s); }
    [[nodiscard]] int rows() const { return history()->model()->rowCount(); }
    [[nodiscard]] QString cell(int row, int column) const { return history()->model()->index(row, column).data().toString(); }

    void showHistory() const
    {
        auto *pages = m_window->findChild<PageStack *>();
        pages->show(pages->count() - 1);
        QVERIFY(history());
        QTRY_VERIFY(history()->isVisible());
    }

    void pressDelete() const
    {
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Delete);
    }

    void runSample() const
    {
        page()->loadSample();
        press(u"Run sweep"_s);
        QTRY_COMPARE(page()->launch()->phase() == CurrentLaunch::Phase::Finished, false);
        QVERIFY(waitForFinish());
    }

    [[nodiscard]] QString shownEmptyState() const
    {
        for (const QWidget *each : table()->viewport()->findChildren<QWidget *>(Qt::FindDirectChildrenOnly)) {
            if (each->isVisible() && !each->accessibleName().isEmpty())
                return each->accessibleName();
        }
        return {};
    }

    [[nodiscard]] std::optional<FaultKind> faultOf(LaunchId id) const
    {
        QFuture<Result<LaunchRecord>> record = m_engine->record(id);
        record.waitForFinished();
        return record.result() ? std::nullopt : std::optional(record.result().error().kind);
    }
};

} // namespace hermes

QTEST_MAIN(hermes::HistoryPageTest)
#include "tst_historypage.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "tests/support/imagekind.h"
#include "tests/ui/windowfixture.h"
#include "ui/backends/backendspage.h"
#include "ui/editor/snippeteditor.h"
#include "ui/images/builddialog.h"
#include "ui/widgets/banner.h"

#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QTabBar>
#include <QTableView>
#include <QTextBlock>
#include <QTextLayout>

using namespace hermes;
using namespace Qt::StringLiterals;

/// The images of a backend in the real window.
class ImagesPaneTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->filePath(u"state"_s)));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_state->filePath(u"config"_s)));
        auto engine = openEngine(u"hermes-panel"_s);
        QVERIFY(engine);
        m_engine = std::move(*engine);
        m_world = std::make_shared<test::ImageWorld>();
        m_world->setImages({{.id = u"sha256:aa"_s, .names = {u"busybox:1"_s}, .bytes = 7},
                            {.id = u"sha256:bb"_s, .names = {u"python:3"_s, u"python:4"_s}}});
        m_engine->addKind(test::imageKind(m_world));
        m_answers = {};
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        QTest::keyClick(m_window.get(), Qt::Key_3, Qt::AltModifier);
    }

    void cleanup() { close(); }

    void onlyBackendsWithImagesHaveThem()
    {
        choose(u"local"_s);
        QVERIFY(!tabs()->isVisible());
        choose(u"imaged"_s);
        QVERIFY(tabs()->isVisible());
        QVERIFY(!table()->isVisible());
        QCOMPARE(m_world->calls(), QStringList());
        tabs()->setCurrentIndex(1);
        QTRY_COMPARE(table()->model()->rowCount(), 3);
        choose(u"local"_s);
        QVERIFY(!table()->isVisible());
    }

    void everyControlIsNamed()
    {
        openImages();
        for (const QString &name : {u"Images table"_s, u"Pull image"_s, u"Build an image"_s, u"Tag image"_s, u"Remove image"_s,
                                    u"Export image"_s, u"Import images"_s, u"Push image"_s, u"Scan image"_s, u"Findings table"_s})
            verifyControl(name);
    }

    void saysWhyNothingIsListed()
    {
        m_world->outcome = [](const QString &, const QString &) {
            return fail(FaultKind::Unreachable, u"the daemon at x is not there"_s, u"Start it."_s);
        };
        choose(u"imaged"_s);
        tabs()->setCurrentIndex(1);
        const auto told = [this](QLatin1StringView text) {
            for (const QWidget *each : table()->viewport()->findChildren<QWidget *>()) {
                if (each->isVisible() && QString(each->accessibleName() + each->accessibleDescription()).contains(text))
                    return true;
            }
            return false;
        };
        QTRY_VERIFY(told("The images cannot be listed"_L1));
        QVERIFY(told("the daemon at x is not there"_L1) || told("The daemon at x is not there"_L1));
        QVERIFY(told("Start it."_L1));
        QVERIFY(!button(u"Pull image"_s)->isEnabled());
        QVERIFY(button(u"Build an image"_s)->isEnabled());
        m_world->outcome = [](const QString &, const QString &) { return Result<>(); };
        m_world->setImages({});
        table()->setFocus();
        QTest::keySequence(table(), QKeySequence::Refresh);
        QTRY_VERIFY(told("No images yet"_L1));
        QVERIFY(told("own:1"_L1));
    }

    void pullsWithProgressAndCancels()
    {
        openImages();
        m_world->hold(u"pull"_s);
        press(u"Pull image"_s);
        answerName(u"Pull"_s, u"alpine:3"_s);
        QTRY_VERIFY(child<QLabel>(u"ImageJobText"_s)->text().contains("Downloading, 45 %"_L1));
        QVERIFY(child<QPushButton>(u"CancelImageJob"_s)->isVisible());
        QVERIFY(!button(u"Pull image"_s)->isEnabled());
        press(u"Cancel the work on the image"_s);
        QTRY_COMPARE(message(), u"Cancelled."_s);
        QVERIFY(!child<QPushButton>(u"CancelImageJob"_s)->isVisible());
        // What became of one job is not shown as if it were of the next one.
        press(u"Pull image"_s);
        answerName(u"Pull"_s, u"alpine:3"_s);
        QTRY_VERIFY(child<QPushButton>(u"CancelImageJob"_s)->isVisible());
        QCOMPARE(message(), QString());
        press(u"Cancel the work on the image"_s);
        QTRY_COMPARE(message(), u"Cancelled."_s);
    }

    void tagsRemovesAndPushes()
    {
        openImages();
        QVERIFY(!button(u"Tag image"_s)->isEnabled());
        select(u"busybox"_s);
        press(u"Tag image"_s);
        answerName(u"Tag"_s, u"mine:1"_s);
        QTRY_COMPARE(message(), u"busybox:1 is called mine:1 as well."_s);
        m_answers.accept = false;
        press(u"Remove image"_s);
        QCOMPARE(m_answers.lastQuestion, u"Remove busybox:1?"_s);
        m_answers.accept = true;
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_Delete);
        QTRY_COMPARE(message(), u"busybox:1 was removed."_s);
        press(u"Push image"_s);
        QTRY_COMPARE(message(), u"busybox:1 was pushed."_s);
        QCOMPARE(m_world->calls(), (QStringList {u"tag busybox:1 mine:1"_s, u"remove busybox:1"_s, u"push busybox:1"_s}));
    }

    void exportsAndImports()
    {
        openImages();
        select(u"busybox"_s);
        m_answers.path = u"/tmp/x.tar"_s;
        press(u"Export image"_s);
        QTRY_VERIFY(message().contains("was exported to /tmp/x.tar"_L1));
        press(u"Import images"_s);
        QTRY_COMPARE(message(), u"Imported: imported:1."_s);
    }

    void scans()
    {
        openImages();
        m_world->findings = {{.id = u"CVE-1"_s, .package = u"p"_s, .severity = Severity::Critical}};
        select(u"busybox"_s);
        auto *findings = child<QTableView>(u"Findingstable"_s);
        QVERIFY(!findings->isVisible());
        press(u"Scan image"_s);
        QTRY_VERIFY(findings->isVisible());
        QCOMPARE(findings->model()->rowCount(), 1);
        QVERIFY(child<QLabel>(u"ScanSummary"_s)->text().contains("1 critical"_L1));
        select(u"python"_s);
        QVERIFY(!findings->isVisible());
        m_world->outcome = [](const QString &call, const QString &) {
            return call == "scan"_L1 ? Result<>(fail(FaultKind::NotConfigured, u"trivy is not installed"_s, u"Install it."_s))
                                     : Result<>();
        };
        press(u"Scan image"_s);
        QTRY_VERIFY(message().contains("Install it."_L1));
    }

    void builds()
    {
        openImages();
        m_world->log = {u"Step 1/2 : FROM base\n"_s, u"\x1b[91mred\x1b[0m\n"_s};
        m_world->hold(u"build"_s);
        press(u"Build an image"_s);
        auto *dialog = m_window->findChild<BuildDialog *>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLineEdit *>(u"BuildTag"_s)->text(), u"own:1"_s);
        auto *editor = dialog->findChild<SnippetEditor *>(u"Dockerfile"_s);
        QCOMPARE(editor->text(), u"FROM base\nRUN make\n"_s);
        dialog->findChild<QLineEdit *>(u"BuildArguments"_s)->setText(u"A=1 B=\"two words\""_s);
        editor->replaceText(u"FROM other\n"_s);
        auto *start = dialog->findChild<QPushButton *>(u"StartBuild"_s);
        auto *cancel = dialog->findChild<QPushButton *>(u"CancelBuild"_s);
        QVERIFY(!cancel->isEnabled());
        start->click();
        QVERIFY(!start->isEnabled() && cancel->isEnabled());
        auto *log = dialog->findChild<QPlainTextEdit *>(u"BuildLog"_s);
        QTRY_COMPARE(log->toPlainText(), u"Step 1/2 : FROM base\nred\n"_s);
        QCOMPARE(m_world->lastBuild().recipe, "FROM other\n"_ba);
        QCOMPARE(m_world->lastBuild().arguments,
                 (QList<EnvironmentVariable> {{.name = u"A"_s, .value = "1"}, {.name = u"B"_s, .value = "two words"}}));
        const auto *state = dialog->findChild<QLabel *>(u"BuildState"_s);
        QTRY_COMPARE(state->text(), u"Step 2/2 : RUN make"_s);
        cancel->click();
        QTRY_COMPARE(state->text(), u"The build was cancelled."_s);
        m_world->letGo();
        start->click();
        QTRY_COMPARE(state->text(), u"own:1 was built."_s);
        m_world->outcome = [](const QString &call, const QString &) {
            return call == "build"_L1 ? Result<>(fail(FaultKind::Usage, u"Step 2/2 : RUN make: returned 3"_s)) : Result<>();
        };
        start->click();
        QTRY_VERIFY(state->text().contains("returned 3"_L1));
        dialog->findChild<QLineEdit *>(u"BuildArguments"_s)->setText(u"1=2"_s);
        start->click();
        QVERIFY(state->text().contains("no argument of a build"_L1));
        dialog->reject();
    }

    void buildGoesOnWithoutItsDialog()
    {
        openImages();
        m_world->hold(u"build"_s);
        press(u"Build an image"_s);
        auto *dialog = m_window->findChild<BuildDialog *>();
        dialog->findChild<QPushButton *>(u"StartBuild"_s)->click();
        dialog->reject();
        QTRY_VERIFY(!m_window->findChild<BuildDialog *>());
        QVERIFY(child<QPushButton>(u"CancelImageJob"_s)->isVisible());
        m_world->letGo();
        QTRY_COMPARE(message(), u"own:1 was built."_s);
    }

    void colours()
    {
        openImages();
        press(u"Build an image"_s);
        auto *editor = m_window->findChild<BuildDialog *>()->findChild<SnippetEditor *>(u"Dockerfile"_s);
        QTRY_VERIFY(editor->isColoured());
        QVERIFY(!editor->document()->firstBlock().layout()->formats().isEmpty());
        m_window->findChild<BuildDialog *>()->reject();
    }

private:
    [[nodiscard]] QTabBar *tabs() const { return child<QTabBar>(u"BackendParts"_s); }
    [[nodiscard]] QTableView *table() const { return child<QTableView>(u"Imagestable"_s); }
    [[nodiscard]] QString message() const { return child<Banner>(u"ImagesMessage"_s)->text(); }
    void choose(const QString &backend) const { child<BackendsPage>(u"BackendsPage"_s)->choose({.backend = backend}); }
    void openImages() const
    {
        choose(u"imaged"_s);
        tabs()->setCurrentIndex(1);
        QTRY_COMPARE(table()->model()->rowCount(), 3);
    }
    void select(const QString &name) const
    {
        for (int row = 0; row < table()->model()->rowCount(); ++row) {
            if (table()->model()->index(row, 0).data().toString() == name)
                table()->selectRow(row);
        }
    }
    void answerName(const QString &object, const QString &name) const
    {
        auto *dialog = m_window->findChild<QDialog *>(object + u"Dialog"_s);
        QVERIFY(dialog);
        dialog->findChild<QLineEdit *>(object + u"Name"_s)->setText(name);
        QTest::keyClick(dialog, Qt::Key_Return);
        // Shortcuts ask for the window that is active, which not every platform sees to by itself.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    std::shared_ptr<test::ImageWorld> m_world;
};

QTEST_MAIN(ImagesPaneTest)
#include "tst_imagespane.moc"

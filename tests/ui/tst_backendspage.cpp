// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "tests/support/richkind.h"
#include "tests/ui/windowfixture.h"
#include "ui/backends/backendspage.h"
#include "ui/run/parameterpane.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/banner.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

const BackendName Local {.backend = u"local"_s};
const BackendName Quick {.backend = u"local"_s, .profile = u"quick"_s};
const BackendName Box {.backend = u"rich"_s, .profile = u"box"_s};

const QByteArray Sample = "# by hand\n[profile.quick] # fast\nbackend = \"local\"\ntimeout = 30 # seconds\n\n"
                          "[profile.box]\nbackend = \"rich\"\nhost = \"a\"\nnetwork = \"host\"\ngpu = true\n";

} // namespace

/// The page in the real window, on the real engine with one kind more that has settings of every type.
class BackendsPageTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_state = std::make_unique<QTemporaryDir>();
        qputenv("XDG_STATE_HOME", QFile::encodeName(m_state->filePath(u"state"_s)));
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_state->filePath(u"config"_s)));
        qunsetenv("HERMES_LOCAL_TIMEOUT");
        QVERIFY(QDir(m_state->path()).mkpath(u"config/hermes-panel"_s));
        auto engine = openEngine(u"hermes-panel"_s, true, m_secretSource);
        QVERIFY(engine);
        m_engine = std::move(*engine);
        m_world = std::make_shared<test::RichWorld>();
        m_engine->addKind(test::richKind(m_world));
        m_answers = {};
    }

    void cleanup() { close(); }

    void showsKindsAndProfiles()
    {
        openPage(Sample);
        QCOMPARE_EQ(titles(), (QStringList {u"This machine"_s, u"quick"_s, u"Docker"_s, u"Rich backend"_s, u"box"_s}));
        choose(Box);
        QCOMPARE_EQ(line(u"Setting_host"_s)->text(), u"a"_s);
        QCOMPARE_EQ(child<QComboBox>(u"Setting_network"_s)->currentText(), u"host"_s);
        QCOMPARE_EQ(child<QCheckBox>(u"Setting_gpu"_s)->checkState(), Qt::Checked);
        QCOMPARE_EQ(line(u"Setting_idle"_s)->placeholderText(), u"60 (default)"_s);
        QVERIFY(!line(u"Setting_tag"_s)->isVisible());
        child<QToolButton>(u"Advanced"_s)->click();
        QVERIFY(line(u"Setting_tag"_s)->isVisible());
        QCOMPARE(child<QLabel>(u"Setting_token"_s)->text(), u"not set"_s);
        for (const QString &name : {u"Host & port"_s, u"Workers"_s, u"Network"_s, u"Use the GPU"_s, u"Key file"_s})
            QVERIFY2(named(name), qPrintable(name));
    }

    void savesWithoutTouchingTheRest()
    {
        openPage(Sample);
        choose(Quick);
        type(line(u"Setting_timeout"_s), u"45"_s);
        QVERIFY(child<QLabel>(u"EditState"_s)->text().contains("not saved"_L1));
        QCOMPARE_EQ(file(), Sample);
        QTest::keyClick(line(u"Setting_timeout"_s), Qt::Key_S, Qt::ControlModifier);
        QTRY_COMPARE_EQ(file(), QByteArray(Sample).replace("30", "45"));
        QTRY_VERIFY(child<QLabel>(u"EditState"_s)->text().isEmpty());
        QVERIFY(!button(u"Save Profile"_s)->isEnabled());
        // Emptied, it is taken out again.
        child<QToolButton>(u"Reset_timeout"_s)->click();
        press(u"Save Profile"_s);
        QTRY_COMPARE_EQ(file(), QByteArray(Sample).replace("timeout = 30 # seconds\n", ""));
    }

    void everyEditorWritesItsValue()
    {
        openPage(Sample);
        choose(Box);
        type(line(u"Setting_host"_s), u"b c"_s);
        auto *workers = child<QWidget>(u"Setting_workers"_s);
        workers->setFocus();
        QTest::keyClick(workers, Qt::Key_Up); // from the default, which is 4
        auto *gpu = child<QCheckBox>(u"Setting_gpu"_s);
        gpu->click();
        QCOMPARE_EQ(gpu->text(), u"off"_s);
        child<QComboBox>(u"Setting_network"_s)->setCurrentIndex(1);
        type(line(u"Setting_memory"_s), u"512m"_s);
        m_answers.path = u"/some/key"_s;
        auto *browse = child<QToolButton>(u"Browse_key-file"_s);
        QCOMPARE_EQ(browse->menu()->actions().size(), 2);
        browse->menu()->actions().last()->trigger();
        QCOMPARE_EQ(line(u"Setting_key-file"_s)->text(), u"/some/key"_s);
        press(u"Save Profile"_s);
        QTRY_VERIFY(file().endsWith("[profile.box]\nbackend = \"rich\"\nhost = \"b c\"\nnetwork = \"none\"\ngpu = false\n"
                                    "workers = 5\nmemory = \"512m\"\nkey-file = \"/some/key\"\n"));
        gpu->click();
        QCOMPARE_EQ(gpu->text(), u"off (default)"_s);
        child<QComboBox>(u"Setting_network"_s)->setCurrentIndex(0);
        press(u"Save Profile"_s);
        QTRY_VERIFY(!file().contains("gpu") && !file().contains("network"));
    }

    void badValuesAreNamedAndNotSaved()
    {
        openPage(Sample);
        choose(Box);
        type(line(u"Setting_idle"_s), u"5m"_s);
        QVERIFY(problem(u"idle"_s).contains("a number of seconds"_L1));
        press(u"Save Profile"_s);
        QVERIFY(child<Banner>(u"BackendsMessage"_s)->text().contains("Idle time is \"5m\""_L1));
        QCOMPARE_EQ(m_window->focusWidget()->objectName(), u"Setting_idle"_s);
        press(u"Test connection"_s);
        QVERIFY(!button(u"Cancel the test"_s)->isEnabled());
        press(u"Revert Edits"_s);
        QVERIFY(line(u"Setting_idle"_s)->text().isEmpty());
        QVERIFY(problem(u"idle"_s).isEmpty());
        QCOMPARE_EQ(file(), Sample);
    }

    void aHandEditMeetsUnsavedEdits()
    {
        openPage(Sample);
        choose(Box);
        type(line(u"Setting_host"_s), u"mine"_s);
        writeFile(QByteArray(Sample).replace("\"a\"", "\"theirs\" # new").replace("gpu = true", "gpu = false"));
        QTRY_COMPARE_EQ(child<QCheckBox>(u"Setting_gpu"_s)->checkState(), Qt::Unchecked);
        QCOMPARE_EQ(line(u"Setting_host"_s)->text(), u"mine"_s);
        QVERIFY(child<QLabel>(u"Note_host"_s)->text().contains("The file has theirs now"_L1));
        press(u"Save Profile"_s);
        QTRY_VERIFY(file().contains("host = \"mine\" # new\n"));
        QVERIFY(file().contains("gpu = false\n"));
        // Taken away by hand while it is edited.
        type(line(u"Setting_host"_s), u"again"_s);
        writeFile("# all gone\n");
        QTRY_VERIFY(child<Banner>(u"EntryProblem"_s)->text().contains("not in the profile file any more"_L1));
        QCOMPARE_EQ(page()->chosen(), Box);
        QCOMPARE_EQ(line(u"Setting_host"_s)->text(), u"again"_s);
        press(u"Save Profile"_s);
        QTRY_COMPARE_EQ(file(), "# all gone\n\n[profile.box]\nbackend = \"rich\"\nhost = \"again\"\n"_ba);
    }

    void editsStayAndAreAskedFor()
    {
        openPage(Sample);
        choose(Box);
        type(line(u"Setting_host"_s), u"mine"_s);
        choose(Quick);
        QVERIFY(!button(u"Save Profile"_s)->isEnabled());
        show(0);
        show(BackendsPlace);
        choose(Box);
        QCOMPARE_EQ(line(u"Setting_host"_s)->text(), u"mine"_s);
        QVERIFY(!m_window->close());
        QCOMPARE_EQ(m_answers.lastItems, QStringList {u"box"_s});
        press(u"Revert Edits"_s);
        QVERIFY(m_window->close());
    }

    void aBrokenFileIsNamedAndLeftAlone()
    {
        openPage(Sample);
        choose(Box);
        writeFile(Sample + "[profile.x\n");
        auto *banner = child<Banner>(u"ProfileFileProblem"_s);
        QTRY_VERIFY(banner->isVisible());
        QVERIFY2(banner->text().contains("line 11, column"_L1), qPrintable(banner->text()));
        QCOMPARE_EQ(line(u"Setting_host"_s)->text(), u"a"_s);
        QVERIFY(!line(u"Setting_host"_s)->isEnabled());
        QVERIFY(!button(u"New Profile…"_s)->isEnabled() && !button(u"Delete Profile"_s)->isEnabled());
        writeFile(Sample);
        QTRY_VERIFY(!banner->isVisible());
        QVERIFY(line(u"Setting_host"_s)->isEnabled());
    }

    void makesCopiesRenamesAndDeletes()
    {
        openPage({});
        press(u"New Profile…"_s);
        answer(u"first one"_s);
        QTRY_COMPARE_EQ(page()->chosen(), (BackendName {u"local"_s, u"first one"_s}));
        type(line(u"Setting_timeout"_s), u"7"_s);
        press(u"Save Profile"_s);
        QTRY_COMPARE_EQ(file(), "[profile.\"first one\"]\nbackend = \"local\"\ntimeout = 7\n"_ba);
        press(u"Duplicate…"_s);
        answer({});
        const BackendName copy {u"local"_s, u"first one-copy"_s};
        QTRY_COMPARE_EQ(page()->chosen(), copy);
        QCOMPARE_EQ(line(u"Setting_timeout"_s)->text(), u"7"_s);
        press(u"Rename…"_s);
        auto *dialog = m_window->findChild<QDialog *>(u"ProfileDialog"_s);
        type(dialog->findChild<QLineEdit *>(u"ProfileName"_s), u"first one"_s);
        QVERIFY(!dialog->findChild<QPushButton *>(u"AcceptProfile"_s)->isEnabled());
        QVERIFY(dialog->findChild<QLabel *>(u"ProfileProblem"_s)->text().contains("already"_L1));
        answer(u"second"_s);
        const BackendName second {u"local"_s, u"second"_s};
        QTRY_COMPARE_EQ(page()->chosen(), second);
        QVERIFY(file().contains("[profile.second]\n"));
        const QByteArray before = file();
        press(u"Delete Profile"_s);
        QCOMPARE_EQ(titles(), (QStringList {u"This machine"_s, u"first one"_s, u"Docker"_s, u"Rich backend"_s}));
        QCOMPARE_EQ(file(), before);
        press(u"Undo"_s);
        QCOMPARE_EQ(page()->chosen(), second);
        QCOMPARE_EQ(titles().size(), 5);
        press(u"Delete Profile"_s);
        choose({u"local"_s, u"first one"_s});
        press(u"Delete Profile"_s); // the one before is done at once then
        QTRY_VERIFY(!file().contains("second"));
        QVERIFY(file().contains("first one"));
        choose(Local);
        QVERIFY(!button(u"Delete Profile"_s)->isEnabled() && !button(u"Rename…"_s)->isEnabled());
        // Who closes the window has not thought better of it.
        QVERIFY(m_window->close());
        m_window.reset();
        QVERIFY(!file().contains("first one"));
    }

    void aKindsValuesBecomeAProfile()
    {
        openPage({});
        choose(Local);
        type(line(u"Setting_timeout"_s), u"12"_s);
        press(u"Save Profile"_s);
        answer(u"twelve"_s);
        QTRY_COMPARE_EQ(file(), "[profile.twelve]\nbackend = \"local\"\ntimeout = 12\n"_ba);
        QTRY_COMPARE_EQ(page()->chosen(), (BackendName {u"local"_s, u"twelve"_s}));
        choose(Local);
        QVERIFY(line(u"Setting_timeout"_s)->text().isEmpty());
    }

    void saysWhatTheEnvironmentOverrides()
    {
        qputenv("HERMES_LOCAL_TIMEOUT", "99");
        openPage(Sample);
        choose(Quick);
        QCOMPARE_EQ(child<QLabel>(u"Source_timeout"_s)->text(), u"environment HERMES_LOCAL_TIMEOUT"_s);
        QVERIFY(child<QLabel>(u"Note_timeout"_s)->text().contains("In force: 99 s"_L1));
        QCOMPARE_EQ(line(u"Setting_timeout"_s)->text(), u"30"_s);
        QCOMPARE_EQ(child<QLabel>(u"Source_workdir"_s)->text(), u"not set"_s);
    }

    void testsTheConnection()
    {
        openPage(Sample);
        choose(Quick);
        press(u"Test connection"_s);
        QVERIFY(!button(u"Test connection"_s)->isEnabled());
        QVERIFY(QTest::qWaitFor([&] { return button(u"Test connection"_s)->isEnabled(); }, Patience));
        auto *steps = child<QTableView>(u"Stepsofthetest"_s);
        QVERIFY(steps->model()->rowCount() >= 5);
        QVERIFY2(child<QLabel>(u"TestState"_s)->text().startsWith("Passed at "_L1),
                 qPrintable(child<QLabel>(u"TestState"_s)->text()));
        QVERIFY(cardText().contains("passed at"_L1));
        QVERIFY(!child<QLabel>(u"TestAdvice"_s)->isVisible());
    }

    void testsWhatIsNotSaved()
    {
        openPage(Sample);
        choose(Quick);
        type(line(u"Setting_workdir"_s), u"/proc/none"_s);
        QCOMPARE_EQ(line(u"TestCommand"_s)->text(),
                    u"hermesctl check --backend local --profile quick --local-workdir /proc/none"_s);
        QVERIFY(child<QLabel>(u"TestState"_s)->text().contains("not saved"_L1));
        press(u"Test connection"_s);
        QVERIFY(QTest::qWaitFor([&] { return button(u"Test connection"_s)->isEnabled(); }, Patience));
        QVERIFY2(child<QLabel>(u"TestState"_s)->text().contains("work folder"_L1),
                 qPrintable(child<QLabel>(u"TestState"_s)->text()));
        QVERIFY(child<QLabel>(u"TestAdvice"_s)->text().contains("/proc/none"_L1));
        press(u"Copy command"_s);
        QCOMPARE_EQ(QGuiApplication::clipboard()->text(), line(u"TestCommand"_s)->text());
        QCOMPARE_EQ(file(), Sample);
        press(u"Revert Edits"_s);
        QVERIFY(cardText().contains("with other settings"_L1));
        QCOMPARE_EQ(line(u"TestCommand"_s)->text(), u"hermesctl check --backend local --profile quick"_s);
    }

    void cancelsATest()
    {
        openPage(Sample);
        choose(Box);
        m_world->hold();
        press(u"Test connection"_s);
        QTRY_COMPARE_EQ(child<QTableView>(u"Stepsofthetest"_s)->model()->rowCount(), 2);
        press(u"Cancel the test"_s);
        QTRY_VERIFY(button(u"Test connection"_s)->isEnabled());
        QVERIFY(child<QLabel>(u"TestState"_s)->text().startsWith("Test cancelled"_L1));
        // Another one of another backend does not disturb the first.
        press(u"Test connection"_s);
        choose(Quick);
        QVERIFY(button(u"Test connection"_s)->isEnabled());
        m_world->letGo();
        choose(Box);
        QTRY_VERIFY(child<QLabel>(u"TestState"_s)->text().startsWith("Passed"_L1));
    }

    void worksByKeysAlone()
    {
        openPage(Sample);
        auto *cards = child<QListView>(u"BackendCards"_s);
        cards->setFocus();
        QTest::keyClick(cards, Qt::Key_Home);
        QTest::keyClick(cards, Qt::Key_Down);
        QCOMPARE_EQ(page()->chosen(), Quick);
        QTest::keyClick(cards, Qt::Key_F2);
        QVERIFY(m_window->findChild<QDialog *>(u"ProfileDialog"_s));
        answer(u"fast"_s);
        QTRY_COMPARE_EQ(page()->chosen(), (BackendName {u"local"_s, u"fast"_s}));
        QTest::keyClick(m_window.get(), Qt::Key_F6);
        for (int i = 0; i < 20 && m_window->focusWidget()->objectName() != "Setting_timeout"_L1; ++i)
            QTest::keyClick(m_window->focusWidget(), Qt::Key_Tab);
        QCOMPARE_EQ(m_window->focusWidget()->objectName(), u"Setting_timeout"_s);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClicks(m_window->focusWidget(), u"8"_s);
        QTest::keyClick(m_window->focusWidget(), Qt::Key_S, Qt::ControlModifier);
        QTRY_VERIFY(file().contains("[profile.fast] # fast\nbackend = \"local\"\ntimeout = 8 # seconds\n"));
        cards->setFocus();
        QTest::keyClick(cards, Qt::Key_Delete);
        QVERIFY(!titles().contains(u"fast"_s));
        button(u"Undo"_s)->setFocus();
        QTest::keyClick(button(u"Undo"_s), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(titles().contains(u"fast"_s));
    }

    void everyControlHasAName()
    {
        openPage(Sample);
        choose(Box);
        child<QToolButton>(u"Advanced"_s)->click();
        int seen = 0;
        for (QWidget *widget : page()->findChildren<QWidget *>()) {
            if (widget->focusProxy() || widget->objectName().startsWith("qt_"_L1) || widget->isWindow() || !widget->isVisible()
                || widget->focusPolicy() == Qt::NoFocus)
                continue;
            ++seen;
            QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(widget);
            QVERIFY2(accessible && !accessible->text(QAccessible::Name).isEmpty(),
                     qPrintable(QString::fromLatin1(widget->metaObject()->className()) + u' ' + widget->objectName()));
        }
        QVERIFY(seen > 15);
        for (const QAction *command : page()->commands())
            QVERIFY(!command || command->text().contains(u'&'));
    }

    void theRunPageOffersProfiles()
    {
        openPage(Sample);
        show(0);
        auto *backend = child<QComboBox>(u"Backend"_s);
        QCOMPARE_EQ(backend->accessibleName(), u"Backend"_s);
        QCOMPARE_EQ(entries(),
                    (QStringList {u"This machine (local)"_s, u"quick (local)"_s, u"Docker (docker)"_s, u"Rich backend (rich)"_s,
                                  u"box (rich)"_s}));
        backend->setCurrentIndex(1);
        QCOMPARE_EQ(child<QLineEdit>(u"Timeout"_s)->placeholderText(), u"30 (setting)"_s);
        writeFile("[profile.early]\nbackend = \"local\"\n" + QByteArray(Sample).replace("30", "31"));
        QTRY_COMPARE_EQ(child<QLineEdit>(u"Timeout"_s)->placeholderText(), u"31 (setting)"_s);
        QCOMPARE_EQ(backend->currentText(), u"quick (local)"_s);
        QCOMPARE_EQ(backend->currentIndex(), 2);
        writeFile(QByteArray(Sample).replace("30", "soon"));
        auto *warning = child<Banner>(u"BackendWarning"_s);
        QTRY_VERIFY2(warning->text().contains("line 4"_L1), qPrintable(warning->text()));
        writeFile("[profile.box]\nbackend = \"rich\"\n");
        QTRY_COMPARE_EQ(backend->currentText(), u"quick (no profile any more)"_s);
        QVERIFY(warning->text().contains("There is no profile \"quick\""_L1));
        runPage()->runInSandbox();
        QVERIFY(messageText().contains("There is no profile \"quick\""_L1));
    }

    void theRunPageRemembersItsProfile()
    {
        openPage(Sample);
        show(0);
        child<QComboBox>(u"Backend"_s)->setCurrentIndex(1);
        child<QSpinBox>(u"Concurrency"_s)->setValue(7);
        m_window->storeWindow();
        openWindow();
        QVERIFY(m_window->restoreWindow());
        QTRY_COMPARE_EQ(child<QLineEdit>(u"Timeout"_s)->placeholderText(), u"30 (setting)"_s);
        QCOMPARE_EQ(child<QComboBox>(u"Backend"_s)->currentText(), u"quick (local)"_s);
        QCOMPARE_EQ(child<QSpinBox>(u"Concurrency"_s)->value(), 7);
    }

    void runsWithTheProfileAndCopiesTheCommand()
    {
        openPage(QByteArray(Sample).replace("30", "1"));
        show(0);
        child<QComboBox>(u"Backend"_s)->setCurrentIndex(1);
        load(Language::Shell, "sleep 30\n", u"n"_s, u"1:2"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(column(u"Exit code"_s), (QStringList {u"124"_s, u"124"_s}));
        runPage()->copyAsCommand();
        QCOMPARE_EQ(QGuiApplication::clipboard()->text(),
                    u"hermesctl sweep --backend local --profile quick --param n=1:2 --language shell - <<'EOF'\nsleep 30\nEOF\n"_s);
        runPage()->parameterPane()->model()->setRows({});
        const QString path = write(u"job.sh"_s, "true\n");
        runPage()->openFile(path);
        QTRY_COMPARE(runPage()->snippetPane()->document().path(), path);
        runPage()->copyAsCommand();
        QCOMPARE_EQ(QGuiApplication::clipboard()->text(), u"hermesctl sandbox --backend local --profile quick --file "_s + path);
        runPage()->parameterPane()->model()->setRows({{.name = u"n"_s, .values = u"1:2:0"_s}});
        runPage()->copyAsCommand();
        QVERIFY(messageText().contains("step"_L1));
    }

private:
    void openWindow()
    {
        m_window.reset();
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    static constexpr int BackendsPlace = 2;

    void openPage(const QByteArray &text)
    {
        if (!text.isNull())
            writeFile(text);
        openWindow();
        show(BackendsPlace);
        // Read by then, with all that is in it.
        QTRY_COMPARE_EQ(titles().size(), 3 + text.count("[profile."));
    }

    void show(int place) const { QTest::keyClick(m_window.get(), Qt::Key(Qt::Key_1 + place), Qt::AltModifier); }

    void writeFile(const QByteArray &text) const { QVERIFY(!write(u"config/hermes-panel/profiles.toml"_s, text).isEmpty()); }
    [[nodiscard]] QByteArray file() const { return read(m_state->filePath(u"config/hermes-panel/profiles.toml"_s)); }
    [[nodiscard]] BackendsPage *page() const { return m_window->findChild<BackendsPage *>(); }
    [[nodiscard]] RunPage *runPage() const { return m_window->runPage(); }
    [[nodiscard]] QLineEdit *line(const QString &name) const { return child<QLineEdit>(name); }
    [[nodiscard]] QString problem(const QString &key) const
    {
        const auto *label = child<QLabel>(u"Problem_"_s + key);
        return label->isHidden() ? QString() : label->text();
    }
    void choose(const BackendName &name) const
    {
        page()->choose(name);
        QCOMPARE_EQ(page()->chosen(), name);
    }
    static void type(QLineEdit *line, const QString &text)
    {
        line->setFocus();
        line->selectAll();
        QTest::keyClicks(line, text);
    }
    /// Of the dialog that asks for a profile; no name: the proposal.
    void answer(const QString &name) const
    {
        auto *dialog = m_window->findChild<QDialog *>(u"ProfileDialog"_s);
        QVERIFY(dialog);
        if (!name.isEmpty())
            type(dialog->findChild<QLineEdit *>(u"ProfileName"_s), name);
        QTest::keyClick(dialog, Qt::Key_Return);
        // Shortcuts ask for the window that is active, which not every platform sees to by itself.
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }
    [[nodiscard]] QStringList titles() const
    {
        const QAbstractItemModel *model = child<QListView>(u"BackendCards"_s)->model();
        QStringList titles;
        for (int row = 0; row < model->rowCount(); ++row)
            titles.append(model->index(row, 0).data().toString());
        return titles;
    }
    [[nodiscard]] QString cardText() const
    {
        return child<QListView>(u"BackendCards"_s)->currentIndex().data(Qt::AccessibleDescriptionRole).toString();
    }
    [[nodiscard]] QStringList entries() const
    {
        QStringList entries;
        const auto *box = child<QComboBox>(u"Backend"_s);
        for (int i = 0; i < box->count(); ++i)
            entries.append(box->itemText(i));
        return entries;
    }
    [[nodiscard]] QWidget *named(const QString &name) const
    {
        for (QWidget *widget : page()->findChildren<QWidget *>()) {
            if (widget->accessibleName() == name)
                return widget;
        }
        return nullptr;
    }

    std::shared_ptr<test::RichWorld> m_world;
};

QTEST_MAIN(BackendsPageTest)
#include "tst_backendspage.moc"

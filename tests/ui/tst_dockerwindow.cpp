// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/composition.h"
#include "models/sessions/sessiontablemodel.h"
#include "tests/support/dockerdaemon.h"
#include "tests/ui/windowfixture.h"
#include "ui/backends/backendspage.h"

#include <QDir>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QSaveFile>
#include <QTableView>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// Containers of a real daemon in the real window.
class DockerWindowTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        REQUIRE_DOCKER()
        // Only the window keeps some warm.
        QCoreApplication::setApplicationName(u"hermes-panel"_s);
        m_daemon = std::make_unique<tests::DockerDaemon>();
        QVERIFY2(m_daemon->start(), qPrintable(m_daemon->failure()));
        const QString image = m_daemon->load(u"python"_s);
        QVERIFY2(!image.isEmpty(), qPrintable(m_daemon->failure()));
        qputenv("DOCKER_HOST", m_daemon->address().toUtf8());
        qputenv("HERMES_DOCKER_IMAGE", image.toUtf8());
        qputenv("HERMES_DOCKER_PULL", "never");
        qputenv("HERMES_DOCKER_WARM", "2");
    }

    void init()
    {
        m_configuration = std::make_unique<QTemporaryDir>();
        qputenv("XDG_CONFIG_HOME", QFile::encodeName(m_configuration->path()));
        QVERIFY(QDir(m_configuration->path()).mkpath(u"hermes-panel"_s));
        open();
    }

    void cleanup()
    {
        close();
        for (const QString &name : containers())
            m_daemon->docker({u"rm"_s, u"-f"_s, name});
    }

    void L7_closingTellsWhatStaysOpen()
    {
        callInBox(u"echo kept > f; echo done"_s);
        m_window->close();
        QVERIFY(m_window->isVisible());
        QCOMPARE(m_answers.asked, 1);
        QCOMPARE(m_answers.lastQuestion, u"1 sandbox stays open."_s);
        QCOMPARE(m_answers.lastItems, QStringList {u"box on docker"_s});
        QVERIFY(m_answers.lastConsequence.contains(u"Sessions"_s));
        m_answers.accept = true;
        m_window->close();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->isVisible(), Patience);
        reopen();
        QCOMPARE(containers().size(), 1);
        showSessions();
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 1, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(cell(0, u"Reported as"_s), u"running"_s, Patience);
        QCOMPARE(cell(0, u"State"_s), u"open"_s);
        // Nothing is open in this window.
        m_answers = {};
        m_window->close();
        QCOMPARE(m_answers.asked, 0);
    }

    void L6_selectionAndFilterOutliveChanges()
    {
        callInBox(u"true"_s, u"mine"_s);
        callInBox(u"true"_s, u"other"_s);
        showSessions();
        QTRY_COMPARE_WITH_TIMEOUT(rows(), 2, Patience);
        child<QLineEdit>(u"FilterSessions"_s)->setText(u"mine"_s);
        QTRY_COMPARE(rows(), 1);
        table()->selectRow(0);
        QTRY_VERIFY_WITH_TIMEOUT(columns().contains(u"Container"_s), Patience);
        const QString kept = cell(0, u"Container"_s);
        for (const QString &name : containers()) {
            if (name != kept)
                m_daemon->docker({u"rm"_s, u"-f"_s, name});
        }
        m_daemon->docker({u"pause"_s, kept});
        QTRY_COMPARE_WITH_TIMEOUT(cell(0, u"Reported as"_s), u"paused"_s, 5s);
        QCOMPARE(rows(), 1);
        QVERIFY(table()->selectionModel()->isRowSelected(0));
        child<QLineEdit>(u"FilterSessions"_s)->clear();
        QTRY_COMPARE(rows(), 2);
    }

    void poolIsShownFilledAndDrained()
    {
        child<QListWidget>(u"Pages"_s)->setCurrentRow(2);
        auto *page = m_window->findChild<BackendsPage *>();
        const auto *state = child<QLabel>(u"PoolState"_s);
        QVERIFY(!state->isVisible());
        page->choose({.backend = u"docker"_s});
        QTRY_VERIFY_WITH_TIMEOUT(state->isVisible(), Patience);
        verifyControl(u"Fill the warm pool"_s);
        verifyControl(u"Drain the warm pool"_s);
        QVERIFY2(state->text().startsWith(u"Warm: 0 of 2 ready"_s), qPrintable(state->text()));
        QVERIFY(!button(u"Drain the warm pool"_s)->isEnabled());
        press(u"Fill the warm pool"_s);
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(u"Warm: 2 of 2 ready"_s), Patience);
        QVERIFY2(state->text().contains(u"of memory"_s), qPrintable(state->text()));
        QCOMPARE(containers().size(), 2);
        press(u"Drain the warm pool"_s);
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(u"Warm: 0 of 2 ready"_s), Patience);
        QTRY_COMPARE(containers().size(), 0);
        page->choose({.backend = u"local"_s});
        QTRY_VERIFY(!state->isVisible());
    }

    void poolEndsWithTheWindowAndWithItsSettings()
    {
        child<QListWidget>(u"Pages"_s)->setCurrentRow(2);
        writeMemory("64m");
        auto *page = m_window->findChild<BackendsPage *>();
        QTRY_VERIFY_WITH_TIMEOUT(
            (page->choose({.backend = u"docker"_s, .profile = u"team"_s}), page->chosen().profile == u"team"_s), Patience);
        const auto *state = child<QLabel>(u"PoolState"_s);
        QTRY_VERIFY_WITH_TIMEOUT(state->isVisible(), Patience);
        press(u"Fill the warm pool"_s);
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(u"Warm: 2 of 2 ready"_s), Patience);
        QCOMPARE(containers().size(), 2);
        writeMemory("65m");
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(u"Warm: 0 of 2 ready"_s), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(containers().size(), 0, Patience);
        press(u"Fill the warm pool"_s);
        QTRY_VERIFY_WITH_TIMEOUT(state->text().startsWith(u"Warm: 2 of 2 ready"_s), Patience);
        m_window.reset();
        m_engine.reset();
        QCOMPARE(containers().size(), 0);
    }

private:
    [[nodiscard]] QStringList containers() const
    {
        const tests::Ended listed = m_daemon->docker({u"ps"_s, u"-a"_s, u"--format"_s, u"{{.Names}}"_s});
        return QString::fromUtf8(listed.out).split(u'\n', Qt::SkipEmptyParts);
    }

    void writeMemory(const QByteArray &memory) const
    {
        QSaveFile file(m_configuration->filePath(u"hermes-panel/profiles.toml"_s));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("[profile.team]\nbackend = \"docker\"\nmemory = \"" + memory + "\"\n");
        QVERIFY(file.commit());
    }

    void callInBox(const QString &code, const QString &id = u"box"_s)
    {
        auto launched = m_engine->launch({.kind = LaunchKind::Sandbox,
                                          .backend = u"docker"_s,
                                          .settings = *settingsInForce(m_engine->findKind(u"docker"_s)->schema, {}, {}),
                                          .language = Language::Shell,
                                          .codes = {code.toUtf8()},
                                          .executorId = id});
        QVERIFY(QTest::qWaitFor([&] { return launched.isFinished(); }, Patience));
        QVERIFY2(launched.result(), launched.result() ? "" : qUtf8Printable(toText(launched.result().error())));
        QVERIFY(QTest::qWaitFor([&] { return m_engine->active().isEmpty(); }, Patience));
    }

    /// The program is started again.
    void reopen()
    {
        m_window.reset();
        m_engine.reset();
        auto engine = openEngine(u"hermes-panel"_s);
        QVERIFY(engine);
        m_engine = std::move(*engine);
        m_window = std::make_unique<MainWindow>(m_engine.get(), &m_tokens, &m_answers);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    void showSessions() { child<QListWidget>(u"Pages"_s)->setCurrentRow(1); }
    [[nodiscard]] QTableView *table() const { return child<QTableView>(u"Sessionstable"_s); }
    [[nodiscard]] int rows() const { return table()->model()->rowCount(); }
    [[nodiscard]] QStringList columns() const
    {
        QStringList titles;
        for (int column = 0; column < table()->model()->columnCount(); ++column)
            titles.append(table()->model()->headerData(column, Qt::Horizontal).toString());
        return titles;
    }
    [[nodiscard]] QString cell(int row, const QString &title) const
    {
        return table()->model()->index(row, int(columns().indexOf(title))).data().toString();
    }

    std::unique_ptr<tests::DockerDaemon> m_daemon;
    std::unique_ptr<QTemporaryDir> m_configuration;
};

QTEST_MAIN(DockerWindowTest)
#include "tst_dockerwindow.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/environmenttablemodel.h"
#include "models/roles.h"
#include "tests/ui/windowfixture.h"
#include "ui/run/launchform.h"
#include "ui/run/launchoptions.h"
#include "ui/run/parameterpane.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/formroom.h"

#include <QAbstractItemModelTester>
#include <QClipboard>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QTest>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

/// What a launch is told beside its snippet and its parameters.
class LaunchFormTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }

    void everythingReachesTheRuns()
    {
        const QString input = write(u"data.txt"_s, "from a file\n");
        m_answers.path = input;
        QTest::mouseClick(child<QToolButton>(u"Addinputfile"_s), Qt::LeftButton);
        child<QLineEdit>(u"StdinFile"_s)->setText(write(u"in.txt"_s, "from stdin\n"));
        setVariables({{u"GREETING"_s, "hello"}, {u"API_TOKEN"_s, "s3cret"}});
        child<QLineEdit>(u"LaunchName"_s)->setText(u"mine"_s);
        load(Language::Shell, "echo $GREETING $API_TOKEN; cat data.txt; cat", {}, {});
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->isActive(); }, Patience));
        QVERIFY(waitForFinish());
        QVERIFY(QTest::qWaitFor([&] { return textOf(u"Stdout"_s) == u"hello s3cret\nfrom a file\nfrom stdin\n"_s; }, Patience));
        QCOMPARE_EQ(page()->launch()->spec().name, u"mine"_s);
    }

    void stopsByItself()
    {
        load(Language::Shell, "exit 1", u"n"_s, u"1:50"_s);
        child<QSpinBox>(u"Concurrency"_s)->setValue(1);
        child<QSpinBox>(u"StopAfter"_s)->setValue(2);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(page()->launch()->progress().state, LaunchState::Stopped);
        QCOMPARE_EQ(page()->launch()->progress().failed, 2);
        child<QSpinBox>(u"StopAfter"_s)->setValue(0);
        child<QDoubleSpinBox>(u"StopOver"_s)->setValue(10);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(page()->launch()->progress().failed, 6);
    }

    void aMissingStdinFileIsSaid()
    {
        child<QLineEdit>(u"StdinFile"_s)->setText(m_state->filePath(u"none"_s));
        load(Language::Shell, "cat", {}, {});
        press(u"Run sweep"_s);
        QTRY_VERIFY(messageText().contains("none"_L1));
        QVERIFY(!page()->launch()->isActive());
    }

    void concurrencyChangesWhileASweepRuns()
    {
        load(Language::Shell, "sleep 30", u"n"_s, u"1:8"_s);
        auto *field = child<QSpinBox>(u"Concurrency"_s);
        field->setValue(1);
        press(u"Run sweep"_s);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running == 1; }, Patience));
        QVERIFY(field->isEnabled());
        field->setValue(3);
        QVERIFY(QTest::qWaitFor([&] { return page()->launch()->progress().running == 3; }, Patience));
        QCOMPARE_EQ(page()->launch()->progress().concurrency, 3);
        QVERIFY(child<QLabel>(u"ConcurrencyInForce"_s)->isHidden());
        press(u"Cancel"_s);
        QVERIFY(waitForFinish());
    }

    void labelsStandOnTheLineOfTheirFields()
    {
        int seen = 0;
        for (const QLabel *label : m_window->findChildren<QLabel *>()) {
            const QWidget *field = label->buddy();
            if (!field || !child<LaunchForm>({})->isAncestorOf(label) || !label->isVisible())
                continue;
            const auto middle = [](const QWidget *widget) { return widget->mapToGlobal(widget->rect().center()).y(); };
            QVERIFY2(std::abs(middle(label) - middle(field)) <= 2, qPrintable(label->text()));
            ++seen;
        }
        QVERIFY(seen >= 4);
    }

    void aFieldThatGetsTheFocusComesIntoSight()
    {
        m_window->resize(1024, 700);
        child<QToolButton>(u"Moreoptions"_s)->setChecked(true);
        auto *room = child<FormRoom>(u"ParameterRoom"_s);
        QTRY_VERIFY(room->verticalScrollBar()->value() > 0); // to what was unfolded
        room->verticalScrollBar()->setValue(0);
        const auto isInSight = [room](const QWidget *field) {
            return room->viewport()->rect().contains(QRect(field->mapTo(room->viewport(), QPoint()), field->size()));
        };
        for (const QString &name : {u"MaxOutput"_s, u"Timeout"_s}) {
            auto *field = child<QLineEdit>(name);
            QVERIFY(!isInSight(field));
            field->setFocus();
            QTRY_VERIFY(isInSight(field));
        }
    }

    void wrongFieldsDisableTheButtonsAndSayWhy()
    {
        auto *timeout = child<QLineEdit>(u"Timeout"_s);
        timeout->setText(u"5m"_s);
        for (const QString &name : {u"Run sweep"_s, u"Run in sandbox"_s}) {
            QVERIFY(!button(name)->isEnabled());
            QVERIFY(button(name)->toolTip().contains("5m"_L1));
        }
        page()->runSweep();
        QVERIFY(messageText().isEmpty());
        QVERIFY(timeout->hasFocus());
        timeout->clear();
        child<QComboBox>(u"Sandbox"_s)->setEditText(u"a/b"_s);
        QVERIFY(button(u"Run sweep"_s)->isEnabled());
        QVERIFY(!button(u"Run in sandbox"_s)->isEnabled());
        QVERIFY(!child<QLabel>(u"SandboxProblem"_s)->isHidden());
        child<QComboBox>(u"Sandbox"_s)->setEditText(QString());
        setVariables({{u"not a name"_s, "x"}});
        QVERIFY(!button(u"Run in sandbox"_s)->isEnabled());
    }

    void isThereAgainOnTheNextStartButSecrets()
    {
        child<QSpinBox>(u"StopAfter"_s)->setValue(7);
        child<QDoubleSpinBox>(u"StopOver"_s)->setValue(12.5);
        child<QLineEdit>(u"WorkingFolder"_s)->setText(u"/tmp"_s);
        child<QComboBox>(u"Sandbox"_s)->setEditText(u"work"_s);
        setVariables({{u"PLAIN"_s, "kept"}, {u"DB_PASSWORD"_s, "hunter2"}});
        const QString path = m_state->filePath(u"page.ini"_s);
        {
            QSettings settings(path, QSettings::IniFormat);
            page()->store(settings);
        }
        QVERIFY(!read(path).contains("hunter2"));
        QVERIFY(read(path).contains("DB_PASSWORD"));
        const QSettings settings(path, QSettings::IniFormat);
        page()->launchForm()->setSpec({});
        QCOMPARE_EQ(child<QSpinBox>(u"StopAfter"_s)->value(), 0);
        page()->restore(settings);
        QCOMPARE_EQ(child<QSpinBox>(u"StopAfter"_s)->value(), 7);
        QCOMPARE_EQ(child<QDoubleSpinBox>(u"StopOver"_s)->value(), 12.5);
        QCOMPARE_EQ(child<QLineEdit>(u"WorkingFolder"_s)->text(), u"/tmp"_s);
        QCOMPARE_EQ(page()->launchForm()->sandboxId(), u"work"_s);
        // A launch without the password would fail in a way that nobody understands.
        QVERIFY(page()->launchForm()->problem().contains("DB_PASSWORD"_L1));
        QVERIFY(variables()->model()->setData(variables()->model()->index(1, EnvironmentTableModel::ValueColumn), u"again"_s));
        QVERIFY(page()->launchForm()->problem().isEmpty());
    }

    void opensALaunchOfThePast()
    {
        LaunchSpec spec {.kind = LaunchKind::Sweep,
                         .name = u"old"_s,
                         .backend = u"local"_s,
                         .language = Language::Shell,
                         .codes = {"cat; echo {{n}} $A"},
                         .concurrency = 2,
                         .policy = {.afterFailures = 3, .overPercent = 50},
                         .timeout = 1500ms,
                         .environment = {{u"A"_s, "b"}},
                         .stdinData = "given\n",
                         .capture = {.resultBytes = 64 * 1024, .spoolBytes = 1024 * 1024}};
        spec.sweep.groups = {*parseParameter(u"n"_s, u"1:2"_s)};
        page()->openSpec(spec);
        QCOMPARE_EQ(page()->snippetPane()->language(), Language::Shell);
        QCOMPARE_EQ(child<QLineEdit>(u"Timeout"_s)->text(), u"1.5"_s);
        const auto shown = page()->launchForm()->spec();
        QVERIFY(shown);
        QCOMPARE_EQ(shown->name, spec.name);
        QCOMPARE_EQ(shown->policy, spec.policy);
        QCOMPARE_EQ(shown->timeout, spec.timeout);
        QCOMPARE_EQ(shown->concurrency, spec.concurrency);
        QCOMPARE_EQ(shown->environment, spec.environment);
        // What a result keeps is shown, and what has no field is not lost.
        QCOMPARE_EQ(child<QLineEdit>(u"MaxOutput"_s)->text(), u"64k"_s);
        QCOMPARE_EQ(shown->capture, spec.capture);
        QVERIFY(child<QToolButton>(u"Moreoptions"_s)->toolTip().contains("keeps 64k of each stream"_L1));
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(page()->launch()->spec().stdinData, spec.stdinData);
        QCOMPARE_EQ(column(u"Output"_s), (QStringList {u"given"_s, u"given"_s}));
    }

    void choosesTheWorkingFolder()
    {
        m_answers.path = m_state->path();
        QTest::mouseClick(child<QToolButton>(u"Chooseworkingfolder"_s), Qt::LeftButton);
        QCOMPARE_EQ(child<QLineEdit>(u"WorkingFolder"_s)->text(), m_state->path());
        QCOMPARE_EQ(page()->launchForm()->spec()->folder, m_state->path());
        m_answers.path.clear(); // thought better of it
        QTest::mouseClick(child<QToolButton>(u"Chooseworkingfolder"_s), Qt::LeftButton);
        QCOMPARE_EQ(child<QLineEdit>(u"WorkingFolder"_s)->text(), m_state->path());
    }

    void limitsWhatAResultKeeps()
    {
        auto *most = child<QLineEdit>(u"MaxOutput"_s);
        QCOMPARE_EQ(page()->launchForm()->spec()->capture, CaptureLimits());
        most->setText(u"1k"_s);
        load(Language::Shell, "head -c 100000 /dev/zero | tr '\\0' x", u"n"_s, u"1"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        QCOMPARE_EQ(page()->launch()->spec().capture.resultBytes, 1024);
        page()->copyAsCommand();
        QVERIFY(QGuiApplication::clipboard()->text().contains(" --max-output 1024 "_L1));
        for (const QString &wrong : {u"much"_s, u"0"_s, u"2g"_s}) {
            most->setText(wrong);
            QVERIFY2(page()->launchForm()->problem().contains("Max output"_L1), qPrintable(wrong));
            QVERIFY(!button(u"Run sweep"_s)->isEnabled());
        }
    }

    void offersTheOpenSandboxes()
    {
        child<QComboBox>(u"Sandbox"_s)->setEditText(u"work"_s);
        load(Language::Shell, "true", {}, {});
        press(u"Run in sandbox"_s);
        QVERIFY(waitForCall());
        auto *box = child<QComboBox>(u"Sandbox"_s);
        child<QLineEdit>(u"Timeout"_s)->setFocus();
        box->setFocus();
        QVERIFY(QTest::qWaitFor([&] { return box->findText(u"work"_s) > 0; }, Patience));
        QCOMPARE_EQ(page()->launchForm()->sandboxId(), u"work"_s);
    }

    void variablesOneByOne()
    {
        EnvironmentTableModel model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        const int row = model.addRow();
        QCOMPARE_EQ(model.addRow(), row);
        QVERIFY(model.variables()->isEmpty());
        QVERIFY(model.setData(model.index(0, EnvironmentTableModel::NameColumn), u"API_KEY"_s));
        QVERIFY(model.setData(model.index(0, EnvironmentTableModel::ValueColumn), u"s3cret"_s));
        QCOMPARE_EQ(model.variables()->first(), (EnvironmentVariable {u"API_KEY"_s, "s3cret"}));
        QVERIFY(!model.index(0, EnvironmentTableModel::ValueColumn).data().toString().contains("s3cret"_L1));
        QVERIFY(model.index(0, EnvironmentTableModel::CheckColumn).data().toString().contains("not stored"_L1));
        QVERIFY(!model.toJson().contains("s3cret"));
        model.setVariables({{u"A"_s, "1"}, {u"A"_s, "2"}});
        QVERIFY(!model.variables());
        QVERIFY(!model.index(1, 0).data(ProblemRole).toString().isEmpty());
        model.removeRow(1);
        QVERIFY(model.variables().has_value());
        model.fromJson(model.toJson());
        QCOMPARE_EQ(model.variables()->first(), (EnvironmentVariable {u"A"_s, "1"}));
        qputenv("HERMES_TEST_TOKEN", "from here");
        model.fromJson(R"([{"name":"HERMES_TEST_TOKEN"}])");
        QCOMPARE_EQ(model.variables()->first().value, "from here"_ba);
        qunsetenv("HERMES_TEST_TOKEN");
        QVERIFY(!model.variables());
    }

private:
    [[nodiscard]] QTableView *variables() const { return child<QTableView>(u"Variables"_s); }
    void setVariables(const QList<EnvironmentVariable> &list) const
    {
        qobject_cast<EnvironmentTableModel *>(variables()->model())->setVariables(list);
    }
};

QTEST_MAIN(LaunchFormTest)
#include "tst_launchform.moc"

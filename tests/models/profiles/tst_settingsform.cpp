// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/profiles/settingsformmodel.h"
#include "tests/support/richkind.h"

#include <QAbstractItemModelTester>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace hermes::test;
using namespace Qt::StringLiterals;

namespace {

const BackendName Box {.backend = u"rich"_s, .profile = u"box"_s};
const BackendName Other {.backend = u"rich"_s, .profile = u"other"_s};
const BackendName Plain {.backend = u"rich"_s};

const QByteArray Sample = "# mine\n[profile.box] # b\nbackend = \"rich\"\nhost = \"a\" # the host\nworkers = 8\n\n"
                          "[profile.other]\nbackend = \"rich\"\n";

ProfileSet setOf(const QByteArray &text)
{
    return parseProfiles(text, u"profiles.toml"_s).value();
}

} // namespace

class SettingsFormTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u".*"_s));
        for (const char *name : {"HERMES_RICH_HOST", "RICH_HOST", "HERMES_RICH_WORKERS", "HERMES_RICH_TOKEN"})
            qunsetenv(name);
        m_kind = richKind();
        m_form = std::make_unique<SettingsFormModel>();
        new QAbstractItemModelTester(m_form.get(), QAbstractItemModelTester::FailureReportingMode::QtTest, m_form.get());
        m_form->show(Box, &m_kind, setOf(Sample));
    }

    void showsEverySetting()
    {
        QCOMPARE_EQ(m_form->rowCount(), int(m_kind.schema.settings.size()));
        QCOMPARE_EQ(field(u"host"_s).own, u"a"_s);
        QCOMPARE_EQ(source(u"host"_s), u"profile box"_s);
        QCOMPARE_EQ(field(u"workers"_s).inForce.text, u"8"_s);
        QCOMPARE_EQ(source(u"network"_s), u"default"_s);
        QCOMPARE_EQ(field(u"network"_s).inForce.text, u"bridge"_s);
        QVERIFY(!field(u"network"_s).own);
        QCOMPARE_EQ(source(u"share"_s), u"not set"_s);
        QVERIFY(!m_form->isEdited());
        QCOMPARE_EQ(m_form->firstBadRow(), -1);
        QCOMPARE_EQ(m_form->settings()->text(u"workers"_s), u"8"_s);
    }

    void saysWhatIsWrongWhileTyping_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("problem"); // what it must contain; empty: none
        QTest::newRow("integer") << u"workers"_s << u"12"_s << QString();
        QTest::newRow("integer, word") << u"workers"_s << u"many"_s << u"a whole number from 1 to 64"_s;
        QTest::newRow("integer, range") << u"workers"_s << u"65"_s << u"Workers is \"65\""_s;
        QTest::newRow("number") << u"share"_s << u"12.5"_s << QString();
        QTest::newRow("number, range") << u"share"_s << u"-1"_s << u"from 0 to 100"_s;
        QTest::newRow("duration") << u"idle"_s << u"1.5"_s << QString();
        QTest::newRow("duration, unit") << u"idle"_s << u"5m"_s << u"a number of seconds"_s;
        QTest::newRow("size") << u"memory"_s << u"512m"_s << QString();
        QTest::newRow("size, range") << u"memory"_s << u"12"_s << u"at least 1k"_s;
        QTest::newRow("boolean") << u"gpu"_s << u"true"_s << QString();
        QTest::newRow("boolean, word") << u"gpu"_s << u"maybe"_s << u"true or false"_s;
        QTest::newRow("choice") << u"network"_s << u"HOST"_s << QString();
        QTest::newRow("choice, other") << u"network"_s << u"wifi"_s << u"one of none, bridge, host"_s;
        QTest::newRow("path") << u"key-file"_s << u"~/.ssh/id"_s << QString();
        QTest::newRow("path, relative") << u"key-file"_s << u"id"_s << u"starts with / or ~/"_s;
        QTest::newRow("text") << u"tag"_s << u"<b>&x"_s << QString();
    }

    void saysWhatIsWrongWhileTyping()
    {
        QFETCH(const QString, key);
        QFETCH(const QString, text);
        QFETCH(const QString, problem);
        const QSignalSpy changes(m_form.get(), &QAbstractItemModel::dataChanged);
        QVERIFY(m_form->setData(m_form->index(row(key)), text));
        QCOMPARE_EQ(changes.size(), 1);
        QCOMPARE_EQ(field(key).own, text);
        QVERIFY2(problem.isEmpty() ? field(key).problem.isEmpty() : field(key).problem.contains(problem),
                 qPrintable(field(key).problem));
        QCOMPARE_EQ(m_form->firstBadRow(), problem.isEmpty() ? -1 : row(key));
        QCOMPARE_EQ(m_form->settings().has_value(), problem.isEmpty());
        QVERIFY(m_form->isEdited());
        QVERIFY(m_form->setData(m_form->index(row(key)), QVariant()));
        QVERIFY(!field(key).own);
    }

    void saysWhatComesBeforeTheProfile()
    {
        qputenv("RICH_HOST", "vendor");
        qputenv("HERMES_RICH_WORKERS", "none");
        m_form->show(Box, &m_kind, setOf(Sample));
        QCOMPARE_EQ(field(u"host"_s).variable, u"RICH_HOST"_s);
        QCOMPARE_EQ(source(u"host"_s), u"environment RICH_HOST"_s);
        QCOMPARE_EQ(field(u"host"_s).inForce.text, u"vendor"_s);
        QCOMPARE_EQ(field(u"host"_s).own, u"a"_s);
        QVERIFY(field(u"workers"_s).problem.contains("HERMES_RICH_WORKERS"_L1));
        QVERIFY(!m_form->settings());
        qputenv("HERMES_RICH_HOST", "ours");
        qputenv("HERMES_RICH_WORKERS", "2");
        m_form->show(Box, &m_kind, setOf(Sample));
        QCOMPARE_EQ(source(u"host"_s), u"environment HERMES_RICH_HOST"_s);
        QCOMPARE_EQ(m_form->settings()->text(u"host"_s), u"ours"_s);
    }

    void editsSurviveEverythingButSaving()
    {
        set(u"workers"_s, u"16"_s);
        QCOMPARE_EQ(source(u"workers"_s), u"profile box, not saved"_s);
        QCOMPARE_EQ(m_form->settings()->text(u"workers"_s), u"16"_s);
        const QSignalSpy resets(m_form.get(), &QAbstractItemModel::modelReset);
        m_form->show(Box, &m_kind, setOf(QByteArray(Sample).replace("\"a\"", "\"b\"")));
        QCOMPARE_EQ(resets.size(), 0);
        QCOMPARE_EQ(field(u"host"_s).own, u"b"_s);
        QCOMPARE_EQ(field(u"workers"_s).own, u"16"_s);
        QVERIFY(field(u"workers"_s).changedMeanwhile.isEmpty());
        m_form->show(Other, &m_kind, setOf(Sample));
        QVERIFY(!m_form->isEdited());
        QCOMPARE_EQ(m_form->edited(), QSet<BackendName> {Box});
        m_form->show(Box, &m_kind, setOf(QByteArray(Sample).replace("8", "9")));
        QCOMPARE_EQ(field(u"workers"_s).own, u"16"_s);
        QVERIFY(field(u"workers"_s).changedMeanwhile.contains("The file has 9 now"_L1));
        m_form->show(Box, &m_kind, setOf(QByteArray(Sample).replace("workers = 8\n", "")));
        QVERIFY(field(u"workers"_s).changedMeanwhile.contains("does not set it any more"_L1));
        // Somebody wrote the same: nothing is left to be saved.
        m_form->show(Box, &m_kind, setOf(QByteArray(Sample).replace("8", "16")));
        QVERIFY(!m_form->isEdited());
        QVERIFY(field(u"workers"_s).changedMeanwhile.isEmpty());
    }

    void revertsAndTakesBack()
    {
        set(u"workers"_s, u"16"_s);
        set(u"workers"_s, u"8"_s);
        QVERIFY(!m_form->isEdited());
        set(u"host"_s, std::nullopt);
        QVERIFY(m_form->isEdited());
        QVERIFY(!m_form->settings()->has(u"host"_s));
        const QSignalSpy changed(m_form.get(), &SettingsFormModel::changed);
        m_form->discardEdits();
        QCOMPARE_EQ(field(u"host"_s).own, u"a"_s);
        QVERIFY(!m_form->isEdited());
        QCOMPARE_EQ(changed.size(), 1);
    }

    void savesByPatches()
    {
        set(u"workers"_s, u"16"_s);
        set(u"host"_s, std::nullopt);
        set(u"network"_s, u"none"_s);
        set(u"tag"_s, u"x y"_s);
        const auto saved = m_form->saving(u"box"_s)(Sample);
        QVERIFY(saved);
        QCOMPARE_EQ(*saved,
                    "# mine\n[profile.box] # b\nbackend = \"rich\"\nworkers = 16\nnetwork = \"none\"\ntag = \"x y\"\n\n"
                    "[profile.other]\nbackend = \"rich\"\n"_ba);
        // On a file that was changed by hand, all the same.
        const auto onOther = m_form->saving(u"box"_s)("[profile.box]\nbackend = \"rich\"\nidle = 5 # s\n");
        QVERIFY(onOther->contains("idle = 5 # s\n") && onOther->contains("workers = 16\n"));
        // And where the profile is gone.
        const auto again = m_form->saving(u"box"_s)("# empty\n");
        QVERIFY(again && again->startsWith("# empty\n\n[profile.box]\nbackend = \"rich\"\n"));
        m_form->show(Box, &m_kind, setOf(*saved));
        QVERIFY(!m_form->isEdited());
    }

    void aKindBecomesAProfile()
    {
        m_form->show(Plain, &m_kind, setOf(Sample));
        QVERIFY(!field(u"host"_s).own);
        set(u"host"_s, u"c"_s);
        QCOMPARE_EQ(source(u"host"_s), u"not saved"_s);
        QCOMPARE_EQ(m_form->settings()->text(u"host"_s), u"c"_s);
        QCOMPARE_EQ(*m_form->saving(u"new"_s)({}), "[profile.new]\nbackend = \"rich\"\nhost = \"c\"\n"_ba);
        m_form->moveEdits(Plain, Other);
        QCOMPARE_EQ(m_form->edited(), QSet<BackendName> {Other});
        m_form->dropEdits(Other);
        QVERIFY(m_form->edited().isEmpty());
    }

    void secretsAreNeverThere()
    {
        const QByteArray leaked = "[profile.box]\nbackend = \"rich\"\ntoken = \"zq9-canary\"\n";
        qputenv("HERMES_RICH_TOKEN", "zq9-canary");
        m_form->show(Box, &m_kind, setOf(leaked));
        const QModelIndex token = m_form->index(row(u"token"_s));
        QVERIFY(!token.data(Qt::EditRole).isValid());
        QVERIFY(!m_form->setData(token, u"other"_s));
        QVERIFY(!token.flags().testFlag(Qt::ItemIsEditable));
        QCOMPARE_EQ(source(u"token"_s), u"environment HERMES_RICH_TOKEN"_s);
        for (int role = 0; role < Qt::UserRole + 10; ++role)
            QVERIFY(!token.data(role).toString().contains("canary"_L1));
        QVERIFY(field(u"token"_s).problem.contains("secret"_L1));
        const auto settings = m_form->settings();
        QVERIFY(!settings && !toText(settings.error()).contains("canary"_L1));
    }

    void anUnknownKindHasNothingToEdit()
    {
        m_form->show({.backend = u"future"_s, .profile = u"x"_s}, nullptr, setOf(Sample));
        QCOMPARE_EQ(m_form->rowCount(), 0);
        m_form->show(Box, &m_kind, setOf(Sample));
        QCOMPARE_EQ(m_form->rowCount(), int(m_kind.schema.settings.size()));
    }

private:
    [[nodiscard]] int row(const QString &key) const
    {
        for (int row = 0; row < m_form->rowCount(); ++row) {
            if (m_form->field(row).setting.key == key)
                return row;
        }
        return -1;
    }
    [[nodiscard]] const SettingField &field(const QString &key) const { return m_form->field(row(key)); }
    [[nodiscard]] QString source(const QString &key) const { return m_form->sourceText(row(key)); }
    void set(const QString &key, const std::optional<QString> &text) { m_form->setOwn(row(key), text); }

    BackendKind m_kind;
    std::unique_ptr<SettingsFormModel> m_form;
};

QTEST_MAIN(SettingsFormTest)
#include "tst_settingsform.moc"

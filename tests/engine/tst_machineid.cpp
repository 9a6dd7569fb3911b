// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/engine/machineid.h"

#include <QFile>
#include <QRegularExpression>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

class TestMachineId final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isKept();
    void keptIdCounts_data();
    void keptIdCounts();
    void junkIsReplaced_data();
    void junkIsReplaced();
    void folderThatCannotBeWritten();
    void defaultIds();
    void firstUnspent_data();
    void firstUnspent();
    void executorIds_data();
    void executorIds();

private:
    QString file() const { return m_folder->filePath(u"machine-id"_s); }
    void write(const QByteArray &bytes) const;
    QByteArray read() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {
bool isId(const QString &id)
{
    static const QRegularExpression pattern(u"^[0-9a-f]{12}$"_s);
    return pattern.match(id).hasMatch();
}
} // namespace

void TestMachineId::init()
{
    QTest::failOnWarning(QRegularExpression(u".*"_s));
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestMachineId::write(const QByteArray &bytes) const
{
    QFile kept(file());
    QVERIFY(kept.open(QIODevice::WriteOnly));
    QCOMPARE(kept.write(bytes), bytes.size());
}

QByteArray TestMachineId::read() const
{
    QFile kept(file());
    return kept.open(QIODevice::ReadOnly) ? kept.readAll() : QByteArray();
}

void TestMachineId::isKept()
{
    const QString id = machineId(m_folder->path());
    QVERIFY2(isId(id), qPrintable(id));
    QCOMPARE(read(), id.toLatin1() + '\n');
    QCOMPARE(machineId(m_folder->path()), id);
}

void TestMachineId::keptIdCounts_data()
{
    QTest::addColumn<QByteArray>("kept");
    QTest::newRow("line") << "0123456789ab\n"_ba;
    QTest::newRow("no end of line") << "0123456789ab"_ba;
    QTest::newRow("edited by hand") << "  0123456789ab \r\n"_ba;
}

/// Another card than at the first start changes nothing.
void TestMachineId::keptIdCounts()
{
    QFETCH(QByteArray, kept);
    write(kept);
    QCOMPARE(machineId(m_folder->path()), u"0123456789ab"_s);
    QCOMPARE(read(), kept);
}

void TestMachineId::junkIsReplaced_data()
{
    QTest::addColumn<QByteArray>("junk");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("short") << "0123456789a\n"_ba;
    QTest::newRow("long") << "0123456789abc\n"_ba;
    QTest::newRow("upper case") << "0123456789AB\n"_ba;
    QTest::newRow("no hex digits") << "0123456789xy\n"_ba;
    QTest::newRow("a path") << "../../../etc\n"_ba;
    QTest::newRow("zero bytes") << QByteArray(12, '\0');
    QTest::newRow("very long") << QByteArray(1'000'000, 'a');
    QTest::newRow("two lines") << "0123456789ab\n0123456789ab\n"_ba;
}

void TestMachineId::junkIsReplaced()
{
    QFETCH(QByteArray, junk);
    write(junk);
    const QString id = machineId(m_folder->path());
    QVERIFY2(isId(id), qPrintable(id));
    QCOMPARE(read(), id.toLatin1() + '\n');
}

void TestMachineId::folderThatCannotBeWritten()
{
    // A file where the folder should be refuses everybody, root too.
    write("0123456789ab\n");
    const QString id = machineId(file());
    QVERIFY2(isId(id), qPrintable(id));
    QVERIFY2(isId(machineId(m_folder->filePath(u"missing"_s))), "no folder");
    QCOMPARE(read(), "0123456789ab\n"_ba);
}

void TestMachineId::defaultIds()
{
    QCOMPARE(defaultExecutorId(SessionKind::Sandbox, u"0123456789ab"_s), u"hermes-sandbox-0123456789ab"_s);
    QCOMPARE(defaultExecutorId(SessionKind::Session, u"0123456789ab"_s), u"hermes-session-0123456789ab"_s);
    QVERIFY(checkExecutorId(defaultExecutorId(SessionKind::Sandbox, machineId(m_folder->path()))));
}

void TestMachineId::firstUnspent_data()
{
    QTest::addColumn<QStringList>("spent");
    QTest::addColumn<QString>("first");
    QTest::newRow("none spent") << QStringList() << u"a"_s;
    QTest::newRow("others spent") << QStringList {u"b"_s, u"a-1"_s} << u"a"_s;
    QTest::newRow("spent") << QStringList {u"a"_s} << u"a-1"_s;
    QTest::newRow("spent often") << QStringList {u"a"_s, u"a-1"_s, u"a-2"_s, u"a-3"_s} << u"a-4"_s;
    QTest::newRow("a gap") << QStringList {u"a"_s, u"a-2"_s} << u"a-1"_s;
}

void TestMachineId::firstUnspent()
{
    QFETCH(QStringList, spent);
    QFETCH(QString, first);
    QCOMPARE(firstUnspentId(u"a"_s, [&](const QString &id) { return spent.contains(id); }), first);
}

void TestMachineId::executorIds_data()
{
    QTest::addColumn<QString>("id");
    QTest::addColumn<bool>("usable");
    QTest::newRow("plain") << u"work-1"_s << true;
    QTest::newRow("one letter") << u"a"_s << true;
    QTest::newRow("dots in it") << u"..a.b"_s << true;
    QTest::newRow("spaces and quotes") << u"it's \"mine\""_s << true;
    QTest::newRow("other scripts") << u"été 测试"_s << true;
    QTest::newRow("200 bytes") << QString(200, u'x') << true;
    QTest::newRow("201 bytes") << QString(201, u'x') << false;
    QTest::newRow("200 bytes of two each") << QString(100, u'é') << true;
    QTest::newRow("more bytes than letters") << QString(101, u'é') << false;
    QTest::newRow("empty") << QString() << false;
    QTest::newRow("dot") << u"."_s << false;
    QTest::newRow("two dots") << u".."_s << false;
    QTest::newRow("slash") << u"a/b"_s << false;
    QTest::newRow("line") << u"a\nb"_s << false;
    QTest::newRow("tab") << u"a\tb"_s << false;
    QTest::newRow("delete") << u"a\x7f"_s << false;
    QTest::newRow("NUL") << QString(QChar(0)) << false;
}

void TestMachineId::executorIds()
{
    QFETCH(QString, id);
    QFETCH(bool, usable);
    const Result<> checked = checkExecutorId(id);
    QCOMPARE(checked.has_value(), usable);
    if (!usable) {
        QCOMPARE(checked.error().kind, FaultKind::Usage);
        QVERIFY(!checked.error().advice.isEmpty());
    }
}

QTEST_GUILESS_MAIN(TestMachineId)
#include "tst_machineid.moc"

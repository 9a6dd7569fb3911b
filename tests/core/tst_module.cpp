// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/inbackground.h"
#include "backends/core/module.h"

#include <QFuture>
#include <QTemporaryDir>
#include <QTest>
#include <QThreadPool>

using namespace Qt::StringLiterals;

namespace hermes {

class ModuleTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { qputenv("HERMES_MODULES", m_folder); }

    void isLoadedOnceAndStays()
    {
        using Entry = int *(*)();
        QThreadPool pool;
        QList<QFuture<Result<QFunctionPointer>>> loading;
        for (int i = 0; i < 8; ++i)
            loading += inBackground(pool, [] { return loadModule(u"testmodule"_s, "hermesTestModule"); });
        int *entered = nullptr;
        for (QFuture<Result<QFunctionPointer>> &each : loading) {
            const Result<QFunctionPointer> found = each.result();
            QVERIFY2(found, qPrintable(found ? QString() : found.error().what));
            entered = reinterpret_cast<Entry>(*found)();
        }
        QCOMPARE_EQ(*entered, 8);
    }

    void missingIsAFault()
    {
        const auto none = loadModule(u"nosuchmodule"_s, "hermesTestModule");
        QVERIFY(!none);
        QCOMPARE_EQ(none.error().kind, FaultKind::NotConfigured);
        QVERIFY2(none.error().what.contains("nosuchmodule"_L1), qPrintable(none.error().what));
        QVERIFY(none.error().advice.contains("HERMES_MODULES"_L1));
        qunsetenv("HERMES_MODULES");
        const auto elsewhere = loadModule(u"nosuchmodule"_s, "hermesTestModule");
        QVERIFY(!elsewhere);
        QVERIFY2(elsewhere.error().what.contains("lib"_L1), qPrintable(elsewhere.error().what));
        QVERIFY2(!elsewhere.error().advice.contains("HERMES_MODULES"_L1), qPrintable(elsewhere.error().advice));
    }

    /// A library of another version, or one that is none.
    void wrongFilesAreFaults()
    {
        QVERIFY(!loadModule(u"testmodule"_s, "hermesOtherEntry"));
        const QTemporaryDir folder;
        QFile broken(folder.filePath(u"broken.so"_s));
        QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("no library") > 0);
        broken.close();
        qputenv("HERMES_MODULES", folder.path().toUtf8());
        const auto found = loadModule(u"broken"_s, "hermesTestModule");
        QVERIFY(!found);
        QVERIFY2(found.error().what.contains(folder.path()), qPrintable(found.error().what));
    }

private:
    QByteArray m_folder = qgetenv("HERMES_TEST_MODULES");
};

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::ModuleTest)
#include "tst_module.moc"

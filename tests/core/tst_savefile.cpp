// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/savefile.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/resource.h>

using namespace Qt::StringLiterals;

namespace hermes {

class SaveFileTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everythingIsWritten();
    void whyAWriteFailed();
};

void SaveFileTest::everythingIsWritten()
{
    const QTemporaryDir folder;
    SaveFile file(folder.filePath(u"a"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write("one "), 4);
    QCOMPARE(file.write(QByteArray(100'000, 'x')), 100'000);
    QVERIFY(!QFile::exists(file.fileName()));
    QVERIFY(file.commit());
    QFile written(file.fileName());
    QVERIFY(written.open(QIODevice::ReadOnly));
    QCOMPARE(written.readAll(), "one " + QByteArray(100'000, 'x'));
}

/// A limit on files does what a full disk does: a part is taken, and nothing after it.
void SaveFileTest::whyAWriteFailed()
{
    const QTemporaryDir folder;
    QFile before(folder.filePath(u"a"_s));
    QVERIFY(before.open(QIODevice::WriteOnly) && before.write("before") == 6);
    before.close();
    std::signal(SIGXFSZ, SIG_IGN);
    rlimit usual = {};
    QCOMPARE(::getrlimit(RLIMIT_FSIZE, &usual), 0);
    const rlimit small {.rlim_cur = 4096, .rlim_max = usual.rlim_max};
    QCOMPARE(::setrlimit(RLIMIT_FSIZE, &small), 0);
    {
        SaveFile file(before.fileName());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY(file.write(QByteArray(10'000, 'x')) != 10'000);
        ::setrlimit(RLIMIT_FSIZE, &usual);
        QCOMPARE(file.errorString(), qt_error_string(EFBIG));
    }
    QVERIFY(before.open(QIODevice::ReadOnly));
    QCOMPARE(before.readAll(), "before"_ba);
}

} // namespace hermes

QTEST_GUILESS_MAIN(hermes::SaveFileTest)
#include "tst_savefile.moc"

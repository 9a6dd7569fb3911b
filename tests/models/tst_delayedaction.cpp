// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/delayedaction.h"

#include <QSignalSpy>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;

class DelayedActionTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_done.clear(); }

    void waitsAndCanBeUndone()
    {
        DelayedAction action;
        QSignalSpy changed(&action, &DelayedAction::changed);
        begin(action, u"a"_s);
        QVERIFY(action.isWaiting());
        QVERIFY(action.remaining() > std::chrono::seconds(5));
        action.undo();
        action.actNow();
        QCOMPARE_EQ(m_done, QStringList {u"a undone"_s});
        QCOMPARE_EQ(changed.size(), 2);
        QVERIFY(!action.isWaiting());
    }

    void theNextOneHurriesTheOneBefore()
    {
        DelayedAction action;
        begin(action, u"a"_s);
        begin(action, u"b"_s);
        QCOMPARE_EQ(m_done, QStringList {u"a"_s});
        QCOMPARE_EQ(action.text(), u"b"_s);
        action.actNow();
        QCOMPARE_EQ(m_done, (QStringList {u"a"_s, u"b"_s}));
    }

    void whatWaitsAtTheEndIsDropped()
    {
        {
            DelayedAction action;
            begin(action, u"a"_s);
        }
        QCOMPARE_EQ(m_done, QStringList {});
    }

private:
    void begin(DelayedAction &action, const QString &name)
    {
        action.begin(name, [this, name] { m_done += name; }, [this, name] { m_done += name + u" undone"; });
    }

    QStringList m_done;
};

QTEST_MAIN(DelayedActionTest)
#include "tst_delayedaction.moc"

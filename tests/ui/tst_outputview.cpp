// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/run/outputview.h"

#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QRegularExpression>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class OutputViewTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform that needs no display says so about every window.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_view = std::make_unique<OutputView>(u"Stdout"_s);
        m_view->resize(400, 300);
        m_view->show();
    }

    void showsBytesThatAreNoText()
    {
        m_view->setOutput(capture("\376\377ok\n"));
        QCOMPARE_EQ(text(), u"\uFFFD\uFFFDok\n"_s);
    }

    /// O3: a character that comes in two pieces is whole in the end.
    void aSplitCharacterIsWholeInTheEnd()
    {
        m_view->setOutput(capture("a\xc3"));
        m_view->setOutput(capture("a\xc3\xa9\n"));
        QCOMPARE_EQ(text(), u"aé\n"_s);
        QByteArray many(4095, 'a');
        for (int i = 0; i < 50'000; ++i)
            many += "é";
        m_view->setOutput(capture(many));
        QVERIFY(QTest::qWaitFor([&] { return !m_view->isLoading(); }, 60s));
        QVERIFY(!text().contains(QChar::ReplacementCharacter));
        QCOMPARE_EQ(text().count(u'é'), 50'000);
    }

    void aLiveViewGrowsAndStaysPut()
    {
        m_view->setOutput(capture("one\n"));
        m_view->setOutput(capture("one\ntwo\n"));
        QCOMPARE_EQ(text(), u"one\ntwo\n"_s);
        m_view->setOutput(capture("other\n"));
        QCOMPARE_EQ(text(), u"other\n"_s);
        m_view->clear();
        QVERIFY(text().isEmpty());
    }

    /// O1: a line of a million characters without an end must not hold up the window.
    void aVeryLongLineIsFolded()
    {
        QElapsedTimer timer;
        timer.start();
        m_view->setOutput(capture(QByteArray(1024 * 1024, 'x')));
        const qint64 first = timer.elapsed();
        QVERIFY(QTest::qWaitFor([&] { return !m_view->isLoading(); }, 60s));
        QCOMPARE_EQ(text().count(u'x'), 1024 * 1024);
        QVERIFY(text().count(u'\n') >= 255);
        qInfo("first piece after %lld ms", static_cast<long long>(first));
    }

    void saysWhatIsLeftOut()
    {
        StreamCapture cut = capture("head\n[...]\ntail\n");
        cut.total = 100 * 1024 * 1024;
        cut.truncated = true;
        m_view->setOutput(cut);
        auto *notice = m_view->findChild<QLabel *>(u"StdoutNotice"_s);
        QVERIFY(notice->isVisible());
        QVERIFY(notice->text().contains("100.0 MiB"_L1));
    }

    /// What is still growing and over its limits would be loaded from its beginning ten times a second.
    void aLiveViewOfTooMuchStandsStill()
    {
        StreamCapture grows = capture("head\n[...]\ntail\n");
        grows.total = 5LL * 1024 * 1024;
        grows.truncated = true;
        m_view->setLiveOutput(grows);
        QCOMPARE_EQ(text(), u"head\n[...]\ntail\n"_s);
        auto *notice = m_view->findChild<QLabel *>(u"StdoutNotice"_s);
        QVERIFY(notice->text().contains("once the candidate has ended"_L1));
        grows.bytes = "head\n[...]\nlater\n";
        grows.total = 50LL * 1024 * 1024;
        m_view->setLiveOutput(grows);
        QCOMPARE_EQ(text(), u"head\n[...]\ntail\n"_s);
        m_view->setOutput(grows);
        QCOMPARE_EQ(text(), u"head\n[...]\nlater\n"_s);
        QVERIFY(notice->text().contains("50.0 MiB"_L1));
    }

    void showsControlCharacters()
    {
        m_view->setOutput(capture("\x1b[31ma\x1b[0m\t\xe2\x80\xae\n"));
        QCOMPARE_EQ(text(), u"␛[31ma␛[0m\t‹U+202E›\n"_s);
    }

private:
    [[nodiscard]] static StreamCapture capture(const QByteArray &bytes) { return {.bytes = bytes, .total = bytes.size()}; }
    [[nodiscard]] QString text() const { return m_view->findChild<QPlainTextEdit *>()->toPlainText(); }

    std::unique_ptr<OutputView> m_view;
};

QTEST_MAIN(OutputViewTest)
#include "tst_outputview.moc"

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/longestblock.h"
#include "tests/support/memoryoutput.h"
#include "tests/ui/answers.h"
#include "ui/output/outputarea.h"
#include "ui/output/outputview.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

constexpr auto Patience = 30s;
/// O8 wants 100 ms on a calm machine; the test machine may be neither calm nor fast.
constexpr qint64 TolerableBlockMs = 100;

} // namespace

class OutputViewTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform that needs no display says so about every window.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_answers = {};
        m_options = std::make_unique<OutputOptions>();
        m_view = std::make_unique<OutputView>(u"Stdout"_s, OutputView::Parts {.dialogs = &m_answers, .options = m_options.get()});
        m_view->resize(500, 300);
        m_view->show();
        m_view->activateWindow();
    }

    void cleanup() { m_view.reset(); }

    void showsBytesThatAreNoText()
    {
        show("\376\377ok\n");
        QTRY_COMPARE_WITH_TIMEOUT(text(), u"\uFFFD\uFFFDok\n"_s, Patience);
    }

    void aLiveViewGrowsAndStaysPut()
    {
        const auto output = std::make_shared<MemoryOutput>("one\n");
        output->setGrowing(true);
        m_view->setReader(output, OutputText::Continuity::New);
        QTRY_COMPARE_WITH_TIMEOUT(text(), u"one\n"_s, Patience);
        output->append("two\n");
        m_view->refresh();
        QTRY_COMPARE_WITH_TIMEOUT(text(), u"one\ntwo\n"_s, Patience);
        show("other\n");
        QTRY_COMPARE_WITH_TIMEOUT(text(), u"other\n"_s, Patience);
        m_view->clear();
        QVERIFY(text().isEmpty());
    }

    void followsTheEndUntilTheUserLooksElsewhere()
    {
        const auto output = std::make_shared<MemoryOutput>();
        output->setGrowing(true);
        m_view->setReader(output, OutputText::Continuity::New);
        const auto grow = [&] {
            output->append(QByteArray("line\n").repeated(1000));
            m_view->refresh();
            QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
        };
        grow();
        grow();
        QVERIFY(area()->isAtEnd());
        area()->verticalScrollBar()->setValue(100);
        grow();
        QCOMPARE_EQ(area()->verticalScrollBar()->value(), 100);
        area()->verticalScrollBar()->setValue(area()->verticalScrollBar()->maximum());
        grow();
        QVERIFY(area()->isAtEnd());
        m_options->follow()->setChecked(false);
        grow();
        QVERIFY(!area()->isAtEnd());
        // What has ended is read from its beginning.
        show(QByteArray("line\n").repeated(1000));
        QTRY_COMPARE_WITH_TIMEOUT(area()->text()->rowCount(), 1000, Patience);
        QCOMPARE_EQ(area()->verticalScrollBar()->value(), 0);
    }

    void saysWhatIsLeftOut_data()
    {
        QTest::addColumn<OutputExtent>("extent");
        QTest::addColumn<QString>("notice");
        constexpr qint64 Total = 100LL * 1024 * 1024;
        QTest::newRow("whole") << OutputExtent {} << QString();
        QTest::newRow("both ends") << OutputExtent {.total = Total, .excerpt = true} << u"first and last"_s;
        QTest::newRow("a gap") << OutputExtent {.total = Total, .gap = 4}
                               << u"Of 100.0 MiB the first 4 bytes and the last 8 bytes"_s;
        QTest::newRow("running") << OutputExtent {.total = Total, .growing = true} << u"once the candidate has ended"_s;
    }

    void saysWhatIsLeftOut()
    {
        QFETCH(const OutputExtent, extent);
        QFETCH(const QString, notice);
        m_view->setReader(std::make_shared<MemoryOutput>("abc\ndef\nghi\n", extent), OutputText::Continuity::New);
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
        const auto *label = m_view->findChild<QLabel *>(u"StdoutNotice"_s);
        QCOMPARE_EQ(label->isVisible(), !notice.isEmpty());
        QVERIFY2(label->text().contains(notice), qPrintable(label->text()));
        QTRY_COMPARE_WITH_TIMEOUT(text().contains("missing here"_L1), extent.gap.has_value(), Patience);
    }

    void coloursCanBeTurnedOff()
    {
        show("\x1b[31ma\x1b[0m\t\xe2\x80\xae\n");
        QTRY_COMPARE_WITH_TIMEOUT(text(), u"a\t‹U+202E›\n"_s, Patience);
        m_options->colors()->setChecked(false);
        QTRY_COMPARE_WITH_TIMEOUT(text(), u"␛[31ma␛[0m\t‹U+202E›\n"_s, Patience);
    }

    /// O1, O8: however the bytes are, the window answers, wherever the user goes.
    void staysAlive_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        constexpr qsizetype Size = 100LL * 1024 * 1024;
        QTest::newRow("one line") << QByteArray(Size, 'x');
        QTest::newRow("many lines") << QByteArray("0123456789abcdef\n").repeated(Size / 17);
        QTest::newRow("empty lines") << QByteArray(Size / 4, '\n');
        QTest::newRow("no UTF-8") << QByteArray("\xff\xfe\x80 \xc3").repeated(Size / 5);
        QTest::newRow("wide characters") << QByteArray("漢字 and more é\n").repeated(Size / 80)
                + QByteArray("漢").repeated(Size / 12);
        QTest::newRow("colours") << QByteArray("\x1b[31mred\x1b[0m \x1b[1;44mblue\x1b[0m\n").repeated(Size / 100);
        QTest::newRow("progress") << QByteArray("\r 12 % done").repeated(Size / 44);
    }

    void staysAlive()
    {
        QFETCH(const QByteArray, bytes);
        area()->setFocus();
        LongestBlock block;
        show(bytes);
        for (const bool wraps : {false, true}) {
            m_options->wrap()->setChecked(wraps);
            QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
            for (const int part : {3, 1, 2, 0, 4}) {
                area()->verticalScrollBar()->setValue(int(qint64(area()->verticalScrollBar()->maximum()) * part / 4));
                QTest::keyClick(area(), Qt::Key_PageDown);
                QTRY_VERIFY_WITH_TIMEOUT(!text().isEmpty(), Patience);
                QVERIFY(m_view->grab().width() > 0);
                QTest::qWait(0);
            }
            QTest::keyClick(area(), Qt::Key_End, Qt::ControlModifier);
            QTRY_VERIFY_WITH_TIMEOUT(area()->isAtEnd() && text().size() > 1, Patience);
        }
        m_options->wrap()->setChecked(false);
        qInfo("longest block %lld ms", static_cast<long long>(block.milliseconds()));
        QVERIFY2(block.milliseconds() < TolerableBlockMs, qPrintable(QString::number(block.milliseconds())));
    }

    void scrollsByKeysWheelAndBar()
    {
        show(QByteArray("a line\n").repeated(1000));
        QTRY_COMPARE_WITH_TIMEOUT(area()->text()->rowCount(), 1000, Patience);
        area()->setFocus();
        QTest::keyClick(area(), Qt::Key_End, Qt::ControlModifier);
        QVERIFY(area()->isAtEnd());
        QCOMPARE_EQ(area()->caret().row, 999);
        QTest::keyClick(area(), Qt::Key_Home, Qt::ControlModifier);
        QCOMPARE_EQ(area()->verticalScrollBar()->value(), 0);
        QTest::keyClick(area(), Qt::Key_Down, Qt::ControlModifier);
        QCOMPARE_EQ(area()->verticalScrollBar()->value(), 1);
        QTest::keyClick(area(), Qt::Key_Up);
        QCOMPARE_EQ(area()->verticalScrollBar()->value(), 0);
        QWheelEvent wheel(QPointF(5, 5), area()->mapToGlobal(QPointF(5, 5)), {}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QApplication::sendEvent(area()->viewport(), &wheel);
        QCOMPARE_EQ(area()->verticalScrollBar()->value(), 3);
        QTest::keyClick(area(), Qt::Key_PageDown);
        QVERIFY(area()->caret().row > 5);
    }

    void wrapsLines()
    {
        show(QByteArray(2000, 'x') + "\nlast\n");
        QTRY_COMPARE_WITH_TIMEOUT(area()->text()->rowCount(), 2, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(area()->horizontalScrollBar()->maximum() > 0, Patience);
        m_options->wrap()->setChecked(true);
        QCOMPARE_EQ(area()->horizontalScrollBar()->maximum(), 0);
        area()->setFocus();
        // Through the lines of one row, one after another.
        QTest::keyClick(area(), Qt::Key_Down);
        QCOMPARE_EQ(area()->caret().row, 0);
        QVERIFY(area()->caret().column > 8);
        QTest::keyClick(area(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE_EQ(area()->caret(), (TextPlace {.row = 1, .column = 4}));
        QVERIFY(area()->isAtEnd());
        QVERIFY(!area()->rectangleOf(area()->caret()).isNull());
    }

    /// The lines of the last rows are known only once these are read.
    void theEndStaysTheEndWhenItIsRead()
    {
        show(QByteArray("a line\n").repeated(500'000) + QByteArray(QByteArray(2000, 'x') + '\n').repeated(30) + "last");
        m_options->wrap()->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading() && !text().isEmpty(), Patience);
        area()->setFocus();
        QTest::keyClick(area(), Qt::Key_End, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(area()->isAtEnd() && text().endsWith("last"_L1), Patience);
        QCOMPARE_EQ(area()->caret().column, 4);
        // So it does when there is less room, also by a scroll bar that comes with a long line.
        m_view->resize(m_view->width(), m_view->height() - 50);
        QVERIFY(area()->isAtEnd());
        QTest::keyClick(area(), Qt::Key_Home, Qt::ControlModifier);
        QTRY_VERIFY_WITH_TIMEOUT(text().startsWith("a line"_L1), Patience);
        area()->verticalScrollBar()->setValue(area()->verticalScrollBar()->maximum());
        QTRY_VERIFY_WITH_TIMEOUT(area()->isAtEnd() && text().endsWith("last"_L1), Patience);
    }

    void selectsAndCopies()
    {
        show("one two\n\x1b[32mthree\x1b[0m\nfour");
        QTRY_COMPARE_WITH_TIMEOUT(area()->text()->rowCount(), 3, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(!text().isEmpty(), Patience);
        area()->setFocus();
        QTest::keyClick(area(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE_EQ(area()->caret().column, 4);
        QTest::keyClick(area(), Qt::Key_Down, Qt::ShiftModifier);
        expectCopied(u"two\nthre"_s);
        QTest::keyClick(area(), Qt::Key_A, Qt::ControlModifier);
        expectCopied(u"one two\nthree\nfour"_s);
        const QPoint word = area()->rectangleOf({.row = 1, .column = 2}).center();
        QTest::mouseDClick(area()->viewport(), Qt::LeftButton, {}, word);
        expectCopied(u"three"_s);
        QTest::mousePress(area()->viewport(), Qt::LeftButton, {},
                          area()->rectangleOf({.row = 0, .column = 4}).topLeft() + QPoint(0, 3));
        QTest::mouseMove(area()->viewport(), area()->rectangleOf({.row = 2, .column = 2}).topLeft() + QPoint(0, 3));
        QTest::mouseRelease(area()->viewport(), Qt::LeftButton, {}, area()->rectangleOf({.row = 2, .column = 2}).topLeft());
        expectCopied(u"two\nthree\nfo"_s);
    }

    void saysWhenACopyIsCut()
    {
        show(QByteArray("0123456789\n").repeated(1'000'000));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
        area()->setFocus();
        QTest::keyClick(area(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(area(), Qt::Key_C, Qt::ControlModifier);
        const auto *notice = m_view->findChild<QLabel *>(u"StdoutNotice"_s);
        QTRY_VERIFY_WITH_TIMEOUT(notice->isVisible() && notice->text().contains("were copied"_L1), Patience);
        QCOMPARE_EQ(QApplication::clipboard()->text().size(), 8LL * 1024 * 1024);
    }

    void findsWithTheCount()
    {
        show(QByteArray("some line\n").repeated(10'000) + "the needle\n" + QByteArray("some line\n").repeated(10'000));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
        area()->setFocus();
        QTest::keyClick(area(), Qt::Key_F, Qt::ControlModifier);
        auto *field = m_view->findChild<QLineEdit *>(u"StdoutFindText"_s);
        QVERIFY(field->isVisible());
        const auto *count = m_view->findChild<QLabel *>(u"StdoutFindCount"_s);
        QTest::keyClicks(field, u"needle"_s);
        QTRY_COMPARE_WITH_TIMEOUT(count->text(), u"1 of 1"_s, Patience);
        QTRY_COMPARE_WITH_TIMEOUT(area()->selection().first, (TextPlace {.row = 10'000, .column = 4}), Patience);
        QVERIFY(!area()->rectangleOf({.row = 10'000, .column = 4}).isNull());
        field->setText(u"LINE"_s);
        QTRY_VERIFY2_WITH_TIMEOUT(count->text().endsWith(QString(u" of "_s + QLocale().toString(20'000))),
                                  qPrintable(count->text()), Patience);
        // The place is shown by itself, after the count.
        constexpr qint64 row = 10'001;
        QTRY_COMPARE_WITH_TIMEOUT(area()->selection().first.row, row, Patience);
        QTest::keyClick(field, Qt::Key_F3);
        QTRY_COMPARE_WITH_TIMEOUT(area()->selection().first.row, row + 1, Patience);
        QTest::keyClick(field, Qt::Key_F3, Qt::ShiftModifier);
        QTRY_COMPARE_WITH_TIMEOUT(area()->selection().first.row, row, Patience);
        field->setText(u"nowhere"_s);
        QTRY_COMPARE_WITH_TIMEOUT(count->text(), u"not found"_s, Patience);
        QTest::keyClick(field, Qt::Key_Escape);
        QVERIFY(!field->isVisible());
        QVERIFY(area()->hasFocus());
    }

    /// O4: "save raw" gives exactly these bytes.
    void savesExactlyTheBytes()
    {
        const QTemporaryDir folder;
        const QByteArray bytes("\376\377ok\n\0\x1b[1mx", 12);
        show(bytes);
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
        m_answers.path = folder.filePath(u"out.bin"_s);
        m_view->findChild<QAction *>(u"StdoutSave"_s)->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isSaving(), Patience);
        QFile file(m_answers.path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), bytes);
        QVERIFY(m_view->findChild<QLabel *>(u"StdoutNotice"_s)->text().contains("All bytes"_L1));
    }

    void isATextForAssistiveTechnology()
    {
        show("zero\none two\n");
        QAccessibleInterface *face = QAccessible::queryAccessibleInterface(area());
        QCOMPARE(face->text(QAccessible::Name), u"Stdout"_s);
        QVERIFY(face->state().readOnly);
        QAccessibleTextInterface *access = face->textInterface();
        QTRY_COMPARE_WITH_TIMEOUT(access->characterCount(), 13, Patience);
        QCOMPARE(access->text(5, 8), u"one"_s);
        access->setSelection(0, 9, 12);
        QCOMPARE_EQ(access->selectionCount(), 1);
        int begin = 0;
        int end = 0;
        access->selection(0, &begin, &end);
        QCOMPARE_EQ(begin, 9);
        QCOMPARE_EQ(end, 12);
        QCOMPARE_EQ(access->cursorPosition(), 12);
        QCOMPARE(access->textAtOffset(6, QAccessible::LineBoundary, &begin, &end), u"one two\n"_s);
        QCOMPARE_EQ(access->offsetAtPoint(access->characterRect(6).center()) / 2, 3);
        // Of what is big, the visible part.
        show(QByteArray("0123456789\n").repeated(100'000));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading(), Patience);
        area()->scrollToEnd();
        QTRY_VERIFY_WITH_TIMEOUT(access->text(0, access->characterCount()).endsWith("0123456789\n"_L1), Patience);
        QVERIFY(access->characterCount() < 10'000);
    }

    void optionsAreRemembered()
    {
        const QTemporaryDir folder;
        QSettings settings(folder.filePath(u"s.ini"_s), QSettings::IniFormat);
        m_options->wrap()->setChecked(true);
        m_options->setZoom(3);
        m_options->setArrangement(OutputOptions::Arrangement::Tabs);
        m_options->store(settings);
        OutputOptions other;
        other.restore(settings);
        QVERIFY(other.wrap()->isChecked());
        QVERIFY(other.colors()->isChecked());
        QCOMPARE_EQ(other.zoom(), 3);
        QCOMPARE(other.arrangement(), OutputOptions::Arrangement::Tabs);
    }

    /// For somebody to look at: HERMES_PICTURES names a folder.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("HERMES_PICTURES");
        if (folder.isEmpty())
            QSKIP("only on demand");
        for (const Theme theme : AllThemes) {
            const QString prefix = folder + u'/' + themeKey(theme) + u'-';
            m_view->setPalette(panelPalette(theme));
            m_view->resize(700, 360);
            m_options->numbers()->setChecked(true);
            show(sample());
            QTRY_VERIFY_WITH_TIMEOUT(!m_view->isLoading() && !text().isEmpty(), Patience);
            area()->setFocus();
            QVERIFY(m_view->grab().save(prefix + u"ansi.png"_s));
            m_options->wrap()->setChecked(true);
            QVERIFY(m_view->grab().save(prefix + u"wrap.png"_s));
            m_options->colors()->setChecked(false);
            QVERIFY(m_view->grab().save(prefix + u"plain.png"_s));
            m_options->colors()->setChecked(true);
            m_options->wrap()->setChecked(false);
            m_view->find();
            QTest::keyClicks(m_view->findChild<QLineEdit *>(u"StdoutFindText"_s), u"line"_s);
            QTRY_VERIFY_WITH_TIMEOUT(area()->hasSelection(), Patience);
            QVERIFY(m_view->grab().save(prefix + u"find.png"_s));
            m_view->resize(300, 260);
            QVERIFY(m_view->grab().save(prefix + u"narrow.png"_s));
        }
    }

private:
    [[nodiscard]] static QByteArray sample()
    {
        QByteArray bytes = "plain text\n";
        for (int color = 30; color < 38; ++color)
            bytes += "\x1b[" + QByteArray::number(color) + "mcolour " + QByteArray::number(color) + "\x1b[0m \x1b["
                + QByteArray::number(color + 60) + "mbright\x1b[0m \x1b[" + QByteArray::number(color + 10) + "mbehind\x1b[0m\n";
        bytes += "\x1b[1mbold\x1b[0m \x1b[4munderlined\x1b[0m \x1b[7mreversed\x1b[0m \x1b[38;5;208m208\x1b[0m "
                 "\x1b[38;2;255;255;0mtrue\x1b[0m\n";
        bytes += "tab\tline 漢字 e\xcc\x81 \xff\xfe NUL " + QByteArray(1, '\0') + "\n10 %\r100 % line\n";
        bytes += "a long line " + QByteArray("word ").repeated(100) + '\n';
        return bytes + QByteArray("more lines\n").repeated(30);
    }

    void show(const QByteArray &bytes) { m_view->setReader(std::make_shared<MemoryOutput>(bytes), OutputText::Continuity::New); }
    [[nodiscard]] OutputArea *area() const { return m_view->area(); }
    [[nodiscard]] QString text() const { return area()->surroundings().text; }
    void expectCopied(const QString &expected) const
    {
        QApplication::clipboard()->clear();
        QTest::keyClick(area(), Qt::Key_C, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(QApplication::clipboard()->text(), expected, Patience);
    }

    Answers m_answers;
    std::unique_ptr<OutputOptions> m_options;
    std::unique_ptr<OutputView> m_view;
};

QTEST_MAIN(OutputViewTest)
#include "tst_outputview.moc"

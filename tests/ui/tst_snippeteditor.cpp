// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editor/bracketmatch.h"
#include "ui/editor/gotolinebar.h"
#include "ui/editor/indentation.h"
#include "ui/editor/snippeteditor.h"
#include "ui/run/snippetpane.h"
#include "ui/theme/theme.h"

#include <QAction>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLabel>
#include <QMimeData>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class SnippetEditorTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform that needs no display says so about every window.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_editor = std::make_unique<SnippetEditor>();
        m_editor->show();
    }

    void keepsTheIndent()
    {
        QTest::keyClicks(m_editor.get(), u"if x:"_s);
        QTest::keyClick(m_editor.get(), Qt::Key_Return);
        QTest::keyClicks(m_editor.get(), u"y"_s);
        QTest::keyClick(m_editor.get(), Qt::Key_Return);
        QTest::keyClicks(m_editor.get(), u"z"_s);
        QCOMPARE_EQ(m_editor->toPlainText(), u"if x:\n    y\n    z"_s);
    }

    void tabMovesToTheNextStop()
    {
        QTest::keyClicks(m_editor.get(), u"a"_s);
        QTest::keyClick(m_editor.get(), Qt::Key_Tab);
        QTest::keyClicks(m_editor.get(), u"b"_s);
        QCOMPARE_EQ(m_editor->toPlainText(), u"a   b"_s);
    }

    void indentsASelection()
    {
        m_editor->setPlainText(u"a\nb\n"_s);
        m_editor->selectAll();
        QTest::keyClick(m_editor.get(), Qt::Key_Tab);
        QCOMPARE_EQ(m_editor->toPlainText(), u"    a\n    b\n"_s);
        QTest::keyClick(m_editor.get(), Qt::Key_Backtab);
        QCOMPARE_EQ(m_editor->toPlainText(), u"a\nb\n"_s);
    }

    void marksHoles_data()
    {
        QTest::addColumn<Language>("language");
        QTest::newRow("python") << Language::Python;
        QTest::newRow("shell") << Language::Shell;
    }

    void marksHoles()
    {
        QFETCH(const Language, language);
        m_editor->setPlainText(u"print({{ n }})"_s);
        m_editor->setLanguage(language);
        QVERIFY(QTest::qWaitFor([&] { return hasBackgroundAt(8); }, 60s));
        QVERIFY(!hasBackgroundAt(1));
        // In a comment nothing is replaced; a mark would say so.
        m_editor->setPlainText(u"f({{n}}) # {{n}}"_s);
        QVERIFY(QTest::qWaitFor([&] { return hasBackgroundAt(3); }, 60s));
        QVERIFY(!hasBackgroundAt(12));
    }

    void everyColourCanBeRead_data()
    {
        QTest::addColumn<Theme>("theme");
        for (const Theme theme : AllThemes)
            QTest::newRow(qPrintable(themeKey(theme))) << theme;
    }

    void everyColourCanBeRead()
    {
        QFETCH(const Theme, theme);
        const QPalette palette = panelPalette(theme);
        m_editor->setPalette(palette);
        m_editor->setPlainText(u"if x: # NOTE SPDX-License-Identifier: MIT\n    y = f({{ n }}, 'text', f\"{x}\") + 0x1F\n@a.b\n"
                               "class A(B): \"\"\"doc\"\"\"; import os; raise ValueError(None); print(1.5, __name__)\n"_s);
        int looked = 0;
        QVERIFY(QTest::qWaitFor([&] { return !formatsOf(m_editor->document()->firstBlock()).isEmpty() && m_editor->isColoured(); },
                                60s));
        for (QTextBlock block = m_editor->document()->firstBlock(); block.isValid(); block = block.next()) {
            for (const QTextLayout::FormatRange &range : formatsOf(block)) {
                const bool marked = range.format.hasProperty(QTextFormat::BackgroundBrush);
                const QColor background = marked ? range.format.background().color() : palette.color(QPalette::Base);
                const bool coloured = range.format.hasProperty(QTextFormat::ForegroundBrush);
                const QColor text = coloured ? range.format.foreground().color() : palette.color(QPalette::Text);
                QVERIFY2(contrastRatio(text, background) >= textRatio(palette) - 0.05,
                         qPrintable(block.text().mid(range.start, range.length)));
                ++looked;
            }
        }
        QVERIFY(looked > 10);
    }

    void theGutterGrowsWithTheLines()
    {
        const int narrow = m_editor->gutterWidth();
        m_editor->setPlainText(QString(2000, u'\n'));
        QVERIFY(m_editor->gutterWidth() > narrow);
    }

    void indentsWhatFollows_data()
    {
        QTest::addColumn<Language>("language");
        QTest::addColumn<QString>("line");
        QTest::addColumn<int>("columns");
        const auto row = [](Language language, const char *line, int columns) {
            QTest::addRow("%s: %s", language == Language::Python ? "python" : "shell", line)
                << language << QString::fromUtf8(line) << columns;
        };
        row(Language::Python, "x = 1", 0);
        row(Language::Python, "if x:  # why: so", 4);
        row(Language::Python, "    x = '# :'", 4);
        row(Language::Python, "    f(", 8);
        row(Language::Python, "    return 1", 0);
        row(Language::Python, "    return (1,", 4);
        row(Language::Python, "    returned = 1", 4);
        row(Language::Python, "        pass", 4);
        row(Language::Python, "        raise ValueError('x')", 4);
        row(Language::Python, "\tbreak", 0);
        row(Language::Shell, "if true; then", 4);
        row(Language::Shell, "then", 4);
        row(Language::Shell, "for x in 1 2; do # all", 4);
        row(Language::Shell, "f() {", 4);
        row(Language::Shell, "case $x in", 4);
        row(Language::Shell, "    a|b)", 8);
        row(Language::Shell, "        echo ;;", 4);
        row(Language::Shell, "echo undo", 0);
        row(Language::Shell, "    fi", 4);
        row(Language::Shell, "x=$(date)", 0);
    }

    void indentsWhatFollows()
    {
        QFETCH(const Language, language);
        QFETCH(const QString, line);
        QFETCH(const int, columns);
        QCOMPARE_EQ(indentAfter(language, line).size(), columns);
    }

    void bringsBranchesBack()
    {
        type(u"if x:\ny = 1\nelse:\npass\nz"_s);
        QCOMPARE_EQ(m_editor->text(), u"if x:\n    y = 1\nelse:\n    pass\nz"_s);
        m_editor->clear();
        m_editor->setLanguage(Language::Shell);
        type(u"if x; then\nfind\nelse\necho\nfi\nf() {\necho\n}\n"_s);
        QCOMPARE_EQ(m_editor->text(), u"if x; then\n    find\nelse\n    echo\nfi\nf() {\n    echo\n}\n"_s);
    }

    void togglesComments()
    {
        const QString code = u"if x:\n    a\n\n    # b\nend"_s;
        m_editor->setPlainText(code);
        m_editor->selectAll();
        m_editor->toggleComment();
        QCOMPARE_EQ(m_editor->text(), u"# if x:\n#     a\n\n#     # b\n# end"_s);
        m_editor->selectAll();
        m_editor->toggleComment();
        QCOMPARE_EQ(m_editor->text(), code);
        m_editor->undo();
        QCOMPARE_EQ(m_editor->text(), u"# if x:\n#     a\n\n#     # b\n# end"_s);
        m_editor->setPlainText(u"    #a"_s);
        m_editor->toggleComment();
        QCOMPARE_EQ(m_editor->text(), u"    a"_s);
    }

    void duplicatesAndMovesLines()
    {
        m_editor->setPlainText(u"a\nbb\nc"_s);
        m_editor->goToLine(2);
        m_editor->duplicateLines();
        QCOMPARE_EQ(m_editor->text(), u"a\nbb\nbb\nc"_s);
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 2);
        m_editor->moveLinesDown();
        QCOMPARE_EQ(m_editor->text(), u"a\nbb\nc\nbb"_s);
        m_editor->moveLinesDown(); // there is nothing below
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 3);
        for (int i = 0; i < 3; ++i)
            m_editor->moveLinesUp();
        QCOMPARE_EQ(m_editor->text(), u"bb\na\nbb\nc"_s);
        m_editor->selectAll();
        m_editor->duplicateLines();
        QCOMPARE_EQ(m_editor->text(), u"bb\na\nbb\nc\nbb\na\nbb\nc"_s);
        QCOMPARE_EQ(m_editor->textCursor().selectedText().size(), 9);
        m_editor->undo();
        QCOMPARE_EQ(m_editor->text(), u"bb\na\nbb\nc"_s);
    }

    void goesToALine()
    {
        m_editor->setPlainText(QString(99, u'\n'));
        m_editor->goToLine(42);
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 41);
        m_editor->goToLine(1000);
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 99);
        m_editor->goToLine(-1);
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 0);
        GoToLineBar bar(m_editor.get());
        bar.open();
        bar.findChild<QSpinBox *>(u"GoToLine"_s)->setValue(7);
        QTest::keyClick(&bar, Qt::Key_Return);
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 6);
        bar.open();
        QTest::keyClick(&bar, Qt::Key_Escape);
        QVERIFY(!bar.isVisible());
        QCOMPARE_EQ(m_editor->textCursor().blockNumber(), 6);
    }

    void matchesBrackets_data()
    {
        QTest::addColumn<Language>("language");
        QTest::addColumn<QString>("text"); // the cursor is at |, the partner is marked by ^ behind it; ! there: it has none
        const auto row = [](Language language, const char *text) { QTest::newRow(text) << language << QString::fromUtf8(text); };
        row(Language::Python, "f|(a[1])^");
        row(Language::Python, "f(a[1])|\n(^");
        row(Language::Python, "|f(a[1])");
        row(Language::Python, "f(')', # )\n)^|");
        row(Language::Python, "f(\n\n{|\n'}'\n}^");
        row(Language::Python, "f|(a!");
        row(Language::Python, "a)|!");
        row(Language::Python, "'|(' + (1)");
        row(Language::Shell, "case x in a)|\nesac");
        row(Language::Shell, "f() {|\necho \"}\"\n}^");
        row(Language::Shell, "f() {|!\n");
    }

    void matchesBrackets()
    {
        QFETCH(const Language, language);
        QFETCH(QString, text);
        const bool unmatched = text.contains(u'!');
        const bool matched = text.contains(u'^');
        text.remove(u'!').remove(u'^');
        const qsizetype at = text.indexOf(u'|');
        text.remove(u'|');
        m_editor->setLanguage(language);
        m_editor->setPlainText(text);
        QVERIFY(QTest::qWaitFor([&] { return m_editor->isColoured(); }, 60s));
        QTextCursor cursor(m_editor->document());
        cursor.setPosition(int(at));
        const auto match = matchBracket(cursor, language);
        QCOMPARE_EQ(match.has_value(), matched || unmatched);
        if (!match)
            return;
        QCOMPARE_EQ(match->partner.has_value(), matched);
        if (matched) {
            cursor.setPosition(*match->partner + 1);
            QCOMPARE_EQ(matchBracket(cursor, language)->partner, match->bracket); // and back again
        }
    }

    void marksBrackets()
    {
        m_editor->setPlainText(u"f(x"_s);
        m_editor->activateWindow();
        m_editor->setFocus();
        QVERIFY(QTest::qWaitFor([&] { return m_editor->hasFocus(); }, 60s));
        m_editor->moveCursor(QTextCursor::NextCharacter);
        QCOMPARE_EQ(m_editor->extraSelections().size(), 1); // as one without a partner
        m_editor->setPlainText(u"f(x)"_s);
        m_editor->moveCursor(QTextCursor::NextCharacter);
        QCOMPARE_EQ(m_editor->extraSelections().size(), 2);
        m_editor->moveCursor(QTextCursor::Start);
        QVERIFY(m_editor->extraSelections().isEmpty());
    }

    void zooms()
    {
        const qreal usual = m_editor->font().pointSizeF();
        const int narrow = m_editor->gutterWidth();
        m_editor->setZoom(4);
        QCOMPARE_EQ(m_editor->font().pointSizeF(), usual + 4);
        QVERIFY(m_editor->gutterWidth() > narrow);
        m_editor->setZoom(1000);
        QCOMPARE_EQ(m_editor->zoom(), SnippetEditor::LargestZoom);
        m_editor->setZoom(-1000);
        QVERIFY(m_editor->font().pointSizeF() >= 4);
        m_editor->setZoom(0);
        QCOMPARE_EQ(m_editor->font().pointSizeF(), usual);
    }

    void takesADroppedFile()
    {
        const QSignalSpy dropped(m_editor.get(), &SnippetEditor::fileDropped);
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(u"/tmp/some file.py"_s)});
        QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_editor->viewport(), &enter);
        QVERIFY(enter.isAccepted());
        QCoreApplication::sendEvent(m_editor->viewport(), &drop);
        QCOMPARE_EQ(dropped.size(), 1);
        QCOMPARE_EQ(dropped.first().first().toString(), u"/tmp/some file.py"_s);
        QVERIFY(m_editor->text().isEmpty());
    }

    void showsProblemsOfHoles()
    {
        SnippetPane pane;
        pane.setParameterNames({u"n"_s});
        pane.editor()->setPlainText(u"x = {{n}}\ny = '{{n}}'\nz = {{q}}\n"_s);
        auto *said = pane.findChild<QLabel *>(u"SnippetProblem"_s);
        const auto settle = [&] { return QTest::qWaitFor([&] { return pane.checking()->isSettled(); }, 60s); };
        QVERIFY(settle());
        QCOMPARE_EQ(pane.editor()->problemCount(), 2);
        QVERIFY2(said->text().startsWith("Line 2: {{n}} stands inside quotes"_L1), qPrintable(said->text()));
        QVERIFY2(said->text().contains("1 more"_L1), qPrintable(said->text()));
        QVERIFY(said->isVisibleTo(&pane));
        pane.editor()->showNextProblem();
        QCOMPARE_EQ(pane.editor()->textCursor().blockNumber(), 1);
        pane.editor()->showNextProblem();
        QCOMPARE_EQ(pane.editor()->textCursor().blockNumber(), 2);
        pane.setParameterNames({u"n"_s, u"q"_s});
        QVERIFY(settle());
        QCOMPARE_EQ(pane.editor()->problemCount(), 1);
        pane.setHoles(Holes::AreText);
        QVERIFY(settle());
        QCOMPARE_EQ(pane.editor()->problemCount(), 0);
        QVERIFY(!said->isVisibleTo(&pane));
    }

    void everyEditActionHasItsKey()
    {
        SnippetPane pane;
        for (const QAction *action : pane.editActions()) {
            if (action)
                QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
        }
    }

    /// The pane around it is half gone by then.
    void tellsNobodyOfItsEnd()
    {
        auto editor = std::make_unique<SnippetEditor>();
        editor->setPlainText(u"for x in range(3): pass\n"_s);
        int told = 0;
        connect(editor->document(), &QTextDocument::contentsChange, this, [&told] { ++told; });
        editor.reset();
        QCOMPARE_EQ(told, 0);
    }

    void staysQuickInABigText()
    {
        QString text;
        for (int i = 0; text.size() < 5 * 1024 * 1024; ++i)
            text += u"def f%1(x):\n    return [x * {\"a\": 'b'}.get(x, 1), \"text # %1\"]  # comment\n"_s.arg(i);
        text.prepend(u"("_s);
        SnippetPane pane;
        pane.resize(600, 400);
        pane.show();
        QElapsedTimer timer;
        timer.start();
        pane.setDocument(SnippetDocument::fromBytes(text.toUtf8()));
        qInfo("shown after %lld ms", static_cast<long long>(timer.elapsed()));
        QVERIFY(!pane.editor()->isReadOnly());
        QVERIFY(QTest::qWaitForWindowExposed(&pane));
        pane.activateWindow();
        pane.editor()->setFocus();
        QVERIFY(QTest::qWaitFor([&] { return pane.editor()->hasFocus(); }, 60s));
        for (const int line : {1, 40'000}) {
            pane.editor()->goToLine(line);
            pane.editor()->moveCursor(QTextCursor::NextCharacter); // behind a bracket without a partner, in line 1
            qint64 longest = 0;
            for (int i = 0; i < 20; ++i) {
                timer.start();
                QTest::keyClick(pane.editor(), i % 5 == 4 ? Qt::Key_Return : Qt::Key_X);
                longest = std::max(longest, timer.elapsed());
            }
            qInfo("longest key in line %d: %lld ms", line, static_cast<long long>(longest));
            QVERIFY(longest < 500); // far above what it takes: the machine does other things too
        }
    }

private:
    [[nodiscard]] static QList<QTextLayout::FormatRange> formatsOf(const QTextBlock &block) { return block.layout()->formats(); }
    [[nodiscard]] bool hasBackgroundAt(int position) const
    {
        for (const QTextLayout::FormatRange &range : m_editor->document()->firstBlock().layout()->formats()) {
            if (position >= range.start && position < range.start + range.length)
                return range.format.hasProperty(QTextFormat::BackgroundBrush);
        }
        return false;
    }

    void type(const QString &keys) const
    {
        for (const QChar c : keys) {
            if (c == u'\n')
                QTest::keyClick(m_editor.get(), Qt::Key_Return);
            else
                QTest::keyClicks(m_editor.get(), c);
        }
    }

    std::unique_ptr<SnippetEditor> m_editor;
};

QTEST_MAIN(SnippetEditorTest)
#include "tst_snippeteditor.moc"

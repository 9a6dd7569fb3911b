// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editor/snippeteditor.h"
#include "ui/theme/theme.h"

#include <QRegularExpression>
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
        QTest::addColumn<Qt::ColorScheme>("scheme");
        QTest::newRow("light") << Qt::ColorScheme::Light;
        QTest::newRow("dark") << Qt::ColorScheme::Dark;
    }

    void everyColourCanBeRead()
    {
        QFETCH(const Qt::ColorScheme, scheme);
        const QPalette palette = panelPalette(scheme);
        m_editor->setPalette(palette);
        m_editor->setPlainText(u"if x: # NOTE SPDX-License-Identifier: MIT\n    y = f({{ n }}, 'text', f\"{x}\") + 0x1F\n@a.b\n"
                               "class A(B): \"\"\"doc\"\"\"; import os; raise ValueError(None); print(1.5, __name__)\n"_s);
        int looked = 0;
        QVERIFY(QTest::qWaitFor([&] { return !formatsOf(m_editor->document()->firstBlock()).isEmpty(); }, 60s));
        for (QTextBlock block = m_editor->document()->firstBlock(); block.isValid(); block = block.next()) {
            for (const QTextLayout::FormatRange &range : formatsOf(block)) {
                const bool marked = range.format.hasProperty(QTextFormat::BackgroundBrush);
                const QColor background = marked ? range.format.background().color() : palette.color(QPalette::Base);
                const bool coloured = range.format.hasProperty(QTextFormat::ForegroundBrush);
                const QColor text = coloured ? range.format.foreground().color() : palette.color(QPalette::Text);
                QVERIFY2(contrastRatio(text, background) >= 4.45, qPrintable(block.text().mid(range.start, range.length)));
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

    std::unique_ptr<SnippetEditor> m_editor;
};

QTEST_MAIN(SnippetEditorTest)
#include "tst_snippeteditor.moc"

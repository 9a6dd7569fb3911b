// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editor/snippeteditor.h"

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
    }

    void theGutterGrowsWithTheLines()
    {
        const int narrow = m_editor->gutterWidth();
        m_editor->setPlainText(QString(2000, u'\n'));
        QVERIFY(m_editor->gutterWidth() > narrow);
    }

private:
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

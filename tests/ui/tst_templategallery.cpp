// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/answers.h"
#include "ui/editor/snippeteditor.h"
#include "ui/templates/savetemplatedialog.h"
#include "ui/templates/templategallery.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class TemplateGalleryTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        // The platform that needs no display says so about every window.
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_home = std::make_unique<QTemporaryDir>();
        qputenv("XDG_DATA_HOME", QFile::encodeName(m_home->path()));
        m_answers = {};
    }

    void showsWhatIsChosen()
    {
        TemplateGallery gallery(&m_answers);
        gallery.show();
        auto *list = gallery.findChild<QListWidget *>(u"Templates"_s);
        const QList<StarterTemplate> all = builtInTemplates();
        QCOMPARE_EQ(list->count(), all.size());
        for (int row = 0; row < list->count(); ++row) {
            list->setCurrentRow(row);
            QCOMPARE_EQ(gallery.findChild<QLabel *>(u"TemplateTitle"_s)->text(), all.at(row).title);
            QCOMPARE_EQ(gallery.findChild<QLabel *>(u"TemplateAbout"_s)->text(), all.at(row).about);
            QCOMPARE_EQ(gallery.findChild<SnippetEditor *>(u"TemplateCode"_s)->text(), all.at(row).code);
            QVERIFY(!gallery.findChild<QPushButton *>(u"DeleteTemplate"_s)->isEnabled());
        }
        for (const QWidget *widget : gallery.findChildren<QWidget *>()) {
            if (widget->focusPolicy() == Qt::NoFocus || widget->focusProxy() || !widget->isVisible()
                || widget->objectName().startsWith("qt_"_L1))
                continue;
            QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            QVERIFY2(!accessible->text(QAccessible::Name).isEmpty(), qPrintable(widget->objectName()));
        }
    }

    void isUsedByKeys()
    {
        TemplateGallery gallery(&m_answers);
        const QSignalSpy chosen(&gallery, &TemplateGallery::chosen);
        gallery.show();
        auto *list = gallery.findChild<QListWidget *>(u"Templates"_s);
        QTest::keyClick(list, Qt::Key_Down);
        QTest::keyClick(list, Qt::Key_Return);
        QCOMPARE_EQ(chosen.size(), 1);
        QVERIFY(chosen.first().first().value<StarterTemplate>() == builtInTemplates().at(1));
        QVERIFY(!gallery.isVisible());
    }

    void savesAndDeletesOwnOnes()
    {
        const auto builtIn = int(builtInTemplates().size());
        SaveTemplateDialog dialog({.parameters = {{.name = u"n"_s, .values = u"1:3"_s}}, .code = u"print({{n}})\n"_s});
        dialog.show();
        auto *button = dialog.findChild<QPushButton *>(u"SaveTemplate"_s);
        QVERIFY(!button->isEnabled()); // a template has a name
        dialog.findChild<QLineEdit *>(u"TemplateName"_s)->setText(u"Mine"_s);
        button->click();
        QVERIFY(QTest::qWaitFor([&] { return !dialog.isVisible(); }, 60s));
        dialog.show();
        button->setEnabled(true);
        button->click();
        auto *problem = dialog.findChild<QLabel *>(u"SaveTemplateProblem"_s);
        QVERIFY(QTest::qWaitFor([&] { return problem->isVisible(); }, 60s));
        QVERIFY2(problem->text().contains("mine.py"_L1), qPrintable(problem->text()));
        TemplateGallery gallery(&m_answers);
        gallery.show();
        auto *list = gallery.findChild<QListWidget *>(u"Templates"_s);
        QVERIFY(QTest::qWaitFor([&] { return list->count() == builtIn + 1; }, 60s));
        QCOMPARE_EQ(list->currentRow(), 0);
        list->setCurrentRow(builtIn);
        QCOMPARE_EQ(gallery.findChild<SnippetEditor *>(u"TemplateCode"_s)->text(), u"print({{n}})\n"_s);
        auto *remove = gallery.findChild<QPushButton *>(u"DeleteTemplate"_s);
        remove->click();
        QCOMPARE_EQ(m_answers.asked, 1);
        m_answers.accept = true;
        remove->click();
        QVERIFY(QTest::qWaitFor([&] { return list->count() == builtIn; }, 60s));
    }

private:
    std::unique_ptr<QTemporaryDir> m_home;
    Answers m_answers;
};

QTEST_MAIN(TemplateGalleryTest)
#include "tst_templategallery.moc"

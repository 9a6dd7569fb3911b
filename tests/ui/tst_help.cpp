// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/parametertablemodel.h"
#include "tests/support/richkind.h"
#include "tests/ui/windowfixture.h"
#include "ui/backends/backendspage.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runviews.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QRegularExpression>
#include <QSet>
#include <QSpinBox>
#include <QTabBar>
#include <QTableView>

using namespace hermes;
using namespace Qt::StringLiterals;

/// The help against the window. What the help emphasises is the name of something that is there, in the same words.
class HelpTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        open();
        fill();
        // One with a setting of every type, a secret among them.
        m_engine->addKind(test::richKind());
        for (int place = 0; place < 4; ++place) {
            m_window->showPage(place);
            collect(m_window.get());
        }
        child<BackendsPage>(u"BackendsPage"_s)->choose({.backend = u"rich"_s});
        child<QPushButton>(u"Replace_token"_s)->click();
        child<QPushButton>(u"ButtonStoredSecrets"_s)->click();
        collect(m_window.get());
        m_window->showPage(0);
        collectMenusOf(child<QTableView>(u"Results"_s));
        collectMenusOf(child<QTableView>(u"Results"_s)->horizontalHeader());
    }

    void cleanupTestCase() { close(); }

    void everyNameIsInTheWindow_data()
    {
        QTest::addColumn<QString>("file");
        for (const QString &page : {u"run"_s, u"sessions"_s, u"backends"_s, u"history"_s})
            QTest::newRow(qPrintable(page)) << u":/help/%1.md"_s.arg(page);
    }

    void everyNameIsInTheWindow()
    {
        QFETCH(const QString, file);
        const QStringList names = emphasised(file);
        QVERIFY(names.size() > 5);
        QStringList missing;
        for (const QString &name : names) {
            if (!m_words.contains(name))
                missing += name;
        }
        QCOMPARE_EQ(missing.join(u", "_s), QString());
    }

private:
    /// Something of everything that has a name only when it is there.
    void fill()
    {
        load(Language::Shell, "true", {}, {});
        page()->parameterPane()->model()->setRows({{.name = u"a"_s, .values = u"1,2"_s},
                                                   {.name = u"b"_s, .values = u"1:2"_s},
                                                   {.name = u"c"_s, .values = u"lin:0:1:2"_s},
                                                   {.name = u"d"_s, .values = u"log:1:10:2"_s}});
        page()->parameterPane()->draft()->setRepeat(2);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        for (const RunViews::View view : {RunViews::View::Repeats, RunViews::View::Plot}) // made when they are first shown
            child<QTabBar>(u"Views"_s)->setCurrentIndex(int(view));
        page()->runInSandbox();
        QVERIFY(waitForCall());
    }

    void addWord(QString text)
    {
        text.remove(u'&');
        if (text.endsWith(u'…'))
            text.chop(1);
        m_words.insert(text);
    }

    void addMenu(QMenu *menu)
    {
        Q_EMIT menu->aboutToShow();
        addWord(menu->title());
        for (const QAction *action : menu->actions()) {
            addWord(action->text());
            if (action->menu())
                addMenu(action->menu());
        }
    }

    void collect(const QWidget *root)
    {
        for (QMenu *menu : root->findChildren<QMenu *>())
            addMenu(menu);
        for (const QAction *action : root->findChildren<QAction *>())
            addWord(action->text());
        for (const QWidget *widget : root->findChildren<QWidget *>()) {
            addWord(widget->accessibleName());
            if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
                addWord(button->text());
            else if (const auto *label = qobject_cast<const QLabel *>(widget))
                addWord(label->text());
            else if (const auto *line = qobject_cast<const QLineEdit *>(widget))
                addWord(line->placeholderText());
            else if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
                for (int i = 0; i < tabs->count(); ++i)
                    addWord(tabs->tabText(i));
            else if (const auto *box = qobject_cast<const QComboBox *>(widget))
                for (int i = 0; i < box->count(); ++i)
                    addWord(box->itemText(i));
            else if (const auto *table = qobject_cast<const QTableView *>(widget))
                addTable(*table->model());
        }
    }

    void addTable(const QAbstractItemModel &model)
    {
        for (int column = 0; column < model.columnCount(); ++column) {
            addWord(model.headerData(column, Qt::Horizontal).toString());
            for (int row = 0; row < model.rowCount(); ++row)
                addWord(model.index(row, column).data().toString());
        }
    }

    /// Menus that are made when they are asked for.
    void collectMenusOf(QAbstractScrollArea *view)
    {
        const QPoint place(20, 5);
        QContextMenuEvent event(QContextMenuEvent::Keyboard, place, view->viewport()->mapToGlobal(place));
        QApplication::sendEvent(view->viewport(), &event);
        auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        QVERIFY(menu);
        addMenu(menu);
        menu->close();
    }

    static QStringList emphasised(const QString &file)
    {
        QFile help(file);
        if (!help.open(QIODevice::ReadOnly))
            return {};
        QString text = QString::fromUtf8(help.readAll());
        static const QRegularExpression code(u"`[^`]*`"_s);
        text.remove(code);
        static const QRegularExpression emphasis(u"\\*\\*([^*]+)\\*\\*|\\*([^*]+)\\*"_s);
        QStringList names;
        for (const QRegularExpressionMatch &match : emphasis.globalMatch(text)) {
            // "File > Open Recent", perhaps over the end of a line.
            for (QString name : match.captured(match.lastCapturedIndex()).simplified().split(u" > "_s)) {
                if (name.endsWith(u'…'))
                    name.chop(1);
                names += name;
            }
        }
        return names;
    }

    QSet<QString> m_words;
};

QTEST_MAIN(HelpTest)
#include "tst_help.moc"

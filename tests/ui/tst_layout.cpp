// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/windowfixture.h"
#include "ui/backends/backendspage.h"
#include "ui/backends/settingsform.h"
#include "ui/editor/snippeteditor.h"
#include "ui/results/resultpane.h"
#include "ui/theme/panelstyle.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/splitter.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QTableView>
#include <QToolButton>

using namespace hermes;
using namespace Qt::StringLiterals;

namespace {

/// The smallest screen that the window is made for, and letters that are half as large again as usual.
constexpr QSize SmallScreen {1024, 700};
constexpr double LargeText = 1.5;

} // namespace

/// Every page in a small window, with usual and with large letters.
class LayoutTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QApplication::setStyle(new PanelStyle);
        m_usual = QApplication::font();
    }
    void cleanup()
    {
        close();
        QApplication::setFont(m_usual);
    }

    void fitsASmallScreen_data()
    {
        QTest::addColumn<int>("page");
        QTest::addColumn<double>("text");
        const QStringList pages {u"Run"_s, u"Sessions"_s, u"Backends"_s, u"History"_s};
        for (int page = 0; page < pages.size(); ++page) {
            QTest::newRow(qPrintable(pages.at(page))) << page << 1.0;
            QTest::newRow(qPrintable(pages.at(page) + u", large text"_s)) << page << LargeText;
        }
    }

    void fitsASmallScreen()
    {
        QFETCH(const int, page);
        QFETCH(const double, text);
        openWith(text);
        fill();
        m_window->showPage(page);
        m_window->resize(SmallScreen);
        QTRY_COMPARE(m_window->size(), SmallScreen);
        const QSize least = m_window->minimumSizeHint();
        QVERIFY2(least.width() <= SmallScreen.width() && least.height() <= SmallScreen.height(),
                 qPrintable(u"%1 x %2"_s.arg(least.width()).arg(least.height())));
        QTRY_COMPARE(cutWidgets().join(u'\n'), QString());
        QTRY_COMPARE(tablesThatScrollSideways().join(u'\n'), QString());
    }

    void formsFitASmallScreen_data()
    {
        QTest::addColumn<QString>("backend");
        QTest::addColumn<double>("text");
        for (const auto *backend : {"local", "docker"}) {
            QTest::addRow("%s", backend) << QString::fromLatin1(backend) << 1.0;
            QTest::addRow("%s, large text", backend) << QString::fromLatin1(backend) << LargeText;
        }
    }

    void formsFitASmallScreen()
    {
        QFETCH(const QString, backend);
        QFETCH(const double, text);
        openWith(text);
        m_window->showPage(2);
        m_window->resize(SmallScreen);
        m_window->findChild<BackendsPage *>()->choose({backend, {}});
        auto *form = child<SettingsForm>(u"SettingsForm"_s);
        if (auto *advanced = form->findChild<QToolButton *>(u"Advanced"_s))
            advanced->setChecked(true);
        QTRY_COMPARE(m_window->size(), SmallScreen);
        const QWidget *fields = form->widget();
        QTRY_VERIFY2(fields->width() <= form->viewport()->width(),
                     qPrintable(u"%1 of %2"_s.arg(fields->width()).arg(form->viewport()->width())));
        QTRY_COMPARE(cutWidgets().join(u'\n'), QString());
    }

    void theCodeStaysInSightWhateverIsUnfolded_data()
    {
        QTest::addColumn<double>("text");
        QTest::newRow("usual text") << 1.0;
        QTest::newRow("large text") << LargeText;
    }

    void theCodeStaysInSightWhateverIsUnfolded()
    {
        QFETCH(const double, text);
        openWith(text);
        fill();
        page()->resultPane()->selectRow(0);
        QTRY_VERIFY(child<QToolButton>(u"Facts"_s)->isVisible());
        for (const QString &fold : {u"Options"_s, u"Preview"_s, u"Moreoptions"_s, u"Facts"_s})
            child<QToolButton>(fold)->setChecked(true);
        // It shrinks once its layout has heard of everything.
        QTRY_VERIFY((m_window->resize(SmallScreen), m_window->size() == SmallScreen));
        QVERIFY(m_window->minimumSizeHint().height() <= SmallScreen.height());
        const auto *code = child<SnippetEditor>(u"Snippet"_s);
        QVERIFY(code->viewport()->height() >= 5 * code->fontMetrics().lineSpacing());
        for (const QString &name : {u"RunSweep"_s, u"RunInSandbox"_s})
            QVERIFY(child<QAbstractButton>(name)->visibleRegion().boundingRect().size() == child<QAbstractButton>(name)->size());
        QTRY_COMPARE(cutWidgets().join(u'\n'), QString());
    }

    /// The commands of a page are listed before it is looked at.
    void aPageThatWasNeverShownAsksForNoHeight()
    {
        openWith(LargeText);
        m_window->resize(SmallScreen);
        QTRY_COMPARE(m_window->size(), SmallScreen);
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (action->text() == u"&Keyboard Shortcuts"_s)
                action->trigger();
        }
        QTRY_VERIFY(child<QWidget>(u"BackendsPage"_s));
        m_window->resize(SmallScreen);
        QTRY_COMPARE(m_window->size(), SmallScreen);
    }

    void titlesAreElidedBeforeValues()
    {
        openWith(1);
        fill();
        m_window->showPage(3);
        m_window->resize(SmallScreen);
        auto *table = child<QTableView>(u"History"_s);
        QTRY_VERIFY(table->model()->rowCount() >= 2);
        constexpr int Name = 1; // takes what the others leave
        const auto cut = [table] {
            QStringList cut;
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const int wanted = static_cast<const QAbstractItemView *>(table)->sizeHintForColumn(column);
                if (column != Name && wanted > table->columnWidth(column))
                    cut += table->model()->headerData(column, Qt::Horizontal).toString();
            }
            return cut;
        };
        QTRY_COMPARE(cut(), QStringList());
        QVERIFY(table->horizontalHeader()->textElideMode() == Qt::ElideRight);
    }

    void resetLayoutPutsEverythingBack()
    {
        openWith(1);
        fill();
        m_window->resize(1200, 800);
        auto *columns = child<Splitter>(u"ColumnSplitter"_s);
        const QList<int> usual = columns->sizes();
        columns->setSizes({100, 1000});
        Q_EMIT columns->splitterMoved(100, 1);
        auto *table = child<QTableView>(u"Results"_s);
        table->hideColumn(0);
        m_window->storeWindow();
        for (QAction *action : m_window->findChildren<QAction *>()) {
            if (action->text() == u"R&eset Layout"_s)
                action->trigger();
        }
        QCOMPARE_EQ(columns->sizes(), usual);
        QVERIFY(!table->isColumnHidden(0));
        // What the user had chosen comes back, as it was stored before.
        QVERIFY(m_window->restoreWindow());
        QVERIFY(columns->sizes() != usual);
    }

private:
    void openWith(double text)
    {
        QFont font = m_usual;
        font.setPointSizeF(font.pointSizeF() * text);
        QApplication::setFont(font);
        open();
    }

    /// A sweep with results of every kind and a sandbox that is open.
    void fill()
    {
        load(Language::Shell, "echo '{\"loss\": 0.25}'; [ {{rate}} != 3 ] || exit 3", u"rate"_s, u"1:4"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        page()->runInSandbox();
        QVERIFY(waitForCall());
    }

    [[nodiscard]] static QString nameOf(const QWidget *widget)
    {
        QString name = widget->objectName();
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            name += u" \""_s + button->text() + u'"';
        else if (const auto *label = qobject_cast<const QLabel *>(widget))
            name += u" \""_s + label->text() + u'"';
        return name + u" %1 of %2"_s.arg(widget->width()).arg(widget->sizeHint().width());
    }

    /// Texts that have less room than they need, and widgets that reach out of what holds them.
    [[nodiscard]] QStringList cutWidgets() const
    {
        QStringList cut;
        for (const QWidget *widget : m_window->findChildren<QWidget *>()) {
            const bool isText = qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QLabel *>(widget)
                || qobject_cast<const QComboBox *>(widget);
            if (!isText || !widget->isVisible() || qobject_cast<const ElidingLabel *>(widget))
                continue;
            const auto *label = qobject_cast<const QLabel *>(widget);
            const bool wraps = label && label->wordWrap();
            const QSize needed = wraps ? QSize(0, label->heightForWidth(label->width())) : widget->minimumSizeHint();
            const bool hasRoom = widget->width() >= needed.width() && widget->height() >= needed.height();
            const QWidget *parent = widget->parentWidget();
            const bool isInside = parent->rect().contains(widget->geometry()) || isScrolled(parent);
            if (!hasRoom || !isInside)
                cut += nameOf(widget);
        }
        return cut;
    }

    [[nodiscard]] static bool isScrolled(const QWidget *widget)
    {
        const QWidget *parent = widget->parentWidget();
        return parent && qobject_cast<const QAbstractScrollArea *>(parent->parentWidget());
    }

    [[nodiscard]] QStringList tablesThatScrollSideways() const
    {
        QStringList tables;
        for (const QTableView *table : m_window->findChildren<QTableView *>()) {
            if (table->isVisible() && table->horizontalScrollBar()->maximum() > 0)
                tables += table->objectName() + u" by %1"_s.arg(table->horizontalScrollBar()->maximum());
        }
        return tables;
    }

    QFont m_usual;
};

QTEST_MAIN(LayoutTest)
#include "tst_layout.moc"

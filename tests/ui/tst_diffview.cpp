// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/ui/windowfixture.h"
#include "ui/diff/diffdock.h"
#include "ui/diff/difftable.h"
#include "ui/diff/diffview.h"
#include "ui/output/detailpane.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollBar>

using namespace hermes;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

ComparedResult result(const QString &name, const QByteArray &out, const QByteArray &err = {})
{
    RunResult result;
    result.out = {.bytes = out, .total = out.size()};
    result.err = {.bytes = err, .total = err.size()};
    return {.name = name, .end = u"ended with exit code 0"_s, .result = result};
}

} // namespace

class DiffViewTest final : public WindowFixture
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        QTest::failOnWarning(QRegularExpression(u"^(?!This plugin does not support)"_s));
        m_view = std::make_unique<DiffView>();
        m_view->resize(900, 500);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }

    void cleanup()
    {
        m_view.reset();
        close();
    }

    void showsWhatIsDifferent()
    {
        compare(result(u"one"_s, "a\nvalue 1\nold\nz\n"), result(u"two"_s, "a\nvalue 2\nz\nnew\n"));
        QCOMPARE(summary(), u"Differences: 2"_s);
        QCOMPARE_EQ(table()->currentIndex().row(), 1);
        QVERIFY(view<QLabel>(u"ComparedLeft"_s)->text().contains(u"one · ended with exit code 0"_s));
        QTest::keyClick(table(), Qt::Key_F7);
        QCOMPARE_EQ(table()->currentIndex().row(), 4);
        QCOMPARE(summary(), u"Difference 2 of 2"_s);
        QTest::keyClick(table(), Qt::Key_F7);
        QCOMPARE_EQ(table()->currentIndex().row(), 1);
        QTest::keyClick(table(), Qt::Key_F7, Qt::ShiftModifier);
        QCOMPARE_EQ(table()->currentIndex().row(), 4);
        view<QPushButton>(u"CopyUnified"_s)->click();
        QVERIFY(QApplication::clipboard()->text().startsWith("--- one\n+++ two\n@@ -1,4 +1,4 @@\n a\n-value 1\n"_L1));
    }

    void comparesTheOtherStream()
    {
        compare(result(u"one"_s, "a\n", "x\n"), result(u"two"_s, "a\n", "y z\n"));
        QCOMPARE(summary(), u"No difference"_s);
        QVERIFY(!view<QPushButton>(u"CopyUnified"_s)->isEnabled());
        view<QComboBox>(u"ComparedStream"_s)->setCurrentIndex(1);
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), Patience);
        QCOMPARE(summary(), u"Differences: 1"_s);
        compare(result(u"one"_s, "a b\n", "a b\n"), result(u"two"_s, "ab\n", "ab\n"));
        QCOMPARE(summary(), u"Differences: 1"_s);
        view<QCheckBox>(u"IgnoreWhiteSpace"_s)->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), Patience);
        QCOMPARE(summary(), u"No difference"_s);
    }

    void showsOnlyDifferences()
    {
        const QByteArray equal = QByteArray("same\n").repeated(100);
        compare(result(u"one"_s, equal + "a\n" + equal), result(u"two"_s, equal + "b\n" + equal));
        QCOMPARE_EQ(m_view->model()->rowCount(), 202);
        view<QCheckBox>(u"OnlyDifferences"_s)->setChecked(true);
        QCOMPARE_EQ(m_view->model()->rowCount(), 10);
        view<QComboBox>(u"ComparisonArrangement"_s)->setCurrentIndex(1);
        QCOMPARE_EQ(m_view->model()->columnCount(), 4);
        QVERIFY(m_view->grab().width() > 0);
    }

    void saysWhatIsNotCompared()
    {
        ComparedResult cut = result(u"one"_s, "head\n[…]\ntail\n");
        cut.result.out.truncated = true;
        cut.result.out.total = 10'000'000;
        compare(cut, result(u"two"_s, "head\n"));
        QVERIFY(view<Banner>(u"ComparisonNotice"_s)->isVisible());
        // A line of any length and characters of any kind.
        compare(result(u"one"_s, QByteArray(1'000'000, 'x') + "\n\x1b[31m\xff\n"),
                result(u"two"_s, QByteArray(1'000'001, 'x') + '\n'));
        QVERIFY(m_view->grab().width() > 0);
        QVERIFY(table()->sideBar()->isVisible());
        QVERIFY(!view<Banner>(u"ComparisonNotice"_s)->isVisible());
    }

    void canBeCancelled()
    {
        QByteArray left;
        QByteArray right;
        for (int n = 0; n < 400'000; ++n) {
            left += QByteArray::number(n % 977 * n) + '\n';
            right += QByteArray::number(n % 991 * n) + '\n';
        }
        m_view->compare(result(u"one"_s, left), result(u"two"_s, right));
        QVERIFY(m_view->isBusy());
        view<QPushButton>(u"CancelComparison"_s)->click();
        QVERIFY(!m_view->isBusy());
        QCOMPARE_EQ(m_view->model()->rowCount(), 0);
    }

    void opensForTwoCandidates()
    {
        m_view->hide();
        open();
        load(Language::Shell, "echo same; echo n is {{n}}", u"n"_s, u"1,2"_s);
        press(u"Run sweep"_s);
        QVERIFY(waitForFinish());
        const LaunchId launch = page()->launch()->id();
        m_window->findChild<DetailPane *>()->compareResults({.launch = launch, .index = 0}, {.launch = launch, .index = 1});
        auto *view = m_window->findChild<DiffView *>();
        QVERIFY(view);
        QTRY_COMPARE_WITH_TIMEOUT(view->findChild<QLabel *>(u"ComparisonSummary"_s)->text(), u"Differences: 1"_s, Patience);
        const QString name = view->findChild<QLabel *>(u"ComparedRight"_s)->text();
        QVERIFY2(name.contains("n = 2"_L1) && name.contains("exit code 0"_L1), qPrintable(name));
        m_window->findChild<DetailPane *>()->compareResults({.launch = launch, .index = 0}, {.launch = launch, .index = 7});
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChildren<DiffView *>().size() == 2, Patience);
        auto *other = m_window->findChildren<DiffView *>().last();
        QTRY_VERIFY_WITH_TIMEOUT(!other->findChild<Banner *>(u"ComparisonNotice"_s)->text().isEmpty(), Patience);
    }

    /// For somebody to look at: HERMES_PICTURES names a folder.
    void pictures()
    {
        const QString folder = qEnvironmentVariable("HERMES_PICTURES");
        if (folder.isEmpty())
            QSKIP("only on demand");
        QByteArray left;
        for (int n = 0; n < 40; ++n)
            left += "step " + QByteArray::number(n) + ": loss = " + QByteArray::number(1.0 / (n + 1), 'f', 4) + '\n';
        QByteArray right = left;
        right.replace("0.2500", "0.2613")
            .replace("0.1000", "0.1205")
            .replace("step 12: loss = 0.0769\n", "a line that was added\nanother\n");
        right.replace("step 20: loss = 0.0476\n", "");
        for (const Theme theme : AllThemes) {
            const QString prefix = folder + u'/' + themeKey(theme) + u'-';
            m_view->setPalette(panelPalette(theme));
            compare(result(u"Candidate 0 · seed = 1"_s, left), result(u"Candidate 1 · seed = 2"_s, right));
            QVERIFY(m_view->grab().save(prefix + u"diff.png"_s));
            view<QComboBox>(u"ComparisonArrangement"_s)->setCurrentIndex(1);
            view<QCheckBox>(u"OnlyDifferences"_s)->setChecked(true);
            QVERIFY(m_view->grab().save(prefix + u"diff-unified.png"_s));
            view<QComboBox>(u"ComparisonArrangement"_s)->setCurrentIndex(0);
            view<QCheckBox>(u"OnlyDifferences"_s)->setChecked(false);
        }
    }

private:
    template<typename T>
    [[nodiscard]] T *view(const QString &name) const
    {
        return m_view->findChild<T *>(name);
    }
    [[nodiscard]] DiffTable *table() const { return m_view->findChild<DiffTable *>(); }
    [[nodiscard]] QString summary() const { return view<QLabel>(u"ComparisonSummary"_s)->text(); }
    void compare(ComparedResult left, ComparedResult right) const
    {
        m_view->compare(std::move(left), std::move(right));
        QTRY_VERIFY_WITH_TIMEOUT(!m_view->isBusy(), Patience);
    }

    std::unique_ptr<DiffView> m_view;
};

QTEST_MAIN(DiffViewTest)
#include "tst_diffview.moc"

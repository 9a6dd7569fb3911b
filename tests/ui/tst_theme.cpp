// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/output/ansicolors.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/panelstyle.h"
#include "ui/theme/plotmarks.h"
#include "ui/theme/theme.h"
#include "ui/theme/thememenu.h"
#include "ui/widgets/wrappinglabel.h"

#include <QApplication>
#include <QBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QWheelEvent>

using namespace hermes;
using namespace Qt::StringLiterals;

namespace {

/// What can lie behind a text that is in no box of its own.
QList<std::pair<QString, QColor>> surfaces(const QPalette &palette)
{
    return {{u"base"_s, palette.color(QPalette::Base)},
            {u"alternate rows"_s, palette.color(QPalette::AlternateBase)},
            {u"window"_s, palette.color(QPalette::Window)}};
}

QList<std::pair<QString, QColor>> inks(const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    QList<std::pair<QString, QColor>> inks {{u"text"_s, palette.color(QPalette::Text)},
                                            {u"window text"_s, palette.color(QPalette::WindowText)},
                                            {u"placeholder"_s, palette.color(QPalette::PlaceholderText)},
                                            {u"link"_s, palette.color(QPalette::Link)},
                                            {u"disabled"_s, palette.color(QPalette::Disabled, QPalette::Text)},
                                            {u"disabled button"_s, palette.color(QPalette::Disabled, QPalette::ButtonText)},
                                            {u"muted"_s, colors.muted},
                                            {u"warning"_s, colors.warning},
                                            {u"bad"_s, colors.bad}};
    for (int i = 0; i < RunStateCount; ++i)
        inks.append({stateWord(RunState(i)), stateColor(RunState(i), palette)});
    return inks;
}

} // namespace

/// Every colour of every theme against what it lies on, as WCAG 2 counts.
class ThemeTest final : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new PanelStyle); }

    void textOnSurfaces_data() { themes(); }
    void textOnSurfaces()
    {
        for (const auto &[ink, color] : inks(palette())) {
            for (const auto &[surface, background] : surfaces(palette()))
                expect(ink + u" on "_s + surface, color, background);
        }
    }

    void textInBoxes_data() { themes(); }
    void textInBoxes()
    {
        const ThemeColors colors = themeColors(palette());
        const QColor text = palette().color(QPalette::Text);
        for (const auto &[box, background] : QList<std::pair<QString, QColor>> {{u"sidebar"_s, colors.sidebar},
                                                                                {u"hover"_s, colors.hover},
                                                                                {u"current line"_s, colors.currentLine},
                                                                                {u"hole"_s, colors.hole},
                                                                                {u"warning"_s, colors.warningBackground},
                                                                                {u"error"_s, colors.errorBackground},
                                                                                {u"info"_s, colors.infoBackground}})
            expect(u"text on "_s + box, text, background);
        for (const QColor &background : {colors.sidebar, colors.hover, colors.currentLine})
            expect(u"muted in a box"_s, colors.muted, background);
        expect(u"warning badge"_s, colors.warning, colors.warningBackground);
        expect(u"error"_s, colors.bad, colors.errorBackground);
        expect(u"link in a message"_s, palette().color(QPalette::Link), colors.infoBackground);
    }

    void textOnTheAccent_data() { themes(); }
    void textOnTheAccent()
    {
        const QColor text = palette().color(QPalette::HighlightedText);
        for (const QPalette::ColorRole role : {QPalette::Highlight, QPalette::Accent})
            expect(u"selected"_s, text, palette().color(role));
        expect(u"selected, disabled"_s, palette().color(QPalette::Disabled, QPalette::HighlightedText),
               palette().color(QPalette::Disabled, QPalette::Highlight));
        expect(u"button"_s, palette().color(QPalette::ButtonText), palette().color(QPalette::Button));
        expect(u"tool tip"_s, palette().color(QPalette::ToolTipText), palette().color(QPalette::ToolTipBase));
    }

    /// What is not text needs 3:1 to be seen: where one can type, where the focus is, marks of the plot.
    void whatIsNotText_data() { themes(); }
    void whatIsNotText()
    {
        for (const auto &[surface, background] : surfaces(palette())) {
            expect(u"edge on "_s + surface, themeColors(palette()).edge, background, 3);
            expect(u"focus on "_s + surface, palette().color(QPalette::Accent), background, 3);
        }
        for (int series = 0; series < 6; ++series)
            expect(u"series of the plot"_s, seriesColor(series, palette()), palette().color(QPalette::Base), 3);
    }

    void terminalColours_data() { themes(); }
    void terminalColours()
    {
        for (quint32 index = 0; index < 256; ++index) {
            const AnsiStyle style {.foreground = {.kind = AnsiColor::Kind::Indexed, .value = index}};
            const QTextCharFormat format = ansiFormat(style, palette());
            const QColor background = format.hasProperty(QTextFormat::BackgroundBrush) ? format.background().color()
                                                                                       : palette().color(QPalette::Base);
            expect(u"terminal colour %1"_s.arg(index), format.foreground().color(), background);
        }
    }

    void eachThemeIsFoundByItsPalette_data() { themes(); }
    void eachThemeIsFoundByItsPalette()
    {
        QFETCH(const Theme, theme);
        QCOMPARE_EQ(isDark(palette()), theme == Theme::Dark || theme == Theme::HighContrastDark);
        QCOMPARE_EQ(isHighContrast(palette()), theme == Theme::HighContrastLight || theme == Theme::HighContrastDark);
        QCOMPARE(themeFromKey(themeKey(theme)), theme);
        // Cells are painted in the colour of their state.
        QPalette cell = palette();
        cell.setColor(QPalette::Text, themeColors(palette()).bad);
        QCOMPARE_EQ(&themeColors(cell), &themeColors(palette()));
    }

    void labelsFollowTheTheme()
    {
        QApplication::setPalette(panelPalette(Theme::Light));
        QWidget window;
        WrappingLabel label(&window);
        label.setTone(WrappingLabel::Tone::Bad);
        window.show();
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), themeColors(panelPalette(Theme::Light)).bad);
        QApplication::setPalette(panelPalette(Theme::HighContrastDark));
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), themeColors(panelPalette(Theme::HighContrastDark)).bad);
        label.setTone(WrappingLabel::Tone::Text);
        QTRY_COMPARE(label.palette().color(QPalette::WindowText), panelPalette(Theme::HighContrastDark).color(QPalette::Text));
    }

    void picturesHaveThePixelsOfTheScreen()
    {
        for (const double scale : {1.0, 1.5, 3.0}) {
            const QPixmap picture = glyphIcon(Glyph::Play).pixmap(QSize(16, 16), scale);
            QCOMPARE_EQ(picture.size(), QSize(16, 16) * scale);
            QCOMPARE_EQ(picture.deviceIndependentSize(), QSizeF(16, 16));
        }
    }

    void marksGrowWithTheLetters()
    {
        const auto sizes = [](double scale) {
            QPushButton button;
            QFont font = QApplication::font();
            font.setPointSizeF(font.pointSizeF() * scale);
            button.setFont(font);
            QList<int> sizes;
            for (const QStyle::PixelMetric metric : {QStyle::PM_ButtonIconSize, QStyle::PM_IndicatorWidth,
                                                     QStyle::PM_ExclusiveIndicatorWidth, QStyle::PM_MenuButtonIndicator})
                sizes += button.style()->pixelMetric(metric, nullptr, &button);
            return sizes;
        };
        const QList<int> usual = sizes(1);
        const QList<int> large = sizes(2);
        for (qsizetype i = 0; i < usual.size(); ++i)
            QVERIFY(large.at(i) >= usual.at(i) * 7 / 4);
    }

    void theWheelChangesOnlyTheFieldWithTheFocus()
    {
        QWidget window;
        QVBoxLayout layout(&window);
        QSpinBox number;
        QLineEdit other;
        layout.addWidget(&number);
        layout.addWidget(&other);
        number.setValue(5);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        const auto turn = [&number] {
            QWheelEvent event(QPointF(3, 3), number.mapToGlobal(QPointF(3, 3)), {}, {0, 120}, Qt::NoButton, Qt::NoModifier,
                              Qt::NoScrollPhase, false);
            QApplication::sendEvent(&number, &event);
        };
        other.setFocus();
        turn();
        QCOMPARE_EQ(number.value(), 5);
        number.setFocus();
        QTRY_VERIFY(number.hasFocus());
        turn();
        QCOMPARE_EQ(number.value(), 6);
    }

    void theMenuTellsWhatIsChosen()
    {
        ThemeMenu menu;
        QVERIFY(!menu.theme());
        menu.setTheme(Theme::HighContrastDark);
        QCOMPARE(menu.theme(), Theme::HighContrastDark);
        QSignalSpy chosen(&menu, &ThemeMenu::chosen);
        menu.actions().first()->trigger();
        QCOMPARE_EQ(chosen.count(), 1);
        QVERIFY(!menu.theme());
    }

private:
    static void themes()
    {
        QTest::addColumn<Theme>("theme");
        for (const Theme theme : AllThemes)
            QTest::newRow(qPrintable(themeKey(theme))) << theme;
    }

    /// Of the row that is tested.
    static QPalette palette()
    {
        QFETCH(const Theme, theme);
        return panelPalette(theme);
    }

    static void expect(const QString &what, const QColor &ink, const QColor &background)
    {
        expect(what, ink, background, textRatio(palette()));
    }

    static void expect(const QString &what, const QColor &ink, const QColor &background, double least)
    {
        const double ratio = contrastRatio(ink, background);
        if (ratio < least)
            QTest::qFail(qPrintable(u"%1: %2 on %3 is %4:1"_s.arg(what, ink.name(), background.name()).arg(ratio, 0, 'f', 2)),
                         __FILE__, __LINE__);
    }
};

QTEST_MAIN(ThemeTest)
#include "tst_theme.moc"

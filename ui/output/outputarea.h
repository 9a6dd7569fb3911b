// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputtext.h"
#include "ui/output/rowlayout.h"

#include <QAbstractScrollArea>
#include <QBasicTimer>
#include <QCache>
#include <QTextCursor>

#include <memory>
#include <optional>

namespace hermes {

/// Shows an OutputText of any size: lays out and paints only what is visible, scrolls in rows. Read-only; select and copy
/// by mouse and keyboard over the whole text.
class OutputArea final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit OutputArea(QWidget *parent = nullptr);
    ~OutputArea() override;

    [[nodiscard]] OutputText *text() const { return m_text; }

    void setWrapping(bool wraps);
    void setRendering(Rendering rendering);
    void setNumbered(bool numbered);
    /// While the text grows and its end is visible, the end stays visible.
    void setFollowing(bool follows);
    /// In points, from the size of the system's font.
    void setZoom(int steps);
    [[nodiscard]] int zoom() const { return m_zoom; }
    /// Marks every place where this is, in what is visible.
    void setMarked(const QString &text, Qt::CaseSensitivity sensitivity);

    [[nodiscard]] TextPlace caret() const { return m_caret; }
    [[nodiscard]] std::pair<TextPlace, TextPlace> selection() const { return std::minmax(m_anchor, m_caret); }
    [[nodiscard]] bool hasSelection() const { return m_anchor != m_caret; }
    /// Selects and shows it. Places that are not there are brought to the nearest ones.
    void select(TextPlace anchor, TextPlace caret);
    void selectAll();
    /// The selection to the clipboard; copied() tells when it is there.
    void copy();
    void scrollToEnd();
    [[nodiscard]] bool isAtEnd() const;

    /// What can be told without reading: all of a small text, else what is visible and about a page around it.
    struct Surroundings
    {
        QString text = {};
        std::vector<std::pair<qint64, qsizetype>> rows = {}; ///< Their numbers and where they begin in the text.

        [[nodiscard]] TextPlace placeAt(qsizetype offset) const;
        /// Of a place within, or the nearest one.
        [[nodiscard]] qsizetype offsetOf(TextPlace place) const;
    };
    [[nodiscard]] const Surroundings &surroundings() const;
    /// Of the character at a place, in the viewport; nothing when it is not visible.
    [[nodiscard]] QRect rectangleOf(TextPlace place) const;
    [[nodiscard]] TextPlace placeAt(QPoint point) const;

Q_SIGNALS:
    void copied(qsizetype characters, bool cut);
    void zoomWanted(int steps);
    void caretMoved();

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void timerEvent(QTimerEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    /// A place of the view: a row, and which of the lines that it is broken into.
    struct Line
    {
        qint64 row = 0;
        int line = 0;

        auto operator<=>(const Line &) const = default;
    };

    void renewMetrics();
    void forgetLayouts();
    void textReset();
    void textChanged();
    void rowsLoaded(qint64 first, qint64 last);
    /// Null while the row is being read.
    [[nodiscard]] const RowLayout *layoutOf(qint64 row) const;
    [[nodiscard]] int linesOf(qint64 row) const;
    [[nodiscard]] int visibleLines() const;
    [[nodiscard]] int gutterWidth() const;
    [[nodiscard]] int textLeft() const;
    [[nodiscard]] int cellsPerLine() const;
    /// Some lines further; stays within the text.
    [[nodiscard]] Line moved(Line from, int lines) const;
    [[nodiscard]] Line lastTop() const;
    [[nodiscard]] bool followsGrowth() const;
    void setTop(Line top);
    void updateBars();
    void scrollLines(int lines);
    void ensureVisible(TextPlace place);
    [[nodiscard]] Line lineOf(TextPlace place) const;
    [[nodiscard]] TextPlace clamped(TextPlace place) const;
    void setCaret(TextPlace place, QTextCursor::MoveMode mode);
    [[nodiscard]] TextPlace moveCaretLines(int lines);
    [[nodiscard]] std::optional<TextPlace> placeOfKey(const QKeyEvent &event);
    [[nodiscard]] TextPlace placeBeside(TextPlace place, int step, bool byWord) const;
    [[nodiscard]] QList<QTextLayout::FormatRange> overlaysOf(qint64 row, const OutputRow &shown) const;
    void paintRow(QPainter *painter, qint64 row, int y, const QRect &clip) const;
    void paintCaret(QPainter *painter) const;
    void dragTo(QPoint point);
    [[nodiscard]] Surroundings readSurroundings() const;

    OutputText *m_text;
    std::unique_ptr<CellMetrics> m_metrics;
    mutable QCache<qint64, RowLayout> m_layouts;
    mutable std::optional<Surroundings> m_surroundings;
    mutable double m_widest = 0; ///< Of the rows that were seen.
    double m_barsWidest = 0;      ///< What the scroll bars know of it.
    Line m_top;
    TextPlace m_anchor;
    TextPlace m_caret;
    std::optional<double> m_goal = {}; ///< Where moving up and down wants to be.
    QString m_marked;
    Qt::CaseSensitivity m_markedSensitivity = Qt::CaseInsensitive;
    bool m_wraps = false;
    bool m_numbered = false;
    bool m_follows = true;
    bool m_atEnd = false; ///< Kept while more becomes known: rows that are read, and what is written if that is followed.
    bool m_isNew = true; ///< Nothing was known of this output yet.
    bool m_settingBars = false;
    bool m_dragging = false;
    int m_zoom = 0;
    int m_wheelRest = 0;
    int m_copy = 0; ///< Answers for an earlier copy are dropped.
    QBasicTimer m_dragScroll;
};

} // namespace hermes

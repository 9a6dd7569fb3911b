// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace hermes {

class SnippetEditor;

/// The strip at the left of the editor, with the numbers of the lines and the marks of those that have problems. The
/// editor knows where its lines are and paints it.
class Gutter final : public QWidget
{
    Q_OBJECT

public:
    explicit Gutter(SnippetEditor *editor);

    /// As wide as the number of the last line and a mark beside it.
    [[nodiscard]] int neededWidth() const;
    [[nodiscard]] QSize sizeHint() const override { return {neededWidth(), 0}; }

    struct Line
    {
        int number = 0; ///< From 1.
        qreal top = 0;
        bool isCurrent = false;
        bool isWrong = false;
    };
    void paintLine(QPainter *painter, const Line &line) const;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    SnippetEditor *m_editor;
};

} // namespace hermes

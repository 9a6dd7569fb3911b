// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLabel>

namespace hermes {

/// One line of plain text that may be narrower than its text: an ellipsis says so, and the tool tip holds the whole.
class ElidingLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ElidingLabel(QWidget *parent = nullptr);

    /// Where the ellipsis stands; at the end unless it is told otherwise.
    void setElideMode(Qt::TextElideMode mode);
    /// Shows the text as lineText() makes it. A tool tip that was set by hand is left alone until the next call.
    void showText(const QString &text);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace hermes

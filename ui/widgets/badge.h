// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLabel>

namespace hermes {

/// A word or two in a rounded field: what kind of thing something is, or where it comes from.
class Badge final : public QLabel
{
    Q_OBJECT

public:
    enum class Tone {
        Quiet,
        Warning ///< Something that the user did not choose here.
    };

    explicit Badge(QWidget *parent = nullptr);

    /// An empty text hides it.
    void showText(const QString &text, Tone tone = Tone::Quiet);

    /// The same for delegates, at the left of the rectangle; returns the width that it takes.
    static int paint(QPainter *painter, const QRect &place, const QString &text, const QPalette &palette);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Tone m_tone = Tone::Quiet;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLabel>

namespace hermes {

/// Plain text in as many lines as its width asks for, which it insists on: splitters do not ask for a height that goes
/// with a width, and would let the text run over its neighbours. Endless words are broken.
class WrappingLabel final : public QLabel
{
    Q_OBJECT

public:
    enum class Tone {
        Text,
        Muted, ///< Of second rank.
        Bad    ///< Says what is wrong.
    };

    explicit WrappingLabel(QWidget *parent = nullptr);

    void showText(const QString &text);
    /// In the colour of the theme in force, also of one that comes later.
    void setTone(Tone tone);

protected:
    void changeEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void keepHeight();
    void takeTone();

    Tone m_tone = Tone::Text;
};

} // namespace hermes

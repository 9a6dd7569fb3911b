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
    explicit WrappingLabel(QWidget *parent = nullptr);

    void showText(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void keepHeight();
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStackedWidget>

namespace hermes {

/// Pages of which one is shown. No page makes it wider, but only the one that is shown gets the height that it needs: a page out
/// of sight has an old width, and with it perhaps more lines than it will have.
class ShownStack final : public QStackedWidget
{
    Q_OBJECT

public:
    explicit ShownStack(QWidget *parent = nullptr);

    [[nodiscard]] QSize minimumSizeHint() const override;
};

} // namespace hermes

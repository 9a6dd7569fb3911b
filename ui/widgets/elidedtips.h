// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QTableView;

namespace hermes {

/// The whole text of a cell or a title that has too little room for it, as its tool tip. Tips that the model gives come first.
/// Belongs to the table.
class ElidedTips final : public QObject
{
    Q_OBJECT

public:
    explicit ElidedTips(QTableView *table);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    [[nodiscard]] QString cellTip(QPoint place) const;
    [[nodiscard]] QString titleTip(QPoint place) const;

    QTableView *m_table;
};

} // namespace hermes

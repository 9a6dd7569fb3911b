// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QAbstractItemModel;

namespace hermes {

/// What a view shows when it has nothing to show: what would be here, and what to do next. Lies over the view.
class EmptyState final : public QWidget
{
    Q_OBJECT

public:
    /// Covers `view`, which becomes its parent, and follows its size.
    EmptyState(const QString &title, const QString &advice, QWidget *view);

    /// Is shown while the model has no rows. The model must outlive it or belong to the view.
    void follow(const QAbstractItemModel *model);
    void setTexts(const QString &title, const QString &advice);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_title;
    QString m_advice;
};

} // namespace hermes

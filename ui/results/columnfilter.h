// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/distinctvalues.h"
#include "models/grid/gridfilter.h"

#include <QFrame>

class QLabel;
class QLineEdit;
class QListWidget;

namespace hermes {

/// Asks which values of a column are wanted: a text or comparison, and a list of all values with how often they occur.
/// A popup: it closes on Escape and when the user goes elsewhere; every change is in force at once.
class ColumnFilter final : public QFrame
{
    Q_OBJECT

public:
    /// For a column of the grid with this title; deletes itself when it is closed.
    ColumnFilter(const QString &title, const ColumnCondition &condition, QWidget *parent);

    /// The values that there are; they may come a while after the popup is shown.
    void showValues(const DistinctValues &values);

Q_SIGNALS:
    void changed(const hermes::ColumnCondition &condition);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    void createWidgets(const QString &title);
    void setAll(Qt::CheckState state);
    void tell();
    [[nodiscard]] ColumnCondition condition() const;

    ColumnCondition m_given;
    QLineEdit *m_text = nullptr;
    QListWidget *m_values = nullptr;
    QLabel *m_note = nullptr;
    bool m_filling = false;
    bool m_hasValues = false;
};

} // namespace hermes

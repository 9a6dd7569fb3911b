// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/gridfilter.h"

#include <QTimer>
#include <QWidget>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace hermes {

class ElidingLabel;
class StateLegend;

/// Over the grid: how many candidates stand in which state, a text that rows must contain, and *Only failures*; below, while
/// something is filtered, what that is and the way out of it.
class FilterRow final : public QWidget
{
    Q_OBJECT

public:
    /// Takes the legend as its child.
    explicit FilterRow(StateLegend *legend, QWidget *parent = nullptr);

    struct Rows
    {
        qsizetype shown = 0;
        qsizetype total = 0;
        bool busy = false; ///< They are not yet those that were asked for.
    };

    /// What is in force, and the rows that it leaves.
    void showFilter(const GridFilter &filter, const Rows &rows);
    void focusText();

Q_SIGNALS:
    /// By the user; the text a moment after the last key.
    void textWanted(const QString &text);
    void statesWanted(const QSet<hermes::RunState> &states);
    void clearWanted();

private:
    QLineEdit *m_text;
    QCheckBox *m_failures;
    ElidingLabel *m_description;
    QPushButton *m_clear;
    QTimer m_typing;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/gridfilter.h"

#include <QTimer>
#include <QWidget>

class QLineEdit;
class QPushButton;
class QToolButton;

namespace hermes {

class ElidingLabel;

/// Over the grid: a text that rows must contain, *Only failures*, and what is filtered now with the way out of it.
class FilterRow final : public QWidget
{
    Q_OBJECT

public:
    explicit FilterRow(QWidget *parent = nullptr);

    /// What is in force, and how many rows it leaves.
    void showFilter(const GridFilter &filter, qsizetype shown, qsizetype total);
    void focusText();

Q_SIGNALS:
    /// By the user; the text a moment after the last key.
    void textWanted(const QString &text);
    void statesWanted(const QSet<hermes::RunState> &states);
    void clearWanted();

private:
    QLineEdit *m_text;
    QToolButton *m_failures;
    ElidingLabel *m_description;
    QPushButton *m_clear;
    QTimer m_typing;
};

} // namespace hermes

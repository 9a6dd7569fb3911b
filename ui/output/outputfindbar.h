// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/output/outputsearch.h"

#include <QWidget>

namespace hermes {

class FindLine;
class OutputArea;

/// The line below an output in which it is searched: what for, how often it is there, next and previous. Escape closes it.
class OutputFindBar final : public QWidget
{
    Q_OBJECT

public:
    /// `name` is that of the output: "Stdout". The area must outlive the bar.
    OutputFindBar(const QString &name, OutputArea *area, QWidget *parent = nullptr);

    /// Shows the bar and takes what is selected, if it is a few words of one line.
    void open();
    void findNext();
    void findPrevious();

private:
    void close();
    void setPattern();
    void take(const std::optional<OutputSearch::Hit> &hit);
    void showCount();

    OutputArea *m_area;
    OutputSearch m_search;
    FindLine *m_line;
    std::optional<OutputSearch::Hit> m_hit = {};
    bool m_nowhere = false;
};

} // namespace hermes

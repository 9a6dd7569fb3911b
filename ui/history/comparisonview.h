// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/history/comparisonmodel.h"
#include "models/history/launchcomparison.h"

#include <QWidget>

#include <memory>

class QCheckBox;
class QProgressBar;
class QPushButton;
class QTableView;

namespace hermes {

class Banner;
class ElidingLabel;
class EmptyState;
class ResultDelegate;

/// What two launches differ in, candidate by candidate.
class ComparisonView final : public QWidget
{
    Q_OBJECT

public:
    /// The engine must outlive it.
    explicit ComparisonView(Engine *engine, QWidget *parent = nullptr);
    ~ComparisonView() override;

    void compare(LaunchId first, LaunchId second);
    /// Drops a comparison that is under way.
    void stop();
    [[nodiscard]] ComparisonModel *model() { return &m_model; }

Q_SIGNALS:
    void backWanted();

private:
    void createWidgets();
    void createTable();
    void take(const Result<std::shared_ptr<const Comparison>> &outcome);
    void showTable();

    Engine *m_engine;
    ComparisonModel m_model;
    std::unique_ptr<LaunchComparison> m_comparison;
    ElidingLabel *m_heading;
    ElidingLabel *m_summary;
    ElidingLabel *m_differences; ///< How they were launched.
    Banner *m_message;
    QProgressBar *m_bar;
    QPushButton *m_cancel;
    QPushButton *m_back;
    QCheckBox *m_onlyChanged;
    QTableView *m_table;
    ResultDelegate *m_delegate;
    EmptyState *m_same = nullptr;
};

} // namespace hermes

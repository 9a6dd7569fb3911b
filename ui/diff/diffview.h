// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"
#include "models/diff/diffmodel.h"

#include <QThreadPool>
#include <QWidget>

#include <stop_token>

class QAction;
class QCheckBox;
class QLabel;
class QProgressBar;
class QPushButton;
class QToolButton;

namespace hermes {

class Banner;
class ChoiceBox;
class DiffTable;
class ElidingLabel;

/// One of two results that are compared.
struct ComparedResult
{
    QString name = {}; ///< "Candidate 3 · n = 3".
    QString end = {};  ///< "exit code 1".
    RunResult result = {};
};

/// What two results printed, line by line: what is the same, what is different, and what within a line.
class DiffView final : public QWidget
{
    Q_OBJECT

public:
    explicit DiffView(QWidget *parent = nullptr);
    ~DiffView() override;

    void compare(ComparedResult left, ComparedResult right);
    /// The results could not be read.
    void showFault(const Fault &fault);
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] DiffModel *model() { return &m_model; }

    void showNext();
    void showPrevious();
    void copyUnified() const;

private:
    void nameWidgets();
    void createActions();
    void createLayout();
    void start();
    void cancel();
    void take(const Result<std::shared_ptr<const TextDiff>> &outcome);
    void setBusy(bool busy);
    void showSummary();
    void showHunk(int hunk);
    [[nodiscard]] Stream stream() const;

    DiffModel m_model;
    ComparedResult m_left;
    ComparedResult m_right;
    ElidingLabel *m_leftName;
    ElidingLabel *m_rightName;
    ChoiceBox *m_stream;
    ChoiceBox *m_arrangement;
    QCheckBox *m_ignoreSpace;
    QCheckBox *m_onlyDifferences;
    QToolButton *m_previous;
    QToolButton *m_next;
    QPushButton *m_copy;
    QLabel *m_summary;
    Banner *m_notice;
    QProgressBar *m_progress;
    QPushButton *m_cancel;
    DiffTable *m_table;
    bool m_busy = false;
    int m_request = 0; ///< Answers to an earlier question are dropped.
    std::stop_source m_stop;
    QThreadPool m_worker;
};

} // namespace hermes

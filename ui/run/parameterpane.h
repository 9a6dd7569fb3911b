// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/parametertablemodel.h"
#include "models/sweeppreview.h"

#include <QTimer>
#include <QWidget>

#include <functional>

class QListWidget;
class QPlainTextEdit;
class QTableView;
class QToolButton;

namespace hermes {

class ElidingLabel;
class WrappingLabel;

/// The parameters of the sweep, how many candidates they make, and what the first of them would run.
class ParameterPane final : public QWidget
{
    Q_OBJECT

public:
    /// `snippet` is asked for the code whenever the preview is made again.
    explicit ParameterPane(std::function<Snippet()> snippet, QWidget *parent = nullptr);

    [[nodiscard]] ParameterTableModel *model() const { return m_model; }
    /// The code or its language are different now; the preview follows soon.
    void snippetChanged();
    /// The state of the sweep as it stands now, or what keeps it from being launched.
    [[nodiscard]] Result<SweepPreview> preview() const;
    /// Takes what is being typed in a cell, so that a launch sees it.
    void commitEditor();

private:
    [[nodiscard]] static QString countText(qint64 count);
    void createTable();
    void createPreview();
    void createLayout();
    void addParameter();
    void removeParameter();
    void showPreview();
    void showCandidate(int row);

    std::function<Snippet()> m_snippet;
    ParameterTableModel *m_model;
    QTableView *m_table = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_remove = nullptr;
    QToolButton *m_fold = nullptr;
    ElidingLabel *m_count = nullptr;
    WrappingLabel *m_problem = nullptr;
    QWidget *m_previewBox = nullptr;
    QListWidget *m_candidates = nullptr;
    QPlainTextEdit *m_code = nullptr;
    QTimer m_refresh;
    QList<SweepPreview::Candidate> m_shown;
};

} // namespace hermes

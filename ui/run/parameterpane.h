// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sweep/sweepdraft.h"

#include <QWidget>

#include <functional>

class QTableView;
class QToolButton;

namespace hermes {

class CandidatePreview;
class Dialogs;
class ElidingLabel;
class FoldButton;
class SweepOptions;
class WrappingLabel;

/// The parameters of the sweep, how many candidates they make and how long those may take, and what they would run.
class ParameterPane final : public QWidget
{
    Q_OBJECT

public:
    /// `snippet` is asked for the code whenever the preview is made again. The dialogs must outlive the pane.
    ParameterPane(Dialogs *dialogs, std::function<Snippet()> snippet, QWidget *parent = nullptr);

    [[nodiscard]] SweepDraft *draft() const { return m_draft; }
    [[nodiscard]] ParameterTableModel *model() const { return m_draft->parameters(); }
    /// Shows another sweep.
    void setDefinition(const SweepDefinition &definition) { m_draft->setDefinition(definition); }
    /// The code or its language are different now; the preview follows soon.
    void snippetChanged() { m_draft->snippetChanged(); }
    /// Takes what is being typed in a cell, so that a launch sees it.
    void commitEditor();
    /// Why the sweep cannot be launched as it stands, for a tool tip; empty when it can.
    [[nodiscard]] QString obstacle() const;
    /// Leads to what keeps the sweep from being launched.
    void showProblem();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void createTable();
    void fitColumns();
    void createButtons();
    void createLayout();
    void editAxis();
    void chooseTable();
    void showDraft();

    Dialogs *m_dialogs;
    SweepDraft *m_draft;
    QTableView *m_table = nullptr;
    QToolButton *m_add = nullptr;
    QToolButton *m_import = nullptr;
    QToolButton *m_edit = nullptr;
    QToolButton *m_remove = nullptr;
    ElidingLabel *m_count = nullptr;
    WrappingLabel *m_problem = nullptr;
    SweepOptions *m_options = nullptr;
    FoldButton *m_optionsFold = nullptr;
    CandidatePreview *m_preview = nullptr;
    FoldButton *m_previewFold = nullptr;
};

} // namespace hermes

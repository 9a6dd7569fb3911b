// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sweep/candidatepreviewmodel.h"

#include <QWidget>

class QPlainTextEdit;
class QTableView;

namespace hermes {

/// All candidates of a sweep that is being defined, and what the selected one would run, with the values marked.
class CandidatePreview final : public QWidget
{
    Q_OBJECT

public:
    /// The model must outlive it.
    explicit CandidatePreview(CandidatePreviewModel *model, QWidget *parent = nullptr);

protected:
    void showEvent(QShowEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void createTable();
    void createCode();
    void keepSelection();
    void showCode();
    void markLiterals(const RenderedCode &code);

    CandidatePreviewModel *m_model;
    QTableView *m_table = nullptr;
    QPlainTextEdit *m_code = nullptr;
    int m_current = 0; ///< Stays while the candidates change.
};

} // namespace hermes

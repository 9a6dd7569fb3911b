// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sweep/sweepcheck.h"

#include <QAbstractTableModel>

namespace hermes {

/// All candidates that a sweep would have, before it is launched: index and parameters. A candidate is computed when
/// it is looked at, so a million of them cost nothing. GUI thread only.
class CandidatePreviewModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    explicit CandidatePreviewModel(QObject *parent = nullptr);

    /// Shows other candidates; nothing: none.
    void setAnswer(const SweepAnswer &answer, const QByteArray &code);
    /// What a candidate would run. Where its code is not templated or cannot be compiled, the code as it stands.
    [[nodiscard]] RenderedCode codeOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    [[nodiscard]] const QStringList &valuesOf(int row) const;

    SweepAnswer m_answer;
    QByteArray m_code;
    mutable int m_lastRow = -1; ///< A view asks for one cell after the other of the same row.
    mutable QStringList m_lastValues;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatepreviewmodel.h"

#include "models/displaytext.h"

namespace hermes {

CandidatePreviewModel::CandidatePreviewModel(QObject *parent) : QAbstractTableModel(parent) { }

void CandidatePreviewModel::setAnswer(const SweepAnswer &answer, const QByteArray &code)
{
    beginResetModel();
    m_answer = answer;
    m_code = code;
    m_lastRow = -1;
    endResetModel();
}

const QStringList &CandidatePreviewModel::valuesOf(int row) const
{
    if (row != m_lastRow && m_answer.expansion) {
        m_lastValues = m_answer.expansion->at(row);
        m_lastRow = row;
    }
    return m_lastValues;
}

RenderedCode CandidatePreviewModel::codeOf(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    return m_answer.code ? m_answer.code->renderMarked(valuesOf(row)) : RenderedCode {.code = m_code};
}

int CandidatePreviewModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() || !m_answer.expansion ? 0 : int(m_answer.expansion->count());
}

int CandidatePreviewModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 1 + (m_answer.expansion ? int(m_answer.expansion->names().size()) : 0);
}

QVariant CandidatePreviewModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const auto text = [&] { return valuesOf(index.row()).at(index.column() - 1); };
    switch (role) {
    case Qt::DisplayRole: return index.column() == 0 ? QString::number(index.row()) : lineText(text());
    case Qt::ToolTipRole: return index.column() == 0 ? QString() : toolTipText(text());
    default: return {};
    }
}

QVariant CandidatePreviewModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    if (orientation == Qt::Vertical)
        return tr("Candidate %1").arg(section);
    if (section == 0)
        return tr("Index");
    return m_answer.expansion && section <= m_answer.expansion->names().size() ? m_answer.expansion->names().at(section - 1)
                                                                               : QString();
}

} // namespace hermes

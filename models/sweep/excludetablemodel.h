// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "models/tables/edittablemodel.h"

#include <QStringList>

#include <optional>

namespace hermes {

struct ExcludeRow
{
    QString text = {};
    std::optional<Fault> fault = {};
    std::optional<qint64> taken = {};

    [[nodiscard]] bool isEmpty() const { return text.isEmpty(); }
};

/// The conditions under which candidates are left out, one a row, each with how many it takes away or what is wrong with it.
///
/// GUI thread only.
class ExcludeTableModel final : public EditedRows<ExcludeRow>
{
    Q_OBJECT

public:
    enum Column { ExpressionColumn, CheckColumn };

    using EditedRows::EditedRows;

    void setExpressions(const QStringList &expressions);
    /// Empty rows do not count.
    [[nodiscard]] QStringList expressions() const;

    /// The parameters that there are; expressions that name others are wrong.
    void setNames(const QStringList &names);
    /// How many candidates each of expressions() takes away; nothing: not known.
    void setTaken(const std::optional<QList<qint64>> &taken);
    /// What showed only when one of expressions() was used.
    void setFault(qsizetype expression, const Fault &fault);
    /// The first row with a problem.
    [[nodiscard]] std::optional<int> problemRow() const;
    [[nodiscard]] const Fault *problem() const;

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] QString rowTitle(int number) const override;
    [[nodiscard]] bool isEditable(const QModelIndex &index) const override;

private:
    void check(ExcludeRow &row) const;
    [[nodiscard]] static QString checkText(const ExcludeRow &row);

    QStringList m_names;
};

} // namespace hermes

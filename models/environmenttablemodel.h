// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/runrequest.h"
#include "models/tables/edittablemodel.h"

#include <QByteArray>

#include <optional>

namespace hermes {

struct EnvironmentRow
{
    QString name = {};
    std::optional<QByteArray> value = QByteArray(); ///< Nothing: it was not kept.

    bool operator==(const EnvironmentRow &) const = default;
    [[nodiscard]] bool isEmpty() const { return *this == EnvironmentRow(); }
};

/// The environment variables of a launch as the user types them: a name and its value a row.
///
/// Values of variables whose names speak of a secret are shown as dots, and toJson() leaves them out: what comes back has
/// none until it is typed again, unless this program's own environment has it. GUI thread only.
class EnvironmentTableModel final : public EditedRows<EnvironmentRow>
{
    Q_OBJECT

public:
    enum Column { NameColumn, ValueColumn, CheckColumn };

    using EditedRows::EditedRows;

    void setVariables(const QList<EnvironmentVariable> &variables);
    /// As a launch takes them, or the first problem. Rows without name and value do not count.
    [[nodiscard]] Result<QList<EnvironmentVariable>> variables() const;
    /// What may be kept in a file.
    [[nodiscard]] QByteArray toJson() const;
    void fromJson(const QByteArray &json);

    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    [[nodiscard]] QStringList titles() const override;
    [[nodiscard]] QString rowTitle(int number) const override;
    [[nodiscard]] bool isEditable(const QModelIndex &index) const override;

private:
    [[nodiscard]] std::optional<Fault> problemOf(size_t row) const;
    [[nodiscard]] QString shownText(int row, int column) const;
};

} // namespace hermes

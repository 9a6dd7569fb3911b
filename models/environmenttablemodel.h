// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/runrequest.h"

#include <QAbstractTableModel>
#include <QByteArray>

#include <optional>
#include <vector>

namespace hermes {

/// The environment variables of a launch as the user types them: a name and its value a row.
///
/// Values of variables whose names speak of a secret are shown as dots, and toJson() leaves them out: what comes back has
/// none until it is typed again, unless this program's own environment has it. GUI thread only.
class EnvironmentTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, ValueColumn, CheckColumn, ColumnCount };

    explicit EnvironmentTableModel(QObject *parent = nullptr);

    void setVariables(const QList<EnvironmentVariable> &variables);
    /// As a launch takes them, or the first problem. Rows without name and value do not count.
    [[nodiscard]] Result<QList<EnvironmentVariable>> variables() const;
    /// Appends an empty row, or hands back the empty one that is there already.
    int addRow();
    void removeRow(int row);
    /// What may be kept in a file.
    [[nodiscard]] QByteArray toJson() const;
    void fromJson(const QByteArray &json);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    void edited();

private:
    struct Row
    {
        QString name = {};
        std::optional<QByteArray> value = QByteArray(); ///< Nothing: it was not kept.

        bool operator==(const Row &) const = default;
    };
    [[nodiscard]] std::optional<Fault> problemOf(size_t row) const;
    [[nodiscard]] QString shownText(int row, int column) const;

    std::vector<Row> m_rows;
};

} // namespace hermes

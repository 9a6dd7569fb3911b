// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/backend.h"
#include "models/profiles/profilestore.h"
#include "models/profiles/secrettasks.h"

#include <QAbstractTableModel>

namespace hermes {

/// The secrets of the store: their names and what takes them, never a value. GUI thread only.
class StoredSecretsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, UseColumn, ColumnCount };

    /// Tasks and profiles must outlive it.
    StoredSecretsModel(QList<BackendKind> kinds, SecretTasks *tasks, ProfileStore *profiles, QObject *parent = nullptr);

    [[nodiscard]] QString nameOf(int row) const { return m_rows.value(row).name; }
    /// -1 where there is none.
    [[nodiscard]] int rowOf(const QString &name) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Row
    {
        QString name = {};
        QString use = {};

        bool operator==(const Row &) const = default;
    };

    void refresh();

    QList<BackendKind> m_kinds;
    SecretTasks *m_tasks;
    ProfileStore *m_profiles;
    QList<Row> m_rows;
};

} // namespace hermes

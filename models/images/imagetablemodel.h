// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/imagestore.h"

#include <QAbstractTableModel>

#include <vector>

namespace hermes {

/// The images of a backend, a row for each name, and one for each image without. Rows that stay keep their selection when the
/// images are listed again. GUI thread only.
class ImageTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Tag, Id, Size, Created, InUse, ColumnCount };

    struct Row
    {
        QString name = {}; ///< Without its tag; empty: nothing names the image.
        QString tag = {};  ///< Or the digest.
        QString reference = {}; ///< What the backend knows it by: name and tag, or the id.
        ImageEntry image = {};

        bool operator==(const Row &) const = default;
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setImages(const QList<ImageEntry> &images);
    [[nodiscard]] const Row &row(int row) const { return m_rows[size_t(row)]; }
    /// -1: there is none.
    [[nodiscard]] int rowOf(const QString &reference) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

private:
    [[nodiscard]] static std::vector<Row> rowsOf(const ImageEntry &image);
    [[nodiscard]] bool isBefore(const Row &left, const Row &right) const;
    [[nodiscard]] QString text(const Row &row, int column) const;

    std::vector<Row> m_rows;
    int m_sortColumn = Name;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace hermes

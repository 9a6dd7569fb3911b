// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/imagescan.h"

#include <QAbstractTableModel>

namespace hermes {

/// What a scan has found, worst first. GUI thread only.
class FindingTableModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Severity, Package, Installed, FixedIn, Id, Title, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void show(const ImageScan &scan);
    [[nodiscard]] const ImageScan &scan() const { return m_scan; }

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    ImageScan m_scan;
};

/// "2 critical, 1 high", or that nothing was found.
[[nodiscard]] QString scanCountsText(const ImageScan &scan);
/// "Scanned 3 May 2026 14:05: 2 critical, 1 high".
[[nodiscard]] QString scanText(const ImageScan &scan);

} // namespace hermes

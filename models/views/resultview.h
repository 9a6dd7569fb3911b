// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/grid/gridfilter.h"
#include "models/plot/plotlook.h"
#include "models/tables/columnlook.h"

#include <QJsonObject>
#include <QList>

#include <optional>

namespace hermes {

/// A column that the rows are sorted by.
struct SortLook
{
    QString title = {};
    Qt::SortOrder order = Qt::AscendingOrder;

    bool operator==(const SortLook &) const = default;
};

enum class ResultShape : quint8 { Table, Repeats, Plot };

/// How results are looked at: an arrangement of the grid and of the plot under a name. Columns go by their titles, so that it
/// fits another launch; what names a column that is not there is without effect, and is kept. A value.
struct ResultView
{
    QString name = {};
    ResultShape shape = ResultShape::Table;
    QList<ColumnLook> columns = {}; ///< In the order of their titles; others are shown where the grid has them.
    QList<SortLook> sort = {};      ///< The first weighs most.
    GridFilter::Parts filter = {};
    PlotLook plot = {};

    bool operator==(const ResultView &) const = default;
    /// The same but for its name.
    [[nodiscard]] bool looksLike(ResultView other) const;

    [[nodiscard]] QJsonObject toJson() const;
    /// Nothing where there is no name; what else is not understood is as usual.
    [[nodiscard]] static std::optional<ResultView> fromJson(const QJsonObject &json);
};

} // namespace hermes

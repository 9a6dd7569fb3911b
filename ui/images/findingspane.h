// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/images/findingtablemodel.h"

#include <QWidget>

class QTableView;

namespace hermes {

class WrappingLabel;

/// What the last scan of an image has found. Hidden while none is shown.
class FindingsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit FindingsPane(QWidget *parent = nullptr);

    void show(const ImageScan &scan);
    void clear();
    [[nodiscard]] bool isShown() const { return !m_findings.scan().imageId.isEmpty(); }

private:
    FindingTableModel m_findings;
    WrappingLabel *m_summary;
    QTableView *m_table;
};

} // namespace hermes

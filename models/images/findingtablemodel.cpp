// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findingtablemodel.h"

#include "models/displaytext.h"
#include "models/roles.h"

#include <QCoreApplication>
#include <QLocale>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::FindingTableModel)
};

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::Critical: return Text::tr("critical");
    case Severity::High: return Text::tr("high");
    case Severity::Medium: return Text::tr("medium");
    case Severity::Low: return Text::tr("low");
    case Severity::Unknown: break;
    }
    return Text::tr("unknown");
}
} // namespace

void FindingTableModel::show(const ImageScan &scan)
{
    if (scan == m_scan)
        return;
    beginResetModel();
    m_scan = scan;
    endResetModel();
}

int FindingTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_scan.findings.size());
}

int FindingTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant FindingTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const ImageFinding &finding = m_scan.findings.at(index.row());
    if (role == SortRole && index.column() == Severity)
        return int(finding.severity);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != SortRole)
        return {};
    const auto shown = [role](const QString &text) { return role == Qt::ToolTipRole ? toolTipText(text) : lineText(text); };
    switch (index.column()) {
    case Severity: return severityText(finding.severity);
    case Package: return shown(finding.package);
    case Installed: return shown(finding.installed);
    case FixedIn: return finding.fixedIn.isEmpty() ? tr("not yet") : shown(finding.fixedIn);
    case Id: return shown(finding.id);
    case Title: return shown(finding.title);
    default: return {};
    }
}

QVariant FindingTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    if (orientation == Qt::Vertical)
        return section < rowCount() ? QVariant(m_scan.findings.at(section).id) : QVariant();
    switch (section) {
    case Severity: return tr("Severity");
    case Package: return tr("Package");
    case Installed: return tr("Installed");
    case FixedIn: return tr("Fixed in");
    case Id: return tr("Finding");
    case Title: return tr("Title");
    default: return {};
    }
}

QString scanCountsText(const ImageScan &scan)
{
    QStringList counts;
    using enum Severity;
    for (const Severity severity : {Critical, High, Medium, Low, Unknown}) {
        if (const qsizetype count = scan.count(severity); count > 0)
            counts.append(Text::tr("%1 %2", "a number and a severity").arg(count).arg(severityText(severity)));
    }
    return counts.isEmpty() ? Text::tr("nothing was found") : counts.join(u", "_s);
}

QString scanText(const ImageScan &scan)
{
    return Text::tr("Scanned %1: %2").arg(QLocale().toString(scan.when.toLocalTime(), QLocale::ShortFormat), scanCountsText(scan));
}

} // namespace hermes

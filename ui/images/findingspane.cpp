// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findingspane.h"

#include "models/displaytext.h"
#include "models/roles.h"
#include "ui/theme/theme.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/glyphdelegate.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// How bad a finding is, as a picture and a colour beside the word.
class SeverityDelegate final : public GlyphDelegate
{
public:
    using GlyphDelegate::GlyphDelegate;

protected:
    [[nodiscard]] std::optional<Glyph> glyphOf(const QModelIndex &index) const override
    {
        switch (severityOf(index)) {
        case Severity::Critical: return Glyph::Cross;
        case Severity::High: return Glyph::Triangle;
        case Severity::Medium: return Glyph::Info;
        default: return Glyph::Dash;
        }
    }
    [[nodiscard]] QColor inkOf(const QModelIndex &index, const QPalette &palette) const override
    {
        const ThemeColors &colors = themeColors(palette);
        switch (severityOf(index)) {
        case Severity::Critical: return colors.bad;
        case Severity::High: return colors.warning;
        case Severity::Medium: return palette.color(QPalette::Text);
        default: return colors.muted;
        }
    }

private:
    [[nodiscard]] static Severity severityOf(const QModelIndex &index) { return Severity(index.data(SortRole).toInt()); }
};
} // namespace

FindingsPane::FindingsPane(QWidget *parent) : QWidget(parent), m_summary(new WrappingLabel(this)), m_table(new QTableView(this))
{
    m_summary->setObjectName(u"ScanSummary"_s);
    m_summary->setAccessibleName(tr("Result of the scan"));
    m_table->setModel(&m_findings);
    setUpTable(m_table, tr("Findings table"));
    m_table->setItemDelegateForColumn(FindingTableModel::Severity, new SeverityDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setMinimumHeight(spacing(this, 5));
    auto *fit = new ColumnFit(m_table, new TableMenu(m_table));
    fit->setStretch(FindingTableModel::Title, 12);
    connect(&m_findings, &QAbstractItemModel::modelReset, fit, &ColumnFit::measure);
    auto *empty = new EmptyState(tr("Nothing was found"), tr("No known weakness of the packages in this image."),
                                 m_table->viewport());
    empty->follow(&m_findings);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(m_summary);
    layout->addWidget(m_table, 1);
    setFocusProxy(m_table);
    hide();
}

void FindingsPane::show(const ImageScan &scan)
{
    setVisible(true);
    m_findings.show(scan);
    m_summary->showText(tr("%1. %2").arg(lineText(scan.image), scanText(scan)));
}

void FindingsPane::clear()
{
    hide();
    m_findings.show({});
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sessiondelegates.h"

#include "models/sessions/sandboxfilesmodel.h"
#include "models/sessions/sessionroles.h"
#include "models/sessions/sessiontablemodel.h"
#include "ui/theme/theme.h"

namespace hermes {

namespace {

Glyph statusGlyph(SessionStatus status)
{
    switch (status) {
    case SessionStatus::Open: return Glyph::Check;
    case SessionStatus::Running: return Glyph::Spinner;
    case SessionStatus::Stale: return Glyph::Clock;
    case SessionStatus::Lost: return Glyph::Triangle;
    case SessionStatus::Closed: return Glyph::Dash;
    case SessionStatus::Waiting: return Glyph::Dots;
    case SessionStatus::Ending: return Glyph::Square;
    case SessionStatus::Failed: break;
    }
    return Glyph::Cross;
}

QColor statusColor(SessionStatus status, const QPalette &palette)
{
    const ThemeColors &colors = themeColors(palette);
    switch (status) {
    case SessionStatus::Open: return colors.good;
    case SessionStatus::Running:
    case SessionStatus::Ending: return palette.color(QPalette::Link);
    case SessionStatus::Stale:
    case SessionStatus::Waiting: return colors.warning;
    case SessionStatus::Lost: return colors.infrastructure;
    case SessionStatus::Closed: return colors.muted;
    case SessionStatus::Failed: break;
    }
    return colors.bad;
}

} // namespace

void SessionDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    GlyphDelegate::initStyleOption(option, index);
    // Ids differ at their end more than in their middle.
    if (index.column() == SessionTableModel::Id)
        option->textElideMode = Qt::ElideMiddle;
}

std::optional<Glyph> SessionDelegate::glyphOf(const QModelIndex &index) const
{
    if (index.column() != SessionTableModel::State)
        return std::nullopt;
    return statusGlyph(SessionStatus(index.data(SessionStatusRole).toInt()));
}

QColor SessionDelegate::inkOf(const QModelIndex &index, const QPalette &palette) const
{
    const auto status = SessionStatus(index.data(SessionStatusRole).toInt());
    const bool isAside = status == SessionStatus::Closed || index.data(UnlistedRole).toBool();
    if (isAside && status != SessionStatus::Failed)
        return themeColors(palette).muted;
    if (index.column() == SessionTableModel::State)
        return statusColor(status, palette);
    if (index.column() == SessionTableModel::Note && status == SessionStatus::Failed)
        return themeColors(palette).bad;
    return palette.color(QPalette::Text);
}

std::optional<Glyph> FileDelegate::glyphOf(const QModelIndex &index) const
{
    if (index.column() != SandboxFilesModel::Name)
        return std::nullopt;
    switch (FileEntry::Kind(index.data(EntryKindRole).toInt())) {
    case FileEntry::Kind::Folder: return Glyph::Folder;
    case FileEntry::Kind::Link: return Glyph::Link;
    case FileEntry::Kind::File: return Glyph::Sheet;
    case FileEntry::Kind::Other: break;
    }
    return Glyph::Dots;
}

QColor FileDelegate::inkOf(const QModelIndex &index, const QPalette &palette) const
{
    const auto kind = FileEntry::Kind(index.data(EntryKindRole).toInt());
    return kind == FileEntry::Kind::Other ? themeColors(palette).muted : palette.color(QPalette::Text);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sandboxfilesmodel.h"

#include "backends/engine/engine.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/sessions/sessionroles.h"
#include "models/tables/roworder.h"

#include <QLocale>
#include <QSet>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
QDateTime timeOf(const FileEntry &entry)
{
    return QDateTime::fromSecsSinceEpoch(entry.modified.time_since_epoch().count()).toLocalTime();
}
} // namespace

QString fileNameText(const QByteArray &name)
{
    return lineText(QString::fromUtf8(name).replace(u'\t', u'␉').replace(u'\n', u'␊'));
}

QStringList localFileNames(const QByteArrayList &names)
{
    QStringList local;
    QSet<QString> taken;
    for (const QByteArray &name : names) {
        const QString shown = fileNameText(name);
        // Before its ending, so that it stays a file of its kind; a dot at the front begins none.
        const qsizetype dot = shown.lastIndexOf(u'.');
        const qsizetype end = dot > 0 ? dot : shown.size();
        QString own = shown;
        for (int number = 2; taken.contains(own); ++number)
            own = u"%1 (%2)%3"_s.arg(shown.first(end)).arg(number).arg(shown.sliced(end));
        taken.insert(own);
        local.append(std::move(own));
    }
    return local;
}

SandboxFilesModel::SandboxFilesModel(Engine *engine, QObject *parent) : QAbstractTableModel(parent), m_engine(engine) { }

SandboxFilesModel::~SandboxFilesModel()
{
    stopListing();
}

void SandboxFilesModel::open(const SessionKey &sandbox)
{
    if (m_sandbox == sandbox)
        return;
    clear();
    m_sandbox = sandbox;
    m_phase = Phase::Loading;
    load({});
}

void SandboxFilesModel::clear()
{
    stopListing();
    m_sandbox.reset();
    m_folder.clear();
    m_fault.reset();
    m_isCut = false;
    m_phase = Phase::Nothing;
    replaceRows({});
    Q_EMIT changed();
}

void SandboxFilesModel::goTo(const QByteArrayList &folder)
{
    load(folder);
}

void SandboxFilesModel::enter(int row)
{
    const FileEntry &entered = entry(row);
    if (entered.kind == FileEntry::Kind::Folder || entered.kind == FileEntry::Kind::Link)
        goTo(m_folder + QByteArrayList {entered.name});
}

void SandboxFilesModel::up()
{
    if (!m_folder.isEmpty())
        goTo(m_folder.first(m_folder.size() - 1));
}

void SandboxFilesModel::refresh()
{
    goTo(m_folder);
}

void SandboxFilesModel::stopListing()
{
    if (m_stop)
        m_stop->request_stop();
    m_stop.reset();
}

void SandboxFilesModel::load(const QByteArrayList &folder)
{
    stopListing();
    if (!m_sandbox)
        return;
    const std::stop_token stop = m_stop.emplace().get_token();
    m_engine->listFiles(m_sandbox->address(), folder.join('/'), stop)
        .then(this, [this, stop, folder](Result<FolderContent> content) {
            // Something else is wanted by now.
            if (!stop.stop_requested())
                take(folder, std::move(content));
        });
    Q_EMIT changed();
}

void SandboxFilesModel::take(const QByteArrayList &folder, Result<FolderContent> content)
{
    m_stop.reset();
    const bool isSame = m_phase == Phase::Shown && folder == m_folder;
    if (content) {
        m_fault.reset();
        m_isCut = !content->isComplete;
        m_folder = folder;
        if (isSame)
            mergeRows(content->entries);
        else
            replaceRows(std::move(content->entries));
        m_phase = Phase::Shown;
    } else {
        m_fault = std::move(content.error());
        // Somewhere else could not be gone to: what is shown is still true.
        if (m_phase != Phase::Shown || isSame) {
            m_phase = Phase::Failed;
            replaceRows({});
        }
    }
    Q_EMIT changed();
}

SandboxFilesModel::Row SandboxFilesModel::rowOf(const FileEntry &entry)
{
    QString shown = fileNameText(entry.name);
    QString sortKey = shown.toCaseFolded();
    return {.entry = entry, .shown = std::move(shown), .sortKey = std::move(sortKey)};
}

bool SandboxFilesModel::isBefore(const Row &left, const Row &right) const
{
    const bool isFolder = left.entry.kind == FileEntry::Kind::Folder;
    if (isFolder != (right.entry.kind == FileEntry::Kind::Folder))
        return isFolder;
    const Row &first = m_sortOrder == Qt::AscendingOrder ? left : right;
    const Row &second = m_sortOrder == Qt::AscendingOrder ? right : left;
    if (m_sortColumn == Size && first.entry.size != second.entry.size)
        return first.entry.size < second.entry.size;
    if (m_sortColumn == Modified && first.entry.modified != second.entry.modified)
        return first.entry.modified < second.entry.modified;
    const int names = first.sortKey.compare(second.sortKey);
    return names != 0 ? names < 0 : first.entry.name < second.entry.name;
}

void SandboxFilesModel::replaceRows(QList<FileEntry> entries)
{
    if (entries.isEmpty() && m_rows.empty())
        return;
    beginResetModel();
    m_rows.clear();
    m_rows.reserve(size_t(entries.size()));
    for (const FileEntry &entry : std::as_const(entries))
        m_rows.push_back(rowOf(entry));
    std::ranges::sort(m_rows, [this](const Row &left, const Row &right) { return isBefore(left, right); });
    endResetModel();
}

void SandboxFilesModel::mergeRows(const QList<FileEntry> &entries)
{
    QHash<QByteArray, qsizetype> places;
    for (qsizetype at = 0; at < entries.size(); ++at)
        places.insert(entries.at(at).name, at);
    for (int last = rowCount() - 1; last >= 0; --last) {
        const auto known = places.constFind(entry(last).name);
        if (known != places.cend()) {
            const FileEntry &now = entries.at(*known);
            if (now != entry(last)) {
                m_rows[size_t(last)].entry = now;
                Q_EMIT dataChanged(index(last, 0), index(last, ColumnCount - 1));
            }
            places.erase(known);
            continue;
        }
        int first = last;
        while (first > 0 && !places.contains(entry(first - 1).name))
            --first;
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        endRemoveRows();
        last = first;
    }
    if (!places.isEmpty()) {
        beginInsertRows({}, rowCount(), rowCount() + int(places.size()) - 1);
        for (const qsizetype at : std::as_const(places))
            m_rows.push_back(rowOf(entries.at(at)));
        endInsertRows();
    }
    sort(m_sortColumn, m_sortOrder);
}

void SandboxFilesModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column < 0 ? int(Name) : column;
    m_sortOrder = order;
    const std::vector<int> from = orderOf(m_rows, [this](const Row &left, const Row &right) { return isBefore(left, right); });
    if (from.empty())
        return;
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const std::vector<int> to = reorder(m_rows, from);
    const QModelIndexList before = persistentIndexList();
    QModelIndexList after;
    for (const QModelIndex &index : before)
        after.append(this->index(to[size_t(index.row())], index.column()));
    changePersistentIndexList(before, after);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

QByteArray SandboxFilesModel::pathOf(const QByteArray &name) const
{
    return (m_folder + QByteArrayList {name}).join('/');
}

bool SandboxFilesModel::contains(const QByteArray &name) const
{
    return std::ranges::any_of(m_rows, [&](const Row &row) { return row.entry.name == name; });
}

int SandboxFilesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

int SandboxFilesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString SandboxFilesModel::text(const FileEntry &entry, int column) const
{
    if (column == Size)
        return entry.kind == FileEntry::Kind::File ? byteCountText(entry.size) : QString();
    return QLocale().toString(timeOf(entry), QLocale::ShortFormat);
}

QVariant SandboxFilesModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Row &row = m_rows[size_t(index.row())];
    const bool isName = index.column() == Name;
    switch (role) {
    case Qt::DisplayRole: return isName ? row.shown : text(row.entry, index.column());
    case Qt::ToolTipRole: return isName ? toolTipText(row.shown) : QString();
    case Qt::AccessibleTextRole:
        if (!isName || row.entry.kind == FileEntry::Kind::File)
            return isName ? row.shown : text(row.entry, index.column());
        return row.entry.kind == FileEntry::Kind::Folder ? tr("%1, folder").arg(row.shown)
            : row.entry.kind == FileEntry::Kind::Link    ? tr("%1, link").arg(row.shown)
                                                         : tr("%1, no file").arg(row.shown);
    case Qt::TextAlignmentRole: return int((index.column() == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case EntryKindRole: return int(row.entry.kind);
    case SortRole:
        return isName ? QVariant(row.shown) : index.column() == Size ? QVariant(row.entry.size) : QVariant(timeOf(row.entry));
    default: return {};
    }
}

QVariant SandboxFilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole && section < rowCount() ? QVariant(m_rows[size_t(section)].shown) : QVariant();
    if (role == Qt::TextAlignmentRole)
        return int((section == Size ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Name");
    case Size: return tr("Size");
    case Modified: return tr("Modified");
    default: return {};
    }
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessionrow.h"

#include <QAbstractTableModel>

#include <stop_token>
#include <vector>

namespace hermes {

class Engine;

/// One folder of a sandbox at a time, folders first.
///
/// Names are bytes that snippets chose: they are shown made harmless, and used as they are. What is shown stays until the
/// answer for another folder is there; a folder that is listed again is updated in place. GUI thread only.
class SandboxFilesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Size, Modified, ColumnCount };
    enum class Phase : quint8 {
        Nothing, ///< No sandbox is chosen.
        Loading, ///< Its first folder is on the way.
        Shown,
        Failed   ///< fault() says why nothing can be shown.
    };

    /// The engine must outlive it.
    explicit SandboxFilesModel(Engine *engine, QObject *parent = nullptr);
    ~SandboxFilesModel() override;

    /// Shows the sandbox's own folder; ignored for the one that is shown.
    void open(const SessionKey &sandbox);
    void clear();
    /// Goes to a folder by its names below the sandbox's own.
    void goTo(const QByteArrayList &folder);
    /// Goes into the folder, or the link, in this row.
    void enter(int row);
    void up();
    void refresh();

    [[nodiscard]] Phase phase() const { return m_phase; }
    /// An answer is on the way.
    [[nodiscard]] bool isListing() const { return m_stop.has_value(); }
    /// Why the last question failed; nothing when it did not.
    [[nodiscard]] const std::optional<Fault> &fault() const { return m_fault; }
    [[nodiscard]] const std::optional<SessionKey> &sandbox() const { return m_sandbox; }
    /// The names that lead to the folder that is shown; empty: the sandbox's own.
    [[nodiscard]] const QByteArrayList &folder() const { return m_folder; }
    /// The folder has more entries than are listed.
    [[nodiscard]] bool isCut() const { return m_isCut; }
    [[nodiscard]] const FileEntry &entry(int row) const { return m_rows[size_t(row)].entry; }
    /// As the sandbox knows it.
    [[nodiscard]] QByteArray pathOf(const QByteArray &name) const;
    [[nodiscard]] bool contains(const QByteArray &name) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

Q_SIGNALS:
    /// Anything but the rows has changed: phase, folder, fault.
    void changed();

private:
    struct Row
    {
        FileEntry entry = {};
        QString shown = {};
        QString sortKey = {}; ///< Without upper case, so that comparing is cheap.
    };

    void load(const QByteArrayList &folder);
    void take(const QByteArrayList &folder, Result<FolderContent> content);
    void stopListing();
    void replaceRows(QList<FileEntry> entries);
    void mergeRows(const QList<FileEntry> &entries);
    [[nodiscard]] static Row rowOf(const FileEntry &entry);
    [[nodiscard]] bool isBefore(const Row &left, const Row &right) const;
    [[nodiscard]] QString text(const FileEntry &entry, int column) const;

    Engine *m_engine;
    Phase m_phase = Phase::Nothing;
    std::optional<SessionKey> m_sandbox;
    QByteArrayList m_folder;
    std::vector<Row> m_rows;
    bool m_isCut = false;
    std::optional<Fault> m_fault;
    std::optional<std::stop_source> m_stop; ///< Of the question under way.
    int m_sortColumn = Name;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

/// A name as it can be shown in one line: signs in place of what could mislead.
[[nodiscard]] QString fileNameText(const QByteArray &name);
/// What these can be called on this machine, where names are text: each as it can be shown, no two alike.
[[nodiscard]] QStringList localFileNames(const QByteArrayList &names);

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/connectiontests.h"
#include "models/profiles/profilestore.h"

#include <QAbstractListModel>
#include <QSet>

#include <vector>

namespace hermes {

/// What can be chosen to run on: each kind of backend as it is, followed by its profiles in the order of the file;
/// profiles of an unknown backend at the end. GUI thread only.
class BackendListModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        KindTitleRole = Qt::UserRole + 1, ///< "This machine"; the word of the file where the backend is unknown.
        IsolationRole,
        TestStateRole, ///< ConnectionTest::State as int.
        TestTextRole,  ///< "passed at 14:03", "failed: work folder (at 14:03)".
        ProblemRole,   ///< Why it cannot be used as it stands; empty when it can.
        UnsavedRole,   ///< bool: there are edits that are not in the file.
    };

    /// They must outlive it.
    BackendListModel(const Engine *engine, const ProfileStore *store, const ConnectionTests *tests, QObject *parent = nullptr);

    /// Profiles with edits that are not saved. Those that are in the file no longer stay in the list as long as they have some.
    void setUnsaved(const QSet<BackendName> &names);
    /// Profiles that are not shown for now: they are about to be deleted.
    void setHidden(const QSet<QString> &profiles);

    [[nodiscard]] BackendName nameOf(int row) const { return m_entries[size_t(row)].name; }
    /// -1: none of this name.
    [[nodiscard]] int rowOf(const BackendName &name) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Entry
    {
        BackendName name = {};
        QString title = {};
        QString kindTitle = {};
        QString isolation = {};
        ConnectionTest::State testState = ConnectionTest::State::Untested;
        QString testText = {};
        QString problem = {};
        bool unsaved = false;

        bool operator==(const Entry &) const = default;
    };

    void update();
    [[nodiscard]] QList<BackendName> names() const;
    [[nodiscard]] Entry entryOf(const BackendName &name) const;
    void replace(const std::vector<Entry> &entries);

    const Engine *m_engine;
    const ProfileStore *m_store;
    const ConnectionTests *m_tests;
    QSet<BackendName> m_unsaved;
    QSet<QString> m_hidden;
    std::vector<Entry> m_entries;
};

/// How a test stands or ended, in a few words; `current` are the settings that would be tested now.
[[nodiscard]] QString connectionText(const ConnectionTest &test, const Result<Settings> &current);

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/profiles/backendchoice.h"
#include "models/profiles/profilefile.h"
#include "models/profiles/secrettasks.h"

#include <QAbstractListModel>
#include <QSet>

#include <optional>
#include <vector>

namespace hermes {

/// One setting of a backend as a form shows it.
struct SettingField
{
    Setting setting = {};
    std::optional<QString> stored = {}; ///< In the profile file.
    std::optional<QString> own = {};    ///< As it is edited; nothing: not set in the profile.
    /// The value that counts with the edits as they are, in its canonical spelling; empty where nothing is set.
    SettingValue inForce = {};
    QString variable = {}; ///< The environment variable that comes before the profile; empty: none.
    QString problem = {};  ///< What is wrong with the value that counts, or with the own one.
    QString secretState = {}; ///< Of a secret: where it comes from, in words; never its value.
    bool isStored = false;    ///< Of a secret: the store has it.
    QString changedMeanwhile = {}; ///< The file's value, where it was changed after the user began to edit; as a sentence.

    bool operator==(const SettingField &other) const;
    [[nodiscard]] bool isEdited() const { return own != stored; }
};

/// The settings of one backend: of a profile, or of a kind without one. Keeps the edits of every backend that was shown
/// until they are saved or reverted, whatever happens to the file meanwhile. GUI thread only.
///
/// The rows are the settings in the order of the schema.
class SettingsFormModel final : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        SourceRole = Qt::UserRole + 1, ///< "environment HERMES_LOCAL_WORKDIR", "profile quick", "default", "not set", "keychain".
        ProblemRole,
    };

    using QAbstractListModel::QAbstractListModel;

    /// Shows a backend with its edits, or shows it again with what the file has now. A kind that is null has no settings.
    void show(const BackendName &name, const BackendKind *kind, const ProfileSet &set);

    /// Tells of secrets where they are from then on. It must outlive this.
    void setSecrets(const SecretTasks *secrets);
    /// The secret of a row's setting.
    [[nodiscard]] SecretWish secretOf(int row) const;

    [[nodiscard]] const BackendName &name() const { return m_name; }
    [[nodiscard]] const SettingField &field(int row) const { return m_fields[size_t(row)]; }
    [[nodiscard]] QString sourceText(int row) const;
    /// Nothing: takes the setting out of the profile.
    void setOwn(int row, const std::optional<QString> &text);
    /// Drops the edits of the backend that is shown.
    void discardEdits();

    [[nodiscard]] bool isEdited() const { return m_drafts.contains(m_name); }
    /// All backends with edits, shown or not.
    [[nodiscard]] QSet<BackendName> edited() const;
    /// The first row whose own value cannot be used; -1 when all can.
    [[nodiscard]] int firstBadRow() const;
    /// With the edits as they are.
    [[nodiscard]] Result<Settings> settings() const;

    /// Writes the edits of the shown backend into the text of the file, as those of `profile`, which is made when it is not
    /// there. May be called on any thread.
    [[nodiscard]] ProfileFile::Edit saving(const QString &profile) const;
    /// The edits of one backend are those of another one now.
    void moveEdits(const BackendName &from, const BackendName &to);
    void dropEdits(const BackendName &name);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    /// EditRole; an invalid value takes the setting out of the profile.
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    /// isEdited(), edited() or settings() may be different.
    void changed();

private:
    /// What the user wants a setting to be, and what the file had then.
    struct Edit
    {
        std::optional<QString> own = {};
        std::optional<QString> before = {};
    };
    using Draft = QHash<QString, Edit>;

    [[nodiscard]] SettingField fieldOf(const Setting &setting) const;
    void addSecret(SettingField &field) const;
    [[nodiscard]] SettingSources sources() const;
    void dropSettledEdits();
    void refresh();

    const SecretTasks *m_secrets = nullptr;
    BackendName m_name;
    SettingsSchema m_schema;
    std::optional<Profile> m_profile; ///< As the file has it.
    QHash<QString, SettingPlace> m_places;
    QHash<QString, QString> m_environment;
    QHash<BackendName, Draft> m_drafts;
    std::vector<SettingField> m_fields;
};

} // namespace hermes

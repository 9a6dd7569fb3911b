// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/delayedaction.h"
#include "models/profiles/backendlistmodel.h"
#include "models/profiles/settingsformmodel.h"
#include "ui/backends/profiledialog.h"

class QAction;
class QWidget;

namespace hermes {

/// What can be done with profiles, as actions that follow what is chosen. Changes reach the file through the store, the
/// deletion of a profile only after a while.
class ProfileActions final : public QObject
{
    Q_OBJECT

public:
    /// What the actions work on; all of it must outlive them.
    struct Parts
    {
        Engine *engine;
        ProfileStore *store;
        ConnectionTests *tests;
        BackendListModel *list;
        SettingsFormModel *form;
        SecretTasks *secrets;
    };

    ProfileActions(const Parts &parts, QWidget *parent);

    [[nodiscard]] QAction *create() const { return m_create; }
    [[nodiscard]] QAction *duplicate() const { return m_duplicate; }
    [[nodiscard]] QAction *rename() const { return m_rename; }
    [[nodiscard]] QAction *remove() const { return m_remove; }
    [[nodiscard]] QAction *save() const { return m_save; }
    [[nodiscard]] QAction *discardEdits() const { return m_revert; }
    [[nodiscard]] QAction *copyPath() const { return m_copyPath; }
    [[nodiscard]] DelayedAction *deletion() { return &m_deletion; }
    [[nodiscard]] const QSet<QString> &hidden() const { return m_hidden; }

    /// The actions as they fit what the form shows.
    void update();

Q_SIGNALS:
    void failed(const hermes::Fault &fault);
    /// Something was done that leaves this one to be shown.
    void chosen(const hermes::BackendName &name);
    /// A value of this row keeps the edits from being saved.
    void badValue(int row);

private:
    void createActions();
    void askForNew();
    void askForDuplicate();
    void askForName();
    void beginDeletion();
    void saveEdits();
    void change(ProfileFile::Edit edit, std::function<void()> then);
    void moveSecrets(const BackendName &from, const BackendName &to);
    void hide(const QString &profile, bool hidden);
    [[nodiscard]] QStringList taken() const;
    [[nodiscard]] QWidget *window() const;

    Parts m_parts;
    DelayedAction m_deletion;
    QSet<QString> m_hidden;
    QAction *m_create = nullptr;
    QAction *m_duplicate = nullptr;
    QAction *m_rename = nullptr;
    QAction *m_remove = nullptr;
    QAction *m_save = nullptr;
    QAction *m_revert = nullptr;
    QAction *m_copyPath = nullptr;
};

} // namespace hermes

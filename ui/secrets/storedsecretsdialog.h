// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/profiles/storedsecretsmodel.h"

#include <QDialog>

class QPushButton;
class QTableView;

namespace hermes {

class Banner;
class Dialogs;
class WrappingLabel;

/// The secrets of the store, to add, replace and delete some. Stays open beside the window.
class StoredSecretsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Tasks, profiles and dialogs must outlive it.
    StoredSecretsDialog(const QList<BackendKind> &kinds, SecretTasks *tasks, ProfileStore *profiles, Dialogs *dialogs,
                        QWidget *parent);

private:
    void createTable();
    void createLayout();
    [[nodiscard]] QPushButton *addButton(const QString &text, const QString &name, std::function<void()> act);
    [[nodiscard]] QString chosen() const;
    void enable();

    SecretTasks *m_tasks;
    Dialogs *m_dialogs;
    StoredSecretsModel m_model;
    QString m_wanted; ///< Chosen again after the list has changed.
    QTableView *m_table = nullptr;
    WrappingLabel *m_done = nullptr;
    QPushButton *m_replace = nullptr;
    QPushButton *m_remove = nullptr;
};

} // namespace hermes

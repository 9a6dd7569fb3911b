// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/profiles/backendchoice.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace hermes {

class ChoiceBox;
class WrappingLabel;

/// Asks for the name of a profile, and for its backend where that is open. Says why a name cannot be taken while it is typed.
class ProfileDialog final : public QDialog
{
    Q_OBJECT

public:
    struct Request
    {
        QString title = {};
        QString accept = {}; ///< A verb with its object: "Create profile".
        QString name = {};   ///< The proposal.
        QString note = {};   ///< What else there is to know, or empty.
        QList<BackendKind> kinds = {}; ///< To choose from; empty: nothing is to be chosen.
        QString kind = {};   ///< The one that is chosen at first.
        QStringList taken = {};
    };

    ProfileDialog(const Request &request, QWidget *parent);

    [[nodiscard]] QString profileName() const;
    /// Empty where none was to be chosen.
    [[nodiscard]] QString kind() const;

private:
    void createLayout(const Request &request);
    void check();

    QStringList m_taken;
    QLineEdit *m_name;
    ChoiceBox *m_kind;
    WrappingLabel *m_problem;
    QPushButton *m_accept = nullptr;
};

} // namespace hermes

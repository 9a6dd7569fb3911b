// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/profiles/backendchoice.h"
#include "ui/widgets/namedialog.h"

namespace hermes {

class ChoiceBox;

/// Asks for the name of a profile, and for its backend where that is open.
class ProfileDialog final : public NameDialog
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

    [[nodiscard]] QString profileName() const { return name(); }
    /// Empty where none was to be chosen.
    [[nodiscard]] QString kind() const;

private:
    ChoiceBox *m_kind;
};

} // namespace hermes

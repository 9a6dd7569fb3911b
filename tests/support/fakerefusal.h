// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QJsonObject>
#include <QString>

namespace hermes::tests {

/// An option of a container that this daemon cannot carry out, and how that shows.
struct FakeRefusal
{
    enum class Way {
        AtCreation, ///< The request that makes the container fails.
        AtStart,    ///< The one that starts it does.
        Death,      ///< It starts and has ended at once, with the text in its log.
        Warning     ///< It is made and started without the option; the answer says so in its warnings.
    };
    QString option =
        {}; ///< As in the request: "HostConfig.Memory", or "HostConfig.SecurityOpt=no-new-privileges" for a value of a list.
    Way way = Way::AtCreation;
    int status = 500; ///< The exit code for Death.
    QString message = {};

    /// Whether a container that is made by this request is to have the option: it is there, and neither empty nor off.
    [[nodiscard]] bool concerns(const QJsonObject &created) const;

    /// The ways of daemons that exist.
    [[nodiscard]] static FakeRefusal snapInit();
    [[nodiscard]] static FakeRefusal snapNoNewPrivileges();
    [[nodiscard]] static FakeRefusal noInitProgram();
    [[nodiscard]] static FakeRefusal rootlessMemory();
    [[nodiscard]] static FakeRefusal rootlessPids();
    [[nodiscard]] static FakeRefusal podmanPids();
    [[nodiscard]] static FakeRefusal podmanMemory();
};

} // namespace hermes::tests

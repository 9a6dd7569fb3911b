// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QByteArrayList>
#include <QHash>
#include <QList>
#include <QString>
#include <QStringList>

#include <optional>

namespace hermes {

/// One option of a command; its flag, its line in the help and how often it may be given follow from it.
struct OptionSpec
{
    QString flag = {};  ///< "--timeout" or "-s".
    QString value = {}; ///< "SECONDS": what the help calls its value; empty for a switch.
    QString help = {};
    bool repeatable = false;
    QString group = {}; ///< Heading in the help; empty: "Options".
    bool anyBytes = false; ///< Its value passes as it is; others must be text.
};

/// One argument without a flag.
struct PositionalSpec
{
    QString name = {}; ///< "SRC"
    QString help = {};
    bool required = true;
    bool anyBytes = false; ///< As of an option: the name of a file elsewhere need not be text.
};

/// What was given on the command line, as bytes: code and values need not be valid text.
class Arguments final
{
public:
    void add(const QString &name, QByteArray value) { m_values[name].append(std::move(value)); }

    [[nodiscard]] QStringList names() const { return m_values.keys(); }
    [[nodiscard]] bool has(const QString &name) const { return m_values.contains(name); }
    /// Every value of an option in the order given; one empty entry for each time a switch is given.
    [[nodiscard]] QByteArrayList all(const QString &name) const { return m_values.value(name); }
    [[nodiscard]] QStringList texts(const QString &name) const;
    [[nodiscard]] QString text(const QString &name) const;
    /// The last one, as it was given; empty when it is not there.
    [[nodiscard]] QByteArray bytes(const QString &name) const;
    /// A whole number in the given range; nothing when the flag is not there.
    [[nodiscard]] Result<std::optional<int>> integer(const QString &flag, int minimum, int maximum) const;

private:
    QHash<QString, QByteArrayList> m_values;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/arguments.h"

#include "backends/core/settings.h"

using namespace Qt::StringLiterals;

namespace hermes {

QStringList Arguments::texts(const QString &name) const
{
    QStringList texts;
    for (const QByteArray &value : m_values.value(name))
        texts.append(QString::fromUtf8(value));
    return texts;
}

QString Arguments::text(const QString &name) const
{
    return QString::fromUtf8(bytes(name));
}

QByteArray Arguments::bytes(const QString &name) const
{
    const QByteArrayList values = m_values.value(name);
    return values.isEmpty() ? QByteArray() : values.last();
}

Result<std::optional<int>> Arguments::integer(const QString &flag, int minimum, int maximum) const
{
    if (!has(flag))
        return std::optional<int>();
    const Setting setting {.key = flag, .type = SettingType::Integer, .minimum = minimum, .maximum = maximum};
    return checkSetting(setting, text(flag), flag).transform([](const QString &number) { return std::optional(number.toInt()); });
}

} // namespace hermes

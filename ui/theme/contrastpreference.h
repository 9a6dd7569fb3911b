// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDBusConnection>
#include <QDBusVariant>
#include <QObject>

namespace hermes {

/// Whether the desktop asks programs for more contrast, as the settings portal of freedesktop.org tells it. Qt 6.8 does not
/// know. GUI thread; what is not answered or cannot be asked is no wish for it.
class ContrastPreference final : public QObject
{
    Q_OBJECT

public:
    explicit ContrastPreference(QDBusConnection bus = QDBusConnection::sessionBus(), QObject *parent = nullptr);

    [[nodiscard]] bool wantsMore() const { return m_wantsMore; }

Q_SIGNALS:
    /// wantsMore() answers otherwise now.
    void changed();

private Q_SLOTS:
    void take(const QString &group, const QString &key, const QDBusVariant &value);

private:
    void ask();

    QDBusConnection m_bus;
    bool m_wantsMore = false;
};

} // namespace hermes

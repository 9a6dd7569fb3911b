// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/secretsource.h"

#include <QFuture>
#include <QHash>
#include <QObject>

#include <functional>
#include <optional>

namespace hermes {

/// What a user does with the secrets of the store, and how that went. Nothing waits: a task that the keychain is slow with
/// is under way until it answers. GUI thread only.
class SecretTasks final : public QObject
{
    Q_OBJECT

public:
    /// The store must outlive it.
    explicit SecretTasks(TokenStore *store, QObject *parent = nullptr);

    /// Of the secrets that are stored; empty before they were read for the first time.
    [[nodiscard]] const QStringList &names() const { return m_names; }
    [[nodiscard]] StoreState state() const { return m_store->state(); }
    /// Whether the store has yet to answer about this secret, or about any.
    [[nodiscard]] bool isWaitingFor(const QString &name) const { return m_waiting.contains(name); }
    [[nodiscard]] bool isWaiting() const { return !m_waiting.isEmpty(); }
    /// Why the latest task failed; retry() begins that one again.
    [[nodiscard]] const std::optional<Fault> &problem() const { return m_problem; }
    void retry();

    void store(const QString &name, const Secret &value);
    void remove(const QString &name);
    /// Looks whether it can be had from where it comes from. Shows nothing of it.
    void test(const SecretWish &wish);
    /// Gives those of a renamed profile their new names.
    void move(const QString &from, const QString &to);

Q_SIGNALS:
    /// Anything of the above may be different.
    void changed();
    /// A task ended well; a sentence that says how.
    void done(const QString &sentence);

private:
    using Task = std::function<void()>;

    void readNames();
    template<typename T>
    void follow(const QString &name, QFuture<Result<T>> future, const Task &again, std::function<void(const T &)> then);
    void begin(const QString &name);
    void end(const QString &name, const std::optional<Fault> &fault, const Task &again);

    TokenStore *m_store;
    QStringList m_names;
    QHash<QString, int> m_waiting; ///< Tasks under way by name.
    std::optional<Fault> m_problem;
    Task m_again;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secrettasks.h"

#include "models/displaytext.h"

namespace hermes {

SecretTasks::SecretTasks(TokenStore *store, QObject *parent) : QObject(parent), m_store(store)
{
    connect(store, &TokenStore::namesChanged, this, &SecretTasks::readNames);
    connect(store, &TokenStore::stateChanged, this, &SecretTasks::changed);
    readNames();
}

void SecretTasks::readNames()
{
    m_store->names().then(this, [this](const Result<QStringList> &names) {
        if (names) {
            m_names = *names;
        } else {
            m_problem = names.error();
            m_again = [this] { readNames(); };
        }
        Q_EMIT changed();
    });
}

void SecretTasks::retry()
{
    if (const Task again = std::exchange(m_again, {}))
        again();
}

void SecretTasks::begin(const QString &name)
{
    ++m_waiting[name];
    // What is begun anew has no problem yet.
    m_problem.reset();
    m_again = {};
    Q_EMIT changed();
}

void SecretTasks::end(const QString &name, const std::optional<Fault> &fault, const Task &again)
{
    if (--m_waiting[name] == 0)
        m_waiting.remove(name);
    if (fault) {
        m_problem = fault;
        m_again = again;
    }
    Q_EMIT changed();
}

template<typename T>
void SecretTasks::follow(const QString &name, QFuture<Result<T>> future, const Task &again, std::function<void(const T &)> then)
{
    future.then(this, [this, name, again, then = std::move(then)](const Result<T> &answer) {
        end(name, answer ? std::nullopt : std::optional(answer.error()), again);
        if (answer)
            then(*answer);
    });
}

void SecretTasks::store(const QString &name, const Secret &value)
{
    begin(name);
    m_store->write(name, value).then(this, [this, name, value](const Result<> &written) {
        end(name, written ? std::nullopt : std::optional(written.error()), [this, name, value] { store(name, value); });
        if (!written)
            return;
        Q_EMIT done(state() == StoreState::MemoryOnly ? tr("%1 is kept in memory until the program ends").arg(lineText(name, 80))
                                                      : tr("%1 is in the keychain").arg(lineText(name, 80)));
    });
}

void SecretTasks::remove(const QString &name)
{
    begin(name);
    m_store->remove(name).then(this, [this, name](const Result<> &removed) {
        // Somebody else may have done it.
        const bool isGone = removed || removed.error().kind == FaultKind::NotFound;
        end(name, isGone ? std::nullopt : std::optional(removed.error()), [this, name] { remove(name); });
        if (isGone)
            Q_EMIT done(tr("%1 is deleted").arg(lineText(name, 80)));
    });
}

void SecretTasks::test(const SecretWish &wish)
{
    if (const QString variable = variableInForce(wish); !variable.isEmpty()) {
        Q_EMIT done(tr("The environment variable %1 gives it, and comes before the keychain").arg(variable));
        return;
    }
    begin(wish.name);
    follow<Secret>(
        wish.name, m_store->read(wish.name), [this, wish] { test(wish); },
        [this, wish](const Secret &) {
            Q_EMIT done(state() == StoreState::MemoryOnly ? tr("%1 can be read from memory").arg(lineText(wish.name, 80))
                                                          : tr("%1 can be read from the keychain").arg(lineText(wish.name, 80)));
        });
}

void SecretTasks::move(const QString &from, const QString &to)
{
    if (!m_names.contains(from))
        return;
    begin(from);
    follow<Secret>(
        from, m_store->read(from), [this, from, to] { move(from, to); },
        [this, from, to](const Secret &value) {
            begin(to);
            m_store->write(to, value).then(this, [this, from, to](const Result<> &written) {
                end(to, written ? std::nullopt : std::optional(written.error()), [this, from, to] { move(from, to); });
                if (written)
                    remove(from);
            });
        });
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "memorytokenstore.h"

#include <QPromise>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Fault unknown(const QString &name)
{
    return {.kind = FaultKind::NotFound, .what = u"There is no secret \"%1\""_s.arg(name)};
}

template<typename T, typename... Answer>
QFuture<Result<T>> answered(Answer &&...answer)
{
    QPromise<Result<T>> promise;
    promise.start();
    promise.emplaceResult(std::forward<Answer>(answer)...);
    promise.finish();
    return promise.future();
}

} // namespace

QFuture<Result<Secret>> MemoryTokenStore::read(const QString &name)
{
    const auto found = m_secrets.constFind(name);
    if (found == m_secrets.cend())
        return answered<Secret>(std::unexpected(unknown(name)));
    return answered<Secret>(*found);
}

QFuture<Result<>> MemoryTokenStore::write(const QString &name, const Secret &value)
{
    const bool isNew = !m_secrets.contains(name);
    m_secrets.insert(name, value);
    if (isNew)
        Q_EMIT namesChanged();
    return answered<void>();
}

QFuture<Result<>> MemoryTokenStore::remove(const QString &name)
{
    if (m_secrets.remove(name) == 0)
        return answered<void>(std::unexpected(unknown(name)));
    Q_EMIT namesChanged();
    return answered<void>();
}

QFuture<Result<QStringList>> MemoryTokenStore::names()
{
    return answered<QStringList>(keptNames());
}

} // namespace hermes

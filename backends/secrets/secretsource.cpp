// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secretsource.h"

#include "backends/secrets/secretname.h"

#include <QThread>

#include <condition_variable>
#include <mutex>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

/// The store has a deadline of its own, which is earlier.
constexpr auto LongestWait = 90s;

struct Answer
{
    Result<Secret> secret = {};
    StoreState state = StoreState::Unasked;
};

/// One question on its way to the main thread and back.
struct Exchange
{
    void put(Answer given)
    {
        const std::scoped_lock lock(mutex);
        if (!answer)
            answer = std::move(given);
        answered.notify_all();
    }

    std::mutex mutex;
    std::condition_variable_any answered;
    std::optional<Answer> answer;
};

/// The part of it that the main thread has. When that drops it, as the program ends, nobody is left waiting.
class Delivery final
{
public:
    explicit Delivery(std::shared_ptr<Exchange> exchange) : m_exchange(std::move(exchange)) { }
    Delivery(const Delivery &) = delete;
    Delivery &operator=(const Delivery &) = delete;
    ~Delivery() { put({.secret = fail(FaultKind::Cancelled, u"The program is ending"_s)}); }

    void put(Answer answer) const { m_exchange->put(std::move(answer)); }

private:
    std::shared_ptr<Exchange> m_exchange;
};

std::optional<FoundSecret> inEnvironment(const SecretWish &wish)
{
    const QString variable = variableInForce(wish);
    if (variable.isEmpty())
        return std::nullopt;
    const QByteArray value = qgetenv(variable.toUtf8().constData());
    return FoundSecret {
        .value = Secret(value),
        .source = u"the environment variable %1"_s.arg(variable),
        .advice = u"%1 comes before the keychain: correct it, or unset it to use what is stored as %2."_s.arg(variable, wish.name)};
}

FoundSecret fromStore(const SecretWish &wish, const Answer &answer)
{
    const QString store = answer.state == StoreState::MemoryOnly ? u"the memory of this program"_s : u"the keychain"_s;
    return {.value = *answer.secret,
            .source = u"%1 (\"%2\")"_s.arg(store, wish.name),
            .advice = u"Replace it with hermesctl secrets set %1, or on the page Backends."_s.arg(wish.name)};
}

Fault missing(const SecretWish &wish)
{
    QStringList empty;
    for (const QString &variable : wish.variables) {
        if (qEnvironmentVariableIsSet(variable.toUtf8().constData()))
            empty += variable;
    }
    QString what = u"%1 is not set"_s.arg(wish.what.isEmpty() ? u"The secret \"%1\""_s.arg(wish.name) : wish.what);
    if (!empty.isEmpty())
        what += u": %1 is set but empty, which counts as not set, and nothing is stored as \"%2\""_s.arg(empty.join(u", "_s),
                                                                                                         wish.name);
    const QString variable = wish.variables.isEmpty() ? QString() : u", or set %1"_s.arg(wish.variables.first());
    return {.kind = FaultKind::NotConfigured,
            .what = what,
            .advice = u"Store it with hermesctl secrets set %1%2."_s.arg(wish.name, variable)};
}

} // namespace

SecretWish wishFor(const QString &backend, const QString &profile, const Setting &setting)
{
    const QString of = profile.isEmpty() ? backend : u"%1 (profile %2)"_s.arg(backend, profile);
    return {.name = settingSecretName(backend, profile, setting.key),
            .what = u"The %1 of %2"_s.arg(setting.key, of),
            .variables = QStringList {settingVariable(backend, setting.key)} + setting.vendorVariables};
}

QString variableInForce(const SecretWish &wish)
{
    for (const QString &variable : wish.variables) {
        if (!qEnvironmentVariableIsEmpty(variable.toUtf8().constData()))
            return variable;
    }
    return {};
}

/// Reaches the store as long as there is one.
class SecretSource::Line final
{
public:
    explicit Line(TokenStore *store) : m_store(store) { }

    void cut()
    {
        const std::scoped_lock lock(m_mutex);
        m_store = nullptr;
    }

    [[nodiscard]] bool leadsToThisThread() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_store && m_store->thread() == QThread::currentThread();
    }

    void ask(const SecretWish &wish, const std::shared_ptr<Delivery> &delivery)
    {
        const std::scoped_lock lock(m_mutex);
        if (!m_store)
            return;
        const auto read = [store = m_store, name = wish.name, delivery] {
            store->read(name).then(store, [store, delivery](const Result<Secret> &secret) {
                delivery->put({.secret = secret, .state = store->state()});
            });
        };
        const auto readIfStored = [store = m_store, name = wish.name, read, delivery] {
            store->names().then(store, [store, name, read, delivery](const Result<QStringList> &names) {
                // Names that cannot be read are no reason to leave it out.
                if (!names || names->contains(name))
                    read();
                else
                    delivery->put({.secret = fail(FaultKind::NotFound, {}), .state = store->state()});
            });
        };
        if (wish.onlyIfStored)
            QMetaObject::invokeMethod(m_store, readIfStored, Qt::QueuedConnection);
        else
            QMetaObject::invokeMethod(m_store, read, Qt::QueuedConnection);
    }

private:
    mutable std::mutex m_mutex;
    TokenStore *m_store;
};

SecretSource::SecretSource(TokenStore *store) : m_line(std::make_shared<Line>(store))
{
    // Before its own destructor is over nobody may reach it any more.
    QObject::connect(store, &QObject::destroyed, store, [line = m_line] { line->cut(); });
}

SecretSource::~SecretSource() = default;

Result<std::optional<FoundSecret>> SecretSource::find(const SecretWish &wish, const std::stop_token &stop) const
{
    if (auto given = inEnvironment(wish))
        return given;
    if (m_line->leadsToThisThread())
        return fail(FaultKind::Internal, u"The keychain was asked on the thread that answers for it"_s);
    const auto exchange = std::make_shared<Exchange>();
    m_line->ask(wish, std::make_shared<Delivery>(exchange));
    std::unique_lock lock(exchange->mutex);
    exchange->answered.wait_for(lock, stop, LongestWait, [&] { return exchange->answer.has_value(); });
    const std::optional<Answer> &answer = exchange->answer;
    if (!answer && stop.stop_requested())
        return fail(FaultKind::Cancelled, u"Stopped while the keychain was asked for \"%1\""_s.arg(wish.name));
    if (!answer)
        return fail(FaultKind::TimedOut, u"The keychain did not answer for \"%1\""_s.arg(wish.name));
    if (answer->secret)
        return fromStore(wish, *answer);
    const Fault &fault = answer->secret.error();
    if (fault.kind == FaultKind::NotFound)
        return std::optional<FoundSecret>();
    return std::unexpected(inContext(wish.what.isEmpty() ? u"The secret \"%1\""_s.arg(wish.name) : wish.what, fault));
}

Result<FoundSecret> SecretSource::get(const SecretWish &wish, const std::stop_token &stop) const
{
    return find(wish, stop).and_then([&](std::optional<FoundSecret> found) -> Result<FoundSecret> {
        if (found)
            return *std::move(found);
        return std::unexpected(missing(wish));
    });
}

} // namespace hermes

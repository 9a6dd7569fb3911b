// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "keychaintokenstore.h"

#include "backends/core/module.h"

#include <QPromise>
#include <QTimer>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

Fault unknown(const QString &name)
{
    return {.kind = FaultKind::NotFound,
            .what = u"There is no secret \"%1\""_s.arg(name),
            .advice = u"hermesctl secrets list shows what is stored."_s};
}

Fault noService(const QString &what)
{
    return {.kind = FaultKind::Unreachable,
            .what = what,
            .advice = u"Start the keychain of the desktop (GNOME Keyring, KWallet, or another Secret Service), or give the value "
                      "in an environment variable."_s,
            .transient = true};
}

} // namespace

Result<std::unique_ptr<Keychain>> openDesktopKeychain()
{
    return loadModule(u"keychain"_s, KeychainEntry).transform([](QFunctionPointer entry) {
        return std::unique_ptr<Keychain>(reinterpret_cast<KeychainMaker>(entry)());
    });
}

/// One question with its clocks; answered once, whatever comes first.
template<typename T>
class KeychainTokenStore::Question final
{
public:
    explicit Question(const KeychainTokenStore::Options &options)
    {
        promise.start();
        for (QTimer *timer : {&notice, &deadline})
            timer->setSingleShot(true);
        notice.start(options.noticeAfter);
        deadline.start(options.deadline);
    }
    Question(const Question &) = delete;
    Question &operator=(const Question &) = delete;
    ~Question() { answer(fail(FaultKind::Cancelled, u"The program is ending"_s)); }

    void answer(Result<T> result)
    {
        notice.stop();
        deadline.stop();
        if (std::exchange(m_answered, true))
            return;
        promise.addResult(std::move(result));
        promise.finish();
    }
    void answer(std::unexpected<Fault> fault) { answer(Result<T>(std::move(fault))); }

    QPromise<Result<T>> promise;
    QTimer notice;
    QTimer deadline;

private:
    bool m_answered = false;
};

KeychainTokenStore::KeychainTokenStore(Options options, QObject *parent)
    : TokenStore(parent), m_options(std::move(options)), m_names(m_options.namesFile)
{
    connect(&m_memory, &TokenStore::namesChanged, this, &TokenStore::namesChanged);
}

KeychainTokenStore::~KeychainTokenStore() = default;

template<typename T>
KeychainTokenStore::Asked<T> KeychainTokenStore::begin()
{
    auto asked = std::make_shared<Question<T>>(m_options);
    connect(&asked->notice, &QTimer::timeout, this, [this] { setState(StoreState::NotAnswering); });
    connect(&asked->deadline, &QTimer::timeout, this, [this, question = asked.get()] {
        setState(StoreState::NotAnswering);
        question->answer(fail(FaultKind::TimedOut,
                              u"The keychain did not answer within %1 seconds"_s.arg(
                                  std::chrono::duration_cast<std::chrono::seconds>(m_options.deadline).count()),
                              u"See whether it waits to be unlocked, and try again: nothing was stored anywhere else."_s));
    });
    return asked;
}

template<typename T>
Keychain *KeychainTokenStore::keychainFor(const Asked<T> &asked)
{
    if (!m_keychain) {
        auto opened = m_options.open();
        if (!opened) {
            setState(StoreState::Refusing);
            asked->answer(std::unexpected(inContext(u"The keychain cannot be used"_s, std::move(opened).error())));
            return nullptr;
        }
        m_keychain = *std::move(opened);
    }
    return m_keychain.get();
}

void KeychainTokenStore::setState(StoreState state)
{
    if (state == std::exchange(m_state, state))
        return;
    Q_EMIT stateChanged(state);
}

Fault KeychainTokenStore::takeFault(const KeychainFault &fault)
{
    const bool isLocked = fault.kind == KeychainFault::Kind::Locked;
    setState(isLocked ? StoreState::Locked : StoreState::Refusing);
    if (isLocked)
        return {.kind = FaultKind::Denied,
                .what = u"The keychain is locked"_s,
                .advice = u"Unlock it and try again: nothing was changed, and nothing stored anywhere else."_s,
                .transient = true};
    const QString detail = fault.detail.isEmpty() ? QString() : u": "_s + fault.detail;
    return {
        .kind = FaultKind::Denied,
        .what = u"The keychain refused access"_s + detail,
        .advice =
            u"See whether it asks for permission, or for a password, and try again: nothing was changed, and nothing stored anywhere else."_s,
        .transient = true};
}

template<typename T>
void KeychainTokenStore::answerWithoutService(const QString &name, const Asked<T> &asked)
{
    setState(StoreState::MemoryOnly);
    m_names.read().then(this, [name, asked](const Result<QStringList> &names) {
        if (!names)
            asked->answer(std::unexpected(names.error()));
        else if (names->contains(name))
            asked->answer(std::unexpected(
                noService(u"\"%1\" was stored in a keychain, but this desktop has no keychain service now"_s.arg(name))));
        else
            asked->answer(std::unexpected(unknown(name)));
    });
}

QFuture<Result<Secret>> KeychainTokenStore::read(const QString &name)
{
    // What was given while there was no keychain counts until this program ends, also where one has come up meanwhile.
    if (m_memory.has(name))
        return m_memory.read(name);
    const auto asked = begin<Secret>();
    if (Keychain *keychain = keychainFor(asked)) {
        keychain->read(name, [this, name, asked](std::expected<Secret, KeychainFault> found) {
            if (found) {
                setState(StoreState::Keychain);
                list(name, [](const Result<> &) { });
                return asked->answer(*std::move(found));
            }
            switch (found.error().kind) {
                using enum KeychainFault::Kind;
            case NoService: return answerWithoutService(name, asked);
            case NotFound: setState(StoreState::Keychain); return asked->answer(std::unexpected(unknown(name)));
            case Locked:
            case Refused: break;
            }
            asked->answer(std::unexpected(takeFault(found.error())));
        });
    }
    return asked->promise.future();
}

QFuture<Result<>> KeychainTokenStore::write(const QString &name, const Secret &value)
{
    const auto asked = begin<void>();
    Keychain *keychain = keychainFor(asked);
    if (!keychain)
        return asked->promise.future();
    keychain->write(name, value, [this, name, value, asked](std::expected<void, KeychainFault> written) {
        if (written) {
            setState(StoreState::Keychain);
            if (m_memory.has(name))
                std::ignore = m_memory.remove(name);
            list(name, [asked](Result<> listed) { asked->answer(std::move(listed)); });
        } else if (written.error().kind != KeychainFault::Kind::NoService) {
            asked->answer(std::unexpected(takeFault(written.error())));
        } else {
            setState(StoreState::MemoryOnly);
            if (m_options.withoutService == WithoutService::KeepInMemory) {
                std::ignore = m_memory.write(name, value);
                asked->answer(Result<>());
            } else {
                asked->answer(std::unexpected(
                    noService(u"Not stored: this desktop has no keychain service, and nothing is kept in the clear"_s)));
            }
        }
    });
    return asked->promise.future();
}

QFuture<Result<>> KeychainTokenStore::remove(const QString &name)
{
    if (m_memory.has(name))
        return m_memory.remove(name);
    const auto asked = begin<void>();
    Keychain *keychain = keychainFor(asked);
    if (!keychain)
        return asked->promise.future();
    keychain->remove(name, [this, name, asked](std::expected<void, KeychainFault> removed) {
        const bool isGone = removed || removed.error().kind == KeychainFault::Kind::NotFound;
        if (isGone) {
            setState(StoreState::Keychain);
            unlist(name, [name, asked, wasThere = removed.has_value()](const Result<bool> &unlisted) {
                if (!unlisted)
                    asked->answer(std::unexpected(unlisted.error()));
                else if (!wasThere && !*unlisted)
                    asked->answer(std::unexpected(unknown(name)));
                else
                    asked->answer(Result<>());
            });
        } else if (removed.error().kind == KeychainFault::Kind::NoService) {
            answerWithoutService(name, asked);
        } else {
            asked->answer(std::unexpected(takeFault(removed.error())));
        }
    });
    return asked->promise.future();
}

QFuture<Result<QStringList>> KeychainTokenStore::names()
{
    return m_names.read().then(this, [this](Result<QStringList> names) -> Result<QStringList> {
        if (!names)
            return names;
        *names += m_memory.keptNames();
        names->sort();
        names->removeDuplicates();
        return names;
    });
}

void KeychainTokenStore::list(const QString &name, std::function<void(Result<>)> done)
{
    m_names.add(name).then(this, [this, done = std::move(done)](const Result<bool> &changed) {
        if (!changed) {
            Fault fault = inContext(u"The secret is in the keychain, but its name could not be listed"_s, changed.error());
            return done(std::unexpected(std::move(fault)));
        }
        if (*changed)
            Q_EMIT namesChanged();
        done({});
    });
}

void KeychainTokenStore::unlist(const QString &name, std::function<void(Result<bool>)> done)
{
    m_names.remove(name).then(this, [this, done = std::move(done)](const Result<bool> &changed) {
        if (changed && *changed)
            Q_EMIT namesChanged();
        done(changed);
    });
}

} // namespace hermes

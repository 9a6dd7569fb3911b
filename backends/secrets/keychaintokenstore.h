// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/secrets/keychain.h"
#include "backends/secrets/memorytokenstore.h"
#include "backends/secrets/namelist.h"

#include <chrono>

namespace hermes {

/// The keychain of this desktop, from its module. Fails where the module cannot be loaded.
[[nodiscard]] Result<std::unique_ptr<Keychain>> openDesktopKeychain();

/// Keeps secrets in the desktop's keychain, which is opened when it is first asked for something.
///
/// Another store never takes its place while there is a keychain service: one that is locked, slow or refusing is a fault that
/// says so, and is asked again the next time. Only where there is no such service at all are secrets kept in memory.
class KeychainTokenStore final : public TokenStore
{
    Q_OBJECT

public:
    enum class WithoutService {
        KeepInMemory, ///< For a program that stays.
        Refuse        ///< For one that ends at once, with which the secret would be gone.
    };
    struct Options
    {
        QString namesFile = {};
        WithoutService withoutService = WithoutService::KeepInMemory;
        std::chrono::milliseconds noticeAfter = std::chrono::seconds(3); ///< NotAnswering from then on, until it does.
        std::chrono::milliseconds deadline = std::chrono::seconds(60);   ///< TimedOut. Time enough for a user to unlock it.
        std::function<Result<std::unique_ptr<Keychain>>()> open = openDesktopKeychain;
    };

    explicit KeychainTokenStore(Options options, QObject *parent = nullptr);
    /// Questions that are open are answered as Cancelled.
    ~KeychainTokenStore() override;

    [[nodiscard]] QFuture<Result<Secret>> read(const QString &name) override;
    [[nodiscard]] QFuture<Result<>> write(const QString &name, const Secret &value) override;
    [[nodiscard]] QFuture<Result<>> remove(const QString &name) override;
    [[nodiscard]] QFuture<Result<QStringList>> names() override;
    [[nodiscard]] StoreState state() const override { return m_state; }

private:
    template<typename T>
    class Question;
    template<typename T>
    using Asked = std::shared_ptr<Question<T>>;

    template<typename T>
    [[nodiscard]] Asked<T> begin();
    /// Null, with the question answered, where it cannot be opened.
    template<typename T>
    [[nodiscard]] Keychain *keychainFor(const Asked<T> &asked);
    void setState(StoreState state);
    /// What the store says to a fault of the keychain other than NoService and NotFound.
    [[nodiscard]] Fault takeFault(const KeychainFault &fault);
    /// Answers a question about a name that memory does not have while there is no keychain service.
    template<typename T>
    void answerWithoutService(const QString &name, const Asked<T> &asked);
    void list(const QString &name, std::function<void(Result<>)> done);
    void unlist(const QString &name, std::function<void(Result<bool>)> done);

    Options m_options;
    StoreState m_state = StoreState::Unasked;
    MemoryTokenStore m_memory;
    NameList m_names;
    std::unique_ptr<Keychain> m_keychain;
};

} // namespace hermes

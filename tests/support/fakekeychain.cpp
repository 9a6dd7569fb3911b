// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fakekeychain.h"

#include <QCoreApplication>
#include <QPointer>
#include <QTimer>

namespace hermes::test {

namespace {

class FakeKeychain final : public QObject, public Keychain
{
public:
    explicit FakeKeychain(KeychainWorld *world) : m_world(world) { }

    void read(const QString &name, Answer<Secret> answer) override
    {
        later(std::move(answer), [world = m_world, name]() -> std::expected<Secret, KeychainFault> {
            if (!world->secrets.contains(name))
                return std::unexpected(KeychainFault {.kind = KeychainFault::Kind::NotFound});
            return world->secrets.value(name);
        });
    }

    void write(const QString &name, const Secret &value, Answer<void> answer) override
    {
        later(std::move(answer), [world = m_world, name, value]() -> std::expected<void, KeychainFault> {
            world->secrets.insert(name, value);
            return {};
        });
    }

    void remove(const QString &name, Answer<void> answer) override
    {
        later(std::move(answer), [world = m_world, name]() -> std::expected<void, KeychainFault> {
            if (world->secrets.remove(name) == 0)
                return std::unexpected(KeychainFault {.kind = KeychainFault::Kind::NotFound});
            return {};
        });
    }

private:
    template<typename T, typename Work>
    void later(Answer<T> answer, const Work &work)
    {
        m_world->answer([world = m_world, here = QPointer<QObject>(this), answer = std::move(answer), work]() mutable {
            if (!here)
                return;
            if (world->fault)
                answer(std::unexpected(*world->fault));
            else
                answer(work());
        });
    }

    KeychainWorld *m_world;
};

} // namespace

void KeychainWorld::letGo()
{
    holds = false;
    for (auto &what : std::exchange(m_held, {}))
        what();
}

std::function<Result<std::unique_ptr<Keychain>>()> KeychainWorld::opener()
{
    return [this]() -> Result<std::unique_ptr<Keychain>> {
        ++opened;
        return std::make_unique<FakeKeychain>(this);
    };
}

void KeychainWorld::answer(std::move_only_function<void()> what)
{
    m_held.push_back(std::move(what));
    if (holds)
        return;
    QTimer::singleShot(0, QCoreApplication::instance(), [this] {
        if (!holds)
            letGo();
    });
}

} // namespace hermes::test

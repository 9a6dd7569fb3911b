// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/local/localbackend.h"
#include "tests/contract/contractsuite.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace hermes;

namespace {
template<typename Call>
auto awayFromRunner(Call call)
{
    const QByteArray runner = qgetenv("HERMES_RUNNER");
    qputenv("HERMES_RUNNER", "/nowhere/hermes-runner");
    auto outcome = call();
    qputenv("HERMES_RUNNER", runner);
    return outcome;
}

/// Unreachable is a machine whose runner is not where the program looks for it.
class WithoutRunner final : public Backend
{
public:
    [[nodiscard]] BackendInfo info() const override { return m_backend->info(); }
    [[nodiscard]] Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &name, std::stop_token stop,
                                                               const Progress &progress) override
    {
        return awayFromRunner([&] { return m_backend->openSandbox(name, stop, progress); });
    }
    [[nodiscard]] Result<std::unique_ptr<Executor>> openSession(const SessionSpec &spec, std::stop_token stop) override
    {
        return awayFromRunner([&] { return m_backend->openSession(spec, stop); });
    }
    [[nodiscard]] Result<QList<SessionInfo>> list(std::stop_token stop) override { return m_backend->list(stop); }
    [[nodiscard]] Result<> close(const ProfiledId &name, std::stop_token stop) override { return m_backend->close(name, stop); }
    void check(const std::function<void(const CheckStep &)> &report, std::stop_token stop) override
    {
        awayFromRunner([&] {
            m_backend->check(report, stop);
            return 0;
        });
    }

private:
    std::shared_ptr<Backend> m_backend = std::make_shared<local::LocalBackend>(local::LocalSettings {});
};

std::shared_ptr<Backend> makeLocal(const QHash<QString, QString> &texts)
{
    const auto settings = resolveSettings(local::localSchema(), {.flags = texts});
    return settings ? local::localKind().create(*settings).value_or(nullptr) : nullptr;
}
} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication program(argc, argv);
    tests::ContractSuite suite({.make = makeLocal,
                                .makeUnreachable = [] { return std::make_shared<WithoutRunner>(); },
                                .sharesFiles = true,
                                .sharesProcesses = true,
                                .limitsMemory = true});
    return QTest::qExec(&suite, argc, argv);
}

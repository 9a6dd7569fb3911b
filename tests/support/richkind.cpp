// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "richkind.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes::test {

namespace {

class RichBackend final : public Backend
{
public:
    RichBackend(std::shared_ptr<RichWorld> world, Settings settings)
        : m_world(std::move(world)), m_settings(std::move(settings)) { }

    [[nodiscard]] BackendInfo info() const override
    {
        return {.kind = u"rich"_s, .title = u"Rich backend"_s, .isolation = u"container"_s};
    }
    [[nodiscard]] Result<std::unique_ptr<Sandbox>> openSandbox(const ProfiledId &, std::stop_token, const Progress &) override
    {
        return nothing();
    }
    [[nodiscard]] Result<std::unique_ptr<Executor>> openSession(const SessionSpec &, std::stop_token) override { return nothing(); }
    [[nodiscard]] Result<QList<SessionInfo>> list(std::stop_token) override { return QList<SessionInfo>(); }
    [[nodiscard]] Result<> close(const ProfiledId &, std::stop_token) override { return {}; }

    void check(const std::function<void(const CheckStep &)> &report, std::stop_token stop) override
    {
        report({.name = u"reach"_s, .took = 12ms, .outcome = m_settings.text(u"host"_s)});
        if (!m_world->waitUntilLetGo(stop))
            report({.name = u"log in"_s, .outcome = fail(FaultKind::Cancelled, u"Cancelled"_s)});
        else if (m_settings.text(u"host"_s) == "nowhere"_L1)
            report({.name = u"log in"_s,
                    .took = 3ms,
                    .outcome = fail(FaultKind::Denied, u"nowhere refused the key"_s, u"Give another key."_s)});
        else
            report({.name = u"log in"_s, .took = 3ms, .outcome = u"as me"_s});
    }

private:
    static std::unexpected<Fault> nothing() { return fail(FaultKind::Internal, u"nothing runs on the rich backend"_s); }

    std::shared_ptr<RichWorld> m_world;
    Settings m_settings;
};

SettingsSchema richSchema()
{
    return {.backend = u"rich"_s,
            .settings = {
                {.key = u"host"_s, .label = u"Host & port"_s, .help = u"Where it is."_s, .vendorVariables = {u"RICH_HOST"_s}},
                {.key = u"workers"_s,
                 .label = u"Workers"_s,
                 .type = SettingType::Integer,
                 .defaultText = u"4"_s,
                 .minimum = 1,
                 .maximum = 64},
                {.key = u"share"_s, .label = u"Share"_s, .type = SettingType::Number, .unit = u"%"_s, .minimum = 0, .maximum = 100},
                {.key = u"idle"_s, .label = u"Idle time"_s, .type = SettingType::Duration, .unit = u"s"_s, .defaultText = u"60"_s},
                {.key = u"memory"_s, .label = u"Memory"_s, .type = SettingType::Size, .minimum = 1024},
                {.key = u"gpu"_s, .label = u"Use the GPU"_s, .type = SettingType::Boolean, .defaultText = u"false"_s},
                {.key = u"network"_s,
                 .label = u"Network"_s,
                 .type = SettingType::Choice,
                 .defaultText = u"bridge"_s,
                 .choices = {u"none"_s, u"bridge"_s, u"host"_s}},
                {.key = u"key-file"_s, .label = u"Key file"_s, .type = SettingType::Path, .advanced = true, .absolute = true},
                {.key = u"tag"_s, .label = u"Tag"_s, .advanced = true},
                {.key = u"token"_s, .label = u"Token"_s, .help = u"Of the account."_s, .secret = true},
            }};
}

} // namespace

void RichWorld::hold()
{
    const std::scoped_lock lock(m_mutex);
    m_held = true;
}

void RichWorld::letGo()
{
    const std::scoped_lock lock(m_mutex);
    m_held = false;
    m_changed.notify_all();
}

bool RichWorld::waitUntilLetGo(const std::stop_token &stop)
{
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, stop, 30s, [this] { return !m_held; });
}

BackendKind richKind(std::shared_ptr<RichWorld> world)
{
    return {.kind = u"rich"_s,
            .aliases = {u"wealthy"_s},
            .title = u"Rich backend"_s,
            .isolation = u"container"_s,
            .schema = richSchema(),
            .create = [world = std::move(world)](const Settings &settings) -> Result<std::shared_ptr<Backend>> {
                return std::make_shared<RichBackend>(world, settings);
            }};
}

} // namespace hermes::test

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backends/core/runsettings.h"

using namespace Qt::StringLiterals;

namespace hermes {

Setting timeoutSetting()
{
    return {.key = u"timeout"_s,
            .label = u"Timeout"_s,
            .help = u"Longest time that a snippet may run. No limit when not set."_s,
            .type = SettingType::Duration,
            .unit = u"s"_s,
            .minimum = 0.001};
}

Setting killDelaySetting()
{
    return {.key = u"kill-delay"_s,
            .label = u"Kill delay"_s,
            .help = u"Time between the polite and the hard end of a snippet that is stopped."_s,
            .type = SettingType::Duration,
            .unit = u"s"_s,
            .defaultText = u"0.7"_s,
            .minimum = 0,
            .maximum = 600,
            .advanced = true};
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagescan.h"

#include "backends/core/enumnames.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr EnumNames<Severity, 5> Names {{
    {Severity::Unknown, "unknown"_L1},
    {Severity::Low, "low"_L1},
    {Severity::Medium, "medium"_L1},
    {Severity::High, "high"_L1},
    {Severity::Critical, "critical"_L1},
}};
} // namespace

QString severityName(Severity severity)
{
    return nameOf(Names, severity);
}

Severity severityFromName(const QString &name)
{
    return valueOf(Names, name.toLower()).value_or(Severity::Unknown);
}

qsizetype ImageScan::count(Severity severity) const
{
    return std::ranges::count(findings, severity, &ImageFinding::severity);
}

} // namespace hermes

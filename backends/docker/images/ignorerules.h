// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QList>
#include <QRegularExpression>

namespace hermes::docker {

/// What a `.dockerignore` leaves out of a build's context: patterns with *, ?, [a-z] and **, exceptions with !, the last one that fits
/// counts, and what fits a folder fits all that is in it. A value; any thread.
class IgnoreRules final
{
public:
    IgnoreRules() = default;
    /// A line that is no pattern fits nothing.
    explicit IgnoreRules(const QByteArray &text);

    /// `path` is relative to the context, with / between its parts.
    [[nodiscard]] bool leavesOut(const QString &path) const;
    /// Whether something below a folder that is left out may be wanted all the same.
    [[nodiscard]] bool hasExceptions() const { return m_hasExceptions; }

private:
    struct Rule
    {
        QRegularExpression pattern = {};
        bool isException = false;
    };
    QList<Rule> m_rules;
    bool m_hasExceptions = false;
};

} // namespace hermes::docker

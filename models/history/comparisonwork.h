// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"
#include "models/history/comparison.h"

#include <QHash>
#include <QMultiHash>

namespace hermes {

/// Puts a comparison together from pages of candidates. One thread at a time.
///
/// Where the candidates of both launches stand at the same indexes, a page of each is all that is held. Else the whole
/// second launch is read first, without more of its objects than MostObjectBytes.
class ComparisonWork final
{
public:
    static constexpr qint64 MostObjectBytes = 256LL * 1024 * 1024;

    /// Finds out how the two are joined. Storage: a definition makes no sense.
    [[nodiscard]] Result<> begin(const LaunchRecord &first, const LaunchRecord &second);
    [[nodiscard]] bool isAligned() const { return m_aligned; }
    void takeSecond(const QList<CandidateSummary> &candidates);
    /// Candidates `from` to `end`, one past the last; those that are not in the list were not run.
    void takeFirst(int from, int end, const QList<CandidateSummary> &candidates);
    /// Adds what only the second launch has.
    [[nodiscard]] Comparison take();

private:
    struct Side
    {
        RunState state = RunState::NotRun;
        std::optional<int> exitCode = {};
        QByteArray object = {};
        bool objectDropped = false;
    };

    void joinByValues(const SweepExpansion &expansion);
    [[nodiscard]] QByteArray keyOf(const SweepExpansion &expansion, int index) const;
    [[nodiscard]] Side sideOf(const CandidateSummary *candidate, const LaunchRecord &record) const;
    [[nodiscard]] Side secondSide(int index) const;
    [[nodiscard]] int partnerOf(int index);
    void addRow(int index, const Side &before);
    void compareObjects(ComparedRow &row, const QByteArray &before, const QByteArray &after);
    [[nodiscard]] std::optional<int> numberOfKey(const QString &key);

    Comparison m_comparison;
    bool m_aligned = true;
    QMultiHash<QByteArray, int> m_secondByValues; ///< Taken out when it is paired.
    QHash<int, Side> m_second;
    qint64 m_objectBytes = 0;
    QHash<QString, int> m_keyNumbers;
};

} // namespace hermes

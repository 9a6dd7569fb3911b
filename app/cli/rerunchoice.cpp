// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/rerunchoice.h"

#include "app/cli/storedlaunch.h"

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// "7" or "7-9".
std::optional<CandidateQueue::Range> rangeFrom(QStringView text)
{
    const qsizetype dash = text.indexOf(u'-');
    bool firstOk = false;
    bool lastOk = false;
    const int first = text.first(dash < 0 ? text.size() : dash).toInt(&firstOk);
    const int last = dash < 0 ? first : text.sliced(dash + 1).toInt(&lastOk);
    const bool valid = firstOk && (dash < 0 || lastOk) && first >= 0 && first <= last && last < MaxCandidates;
    return valid ? std::optional(CandidateQueue::Range(first, last + 1)) : std::nullopt;
}

bool isChosen(const CandidateSummary &candidate, const RerunChoice &choice)
{
    if (candidate.state != CandidateState::Finished)
        return choice.missing;
    switch (candidate.reason) {
        using enum EndReason;
    case Exited: return choice.failed && candidate.exitCode != 0;
    case Signalled:
    case TimedOut: return choice.failed;
    case Cancelled: return choice.missing;
    case Infrastructure: return choice.infrastructure;
    }
    return false;
}

} // namespace

Result<RerunChoice> readRerunChoice(const Arguments &arguments)
{
    constexpr auto Flag = "--only"_L1;
    RerunChoice choice {.all = !arguments.has(Flag)};
    const QString text = arguments.text(Flag);
    for (const QStringView part : QStringView(text).split(u',')) {
        if (choice.all)
            break;
        const QStringView word = part.trimmed();
        if (word == "failed"_L1)
            choice.failed = true;
        else if (word == "infrastructure"_L1)
            choice.infrastructure = true;
        else if (word == "missing"_L1)
            choice.missing = true;
        else if (const auto range = rangeFrom(word))
            choice.indexes.append(*range);
        else
            return fail(FaultKind::Usage, u"--only is \"%1\": \"%2\" is none of failed, infrastructure, missing"_s.arg(text, word),
                        u"Indexes of candidates are given as 3 or 7-9."_s);
    }
    return choice;
}

Result<QList<CandidateQueue::Range>> chosenCandidates(Engine &engine, LaunchId id, const RerunChoice &choice)
{
    const Result<StoredLaunch> launch = StoredLaunch::read(engine, id);
    if (!launch)
        return std::unexpected(launch.error());
    if (choice.all)
        return QList<CandidateQueue::Range> {{0, launch->count()}};
    for (const auto &[first, end] : choice.indexes) {
        if (end > launch->count())
            return fail(FaultKind::Usage, u"--only names candidate %1, which launch %2 does not have"_s.arg(end - 1).arg(id),
                        u"It has the candidates 0 to %1."_s.arg(launch->count() - 1));
    }
    QList<CandidateQueue::Range> chosen = choice.indexes;
    const auto add = [&](const CandidateSummary &candidate) {
        if (!isChosen(candidate, choice))
            return;
        if (!chosen.isEmpty() && chosen.last().second == candidate.index)
            ++chosen.last().second;
        else
            chosen.append({candidate.index, candidate.index + 1});
    };
    if (const bool byEnd = choice.failed || choice.infrastructure || choice.missing; byEnd) {
        if (const Result<> read = launch->forEachCandidate(engine, add); !read)
            return std::unexpected(read.error());
    }
    if (chosen.isEmpty())
        return fail(FaultKind::NotFound, u"Launch %1 has no such candidates; nothing is run again"_s.arg(id));
    return chosen;
}

} // namespace hermes

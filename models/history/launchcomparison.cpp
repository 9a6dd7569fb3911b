// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchcomparison.h"

#include "backends/core/inbackground.h"
#include "models/history/comparisonwork.h"

#include <QFuture>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
constexpr int PageSize = 10'000;
}

LaunchComparison::LaunchComparison(Engine *engine, LaunchId first, LaunchId second, QObject *parent)
    : QObject(parent), m_engine(engine), m_first(first), m_second(second), m_work(std::make_shared<ComparisonWork>())
{
    m_pool.setMaxThreadCount(1);
}

LaunchComparison::~LaunchComparison()
{
    m_pool.waitForDone();
}

void LaunchComparison::start()
{
    readRecords();
}

void LaunchComparison::cancel()
{
    end(fail(FaultKind::Cancelled, tr("The comparison was cancelled")));
}

void LaunchComparison::end(Result<std::shared_ptr<const Comparison>> outcome)
{
    if (!std::exchange(m_ended, true))
        Q_EMIT finished(outcome);
}

void LaunchComparison::readRecords()
{
    m_engine->record(m_first).then(this, [this](const Result<LaunchRecord> &first) {
        if (!first) {
            end(std::unexpected(first.error()));
            return;
        }
        m_engine->record(m_second).then(this, [this, first = *first](const Result<LaunchRecord> &second) {
            if (second)
                begin(first, *second);
            else
                end(std::unexpected(second.error()));
        });
    });
}

void LaunchComparison::begin(const LaunchRecord &first, const LaunchRecord &second)
{
    inWorker([first, second](ComparisonWork &work) { return work.begin(first, second); },
             [this, first = int(first.count), second = int(second.count)] {
                 makeSteps(first, second);
                 next();
             });
}

/// Page by page of both where they are aligned, else all of the second one first.
void LaunchComparison::makeSteps(int first, int second)
{
    const auto add = [this](bool ofFirst, int from, int count) {
        if (from < count)
            m_steps.append({.ofFirst = ofFirst, .from = from, .end = std::min(count, from + PageSize)});
    };
    for (int from = 0; !m_work->isAligned() && from < second; from += PageSize)
        add(false, from, second);
    for (int from = 0; from < std::max(first, second); from += PageSize) {
        if (m_work->isAligned())
            add(false, from, second);
        add(true, from, first);
    }
}

void LaunchComparison::next()
{
    if (m_ended)
        return;
    Q_EMIT progressed(int(m_done), int(m_steps.size()));
    if (m_done == m_steps.size()) {
        finish();
        return;
    }
    const Step step = m_steps[m_done++];
    const LaunchId launch = step.ofFirst ? m_first : m_second;
    m_engine->candidates(launch, step.from, step.end - step.from)
        .then(this, [this, step](const Result<QList<CandidateSummary>> &page) {
            if (!page) {
                end(std::unexpected(page.error()));
                return;
            }
            inWorker(
                [step, page = *page](ComparisonWork &work) -> Result<> {
                    if (step.ofFirst)
                        work.takeFirst(step.from, step.end, page);
                    else
                        work.takeSecond(page);
                    return {};
                },
                [this] { next(); });
        });
}

void LaunchComparison::finish()
{
    const auto made = std::make_shared<std::shared_ptr<const Comparison>>();
    inWorker(
        [made](ComparisonWork &work) -> Result<> {
            *made = std::make_shared<const Comparison>(work.take());
            return {};
        },
        [this, made] { end(*made); });
}

void LaunchComparison::inWorker(std::move_only_function<Result<>(ComparisonWork &)> work, std::move_only_function<void()> then)
{
    if (m_ended)
        return;
    inBackground(m_pool, [work = std::move(work), target = m_work]() mutable {
        return work(*target);
    }).then(this, [this, then = std::move(then)](const Result<> &outcome) mutable {
        if (!outcome)
            end(std::unexpected(outcome.error()));
        else if (!m_ended)
            then();
    });
}

} // namespace hermes

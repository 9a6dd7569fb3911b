// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/docker/containers.h"

#include <QThreadPool>

#include <chrono>
#include <mutex>

namespace hermes::docker {

/// A container, what it was made by, and what it uses now.
struct SurveyedContainer
{
    ContainerInfo info = {};
    std::optional<ContainerDetails> details = {}; ///< Nothing: the daemon did not tell in time, or it is gone.
    std::optional<ContainerUsage> usage = {};     ///< Only of one whose processes are there.
    std::optional<double> cpu = {}; ///< CPUs that are busy with it, since the survey before or for a moment.
};

/// Asks for many containers at once, a few questions at a time. Any thread.
///
/// What is known of a container is asked again only when its state is another; what it uses always. The CPU is the difference of
/// two samples: for the first one a second is taken a moment later.
class ContainerSurvey final
{
public:
    explicit ContainerSurvey(Containers containers);
    ~ContainerSurvey();
    ContainerSurvey(const ContainerSurvey &) = delete;
    ContainerSurvey &operator=(const ContainerSurvey &) = delete;

    /// Blocks two seconds at most: what was not told by then is left out.
    [[nodiscard]] QList<SurveyedContainer> look(const QList<ContainerInfo> &containers, std::stop_token stop);

private:
    using Clock = std::chrono::steady_clock;

    struct Known
    {
        ContainerDetails details = {};
        ContainerUsage sample = {};
        Clock::time_point sampled = {}; ///< Not set: there is none.
        std::optional<double> cpu = {};
    };
    class Round;

    void look(SurveyedContainer &container, std::stop_token stop);
    void sample(SurveyedContainer &container, std::stop_token stop);
    void note(SurveyedContainer &container, const ContainerUsage &usage);
    void forgetOthers(const QList<ContainerInfo> &containers);

    Containers m_containers;
    std::mutex m_mutex;
    QHash<QString, Known> m_known; ///< By id.
    QThreadPool m_threads;         ///< The last member: its work uses the others.
};

} // namespace hermes::docker

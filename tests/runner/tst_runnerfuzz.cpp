// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/runner/fuzz/targets.h"

#include <QTest>

#include <chrono>
#include <random>

using namespace hermes::tests;
using namespace std::chrono_literals;

namespace {

constexpr auto Duration = 4s;

/// Changes a few bytes, cuts pieces out, puts pieces of another input in.
class Mutator
{
public:
    explicit Mutator(std::vector<std::string> seeds) : m_seeds(std::move(seeds)) { }

    std::string next()
    {
        std::string data = m_seeds[below(m_seeds.size())];
        for (size_t changes = 1 + below(6); changes > 0; --changes)
            change(data);
        return data;
    }

private:
    size_t below(size_t limit) { return limit == 0 ? 0 : m_random() % limit; }

    void change(std::string &data)
    {
        const size_t at = below(data.size() + 1);
        switch (below(6)) {
        case 0: data.resize(at); break;
        case 1: data.erase(at, below(20)); break;
        case 2: data.insert(at, below(20), static_cast<char>(m_random())); break;
        case 3: {
            const std::string &other = m_seeds[below(m_seeds.size())];
            data.insert(at, other.substr(below(other.size()), below(200)));
            break;
        }
        default:
            if (at < data.size())
                data[at] = static_cast<char>(below(2) == 0 ? m_random() : below(4) == 0 ? 0xff : below(80));
        }
    }

    std::vector<std::string> m_seeds;
    std::mt19937_64 m_random {4711};
};

} // namespace

/// What the fuzzer does, without its compiler: the same targets on inputs that are the same every time.
class RunnerFuzzTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void frames() { run(fuzzFrames, frameSeeds()); }
    void messages() { run(fuzzMessages, messageSeeds()); }
    void worker() { run(fuzzWorker, frameSeeds()); }

private:
    void run(void (*target)(std::string_view), const std::vector<std::string> &seeds)
    {
        for (const std::string &seed : seeds)
            target(seed);
        Mutator mutator(seeds);
        const auto end = std::chrono::steady_clock::now() + Duration;
        int rounds = 0;
        while (std::chrono::steady_clock::now() < end) {
            target(mutator.next());
            ++rounds;
        }
        qInfo("%d inputs", rounds);
        QVERIFY(rounds > 5);
    }
};

QTEST_GUILESS_MAIN(RunnerFuzzTest)
#include "tst_runnerfuzz.moc"

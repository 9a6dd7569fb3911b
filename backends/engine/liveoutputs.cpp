// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "liveoutputs.h"

#include <QFile>

namespace hermes {

namespace {

class LiveReader final : public OutputReader
{
public:
    LiveReader(std::shared_ptr<const OutputRecorder> recorder, Stream stream)
        : m_recorder(std::move(recorder)), m_stream(stream) { }

    [[nodiscard]] Result<OutputExtent> extent() const override { return m_recorder->extent(m_stream); }
    [[nodiscard]] Result<QByteArray> read(qint64 from, qint64 bytes) const override
    {
        const std::scoped_lock lock(m_mutex);
        return m_recorder->read(m_stream, m_file, from, bytes);
    }

private:
    std::shared_ptr<const OutputRecorder> m_recorder;
    Stream m_stream;
    mutable std::mutex m_mutex; ///< For the file.
    mutable QFile m_file;
};

} // namespace

void LiveOutputs::insert(LaunchId launch, int index, std::shared_ptr<OutputRecorder> recorder)
{
    const std::scoped_lock lock(m_mutex);
    m_runs.insert({launch, index}, Run {.recorder = std::move(recorder)});
}

void LiveOutputs::remove(LaunchId launch, int index)
{
    const std::scoped_lock lock(m_mutex);
    m_runs.remove({launch, index});
}

std::optional<std::pair<StreamCapture, StreamCapture>> LiveOutputs::snapshot(LaunchId launch, int index) const
{
    std::shared_ptr<OutputRecorder> recorder;
    {
        const std::scoped_lock lock(m_mutex);
        recorder = m_runs.value({launch, index}).recorder;
    }
    if (!recorder)
        return std::nullopt;
    RecordedOutput output = recorder->snapshot();
    return std::pair(std::move(output.out), std::move(output.err));
}

std::shared_ptr<const OutputReader> LiveOutputs::reader(LaunchId launch, int index, Stream stream)
{
    const std::scoped_lock lock(m_mutex);
    const auto run = m_runs.find({launch, index});
    if (run == m_runs.end())
        return nullptr;
    std::shared_ptr<const OutputReader> &reader = stream == Stream::Stdout ? run->out : run->err;
    if (!reader)
        reader = std::make_shared<LiveReader>(run->recorder, stream);
    return reader;
}

} // namespace hermes

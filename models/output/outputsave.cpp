// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputsave.h"

#include "backends/core/inbackground.h"
#include "backends/core/replaceable.h"
#include "backends/core/savefile.h"

#include <QElapsedTimer>

namespace hermes {

namespace {

constexpr qint64 PieceBytes = 1024LL * 1024;
constexpr qint64 ProgressIntervalMs = 40;

} // namespace

OutputSave::OutputSave(QObject *parent) : QObject(parent)
{
    m_worker.setMaxThreadCount(1);
}

OutputSave::~OutputSave()
{
    m_stop.request_stop();
    m_worker.waitForDone();
}

void OutputSave::start(std::shared_ptr<const OutputReader> reader, const QString &path)
{
    m_path = path;
    postTo(m_worker, [this, reader = std::move(reader), path, stop = m_stop.get_token()] {
        const Result<> outcome = write(*reader, path, stop);
        QMetaObject::invokeMethod(this, [this, outcome] { Q_EMIT finished(outcome); }, Qt::QueuedConnection);
    });
}

void OutputSave::cancel()
{
    m_stop.request_stop();
}

Result<> OutputSave::write(const OutputReader &reader, const QString &path, const std::stop_token &stop)
{
    if (const auto checked = checkReplaceable(path); !checked)
        return checked;
    const auto extent = reader.extent();
    if (!extent)
        return std::unexpected(extent.error());
    SaveFile file(path);
    const auto fault = [&file] {
        return fail(FaultKind::Storage, tr("%1 could not be written: %2").arg(file.fileName(), file.errorString()));
    };
    if (!file.open(QIODevice::WriteOnly))
        return fault();
    QElapsedTimer sinceProgress;
    sinceProgress.start();
    for (qint64 written = 0; written < extent->kept;) {
        if (stop.stop_requested())
            return fail(FaultKind::Cancelled, tr("Saving was cancelled; %1 was left as it was").arg(path));
        const auto bytes = reader.read(written, std::min(PieceBytes, extent->kept - written));
        if (!bytes)
            return std::unexpected(bytes.error());
        if (bytes->isEmpty())
            return fail(FaultKind::Storage, tr("The output is no longer there"), tr("Select the candidate again."));
        if (file.write(*bytes) != bytes->size())
            return fault();
        written += bytes->size();
        if (sinceProgress.elapsed() >= ProgressIntervalMs) {
            sinceProgress.start();
            QMetaObject::invokeMethod(
                this, [this, written, total = extent->kept] { Q_EMIT progressed(written, total); }, Qt::QueuedConnection);
        }
    }
    return file.commit() ? Result<> {} : fault();
}

} // namespace hermes

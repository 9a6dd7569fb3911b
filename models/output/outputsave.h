// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/outputreader.h"

#include <QObject>
#include <QThreadPool>

#include <memory>
#include <stop_token>

namespace hermes {

/// Writes what is kept of an output to a file, byte by byte, on a worker. The file appears under its name once it is
/// complete; one that was there before stays as it was until then. For one file.
class OutputSave final : public QObject
{
    Q_OBJECT

public:
    explicit OutputSave(QObject *parent = nullptr);
    /// Cancels.
    ~OutputSave() override;

    /// A device, a pipe or a folder is refused.
    void start(std::shared_ptr<const OutputReader> reader, const QString &path);
    /// finished() comes all the same.
    void cancel();
    [[nodiscard]] const QString &path() const { return m_path; }

Q_SIGNALS:
    void progressed(qint64 written, qint64 total);
    /// Cancelled, Usage, Storage.
    void finished(const hermes::Result<> &outcome);

private:
    [[nodiscard]] Result<> write(const OutputReader &reader, const QString &path, const std::stop_token &stop);

    QString m_path;
    std::stop_source m_stop;
    QThreadPool m_worker;
};

} // namespace hermes

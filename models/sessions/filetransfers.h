// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessionrow.h"

#include <QFuture>
#include <QObject>
#include <QStringList>
#include <QThreadPool>

#include <deque>
#include <stop_token>

namespace hermes {

class Engine;

/// Copies files into sandboxes and out of them, one after another. A file that fails holds up none of the others.
/// GUI thread only.
class FileTransfers final : public QObject
{
    Q_OBJECT

public:
    enum class Direction : quint8 { Upload, Download };

    struct Item
    {
        Direction direction = Direction::Upload;
        SessionKey sandbox = {};
        QString localFile = {};
        QByteArray path = {}; ///< Below the sandbox's folder.
    };

    /// What became of all that was started since nothing was under way.
    struct Report
    {
        int uploaded = 0;
        int downloaded = 0;
        QStringList failures = {}; ///< A sentence each.
        bool isCancelled = false;
    };

    /// The engine must outlive it.
    explicit FileTransfers(Engine *engine, QObject *parent = nullptr);
    ~FileTransfers() override;

    /// Which of these would replace a file of this machine: the names, for a question. Looked up on a thread of its own, since
    /// a disk may be slow.
    [[nodiscard]] QFuture<QStringList> existing(const QList<Item> &items);
    void start(const QList<Item> &items);
    /// Ends what is under way; a file that is not whole is left neither here nor there.
    void cancel();

    [[nodiscard]] bool isActive() const { return m_current.has_value(); }
    [[nodiscard]] int done() const { return m_done; }
    [[nodiscard]] int total() const { return m_done + int(m_queue.size()) + (isActive() ? 1 : 0); }
    /// "Uploading table.csv"; empty when nothing is under way.
    [[nodiscard]] QString text() const;

Q_SIGNALS:
    void changed();
    void finished(const hermes::FileTransfers::Report &report);

private:
    void startNext();
    void take(const Result<> &copied);

    Engine *m_engine;
    std::deque<Item> m_queue;
    std::optional<Item> m_current;
    std::stop_source m_stop;
    int m_done = 0;
    Report m_report;
    QThreadPool m_lookups; ///< Waited for at the end.
};

} // namespace hermes

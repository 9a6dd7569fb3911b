// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace hermes {

class JournalReader;

/// Notices that the journal was changed, by this program or another one: it asks SQLite for the version of the data about
/// once a second, which reads no row.
///
/// Lives on a thread with an event loop; every function is called there.
class JournalWatch final : public QObject
{
    Q_OBJECT

public:
    using Open = std::function<std::unique_ptr<JournalReader>()>;

    /// `open` is called on the watch's thread, and again after a failure; null: try again later.
    explicit JournalWatch(Open open, QObject *parent = nullptr);
    ~JournalWatch() override;

    void setActive(bool active);

Q_SIGNALS:
    void changed();

private:
    void look();

    Open m_open;
    std::unique_ptr<JournalReader> m_reader;
    qint64 m_version = -1;
    QTimer m_timer;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "journalwatch.h"

#include "backends/engine/journal/journalreader.h"

namespace hermes {

using namespace std::chrono_literals;

JournalWatch::JournalWatch(Open open, QObject *parent) : QObject(parent), m_open(std::move(open)), m_timer(this)
{
    m_timer.setInterval(1s);
    connect(&m_timer, &QTimer::timeout, this, &JournalWatch::look);
}

JournalWatch::~JournalWatch() = default;

void JournalWatch::setActive(bool active)
{
    if (!active) {
        m_timer.stop();
        return;
    }
    look();
    m_timer.start();
}

void JournalWatch::look()
{
    if (!m_reader)
        m_reader = m_open();
    if (!m_reader)
        return;
    const Result<qint64> version = m_reader->dataVersion();
    if (!version) {
        m_reader.reset();
        m_version = -1;
        return;
    }
    if (m_version != -1 && *version != m_version)
        Q_EMIT changed();
    m_version = *version;
}

} // namespace hermes

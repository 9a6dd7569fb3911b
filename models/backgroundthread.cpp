// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "backgroundthread.h"

using namespace Qt::StringLiterals;

namespace hermes {

BackgroundThread::BackgroundThread() : m_context(new QObject)
{
    m_thread.setObjectName(u"background"_s);
    QObject::connect(&m_thread, &QThread::finished, m_context, &QObject::deleteLater);
}

BackgroundThread::~BackgroundThread()
{
    if (!m_thread.isRunning()) {
        delete m_context;
        return;
    }
    // Behind everything that waits: QThread::quit() called from here would overtake it.
    post([this] { m_thread.quit(); });
    m_thread.wait();
}

void BackgroundThread::begin()
{
    if (m_thread.isRunning())
        return;
    m_context->moveToThread(&m_thread);
    m_thread.start();
}

} // namespace hermes

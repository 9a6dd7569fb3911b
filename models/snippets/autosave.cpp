// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "autosave.h"

#include "models/snippets/draftfile.h"

namespace hermes {

Autosave::Autosave(const QString &folder, std::function<std::optional<Draft>()> current, QObject *parent)
    : QObject(parent), m_current(std::move(current)), m_file(std::make_shared<DraftFile>(folder))
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(Delay);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::keepNow);
}

Autosave::~Autosave() = default;

void Autosave::noteChange()
{
    // Not begun anew by every change: who types without a pause has a draft all the same.
    if (!m_timer.isActive())
        m_timer.start();
}

void Autosave::keepNow()
{
    m_timer.stop();
    if (m_adopting) {
        // What waits to be shown would be written over.
        m_timer.start();
        return;
    }
    m_thread
        .run([file = m_file, draft = m_current()]() -> Result<> {
            if (draft)
                return file->write(*draft);
            file->remove();
            return {};
        })
        .then(this, [this](const Result<> &written) {
            if (!written && !m_hasFailed)
                Q_EMIT failed(written.error());
            m_hasFailed = !written;
        });
}

void Autosave::adopt(std::function<bool(const Draft &)> take)
{
    m_adopting = true;
    m_thread.run([file = m_file] { return file->adopt(); })
        .then(this, [this, take = std::move(take)](const std::optional<Draft> &draft) {
            m_adopting = false;
            if (draft && !take(*draft))
                letGo();
        });
}

void Autosave::letGo()
{
    m_thread.post([file = m_file] { file->release(); });
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/core/descriptor.h"
#include "models/snippets/draft.h"

#include <QString>

#include <optional>

namespace hermes {

/// One draft in the folder of drafts, and the lock that says that its owner lives.
///
/// Every window has a file of its own, `<id>.json`, so that no two write over each other. The kernel gives the lock
/// (`<id>.lock`) back when the owner ends, however it ends; from then on the draft can be adopted. Blocks; one thread.
class DraftFile final
{
public:
    explicit DraftFile(QString folder) : m_folder(std::move(folder)) { }
    /// Leaves the draft for the next start, when there is one.
    ~DraftFile();
    Q_DISABLE_COPY_MOVE(DraftFile)

    /// A draft that differs from the last one in nothing but its time is not written again.
    [[nodiscard]] Result<> write(Draft draft);
    void remove();
    /// Takes over the newest draft that nobody owns; nothing when there is none. Not while this has a draft of its own.
    [[nodiscard]] std::optional<Draft> adopt();
    /// Leaves the draft as it is for whoever comes next; what is written from now on is another one.
    void release();

private:
    [[nodiscard]] QString path(const QString &id, const QString &ending) const;
    /// Opens and locks; not open when somebody else has it.
    [[nodiscard]] Descriptor lock(const QString &id) const;
    [[nodiscard]] Result<> own();

    QString m_folder;
    QString m_id;
    Descriptor m_lock;
    std::optional<Draft> m_written;
};

} // namespace hermes

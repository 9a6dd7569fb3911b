// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/snippets/draft.h"

#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>

namespace hermes {

class DraftFile;

/// Keeps a draft of what no file holds, so that it survives the end of the program, whatever ended it.
///
/// GUI thread; the files are written on a thread of their own.
class Autosave final : public QObject
{
    Q_OBJECT

public:
    /// How much later than a change its draft is written; changes in between come with it.
    static constexpr std::chrono::milliseconds Delay {2000};

    /// `current` makes the draft of what is there now, or nothing when all of it is in its file.
    Autosave(const QString &folder, std::function<std::optional<Draft>()> current, QObject *parent = nullptr);
    /// Waits for what is being written. Call keepNow() before what `current` asks for goes away.
    ~Autosave() override;

    /// Something may be different now.
    void noteChange();
    /// Writes now what is waiting to be written.
    void keepNow();
    /// Looks for the newest draft that was left behind by a program that is gone, and hands it to `take`, which says
    /// whether it has put it into the editor: then it is this one's own. Otherwise it stays for whoever comes next.
    void adopt(std::function<bool(const Draft &draft)> take);
    /// Leaves what was taken over for whoever comes next.
    void letGo();

Q_SIGNALS:
    /// A draft could not be written; said once until one could.
    void failed(const hermes::Fault &fault);

private:
    std::function<std::optional<Draft>()> m_current;
    std::shared_ptr<DraftFile> m_file; ///< Used in the thread only.
    BackgroundThread m_thread;
    QTimer m_timer;
    bool m_adopting = false;
    bool m_hasFailed = false;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/currentlaunch.h"
#include "models/transcript/transcriptmodel.h"

#include <QList>
#include <QWidget>

#include <optional>

class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace hermes {

class CallView;
class ElidingLabel;
class EmptyState;

/// The calls of a sandbox one below the other, the newest at the end. Earlier ones are added at the top as the user scrolls
/// there, so that it does not matter how many there are.
class TranscriptView final : public QWidget
{
    Q_OBJECT

public:
    /// Both must outlive the view.
    TranscriptView(CurrentLaunch *launch, TranscriptModel *model, QWidget *parent = nullptr);

Q_SIGNALS:
    /// A call's whole output is to be shown.
    void detailsWanted(int row);

private:
    void createHead();
    void createCalls();
    void rebuild();
    void addEarlier();
    void insertCalls(int first, int last);
    void updateCalls(int first, int last);
    void showStatus();
    void showCall(int row);
    [[nodiscard]] CallView *makeCall(int row);
    void scrolled(int value);
    void keepPosition();

    CurrentLaunch *m_launch;
    TranscriptModel *m_model;
    ElidingLabel *m_sandbox = nullptr;
    ElidingLabel *m_status = nullptr;
    QPushButton *m_cancel = nullptr;
    QScrollArea *m_room = nullptr;
    QVBoxLayout *m_layout = nullptr;
    QWidget *m_content = nullptr;
    EmptyState *m_empty = nullptr;
    QList<CallView *> m_calls; ///< From m_first on.
    int m_first = 0;           ///< Row of the first one that is shown.
    bool m_followsEnd = true;
    std::optional<int> m_below; ///< Of what was looked at when earlier calls came, until the user scrolls.
    bool m_adjusting = false;   ///< It is not the user who scrolls now.
};

} // namespace hermes

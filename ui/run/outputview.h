// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"

#include <QLabel>
#include <QPlainTextEdit>
#include <QTimer>
#include <QWidget>

namespace hermes {

class WrappingLabel;

/// One output stream of a candidate: a heading with its size, and the text, which is loaded piece by piece so that the
/// window stays alive however big it is.
class OutputView final : public QWidget
{
    Q_OBJECT

public:
    /// `name` is heading and accessible name: "Stdout".
    explicit OutputView(const QString &name, QWidget *parent = nullptr);

    /// Shows what was captured. When it goes on from what is shown already (a live view), only the rest is added, and
    /// the view stays at the end if it was there.
    void setOutput(const StreamCapture &capture);
    /// The same for what is still being written. What outgrew its limits is shown as it was then: its middle is lost
    /// and its end changes, so that it would be loaded from its beginning again and again.
    void setLiveOutput(const StreamCapture &capture);
    void clear();
    [[nodiscard]] bool isLoading() const { return m_load.isActive(); }

private:
    void loadNext();
    void appendPiece(const QString &piece);
    void showHeading();

    // First, so that it is found before its heading by those who look for the name.
    QPlainTextEdit *m_text;
    QLabel *m_heading;
    WrappingLabel *m_notice;
    QTimer m_load;
    QByteArray m_bytes;       ///< Everything that is to be shown.
    qsizetype m_loaded = 0;   ///< Of m_bytes.
    qint64 m_total = 0;
    bool m_truncated = false;
    bool m_standsStill = false; ///< More has been written than is shown, and more may come.
    qsizetype m_lineLength = 0;
    bool m_folded = false;
    bool m_endsInMiddle = false;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/transcript/sandboxcall.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QToolButton;
class QVBoxLayout;

namespace hermes {

class ElidingLabel;
class FoldButton;
class WrappingLabel;

/// One call in a transcript: how it ended, its code behind a fold, and what it printed.
class CallView final : public QFrame
{
    Q_OBJECT

public:
    /// `number` counts the sandbox's calls from 1.
    CallView(int number, QWidget *parent);

    /// `heading` says all of it in one line for those who do not see the picture.
    void showCall(const SandboxCall &call, const QString &heading);

Q_SIGNALS:
    /// The whole output is to be shown, with everything that can be done with it.
    void detailsWanted();

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    /// One stream: made when there is something in it.
    struct Output
    {
        QLabel *heading = nullptr;
        QPlainTextEdit *text = nullptr;
        OutputExcerpt shown = {};
    };

    void createHead();
    void showState();
    void showCode(const SandboxCall &call);
    void showOutput(Output &output, const QString &name, const OutputExcerpt &excerpt);
    [[nodiscard]] QPlainTextEdit *makeText(const QString &name);
    void fit(QPlainTextEdit *text) const;

    int m_number;
    RunState m_state = RunState::Queued;
    QString m_stateText;
    QLabel *m_picture = nullptr;
    QLabel *m_word = nullptr;
    ElidingLabel *m_times = nullptr;
    FoldButton *m_fold = nullptr;
    QToolButton *m_details = nullptr;
    QPlainTextEdit *m_code = nullptr;
    WrappingLabel *m_notes = nullptr;
    Output m_out;
    Output m_err;
    QVBoxLayout *m_layout = nullptr;
    QByteArray m_shownCode;
};

} // namespace hermes

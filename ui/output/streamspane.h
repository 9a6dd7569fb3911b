// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/output/outputoptions.h"

#include <QWidget>

class QTabWidget;

namespace hermes {

class Dialogs;
class OutputView;
class Splitter;

/// Both streams of a candidate, never mixed: side by side, as tabs, or only one of them.
class StreamsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit StreamsPane(Dialogs *dialogs, QWidget *parent = nullptr);

    [[nodiscard]] OutputView *out() const { return m_out; }
    [[nodiscard]] OutputView *err() const { return m_err; }
    [[nodiscard]] OutputOptions *options() { return &m_options; }
    /// Files are being written.
    [[nodiscard]] bool isSaving() const;

private:
    void arrange();

    OutputOptions m_options;
    Splitter *m_splitter;
    QTabWidget *m_tabs;
    OutputView *m_out;
    OutputView *m_err;
};

} // namespace hermes

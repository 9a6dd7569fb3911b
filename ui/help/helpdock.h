// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDockWidget>

namespace hermes {

/// The help of a page beside the page, so that it can be read while working.
class HelpDock final : public QDockWidget
{
    Q_OBJECT

public:
    /// `file` is Markdown, usually from the resources.
    HelpDock(const QString &file, QWidget *parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace hermes

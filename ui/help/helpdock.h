// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDockWidget>

class QTextBrowser;

namespace hermes {

/// The help of a page beside the page, so that it can be read while working.
class HelpDock final : public QDockWidget
{
    Q_OBJECT

public:
    explicit HelpDock(QWidget *parent = nullptr);

    /// Markdown, usually from the resources.
    void showFile(const QString &file);
    void showText(const QString &markdown);
    /// Shows it beside the page, or in a window of its own where the page needs the room; the focus goes there.
    void open();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QTextBrowser *m_browser;
};

} // namespace hermes

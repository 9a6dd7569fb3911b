// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/dialogs.h"

#include <QList>
#include <QWidget>

class QAction;
class QSettings;

namespace hermes {

/// One entry of the sidebar. The window makes a page when it is first shown, and knows it by nothing but this.
class Page : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Markdown in the resources: ":/help/run.md".
    [[nodiscard]] virtual QString helpFile() const = 0;
    /// Where F6 leads, in their order.
    [[nodiscard]] virtual QList<QWidget *> parts() const = 0;
    /// What the page can do, for the menu of its name and the command palette; null: a separator. The page owns them.
    [[nodiscard]] virtual QList<QAction *> commands() const { return {}; }

    /// What is kept from one start of the program to the next; keys begin with the page's own word and a slash.
    virtual void restore(const QSettings &settings) { Q_UNUSED(settings) }
    virtual void store(QSettings &settings) const { Q_UNUSED(settings) }

    /// Splitters and columns as they were at the first start.
    virtual void resetLayout() { }

    /// What closing the window now would end or lose, the gravest first.
    [[nodiscard]] virtual QList<Dialogs::Question> closingQuestions() const { return {}; }
    /// Ends what is under way, as the user has agreed to; isBusy() until it has ended.
    virtual void stop() { }
    [[nodiscard]] virtual bool isBusy() const { return false; }

    /// Takes back what can be taken back on the page, if anything can now.
    virtual void undo() { }

    /// Moves the focus to the next part, or the one before.
    void focusPart(int step);

Q_SIGNALS:
    /// isBusy() may answer otherwise now.
    void busyChanged();
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAccessibleWidget>

namespace hermes {

class OutputArea;

/// An OutputArea as assistive technology sees it: a read-only text. Of a text that is too big to be told at once it is what is
/// visible and about a page around it; scrolling leads on.
class OutputAccess final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit OutputAccess(OutputArea *area);
    /// Makes Qt ask for this class; more than once does nothing.
    static void install();

    void *interface_cast(QAccessible::InterfaceType type) override;
    [[nodiscard]] QAccessible::State state() const override;

    void selection(int selectionIndex, int *startOffset, int *endOffset) const override;
    [[nodiscard]] int selectionCount() const override;
    void addSelection(int startOffset, int endOffset) override;
    void removeSelection(int selectionIndex) override;
    void setSelection(int selectionIndex, int startOffset, int endOffset) override;
    [[nodiscard]] int cursorPosition() const override;
    void setCursorPosition(int position) override;
    [[nodiscard]] QString text(int startOffset, int endOffset) const override;
    [[nodiscard]] QString text(QAccessible::Text kind) const override { return QAccessibleWidget::text(kind); }
    [[nodiscard]] int characterCount() const override;
    [[nodiscard]] QRect characterRect(int offset) const override;
    [[nodiscard]] int offsetAtPoint(const QPoint &point) const override;
    void scrollToSubstring(int startIndex, int endIndex) override;
    [[nodiscard]] QString attributes(int offset, int *startOffset, int *endOffset) const override;

private:
    [[nodiscard]] OutputArea *area() const;
};

} // namespace hermes

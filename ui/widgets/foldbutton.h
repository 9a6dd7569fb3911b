// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QToolButton>

namespace hermes {

/// Opens and closes a part of a page: an arrow and what is behind it. In a scroll area, what opens is scrolled into view.
class FoldButton final : public QToolButton
{
    Q_OBJECT

public:
    /// `name` is text and accessible name; the object's name is the same without spaces.
    FoldButton(const QString &name, QWidget *content, QWidget *parent);

    /// Shows more than the name: what is behind it, in a few words.
    void showSummary(const QString &summary);
    void setOpen(bool open) { setChecked(open); }
    [[nodiscard]] bool isOpen() const { return isChecked(); }

private:
    void showContent(QWidget *content);

    QString m_name;
};

} // namespace hermes

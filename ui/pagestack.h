// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/theme/glyphs.h"

#include <QWidget>

#include <functional>
#include <vector>

class QListWidget;
class QStackedWidget;

namespace hermes {

class Page;

/// The sidebar *Pages* and the page that is chosen there. A page is made when it is first shown. Where there is little room the
/// sidebar shows its pictures only.
class PageStack final : public QWidget
{
    Q_OBJECT

public:
    using Make = std::function<Page *(QWidget *parent)>;

    explicit PageStack(QWidget *parent = nullptr);

    /// Pages appear in the order in which they are added; the first one is shown at once. The title has a mnemonic.
    void add(const QString &title, Glyph glyph, Make make);
    /// Shows a page by its place in the list, with the focus where it was on it, at first on what the page is about.
    void show(int place);
    /// The page at this place, made if need be.
    [[nodiscard]] Page *page(int place);
    [[nodiscard]] int count() const { return int(m_entries.size()); }
    /// With its mnemonic, as menus have it.
    [[nodiscard]] QString title(int place) const { return m_entries[size_t(place)].title; }
    [[nodiscard]] Page *current() const;
    [[nodiscard]] int currentPlace() const;
    /// Those that were made.
    [[nodiscard]] QList<Page *> made() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

Q_SIGNALS:
    /// A page was made; it is not shown yet.
    void pageMade(hermes::Page *page);
    void currentChanged(int place);

private:
    struct Entry
    {
        QString title = {};
        Make make = {};
        Page *page = nullptr;
    };

    void place();

    QListWidget *m_list;
    QStackedWidget *m_stack;
    std::vector<Entry> m_entries;
};

} // namespace hermes

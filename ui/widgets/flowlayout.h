// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLayout>
#include <QWidget>

#include <memory>
#include <vector>

namespace hermes {

/// Widgets side by side, in as many lines as the width asks for, each in the middle of its line's height.
/// A widget that it lays out is never lower than its lines. What a line has left goes to widgets that expand and to the room that addRoom() keeps.
class FlowLayout final : public QLayout
{
    Q_OBJECT

public:
    explicit FlowLayout(QWidget *parent = nullptr);
    ~FlowLayout() override;

    void addItem(QLayoutItem *item) override;
    /// Keeps what stands before it apart from what comes after.
    void addRoom();
    [[nodiscard]] int count() const override { return int(m_items.size()); }
    [[nodiscard]] QLayoutItem *itemAt(int index) const override;
    QLayoutItem *takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return {}; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect &rectangle) override;

private:
    struct Line
    {
        std::vector<QLayoutItem *> items = {};
        int width = 0;
        int height = 0;
        int growing = 0; ///< How many of them want to.
    };
    [[nodiscard]] static QSize wantedBy(const QLayoutItem *item, int width);
    [[nodiscard]] std::vector<Line> lines(int width) const;

    std::vector<std::unique_ptr<QLayoutItem>> m_items;
};

/// A part of a line that asks for the least that it can be, so that it breaks no line, and takes what the line has left.
class FlowPart final : public QWidget
{
    Q_OBJECT

public:
    explicit FlowPart(QWidget *parent = nullptr);

    [[nodiscard]] QSize sizeHint() const override { return minimumSizeHint(); }
};

} // namespace hermes

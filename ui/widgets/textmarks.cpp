// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "textmarks.h"

#include <QPlainTextEdit>

#include <algorithm>

namespace hermes {

namespace {

constexpr int LayerProperty = QTextFormat::UserProperty + 0x20;

int layerOf(const QTextEdit::ExtraSelection &mark)
{
    return mark.format.intProperty(LayerProperty);
}

} // namespace

void setMarks(QPlainTextEdit *view, MarkLayer layer, QList<QTextEdit::ExtraSelection> marks)
{
    for (QTextEdit::ExtraSelection &mark : marks)
        mark.format.setProperty(LayerProperty, int(layer));
    QList<QTextEdit::ExtraSelection> all = view->extraSelections();
    const auto removed = all.removeIf([layer](const QTextEdit::ExtraSelection &mark) { return layerOf(mark) == int(layer); });
    if (removed == 0 && marks.isEmpty())
        return;
    all += marks;
    std::ranges::stable_sort(all, {}, layerOf);
    view->setExtraSelections(all);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "buildlogview.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"

#include <QFontDatabase>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextCursor>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// The beginning of a log that is longer is of no use any more.
constexpr int MostLines = 20'000;

/// Colours and cursor movements are meant for a terminal; a line that was written over is shown as one more.
QString plainText(QString text)
{
    static const QRegularExpression sequences(u"\x1b\\[[0-9;?]*[A-Za-z]"_s);
    text.remove(sequences);
    text.replace("\r\n"_L1, "\n"_L1);
    text.replace(u'\r', u'\n');
    return visibleText(text);
}
} // namespace

BuildLogView::BuildLogView(QWidget *parent) : QPlainTextEdit(parent)
{
    setObjectName(u"BuildLog"_s);
    setAccessibleName(tr("Build log"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setMaximumBlockCount(MostLines);
    setLineWrapMode(NoWrap);
    setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    setPlaceholderText(tr("What the build writes is shown here."));
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
}

void BuildLogView::append(const QString &text)
{
    const bool follows = verticalScrollBar()->value() == verticalScrollBar()->maximum();
    QTextCursor cursor(document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(plainText(text));
    if (follows)
        verticalScrollBar()->setValue(verticalScrollBar()->maximum());
}

} // namespace hermes

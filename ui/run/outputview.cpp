// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputview.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QElapsedTimer>
#include <QFontDatabase>
#include <QScrollBar>

using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr qsizetype PieceBytes = 8LL * 1024;
/// How long the window may be busy with pieces before it looks at other things.
constexpr qint64 BusyMs = 8;
/// A line is laid out as a whole, in time that grows with its length.
constexpr qsizetype LongestLine = 4096;

/// Where a piece that begins at `from` may end without cutting a character in two.
qsizetype pieceEnd(QByteArrayView bytes, qsizetype from)
{
    qsizetype end = std::min(from + PieceBytes, bytes.size());
    for (int back = 0; back < 3 && end < bytes.size() && (quint8(bytes[end]) & 0xc0) == 0x80; ++back)
        --end;
    return end;
}

} // namespace

OutputView::OutputView(const QString &name, QWidget *parent)
    : QWidget(parent), m_text(new QPlainTextEdit(this)), m_heading(new QLabel(this)), m_notice(new WrappingLabel(this))
{
    m_text->setObjectName(name);
    m_text->setAccessibleName(name);
    m_text->setReadOnly(true);
    m_text->setUndoRedoEnabled(false);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    m_text->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_heading->setText(name);
    m_heading->setBuddy(m_text);
    setFocusProxy(m_text);
    m_notice->setObjectName(name + u"Notice");
    m_notice->hide();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.25));
    layout->addWidget(m_heading);
    layout->addWidget(m_notice);
    layout->addWidget(m_text, 1);
    connect(&m_load, &QTimer::timeout, this, &OutputView::loadNext);
}

void OutputView::clear()
{
    m_load.stop();
    m_bytes.clear();
    m_loaded = 0;
    m_lineLength = 0;
    m_folded = false;
    m_standsStill = false;
    m_text->clear();
    m_heading->setText(m_text->accessibleName());
    m_notice->hide();
}

void OutputView::setLiveOutput(const StreamCapture &capture)
{
    if (!capture.truncated || m_bytes.isEmpty()) {
        setOutput(capture);
        m_standsStill = capture.truncated;
    } else {
        m_standsStill = true;
        m_total = capture.total;
    }
    showHeading();
}

void OutputView::setOutput(const StreamCapture &capture)
{
    m_standsStill = false;
    const bool goesOn = m_loaded > 0 && !m_endsInMiddle && capture.bytes.size() >= m_bytes.size()
        && QByteArrayView(capture.bytes).first(m_bytes.size()) == m_bytes;
    if (!goesOn)
        clear();
    m_bytes = capture.bytes;
    m_total = capture.total;
    m_truncated = capture.truncated;
    showHeading();
    if (m_loaded < m_bytes.size()) {
        loadNext();
        if (m_loaded < m_bytes.size())
            m_load.start(0ms);
    }
}

void OutputView::showHeading()
{
    const QString name = m_text->accessibleName();
    m_heading->setText(m_total > 0 ? name + u" · " + byteCountText(m_total) : name);
    QStringList notices;
    if (m_standsStill)
        notices += tr("There is more than %1; the rest is shown once the candidate has ended.").arg(byteCountText(m_bytes.size()));
    else if (m_truncated)
        notices += tr("Showing the first and last %1 of %2.").arg(byteCountText(m_bytes.size() / 2), byteCountText(m_total));
    if (m_folded)
        notices += tr("Lines of more than %1 characters are folded.").arg(LongestLine);
    m_notice->showText(notices.join(u' '));
    m_notice->setVisible(!notices.isEmpty());
}

void OutputView::loadNext()
{
    QElapsedTimer busy;
    busy.start();
    while (m_loaded < m_bytes.size() && busy.elapsed() < BusyMs) {
        const qsizetype end = pieceEnd(m_bytes, m_loaded);
        const QString piece = QString::fromUtf8(QByteArrayView(m_bytes).sliced(m_loaded, end - m_loaded));
        // The last bytes so far may be half a character: when more comes, everything is read again.
        m_endsInMiddle = end == m_bytes.size() && piece.endsWith(QChar::ReplacementCharacter);
        m_loaded = end;
        appendPiece(piece);
    }
    if (m_loaded == m_bytes.size()) {
        m_load.stop();
        showHeading(); // whether lines were folded is known now
    }
}

void OutputView::appendPiece(const QString &piece)
{
    QString shown;
    shown.reserve(piece.size() + piece.size() / LongestLine + 1);
    for (const QChar c : piece) {
        if (m_lineLength == LongestLine && c != u'\n') {
            shown += u'\n';
            m_lineLength = 0;
            m_folded = true;
        }
        shown += c;
        m_lineLength = c == u'\n' ? 0 : m_lineLength + 1;
    }
    QScrollBar *bar = m_text->verticalScrollBar();
    const int position = bar->value();
    const bool follows = position == bar->maximum() && m_loaded > PieceBytes;
    QTextCursor cursor(m_text->document());
    cursor.movePosition(QTextCursor::End);
    cursor.insertText(visibleText(shown));
    bar->setValue(follows ? bar->maximum() : position);
}

} // namespace hermes

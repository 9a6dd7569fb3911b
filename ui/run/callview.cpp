// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "callview.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/foldbutton.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QEvent>
#include <QLabel>
#include <QLocale>
#include <QPainter>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// More lines are scrolled in place.
constexpr int MostLines = 12;
/// A line is laid out as a whole, in time that grows with its length.
constexpr qsizetype LongestLine = 4096;

QString foldedLines(const QString &text)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        for (qsizetype at = LongestLine; at < line.size(); at += LongestLine + 1)
            line.insert(at, u'\n');
    }
    return lines.join(u'\n');
}

QString firstLine(const QByteArray &code)
{
    for (const QByteArray &line : code.first(std::min<qsizetype>(code.size(), LongestLine)).split('\n')) {
        if (!line.trimmed().isEmpty())
            return QString::fromUtf8(line.trimmed());
    }
    return {};
}

} // namespace

CallView::CallView(int number, QWidget *parent) : QFrame(parent), m_number(number)
{
    setObjectName(u"Call%1"_s.arg(number));
    createHead();
}

void CallView::createHead()
{
    m_picture = new QLabel(this);
    m_word = new QLabel(this);
    m_word->setTextFormat(Qt::PlainText);
    m_times = new ElidingLabel(this);
    m_times->setForegroundRole(QPalette::PlaceholderText);
    m_times->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_code = makeText(tr("Code of call %1").arg(m_number));
    m_fold = new FoldButton(tr("Code"), m_code, this);
    m_fold->setAccessibleName(tr("Show the code of call %1").arg(m_number));
    m_fold->setObjectName(u"Code"_s);
    m_details = new QToolButton(this);
    m_details->setText(tr("Details"));
    m_details->setAccessibleName(tr("Show the whole output of call %1").arg(m_number));
    m_details->setToolTip(tr("Show the whole output below"));
    m_details->setAutoRaise(true);
    m_details->setFocusPolicy(Qt::StrongFocus);
    m_notes = new WrappingLabel(this);
    m_notes->hide();
    auto *head = new QHBoxLayout;
    head->setSpacing(spacing(this, 0.4));
    head->addWidget(m_picture);
    head->addWidget(m_word);
    head->addWidget(m_times, 1);
    head->addWidget(m_details);
    m_layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.5);
    m_layout->setContentsMargins(margin, margin, margin, margin);
    m_layout->setSpacing(spacing(this, 0.25));
    m_layout->addLayout(head);
    m_layout->addWidget(m_fold);
    m_layout->addWidget(m_code);
    m_layout->addWidget(m_notes);
    connect(m_details, &QToolButton::clicked, this, &CallView::detailsWanted);
}

QPlainTextEdit *CallView::makeText(const QString &name)
{
    auto *text = new QPlainTextEdit(this);
    text->setAccessibleName(name);
    text->setReadOnly(true);
    text->setUndoRedoEnabled(false);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setTabChangesFocus(true);
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    text->setFont(codeFont());
    text->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    return text;
}

void CallView::fit(QPlainTextEdit *text) const
{
    const int lines = std::clamp(text->blockCount(), 1, MostLines);
    const int around = 2 * (text->frameWidth() + int(text->document()->documentMargin()));
    text->setFixedHeight(lines * text->fontMetrics().lineSpacing() + around + text->horizontalScrollBar()->sizeHint().height() / 2);
}

void CallView::showCall(const SandboxCall &call, const QString &heading)
{
    setAccessibleName(heading);
    m_state = call.state();
    const bool ended = isFinished(m_state) && call.isExitCodeKnown && m_state != RunState::NotRun;
    m_stateText = ended ? tr("%1 · exit code %2", "state").arg(stateWord(m_state)).arg(call.summary.exitCode) : stateWord(m_state);
    showState();
    QStringList times {QLocale().toString(call.at.toLocalTime(), QLocale::ShortFormat)};
    if (call.output == SandboxCall::Output::Known && call.summary.state == CandidateState::Finished)
        times += durationText(call.summary.run);
    m_times->showText(times.join(u" · "_s));
    setToolTip(toolTipText(endSentence(call.summary, call.stage)));
    showCode(call);
    showOutput(m_out, tr("Stdout"), call.out);
    showOutput(m_err, tr("Stderr"), call.err);
    m_notes->showText(messageText(call.notes.join(u'\n')));
    m_notes->setVisible(!call.notes.isEmpty());
}

void CallView::showState()
{
    const QColor color = stateColor(m_state, palette());
    const int side = fontMetrics().height();
    m_picture->setPixmap(glyphIcon(stateGlyph(m_state), color).pixmap(QSize(side, side), devicePixelRatio()));
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, color);
    m_word->setPalette(colors);
    QFont font = m_word->font();
    font.setBold(true);
    m_word->setFont(font);
    m_word->setText(m_stateText);
}

void CallView::showCode(const SandboxCall &call)
{
    if (call.code == m_shownCode && m_code->blockCount() > 1)
        return;
    m_shownCode = call.code;
    m_fold->showSummary(firstLine(call.code));
    QString text = foldedLines(visibleText(QString::fromUtf8(call.code)));
    if (!call.isCodeWhole)
        text += u"\n…"_s;
    m_code->setPlainText(text);
    fit(m_code);
}

void CallView::showOutput(Output &output, const QString &name, const OutputExcerpt &excerpt)
{
    if (excerpt == output.shown)
        return;
    output.shown = excerpt;
    if (!output.text) {
        output.heading = new QLabel(this);
        output.heading->setForegroundRole(QPalette::PlaceholderText);
        output.text = makeText(tr("Call %1 %2", "number, name of a stream").arg(m_number).arg(name));
        output.heading->setBuddy(output.text);
        const int place = &output == &m_out ? m_layout->indexOf(m_code) + 1 : m_layout->indexOf(m_notes);
        m_layout->insertWidget(place, output.heading);
        m_layout->insertWidget(place + 1, output.text);
    }
    const bool isThere = !excerpt.bytes.isEmpty();
    output.heading->setVisible(isThere);
    output.text->setVisible(isThere);
    output.heading->setText(
        excerpt.isCut() ? tr("%1 · the last %2 of %3").arg(name, byteCountText(excerpt.bytes.size()), byteCountText(excerpt.total))
                        : name);
    QString text = QString::fromUtf8(excerpt.bytes);
    if (text.endsWith(u'\n'))
        text.chop(1);
    output.text->setPlainText(foldedLines(visibleText(text)));
    fit(output.text);
    if (!isFinished(m_state))
        output.text->verticalScrollBar()->setValue(output.text->verticalScrollBar()->maximum());
}

void CallView::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(themeColors(palette()).border);
    painter.setBrush(palette().base());
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

void CallView::changeEvent(QEvent *event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_word)
        showState();
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "candidatepreview.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"

#include <QBoxLayout>
#include <QEvent>
#include <QHeaderView>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// A preview, not an editor: the rest of longer code is what it is in the editor.
constexpr qsizetype LongestCode = 64LL * 1024;
} // namespace

CandidatePreview::CandidatePreview(CandidatePreviewModel *model, QWidget *parent) : QWidget(parent), m_model(model)
{
    createTable();
    createCode();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addWidget(m_table);
    layout->addWidget(m_code);
    connect(model, &QAbstractItemModel::modelReset, this, &CandidatePreview::keepSelection);
}

void CandidatePreview::createTable()
{
    m_table = new QTableView(this);
    setUpTable(m_table, tr("Preview candidates"));
    m_table->setModel(m_model);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setFixedHeight(m_table->verticalHeader()->defaultSectionSize() * 6);
    auto *empty = new EmptyState(tr("No candidates"), tr("They are here as soon as every parameter has its values."),
                                 m_table->viewport());
    empty->follow(m_model);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (current.isValid())
            m_current = current.row();
        showCode();
    });
}

void CandidatePreview::createCode()
{
    m_code = new QPlainTextEdit(this);
    m_code->setObjectName(u"PreviewCode"_s);
    m_code->setAccessibleName(tr("Preview code"));
    m_code->setReadOnly(true);
    m_code->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_code->setTabChangesFocus(true);
    m_code->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_code->setFont(codeFont());
    m_code->setFixedHeight(spacing(this, 8));
}

void CandidatePreview::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    keepSelection();
}

void CandidatePreview::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_code)
        showCode();
}

void CandidatePreview::keepSelection()
{
    const int row = std::min(m_current, m_model->rowCount() - 1);
    const int wanted = m_current;
    if (row >= 0)
        m_table->selectRow(row);
    m_current = wanted;
    showCode();
}

void CandidatePreview::showCode()
{
    if (!isVisible())
        return;
    const RenderedCode code = m_model->codeOf(m_table->currentIndex().isValid() ? m_table->currentIndex().row() : -1);
    const int position = m_code->verticalScrollBar()->value();
    QString text = visibleText(QString::fromUtf8(code.code.first(std::min(code.code.size(), LongestCode))));
    if (code.code.size() > LongestCode)
        text += u'\n' + tr("… and so on, as in the editor");
    m_code->setPlainText(text);
    markLiterals(code);
    m_code->verticalScrollBar()->setValue(position);
}

void CandidatePreview::markLiterals(const RenderedCode &code)
{
    QList<QTextEdit::ExtraSelection> marks;
    qsizetype bytes = 0;
    qsizetype units = 0;
    const auto unitsAt = [&](qsizetype byte) {
        units += visibleText(QString::fromUtf8(QByteArrayView(code.code).sliced(bytes, byte - bytes))).size();
        bytes = byte;
        return int(units);
    };
    for (const RenderedCode::Literal &literal : code.literals) {
        if (literal.begin + literal.size > LongestCode)
            break;
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(m_code->document());
        mark.cursor.setPosition(unitsAt(literal.begin));
        mark.cursor.setPosition(unitsAt(literal.begin + literal.size), QTextCursor::KeepAnchor);
        mark.format.setBackground(themeColors(palette()).hole);
        mark.format.setFontWeight(QFont::Bold);
        marks.append(mark);
    }
    m_code->setExtraSelections(marks);
}

} // namespace hermes

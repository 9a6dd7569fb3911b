// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "factspane.h"

#include "models/displaytext.h"
#include "models/output/resultfacts.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"

#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QFormLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

constexpr double TallestBody = 11; // lines
constexpr double LeastBody = 3;
constexpr int ObjectColumns = 28;

} // namespace

FactsPane::FactsPane(QWidget *parent)
    : QWidget(parent),
      m_fold(new QToolButton(this)),
      m_copy(new QToolButton(this)),
      m_facts(new QFormLayout),
      m_object(new QPlainTextEdit(this))
{
    createButtons();
    createBody();
    setUnfolded(false);
    clear();
}

void FactsPane::createButtons()
{
    m_fold->setObjectName(u"Facts"_s);
    m_fold->setText(tr("&Details"));
    m_fold->setAccessibleName(tr("Details"));
    m_fold->setToolTip(tr("Times, resources and sizes of this candidate"));
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    connect(m_fold, &QToolButton::toggled, this, &FactsPane::setUnfolded);
    m_copy->setObjectName(u"CopyFacts"_s);
    m_copy->setText(tr("Copy Details"));
    m_copy->setAutoRaise(true);
    connect(m_copy, &QToolButton::clicked, this, &FactsPane::copyAll);
}

void FactsPane::createBody()
{
    m_object->setObjectName(u"LastObject"_s);
    m_object->setAccessibleName(tr("JSON of the last line"));
    m_object->setReadOnly(true);
    m_object->setTabChangesFocus(true);
    m_object->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_object->setFont(codeFont());
    m_object->setMinimumWidth(m_object->fontMetrics().averageCharWidth() * ObjectColumns);
    auto *facts = new QWidget;
    facts->setLayout(m_facts);
    m_facts->setContentsMargins(spacing(this, 0.3), 0, 0, 0);
    m_facts->setHorizontalSpacing(spacing(this, 0.8));
    m_facts->setVerticalSpacing(spacing(this, 0.15));
    auto *scroll = new QScrollArea(this);
    scroll->setObjectName(u"FactsScroll"_s);
    scroll->setAccessibleName(tr("Details of the candidate"));
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(facts);
    auto *body = new QHBoxLayout(this);
    body->setContentsMargins({});
    body->setSpacing(spacing(this, 0.5));
    body->addWidget(scroll, 1);
    body->addWidget(m_object, 1);
    setMinimumHeight(spacing(this, LeastBody));
    setMaximumHeight(spacing(this, TallestBody));
}

bool FactsPane::isUnfolded() const
{
    return m_fold->isChecked();
}

void FactsPane::setUnfolded(bool unfolded)
{
    m_fold->setChecked(unfolded);
    m_fold->setIcon(glyphIcon(unfolded ? Glyph::Down : Glyph::Right));
    arrange();
}

void FactsPane::arrange()
{
    const bool known = !m_allText.isEmpty();
    m_fold->setVisible(known);
    m_copy->setVisible(known && isUnfolded());
    setVisible(known && isUnfolded());
}

void FactsPane::clear()
{
    while (m_facts->rowCount() > 0)
        m_facts->removeRow(0);
    m_object->clear();
    m_object->hide();
    m_allText.clear();
    arrange();
}

void FactsPane::addFact(const QString &label, const QString &value)
{
    auto *name = new QLabel(label, this);
    auto *text = new QLabel(lineText(value), this);
    name->setForegroundRole(QPalette::PlaceholderText);
    text->setTextFormat(Qt::PlainText);
    text->setObjectName(u"Fact"_s + label);
    text->setAccessibleName(label + u": "_s + value);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    name->setBuddy(text);
    m_facts->addRow(name, text);
    m_allText += label + u": "_s + value + u'\n';
}

void FactsPane::showResult(const RunResult &result)
{
    clear();
    for (const ResultFact &fact : resultFacts(result))
        addFact(fact.label, fact.value);
    const QString object = prettyLastObject(result.out.bytes);
    m_object->setPlainText(visibleText(object));
    m_object->setVisible(!object.isEmpty());
    m_allText += object;
    arrange();
}

void FactsPane::copyAll() const
{
    QApplication::clipboard()->setText(m_allText);
}

} // namespace hermes

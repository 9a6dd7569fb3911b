// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findline.h"

#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/flowlayout.h"

#include <QBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

FindLine::FindLine(const QString &name, QWidget *parent)
    : QWidget(parent), m_name(name), m_text(new QLineEdit(this)), m_count(new QLabel(this)), m_options(new QHBoxLayout)
{
    const QString title = name.isEmpty() ? tr("Find") : tr("Find in %1").arg(name);
    m_text->setObjectName(name + u"FindText");
    m_text->setAccessibleName(title);
    m_text->setPlaceholderText(title);
    m_text->setClearButtonEnabled(true);
    m_text->setMinimumWidth(spacing(this, 6));
    setFocusProxy(m_text);
    m_count->setObjectName(name + u"FindCount");
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto *previous = makeTool(tr("Find previous"));
    previous->setArrowType(Qt::UpArrow);
    previous->setToolTip(tr("Previous match (Shift+F3)"));
    auto *next = makeTool(tr("Find next"));
    next->setArrowType(Qt::DownArrow);
    next->setToolTip(tr("Next match (F3)"));
    auto *close = makeTool(tr("Close find bar"));
    close->setIcon(glyphIcon(Glyph::Close));
    close->setToolTip(tr("Close the search (Escape)"));
    const int gap = spacing(this, 0.3);
    const auto inPart = [gap](QWidget *part) {
        auto *made = new QHBoxLayout(part);
        made->setContentsMargins({});
        made->setSpacing(gap);
        return made;
    };
    QHBoxLayout *words = inPart(new FlowPart(this));
    words->addWidget(m_text, 1);
    words->addWidget(m_count);
    QHBoxLayout *tools = inPart(new QWidget(this));
    m_options->setSpacing(gap);
    tools->addWidget(previous);
    tools->addWidget(next);
    tools->addLayout(m_options);
    tools->addWidget(close);
    auto *layout = new FlowLayout(this);
    layout->setSpacing(gap);
    layout->addWidget(words->parentWidget());
    layout->addWidget(tools->parentWidget());
    m_case = addOption(tr("Match case"), u"Aa"_s);
    connect(m_text, &QLineEdit::textChanged, this, &FindLine::changed);
    connect(previous, &QToolButton::clicked, this, &FindLine::previousWanted);
    connect(next, &QToolButton::clicked, this, &FindLine::nextWanted);
    connect(close, &QToolButton::clicked, this, &FindLine::closeWanted);
}

QToolButton *FindLine::makeTool(const QString &name)
{
    auto *button = new QToolButton(this);
    button->setObjectName(m_name + QString(name).remove(u' '));
    button->setAccessibleName(name);
    button->setToolTip(name);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    return button;
}

QToolButton *FindLine::addOption(const QString &name, const QString &text)
{
    QToolButton *option = makeTool(name);
    option->setText(text);
    option->setCheckable(true);
    m_options->addWidget(option);
    connect(option, &QToolButton::toggled, this, &FindLine::changed);
    return option;
}

QString FindLine::text() const
{
    return m_text->text();
}

bool FindLine::matchesCase() const
{
    return m_case->isChecked();
}

void FindLine::showCount(const QString &text)
{
    m_count->setText(text);
    m_count->setAccessibleName(text);
}

void FindLine::keyPressEvent(QKeyEvent *event)
{
    const bool isReturn = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (event->key() == Qt::Key_Escape)
        Q_EMIT closeWanted();
    else if (isReturn && m_text->hasFocus())
        event->modifiers().testFlag(Qt::ShiftModifier) ? Q_EMIT previousWanted() : Q_EMIT nextWanted();
    else
        QWidget::keyPressEvent(event);
}

} // namespace hermes

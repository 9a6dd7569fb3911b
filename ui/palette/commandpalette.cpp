// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "commandpalette.h"

#include "models/commandmatch.h"
#include "ui/theme/theme.h"

#include <QAccessible>
#include <QAction>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QPainter>
#include <QStyledItemDelegate>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// The command at the left, its keys at the right.
class CommandDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::paint(painter, option, index);
        const bool selected = option.state.testFlag(QStyle::State_Selected);
        const QColor quiet = selected ? option.palette.color(QPalette::HighlightedText) : themeColors(option.palette).muted;
        painter->save();
        painter->setPen(quiet);
        const int margin = option.fontMetrics.averageCharWidth() * 2;
        painter->drawText(option.rect.adjusted(margin, 0, -margin, 0), Qt::AlignRight | Qt::AlignVCenter,
                          index.data(Qt::UserRole + 1).toString());
        painter->restore();
    }
};

} // namespace

CommandPalette::CommandPalette(QList<Command> commands, const QStringList &lastUsed, QWidget *window)
    : QFrame(window, Qt::Popup),
      m_commands(std::move(commands)),
      m_lastUsed(lastUsed),
      m_query(new QLineEdit(this)),
      m_list(new QListWidget(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"CommandPalette"_s);
    setFrameShape(QFrame::StyledPanel);
    m_query->setObjectName(u"CommandQuery"_s);
    m_query->setAccessibleName(tr("Command"));
    m_query->setPlaceholderText(tr("Type some letters of a command"));
    m_query->installEventFilter(this);
    m_list->setObjectName(u"Commands"_s);
    m_list->setAccessibleName(tr("Commands"));
    m_list->setItemDelegate(new CommandDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto *layout = new QVBoxLayout(this);
    layout->addWidget(m_query);
    layout->addWidget(m_list);
    connect(m_query, &QLineEdit::textChanged, this, &CommandPalette::showMatches);
    connect(m_query, &QLineEdit::returnPressed, this, &CommandPalette::runCurrent);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::runCurrent);
    showMatches();
}

void CommandPalette::open()
{
    const QWidget *window = parentWidget();
    const int width = std::min(spacing(this, 34), window->width() * 9 / 10);
    const int height = std::min(spacing(this, 24), window->height() * 8 / 10);
    resize(width, height);
    move(window->mapToGlobal(QPoint((window->width() - width) / 2, spacing(this, 3))));
    show();
    m_query->setFocus();
}

int CommandPalette::rankOf(const Command &command) const
{
    const qsizetype used = m_lastUsed.indexOf(command.text);
    return used < 0 ? 0 : int(m_lastUsed.size() - used);
}

void CommandPalette::showMatches()
{
    struct Match
    {
        int score = 0;
        int rank = 0;
        const Command *command = nullptr;
    };
    std::vector<Match> matches;
    for (const Command &command : std::as_const(m_commands)) {
        if (!command.action || !command.action->isEnabled())
            continue;
        if (const std::optional<int> score = commandMatch(command.text, m_query->text()))
            matches.push_back({.score = *score, .rank = rankOf(command), .command = &command});
    }
    std::ranges::stable_sort(
        matches, [](const Match &a, const Match &b) { return a.score != b.score ? a.score > b.score : a.rank > b.rank; });
    m_list->clear();
    for (const Match &match : matches) {
        auto *item = new QListWidgetItem(match.command->text, m_list);
        item->setData(Qt::UserRole, int(match.command - m_commands.constData()));
        item->setData(Qt::UserRole + 1, match.command->action->shortcut().toString(QKeySequence::NativeText));
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::runCurrent()
{
    const QListWidgetItem *item = m_list->currentItem();
    if (!item)
        return;
    const Command command = m_commands.at(item->data(Qt::UserRole).toInt());
    close();
    Q_EMIT used(command.text);
    if (command.action)
        command.action->trigger();
}

/// The keys stay with the line; who does not see the list hears the command all the same.
void CommandPalette::choose(int row)
{
    if (m_list->count() == 0)
        return;
    m_list->setCurrentRow(std::clamp(row, 0, m_list->count() - 1));
    QAccessibleEvent event(m_list, QAccessible::Focus);
    event.setChild(m_list->currentRow());
    QAccessible::updateAccessibility(&event);
}

bool CommandPalette::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() != QEvent::KeyPress)
        return QFrame::eventFilter(watched, event);
    const auto *key = static_cast<QKeyEvent *>(event);
    switch (key->key()) {
    case Qt::Key_Down: choose(m_list->currentRow() + 1); return true;
    case Qt::Key_Up: choose(m_list->currentRow() - 1); return true;
    case Qt::Key_PageDown: choose(m_list->currentRow() + 10); return true;
    case Qt::Key_PageUp: choose(m_list->currentRow() - 10); return true;
    default: return QFrame::eventFilter(watched, event);
    }
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "dialogs.h"

#include "ui/theme/theme.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QListWidget>
#include <QMessageBox>
#include <QPushButton>

namespace hermes {

namespace {

QFileDialog *makeFileDialog(QWidget *parent, const QString &title, const QStringList &filters,
                            const std::function<void(const QString &)> &answer)
{
    auto *dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters(filters);
    QObject::connect(dialog, &QFileDialog::fileSelected, parent, answer);
    return dialog;
}

/// A list below the texts of the box, with a scroll bar where it is long.
void addItems(QMessageBox *box, const QStringList &items)
{
    constexpr int MostShown = 8;
    auto *layout = qobject_cast<QGridLayout *>(box->layout());
    if (!layout)
        return;
    auto *list = new QListWidget(box);
    list->setObjectName(QStringLiteral("Items"));
    list->setAccessibleName(QObject::tr("What this is about"));
    list->addItems(items);
    list->setSelectionMode(QAbstractItemView::NoSelection);
    list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // it would lie on the last line: long ones wrap
    list->setWordWrap(true);
    list->setResizeMode(QListView::Adjust);
    const int widest = spacing(box, 40);
    const int wanted = list->sizeHintForColumn(0) + spacing(box, 3);
    list->setMinimumWidth(std::min(wanted, widest));
    const int lines = wanted > widest ? 2 : 1;
    const auto rows = int(std::min<qsizetype>(items.size(), MostShown));
    list->setFixedHeight(list->sizeHintForRow(0) * rows * lines + 2 * list->frameWidth());
    // The buttons stand in the last row: the list goes above them.
    const int last = layout->rowCount() - 1;
    QLayoutItem *buttons = layout->itemAtPosition(last, 0);
    layout->removeItem(buttons);
    layout->addWidget(list, last, 0, 1, layout->columnCount());
    layout->addItem(buttons, last + 1, 0, 1, layout->columnCount());
}

/// "csv" for "Table (*.csv)".
QString endingOf(const QString &filter)
{
    const qsizetype star = filter.indexOf(u"*.");
    return star < 0 ? QString() : filter.mid(star + 2).section(u')', 0, 0).section(u' ', 0, 0);
}

} // namespace

void WindowDialogs::ask(QWidget *parent, const Question &question, std::function<void(bool)> answer)
{
    auto *box = new QMessageBox(QMessageBox::Question, parent->windowTitle(), question.text, QMessageBox::NoButton, parent);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName(QStringLiteral("Question"));
    box->setInformativeText(question.consequence);
    if (!question.items.isEmpty())
        addItems(box, question.items);
    const QPushButton *accept = box->addButton(question.accept, QMessageBox::DestructiveRole);
    QPushButton *reject = box->addButton(question.reject, QMessageBox::RejectRole);
    box->setDefaultButton(reject);
    box->setEscapeButton(reject);
    QObject::connect(box, &QMessageBox::finished, parent,
                     [box, accept, answer = std::move(answer)] { answer(box->clickedButton() == accept); });
    box->open();
    reject->setFocus();
}

void WindowDialogs::saveFile(QWidget *parent, const QString &title, const QString &proposal, const QStringList &filters,
                             std::function<void(const QString &)> answer)
{
    QFileDialog *dialog = makeFileDialog(parent, title, filters, answer);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->selectFile(proposal);
    dialog->setDefaultSuffix(endingOf(filters.value(0)));
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog,
                     [dialog](const QString &filter) { dialog->setDefaultSuffix(endingOf(filter)); });
    dialog->open();
}

void WindowDialogs::openFile(QWidget *parent, const QString &title, const QStringList &filters,
                             std::function<void(const QString &)> answer)
{
    QFileDialog *dialog = makeFileDialog(parent, title, filters, answer);
    dialog->setAcceptMode(QFileDialog::AcceptOpen);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->open();
}

void WindowDialogs::openFiles(QWidget *parent, const QString &title, std::function<void(const QStringList &)> answer)
{
    auto *dialog = new QFileDialog(parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptOpen);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    QObject::connect(dialog, &QFileDialog::filesSelected, parent, answer);
    dialog->open();
}

void WindowDialogs::openFolder(QWidget *parent, const QString &title, std::function<void(const QString &)> answer)
{
    QFileDialog *dialog = makeFileDialog(parent, title, {}, answer);
    dialog->setAcceptMode(QFileDialog::AcceptOpen);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->open();
}

} // namespace hermes

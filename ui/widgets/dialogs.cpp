// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "dialogs.h"

#include <QFileDialog>
#include <QFileInfo>
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
    box->setInformativeText(question.consequence);
    const QPushButton *accept = box->addButton(question.accept, QMessageBox::DestructiveRole);
    QPushButton *reject = box->addButton(question.reject, QMessageBox::RejectRole);
    box->setDefaultButton(reject);
    box->setEscapeButton(reject);
    QObject::connect(box, &QMessageBox::finished, parent,
                     [box, accept, answer = std::move(answer)] { answer(box->clickedButton() == accept); });
    box->open();
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

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "storedsecretsdialog.h"

#include "ui/secrets/keychainbanner.h"
#include "ui/secrets/secretquestions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/tablesetup.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

StoredSecretsDialog::StoredSecretsDialog(const QList<BackendKind> &kinds, SecretTasks *tasks, ProfileStore *profiles,
                                         Dialogs *dialogs, QWidget *parent)
    : QDialog(parent), m_tasks(tasks), m_dialogs(dialogs), m_model(kinds, tasks, profiles)
{
    setObjectName(u"StoredSecretsDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Stored secrets"));
    createTable();
    createLayout();
    connect(tasks, &SecretTasks::done, this, [this](const QString &sentence) { m_done->showText(sentence); });
    connect(tasks, &SecretTasks::changed, this, [this] {
        if (m_tasks->isWaiting())
            m_done->showText(tr("Waiting for the keychain…"));
        else if (m_tasks->problem())
            m_done->showText({});
    });
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_wanted = chosen(); });
    connect(&m_model, &QAbstractItemModel::modelReset, this, [this] {
        if (const int row = m_model.rowOf(m_wanted); row >= 0)
            m_table->selectRow(row);
        enable();
    });
    enable();
}

void StoredSecretsDialog::createTable()
{
    m_table = new QTableView(this);
    m_table->setModel(&m_model);
    setUpTable(m_table, tr("Stored secrets"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(StoredSecretsModel::NameColumn, spacing(this, 16));
    auto *empty = new EmptyState(
        tr("Nothing is stored"),
        tr("Tokens and passwords that backends and snippets need are kept in the keychain of the desktop."), m_table->viewport());
    empty->follow(&m_model);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &StoredSecretsDialog::enable);
    auto *remove = new QAction(m_table);
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, [this] {
        if (!chosen().isEmpty())
            askToForget(chosen(), m_tasks, m_dialogs, this);
    });
    m_table->addAction(remove);
}

QPushButton *StoredSecretsDialog::addButton(const QString &text, const QString &name, std::function<void()> act)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setAutoDefault(false);
    connect(button, &QPushButton::clicked, this, std::move(act));
    return button;
}

void StoredSecretsDialog::createLayout()
{
    m_done = new WrappingLabel(this);
    m_done->setObjectName(u"SecretsDone"_s);
    m_done->setTone(WrappingLabel::Tone::Muted);
    auto *about = new WrappingLabel(this);
    about->setTone(WrappingLabel::Tone::Muted);
    about->showText(tr("Values are never shown. A snippet gets a secret by its name: the field Secrets of the page Run."));
    m_replace = addButton(tr("Replace…"), u"ReplaceSecret"_s, [this] { askForSecret(replacementOf(chosen()), m_tasks, this); });
    m_remove = addButton(tr("Delete Secret"), u"DeleteSecret"_s, [this] { askToForget(chosen(), m_tasks, m_dialogs, this); });
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(addButton(tr("Add Registry Login…"), u"AddRegistry"_s, [this] {
        askForSecret({.title = tr("Add the login of a registry"), .kind = SecretDialog::Kind::RegistryLogin}, m_tasks, this);
    }));
    buttons->addWidget(
        addButton(tr("Add Secret…"), u"AddSecret"_s, [this] { askForSecret({.title = tr("Add a secret")}, m_tasks, this); }));
    buttons->addStretch(1);
    buttons->addWidget(m_replace);
    buttons->addWidget(m_remove);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(makeKeychainBanner(u"SecretsProblem"_s, m_tasks, this));
    layout->addWidget(about);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_done);
    layout->addLayout(buttons);
    resize(spacing(this, 46), spacing(this, 26));
}

QString StoredSecretsDialog::chosen() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    return rows.isEmpty() ? QString() : m_model.nameOf(rows.first().row());
}

void StoredSecretsDialog::enable()
{
    for (QPushButton *button : {m_replace, m_remove}) {
        if (button)
            button->setEnabled(!chosen().isEmpty());
    }
}

} // namespace hermes

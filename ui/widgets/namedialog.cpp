// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "namedialog.h"

#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

NameDialog::NameDialog(const Request &request, QWidget *parent)
    : QDialog(parent),
      m_problemOf(request.problem),
      m_form(new QFormLayout),
      m_name(new QLineEdit(request.name, this)),
      m_problem(new WrappingLabel(this))
{
    setObjectName(request.object + u"Dialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(request.title);
    m_name->setObjectName(request.object + u"Name"_s);
    m_name->setAccessibleName(request.label);
    m_name->setPlaceholderText(request.example);
    m_name->selectAll();
    m_problem->setObjectName(request.object + u"Problem"_s);
    createLayout(request);
    connect(m_name, &QLineEdit::textChanged, this, &NameDialog::check);
    check();
    m_name->setFocus();
}

void NameDialog::createLayout(const Request &request)
{
    m_form->addRow(tr("&Name"), m_name);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(request.accept, QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(u"Accept"_s + request.object);
    m_accept->setProperty("primary", true);
    m_accept->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(m_form);
    layout->addWidget(m_problem);
    if (!request.note.isEmpty()) {
        auto *note = new WrappingLabel(this);
        note->setForegroundRole(QPalette::PlaceholderText);
        note->showText(request.note);
        layout->addWidget(note);
    }
    layout->addWidget(buttons);
    setMinimumWidth(spacing(this, 26));
}

QString NameDialog::name() const
{
    return m_name->text().trimmed();
}

/// An empty name is no mistake yet.
void NameDialog::check()
{
    const QString problem = name().isEmpty() ? QString() : m_problemOf(name());
    m_problem->showText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_accept->setEnabled(!name().isEmpty() && problem.isEmpty());
}

} // namespace hermes

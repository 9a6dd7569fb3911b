// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "profiledialog.h"

#include "backends/profiles/profileedit.h"
#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

ProfileDialog::ProfileDialog(const Request &request, QWidget *parent)
    : QDialog(parent),
      m_taken(request.taken),
      m_name(new QLineEdit(request.name, this)),
      m_kind(new ChoiceBox(this)),
      m_problem(new WrappingLabel(this))
{
    setObjectName(u"ProfileDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(request.title);
    m_name->setObjectName(u"ProfileName"_s);
    m_name->setAccessibleName(tr("Profile name"));
    m_name->setPlaceholderText(tr("for example gpu-box"));
    m_name->selectAll();
    m_kind->setObjectName(u"ProfileKind"_s);
    m_kind->setAccessibleName(tr("Kind of backend"));
    for (const BackendKind &kind : request.kinds)
        m_kind->addItem(tr("%1 (%2)").arg(kind.title, kind.kind), kind.kind);
    m_kind->setCurrentIndex(std::max(0, m_kind->findData(request.kind)));
    m_problem->setObjectName(u"ProfileProblem"_s);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    createLayout(request);
    connect(m_name, &QLineEdit::textChanged, this, &ProfileDialog::check);
    check();
    m_name->setFocus();
}

void ProfileDialog::createLayout(const Request &request)
{
    auto *form = new QFormLayout;
    form->addRow(tr("&Name"), m_name);
    if (request.kinds.isEmpty())
        m_kind->hide();
    else
        form->addRow(tr("&Backend"), m_kind);
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(request.accept, QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(u"AcceptProfile"_s);
    m_accept->setProperty("primary", true);
    m_accept->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
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

QString ProfileDialog::profileName() const
{
    return m_name->text().trimmed();
}

QString ProfileDialog::kind() const
{
    return m_kind->currentData().toString();
}

/// An empty name is no mistake yet.
void ProfileDialog::check()
{
    const QString name = profileName();
    QString problem;
    if (m_taken.contains(name))
        problem = tr("There is a profile of this name already.");
    else if (const auto tried = withProfile({}, name, u"any"_s); !tried && !name.isEmpty())
        problem = messageText(tried.error());
    m_problem->showText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_accept->setEnabled(!name.isEmpty() && problem.isEmpty());
}

} // namespace hermes

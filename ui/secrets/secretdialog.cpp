// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "secretdialog.h"

#include "backends/secrets/secretname.h"
#include "models/displaytext.h"
#include "ui/secrets/secretfield.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

SecretDialog::SecretDialog(const Request &request, QWidget *parent)
    : QDialog(parent),
      m_request(request),
      m_value(new SecretField(u"SecretValue"_s, request.kind == Kind::RegistryLogin ? tr("Password") : tr("Value of the secret"),
                              this)),
      m_pasted(new WrappingLabel(this)),
      m_problem(new WrappingLabel(this))
{
    setObjectName(u"SecretDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(request.title);
    createLayout(request);
    connect(m_value, &SecretField::edited, this, &SecretDialog::check);
    connect(m_value, &SecretField::pasted, this, [this](const QString &note) {
        m_pasted->showText(note);
        m_pasted->setVisible(!note.isEmpty());
    });
    check();
}

QLineEdit *SecretDialog::addLine(QFormLayout *form, const QString &label, const QString &objectName, const QString &example)
{
    auto *line = new QLineEdit(this);
    line->setObjectName(objectName);
    line->setAccessibleName(QString(label).remove(u'&'));
    line->setPlaceholderText(example);
    form->addRow(label, line);
    connect(line, &QLineEdit::textChanged, this, &SecretDialog::check);
    return line;
}

void SecretDialog::createLayout(const Request &request)
{
    const bool isLogin = request.kind == Kind::RegistryLogin;
    auto *form = new QFormLayout;
    if (request.name.isEmpty())
        m_name = isLogin ? addLine(form, tr("Registry &host"), u"RegistryHost"_s, tr("for example ghcr.io"))
                         : addLine(form, tr("&Name"), u"SecretName"_s, tr("for example my-token"));
    if (isLogin)
        m_user = addLine(form, tr("&User name"), u"RegistryUser"_s, {});
    form->addRow(isLogin ? tr("&Password") : tr("&Value"), m_value);
    m_pasted->setObjectName(u"SecretPasted"_s);
    m_pasted->hide();
    m_problem->setObjectName(u"SecretProblem"_s);
    m_problem->setTone(WrappingLabel::Tone::Bad);
    auto *note = new WrappingLabel(this);
    note->setTone(WrappingLabel::Tone::Muted);
    note->showText((request.note.isEmpty() ? QString() : request.note + u' ')
                   + tr("It is stored in the keychain of the desktop and nowhere else, and is not shown again."));
    auto *buttons = new QDialogButtonBox(this);
    m_accept = buttons->addButton(tr("Store Secret"), QDialogButtonBox::AcceptRole);
    m_accept->setObjectName(u"AcceptSecret"_s);
    m_accept->setProperty("primary", true);
    m_accept->setDefault(true);
    buttons->addButton(tr("Cancel"), QDialogButtonBox::RejectRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addWidget(m_pasted);
    layout->addWidget(m_problem);
    layout->addWidget(note);
    layout->addWidget(buttons);
    setMinimumWidth(spacing(this, 28));
    QWidget *first = m_name ? m_name : m_user ? m_user : m_value->focusProxy();
    first->setFocus();
}

QString SecretDialog::name() const
{
    if (!m_name)
        return m_request.name;
    const QString typed = m_name->text().trimmed();
    return m_request.kind == Kind::RegistryLogin && !typed.isEmpty() ? registrySecretName(typed) : typed;
}

Result<Secret> SecretDialog::secret() const
{
    if (m_request.kind == Kind::RegistryLogin)
        return toSecret({.user = m_user->text().trimmed(), .password = m_value->secret()});
    return secretFromInput(m_value->secret().reveal());
}

/// What is empty is no mistake yet.
void SecretDialog::check()
{
    QString problem;
    const bool isComplete = !name().isEmpty() && !m_value->isEmpty() && !(m_user && m_user->text().trimmed().isEmpty());
    if (const auto checked = checkSecretName(name()); !name().isEmpty() && !checked)
        problem = messageText(checked.error());
    else if (const auto made = isComplete ? secret() : Result<Secret>(Secret()); !made)
        problem = messageText(made.error());
    m_problem->showText(problem);
    m_problem->setVisible(!problem.isEmpty());
    m_accept->setEnabled(isComplete && problem.isEmpty());
}

void SecretDialog::done(int result)
{
    QDialog::done(result);
    // After whoever waits for it has taken it.
    m_value->clear();
}

} // namespace hermes

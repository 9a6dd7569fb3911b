// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "savetemplatedialog.h"

#include "models/displaytext.h"
#include "ui/theme/theme.h"
#include "ui/widgets/wrappinglabel.h"

#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>

using namespace Qt::StringLiterals;

namespace hermes {

SaveTemplateDialog::SaveTemplateDialog(StarterTemplate what, QWidget *parent)
    : QDialog(parent),
      m_template(std::move(what)),
      m_title(new QLineEdit(this)),
      m_about(new QLineEdit(this)),
      m_problem(new WrappingLabel(this)),
      m_save(new QPushButton(tr("Save Template"), this))
{
    setObjectName(u"SaveTemplateDialog"_s);
    setWindowTitle(tr("Save as Template"));
    m_title->setObjectName(u"TemplateName"_s);
    m_title->setAccessibleName(tr("Name"));
    m_about->setObjectName(u"TemplateDescription"_s);
    m_about->setAccessibleName(tr("Description"));
    m_about->setPlaceholderText(tr("What it is for"));
    m_about->setMinimumWidth(spacing(this, 24));
    m_problem->setObjectName(u"SaveTemplateProblem"_s);
    m_problem->hide();
    m_save->setObjectName(u"SaveTemplate"_s);
    m_save->setDefault(true);
    m_save->setEnabled(false);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_save, QDialogButtonBox::AcceptRole);
    auto *form = new QFormLayout(this);
    form->addRow(tr("&Name"), m_title);
    form->addRow(tr("&Description"), m_about);
    form->addRow(m_problem);
    form->addRow(buttons);
    connect(m_title, &QLineEdit::textChanged, this, [this](const QString &text) { m_save->setEnabled(!text.trimmed().isEmpty()); });
    connect(m_save, &QPushButton::clicked, this, &SaveTemplateDialog::save);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

SaveTemplateDialog::~SaveTemplateDialog() = default;

void SaveTemplateDialog::save()
{
    m_template.title = m_title->text();
    m_template.about = m_about->text();
    m_save->setEnabled(false);
    m_thread.run([what = m_template] { return saveTemplate(ownTemplateFolder(), what); }).then(this, [this](const Result<> &saved) {
        if (saved) {
            accept();
            return;
        }
        m_problem->showText(messageText(saved.error()));
        m_problem->show();
        m_save->setEnabled(true);
    });
}

} // namespace hermes

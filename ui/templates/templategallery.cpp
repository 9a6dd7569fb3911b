// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "templategallery.h"

#include "models/displaytext.h"
#include "ui/editor/snippeteditor.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QDialogButtonBox>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSplitter>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString languageTitle(Language language)
{
    return language == Language::Python ? TemplateGallery::tr("Python") : TemplateGallery::tr("Shell");
}

QString parametersText(const StarterTemplate &what)
{
    if (what.parameters.isEmpty())
        return TemplateGallery::tr("%1, without parameters").arg(languageTitle(what.language));
    QStringList texts;
    for (const StarterTemplate::Parameter &parameter : what.parameters)
        texts += TemplateGallery::tr("%1 = %2").arg(parameter.name, lineText(parameter.values, 60));
    return TemplateGallery::tr("%1, with %2").arg(languageTitle(what.language), texts.join(TemplateGallery::tr("; ")));
}

} // namespace

TemplateGallery::TemplateGallery(Dialogs *dialogs, QWidget *parent) : QDialog(parent), m_dialogs(dialogs)
{
    setObjectName(u"TemplateGallery"_s);
    setWindowTitle(tr("New from Template"));
    createWidgets();
    createLayout();
    connect(m_list, &QListWidget::currentRowChanged, this, &TemplateGallery::showCurrent);
    connect(m_list, &QListWidget::itemActivated, this, &TemplateGallery::use);
    connect(m_use, &QPushButton::clicked, this, &TemplateGallery::use);
    connect(m_remove, &QPushButton::clicked, this, &TemplateGallery::remove);
    showTemplates({});
    m_list->setCurrentRow(0);
    load();
    resize(windowSize(this, 60, 34));
    m_list->setFocus();
}

TemplateGallery::~TemplateGallery() = default;

void TemplateGallery::createWidgets()
{
    m_list = new QListWidget(this);
    m_list->setObjectName(u"Templates"_s);
    m_list->setAccessibleName(tr("Templates"));
    m_list->setSpacing(spacing(this, 0.1));
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setTextElideMode(Qt::ElideRight);
    m_title = new QLabel(this);
    m_title->setObjectName(u"TemplateTitle"_s);
    m_title->setTextFormat(Qt::PlainText);
    QFont strong = font();
    strong.setBold(true);
    m_title->setFont(strong);
    m_about = new WrappingLabel(this);
    m_about->setObjectName(u"TemplateAbout"_s);
    m_parameters = new WrappingLabel(this);
    m_parameters->setObjectName(u"TemplateParameters"_s);
    m_parameters->setForegroundRole(QPalette::PlaceholderText);
    m_problem = new WrappingLabel(this);
    m_problem->setObjectName(u"TemplateProblem"_s);
    m_problem->hide();
    m_code = new SnippetEditor(this);
    m_code->setObjectName(u"TemplateCode"_s);
    m_code->setAccessibleName(tr("Code of the template"));
    m_code->setReadOnly(true);
    m_code->setTabChangesFocus(true);
    m_use = new QPushButton(tr("Use Template"), this);
    m_use->setObjectName(u"UseTemplate"_s);
    m_use->setProperty("primary", true);
    m_use->setDefault(true);
    m_remove = new QPushButton(tr("Delete Template…"), this);
    m_remove->setObjectName(u"DeleteTemplate"_s);
    m_remove->setToolTip(tr("Those that come with the program cannot be deleted"));
}

void TemplateGallery::createLayout()
{
    auto *right = new QWidget(this);
    auto *rightLayout = new QVBoxLayout(right);
    rightLayout->setContentsMargins({});
    rightLayout->setSpacing(spacing(this, 0.4));
    rightLayout->addWidget(m_title);
    rightLayout->addWidget(m_about);
    rightLayout->addWidget(m_parameters);
    rightLayout->addWidget(m_code, 1);
    rightLayout->addWidget(m_problem);
    auto *both = new QSplitter(this);
    both->setChildrenCollapsible(false);
    both->addWidget(m_list);
    both->addWidget(right);
    both->setStretchFactor(0, 2);
    both->setStretchFactor(1, 5);
    auto *buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    buttons->addButton(m_use, QDialogButtonBox::AcceptRole);
    buttons->addButton(m_remove, QDialogButtonBox::ResetRole);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto *layout = new QVBoxLayout(this);
    const int margin = spacing(this, 0.8);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(spacing(this, 0.6));
    layout->addWidget(both, 1);
    layout->addWidget(buttons);
}

void TemplateGallery::load()
{
    m_thread.run([] { return readTemplates(ownTemplateFolder()); }).then(this, [this](const QList<StarterTemplate> &own) {
        showTemplates(own);
    });
}

void TemplateGallery::showTemplates(const QList<StarterTemplate> &own)
{
    const int row = std::max(0, m_list->currentRow());
    const QSignalBlocker quiet(m_list);
    m_templates = builtInTemplates() + own; // the user's own at the end, so that rows stay when they come
    m_list->clear();
    for (const StarterTemplate &each : m_templates) {
        auto *item = new QListWidgetItem(lineText(each.path.isEmpty() ? each.title : tr("%1 (own)").arg(each.title), 100), m_list);
        item->setToolTip(toolTipText(each.about));
    }
    m_list->setMinimumWidth(std::min(m_list->sizeHintForColumn(0) + spacing(this, 1), spacing(this, 24)));
    m_list->setCurrentRow(std::min(row, m_list->count() - 1));
    showCurrent();
}

const StarterTemplate *TemplateGallery::current() const
{
    const int row = m_list->currentRow();
    return row >= 0 && row < m_templates.size() ? &m_templates.at(row) : nullptr;
}

void TemplateGallery::showCurrent()
{
    const StarterTemplate *shown = current();
    m_use->setEnabled(shown);
    m_remove->setEnabled(shown && !shown->path.isEmpty());
    if (!shown)
        return;
    m_title->setText(lineText(shown->title, 100));
    m_about->showText(messageText(shown->about));
    m_about->setVisible(!shown->about.isEmpty());
    m_parameters->showText(parametersText(*shown));
    m_code->setLanguage(shown->language);
    m_code->setPlainText(shown->code);
}

void TemplateGallery::use()
{
    if (!current())
        return;
    const StarterTemplate used = *current();
    accept();
    Q_EMIT chosen(used);
}

void TemplateGallery::remove()
{
    if (!current() || current()->path.isEmpty())
        return;
    m_dialogs->ask(this,
                   {.text = tr("Delete the template “%1”?").arg(lineText(current()->title, 100)),
                    .consequence = tr("Its file %1 is deleted. This cannot be undone.").arg(current()->path),
                    .accept = tr("Delete Template"),
                    .reject = tr("Keep Template")},
                   [this, removed = *current()](bool accepted) {
                       if (!accepted)
                           return;
                       m_thread.run([removed] { return removeTemplate(removed); }).then(this, [this](const Result<> &outcome) {
                           m_problem->showText(outcome ? QString() : messageText(outcome.error()));
                           m_problem->setVisible(!outcome);
                           load();
                       });
                   });
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

// The part of the page that puts a snippet into it.

#include "models/snippets/templatelibrary.h"
#include "ui/editor/snippeteditor.h"
#include "ui/run/opensnippet.h"
#include "ui/run/parameterpane.h"
#include "ui/run/runpage.h"
#include "ui/run/snippetpane.h"
#include "ui/templates/savetemplatedialog.h"
#include "ui/templates/templategallery.h"

#include <QFile>
#include <QJsonObject>

using namespace Qt::StringLiterals;

namespace hermes {

void RunPage::loadSample()
{
    QFile file(u":/samples/discount.py"_s);
    if (!file.open(QIODevice::ReadOnly))
        return;
    m_open->create(file.readAll());
    m_parameters->model()->setRows({{.name = u"discount"_s, .values = u"0,0.1,0.2,1.2"_s}});
    m_open->noteFormAsIs();
}

void RunPage::openFile(const QString &path)
{
    m_open->open(path);
}

void RunPage::newSnippet()
{
    // Who writes in one language goes on in it.
    m_open->create({}, m_snippet->language());
    m_parameters->model()->setRows({});
    m_open->noteFormAsIs();
    m_snippet->editor()->setFocus();
}

void RunPage::chooseTemplate()
{
    auto *gallery = new TemplateGallery(m_dialogs, this);
    gallery->setAttribute(Qt::WA_DeleteOnClose);
    connect(gallery, &TemplateGallery::chosen, this,
            [this](const StarterTemplate &what) { m_open->replace([this, what] { startFrom(what); }); });
    gallery->open();
}

void RunPage::startFrom(const StarterTemplate &what)
{
    m_open->create(what.code.toUtf8(), what.language);
    QList<ParameterTableModel::Row> rows;
    for (const StarterTemplate::Parameter &parameter : what.parameters)
        rows.append({.name = parameter.name, .values = parameter.values});
    m_parameters->model()->setRows(rows);
    m_open->noteFormAsIs();
    m_snippet->editor()->setFocus();
}

void RunPage::saveAsTemplate()
{
    StarterTemplate made {.language = m_snippet->language(), .code = m_snippet->text()};
    for (const ParameterTableModel::Row &row : m_parameters->model()->rows()) {
        if (!row.name.trimmed().isEmpty())
            made.parameters.append({.name = row.name.trimmed(), .values = row.values});
    }
    auto *dialog = new SaveTemplateDialog(std::move(made), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

/// What a draft keeps beside the text.
QJsonObject RunPage::formState() const
{
    return {{u"sweep"_s, QString::fromUtf8(m_parameters->draft()->toJson())}};
}

void RunPage::restoreForm(const QJsonObject &state)
{
    m_parameters->draft()->fromJson(state["sweep"_L1].toString().toUtf8());
}

} // namespace hermes

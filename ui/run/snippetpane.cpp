// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippetpane.h"

#include "models/displaytext.h"
#include "ui/editor/snippeteditor.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/headings.h"

#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>

using namespace Qt::StringLiterals;

namespace hermes {

SnippetPane::SnippetPane(QWidget *parent)
    : QWidget(parent),
      m_file(new ElidingLabel(this)),
      m_language(new ChoiceBox(this)),
      m_banner(new Banner(u"SnippetBanner"_s, Banner::Closing::Standing, this)),
      m_editor(new SnippetEditor(this))
{
    m_editor->setObjectName(u"Snippet"_s);
    m_editor->setAccessibleName(tr("Snippet"));
    m_editor->setPlaceholderText(tr("Code, with {{name}} for a parameter"));
    m_language->setObjectName(u"Language"_s);
    m_language->setAccessibleName(tr("Language"));
    m_language->addItem(tr("Python"), int(Language::Python));
    m_language->addItem(tr("Shell"), int(Language::Shell));
    m_file->setForegroundRole(QPalette::PlaceholderText);
    setFocusProxy(m_editor);
    createLayout();
    connect(m_editor, &QPlainTextEdit::textChanged, this, &SnippetPane::edited);
    connect(m_editor->document(), &QTextDocument::modificationChanged, this, &SnippetPane::showFile);
    connect(m_language, &QComboBox::currentIndexChanged, this, [this] {
        m_editor->setLanguage(language());
        Q_EMIT edited();
    });
}

void SnippetPane::createLayout()
{
    auto *languageLabel = new QLabel(tr("&Language"), this);
    languageLabel->setBuddy(m_language);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.5));
    top->addWidget(makeHeading(tr("&Snippet"), m_editor));
    top->addWidget(m_file, 1);
    top->addWidget(languageLabel);
    top->addWidget(m_language);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_banner);
    layout->addWidget(m_editor, 1);
}

void SnippetPane::setDocument(SnippetDocument document)
{
    m_document = std::move(document);
    m_editor->setPlainText(m_document.text());
    m_editor->setReadOnly(!m_document.isEditable());
    m_editor->setTabChangesFocus(!m_document.isEditable());
    m_editor->document()->setModified(false);
    if (const auto language = m_document.language())
        setLanguage(*language);
    if (m_document.isEditable())
        m_banner->clear();
    else
        m_banner->showMessage(Banner::Level::Warning,
                              m_document.obstacle() + u' '
                                  + tr("It runs with its own bytes; it cannot be edited here and is not saved over."));
    showFile();
}

QString SnippetPane::text() const
{
    return m_editor->text();
}

Snippet SnippetPane::snippet() const
{
    return {.language = language(), .code = m_document.code(text())};
}

Language SnippetPane::language() const
{
    return Language(m_language->currentData().toInt());
}

void SnippetPane::setLanguage(Language language)
{
    m_language->setCurrentIndex(m_language->findData(int(language)));
}

void SnippetPane::showSaved()
{
    m_editor->document()->setModified(false);
    showFile();
}

bool SnippetPane::isModified() const
{
    return m_editor->document()->isModified() && !(m_document.path().isEmpty() && m_editor->document()->isEmpty());
}

void SnippetPane::showFile()
{
    const QString name = m_document.path().isEmpty() ? QString() : QFileInfo(m_document.path()).fileName();
    m_file->showText(name.isEmpty() || !isModified() ? name : tr("%1, changed").arg(name));
    m_file->setToolTip(toolTipText(m_document.path()));
}

} // namespace hermes

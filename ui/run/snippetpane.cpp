// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "snippetpane.h"

#include "models/displaytext.h"
#include "ui/editor/gotolinebar.h"
#include "ui/editor/snippeteditor.h"
#include "ui/editor/starthint.h"
#include "ui/theme/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/findbar.h"
#include "ui/widgets/headings.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAction>
#include <QBoxLayout>
#include <QFileInfo>
#include <QLabel>
#include <QSettings>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
/// Reading a text that is longer than this after every key would be felt.
constexpr int BigText = 256 * 1024;
constexpr auto BigTextPause = 600ms;
constexpr qsizetype LongestProblem = 300;
} // namespace

SnippetPane::SnippetPane(QWidget *parent)
    : QWidget(parent),
      m_file(new ElidingLabel(this)),
      m_language(new ChoiceBox(this)),
      m_banner(new Banner(u"SnippetBanner"_s, Banner::Closing::Standing, this)),
      m_editor(new SnippetEditor(this)),
      m_hint(new StartHint(m_editor)),
      m_find(new FindBar(m_editor, FindBar::Mode::FindAndReplace, this)),
      m_goToLine(new GoToLineBar(m_editor, this)),
      m_problems(new WrappingLabel(this)),
      m_checking(new HoleChecking(m_editor, this))
{
    m_editor->setObjectName(u"Snippet"_s);
    m_editor->setAccessibleName(tr("Snippet"));
    m_editor->setAccessibleDescription(tr("Tab indents; F6 goes on to the next part of the page"));
    m_editor->setPlaceholderText(tr("Code, with {{name}} for a parameter"));
    m_language->setObjectName(u"Language"_s);
    m_language->setAccessibleName(tr("Language"));
    m_language->addItem(tr("Python"), int(Language::Python));
    m_language->addItem(tr("Shell"), int(Language::Shell));
    m_file->setForegroundRole(QPalette::PlaceholderText);
    m_problems->setObjectName(u"SnippetProblem"_s);
    m_problems->setTone(WrappingLabel::Tone::Bad);
    m_problems->hide();
    setFocusProxy(m_editor);
    constexpr int LeastLines = 5;
    m_editor->setMinimumHeight(m_editor->fontMetrics().lineSpacing() * LeastLines + spacing(this, 1));
    m_settled.setSingleShot(true);
    m_settled.setInterval(BigTextPause);
    createLayout();
    createActions();
    connect(&m_settled, &QTimer::timeout, this, &SnippetPane::edited);
    connect(m_editor, &QPlainTextEdit::textChanged, this, &SnippetPane::noteChange);
    connect(m_editor->document(), &QTextDocument::modificationChanged, this, &SnippetPane::showFile);
    connect(m_language, &QComboBox::currentIndexChanged, this, [this] {
        m_editor->setLanguage(language());
        noteChange();
    });
    connect(m_checking, &HoleChecking::checked, this, &SnippetPane::showProblems);
    connect(m_hint, &StartHint::templateWanted, this, &SnippetPane::templateWanted);
    connect(m_hint, &StartHint::fileWanted, this, &SnippetPane::fileWanted);
}

void SnippetPane::createLayout()
{
    auto *languageLabel = new QLabel(tr("&Language"), this);
    languageLabel->setBuddy(m_language);
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.5));
    top->addWidget(makeHeading(tr("S&nippet"), m_editor));
    top->addWidget(m_file, 1);
    top->addWidget(languageLabel);
    top->addWidget(m_language);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.4));
    layout->addLayout(top);
    layout->addWidget(m_banner);
    layout->addWidget(m_editor, 1);
    layout->addWidget(m_find);
    layout->addWidget(m_goToLine);
    layout->addWidget(m_problems);
}

void SnippetPane::addBanner(Banner *banner)
{
    auto *all = qobject_cast<QBoxLayout *>(layout());
    all->insertWidget(all->indexOf(m_banner), banner);
}

QAction *SnippetPane::addEditAction(const QString &text, const QKeySequence &key, std::function<void()> act)
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    // Other parts of the window find and zoom as well: the keys are of the one that has the focus.
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, std::move(act));
    addAction(action);
    m_editActions.append(action);
    return action;
}

/// Its keys mean something else in the fields around the editor: Alt+Down opens the list of languages.
void SnippetPane::addLineAction(const QString &text, const QKeySequence &key, void (SnippetEditor::*act)())
{
    QAction *action = addEditAction(text, key, [this, act] { (m_editor->*act)(); });
    removeAction(action);
    action->setShortcutContext(Qt::WidgetShortcut);
    m_editor->addAction(action);
}

void SnippetPane::createActions()
{
    addEditAction(tr("&Find…"), QKeySequence::Find, [this] { m_find->openFind(); });
    addEditAction(tr("Find &Next"), Qt::Key_F3, [this] { m_find->findNext(); });
    addEditAction(tr("Find &Previous"), Qt::SHIFT | Qt::Key_F3, [this] { m_find->findPrevious(); });
    addEditAction(tr("R&eplace…"), Qt::CTRL | Qt::Key_H, [this] { m_find->openReplace(); });
    // Not Ctrl+G, which some desktops have for the next match.
    addEditAction(tr("&Go to Line…"), Qt::CTRL | Qt::Key_L, [this] { m_goToLine->open(); });
    addEditAction(tr("Ne&xt Problem"), Qt::Key_F8, [this] { m_editor->showNextProblem(); });
    m_editActions.append(nullptr);
    addLineAction(tr("Toggle &Comment"), Qt::CTRL | Qt::Key_Slash, &SnippetEditor::toggleComment);
    addLineAction(tr("&Duplicate Lines"), Qt::CTRL | Qt::Key_D, &SnippetEditor::duplicateLines);
    addLineAction(tr("Move &Lines Up"), Qt::ALT | Qt::Key_Up, &SnippetEditor::moveLinesUp);
    addLineAction(tr("Move Lines Do&wn"), Qt::ALT | Qt::Key_Down, &SnippetEditor::moveLinesDown);
    m_editActions.append(nullptr);
    addEditAction(tr("Zoom &In"), QKeySequence::ZoomIn, [this] { m_editor->setZoom(m_editor->zoom() + 1); });
    addEditAction(tr("Zoom Ou&t"), QKeySequence::ZoomOut, [this] { m_editor->setZoom(m_editor->zoom() - 1); });
    addEditAction(tr("Re&set Zoom"), Qt::CTRL | Qt::Key_0, [this] { m_editor->setZoom(0); });
}

void SnippetPane::setDocument(SnippetDocument document)
{
    m_document = std::move(document);
    m_editor->setProblems({});
    m_editor->setPlainText(m_document.text());
    m_editor->setReadOnly(!m_document.isEditable());
    m_editor->setTabChangesFocus(!m_document.isEditable());
    setUnmodified();
    if (const auto language = m_document.language())
        setLanguage(*language);
    if (m_document.isEditable())
        m_banner->clear();
    else
        m_banner->showMessage(Banner::Level::Warning,
                              m_document.obstacle() + u' '
                                  + tr("It runs with its own bytes; it cannot be edited here and is not saved over."));
    showFile();
    Q_EMIT documentChanged();
}

void SnippetPane::setFile(SnippetDocument document)
{
    m_document = std::move(document);
    showFile();
}

void SnippetPane::setUnsavedText(const QString &text)
{
    if (text != m_editor->text())
        m_editor->replaceText(text);
    m_editor->document()->setModified(true);
    showFile();
}

void SnippetPane::setUnmodified()
{
    m_editor->document()->setModified(false);
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

bool SnippetPane::isModified() const
{
    return m_editor->document()->isModified() && !(m_document.path().isEmpty() && m_editor->document()->isEmpty());
}

void SnippetPane::noteChange()
{
    m_checking->noteChange();
    Q_EMIT touched();
    if (m_editor->document()->characterCount() < BigText)
        Q_EMIT edited();
    else
        m_settled.start();
}

void SnippetPane::showFile()
{
    const QString name = m_document.path().isEmpty() ? QString() : QFileInfo(m_document.path()).fileName();
    m_file->showText(name.isEmpty() || !isModified() ? name : tr("%1, changed").arg(name));
    m_file->setToolTip(toolTipText(m_document.path()));
}

void SnippetPane::showNotice(const QString &notice)
{
    if (notice.isEmpty())
        showFile();
    else
        m_file->showText(notice);
}

void SnippetPane::showProblems()
{
    const QList<TextProblem> &problems = m_checking->problems();
    QString text;
    if (!problems.isEmpty()) {
        text = tr("Line %1: %2").arg(problems.first().line).arg(lineText(problems.first().message, LongestProblem));
        if (const qsizetype more = problems.size() - 1; more > 0)
            text = tr("%1 (%L2 more, F8)").arg(text).arg(more);
    }
    m_problems->showText(text);
    m_problems->setAccessibleName(text);
    m_problems->setVisible(!text.isEmpty());
}

void SnippetPane::restore(const QSettings &settings)
{
    m_editor->setZoom(settings.value("run/zoom"_L1, 0).toInt());
}

void SnippetPane::store(QSettings &settings) const
{
    settings.setValue("run/zoom"_L1, m_editor->zoom());
}

} // namespace hermes

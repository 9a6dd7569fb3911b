// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "opensnippet.h"

#include "ui/editor/snippeteditor.h"
#include "ui/run/snippetpane.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/dialogs.h"

#include <QFileInfo>
#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QTimer>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
constexpr auto EmptyPatience = 300ms;
} // namespace

OpenSnippet::OpenSnippet(SnippetPane *pane, Dialogs *dialogs, const QString &stateFolder, Form form)
    : QObject(pane),
      m_pane(pane),
      m_dialogs(dialogs),
      m_form(std::move(form)),
      m_recent(stateFolder + u"/recent-files.json"_s),
      m_autosave(stateFolder + u"/drafts"_s, [this] { return draft(); })
{
    createBanners();
    noteFormAsIs();
    connect(m_pane, &SnippetPane::documentChanged, this, [this] {
        ++m_generation;
        m_gone = false;
        m_disk->clear();
        m_restored->clear();
        lookAtDisk();
        m_autosave.noteChange();
    });
    connect(m_pane, &SnippetPane::touched, &m_autosave, &Autosave::noteChange);
    connect(m_pane->editor(), &SnippetEditor::fileDropped, this,
            [this](const QString &path) { replace([this, path] { open(path); }); });
    connect(&m_files, &SnippetFiles::touched, this, &OpenSnippet::lookAtDisk);
    connect(&m_files, &SnippetFiles::savingChanged, this, &OpenSnippet::savingChanged);
    connect(&m_autosave, &Autosave::failed, this, [this](const Fault &fault) {
        m_autosaveFailed = true;
        Q_EMIT failed(inContext(tr("What is not saved is not kept either"), fault));
    });
}

OpenSnippet::~OpenSnippet() = default;

void OpenSnippet::createBanners()
{
    m_disk = new Banner(u"DiskBanner"_s, Banner::Closing::Standing, m_pane);
    connect(m_disk->addButton(tr("Reload")), &QPushButton::clicked, this, &OpenSnippet::reloadFromDisk);
    connect(m_disk->addButton(tr("Keep mine")), &QPushButton::clicked, this, &OpenSnippet::keepMine);
    m_restored = new Banner(u"DraftBanner"_s, Banner::Closing::ByUser, m_pane);
    connect(m_restored->addButton(tr("Discard")), &QPushButton::clicked, this, &OpenSnippet::discardDraft);
    m_pane->addBanner(m_restored);
    m_pane->addBanner(m_disk);
}

void OpenSnippet::create(const QByteArray &code, Language language)
{
    ++m_opening;
    m_pane->setDocument(SnippetDocument::fromBytes(code));
    m_pane->setLanguage(language);
}

void OpenSnippet::open(const QString &path)
{
    const int number = ++m_opening;
    m_pane->showNotice(tr("Opening %1…").arg(QFileInfo(path).fileName()));
    m_files.read(path).then(this, [this, number](const Result<SnippetDocument> &document) {
        if (number != m_opening)
            return;
        m_pane->showNotice({});
        if (!document) {
            Q_EMIT failed(document.error());
            return;
        }
        m_pane->setDocument(*document);
        m_recent.add(document->path());
        Q_EMIT succeeded();
    });
}

void OpenSnippet::chooseFile()
{
    m_dialogs->openFile(m_pane, tr("Open a snippet"), {tr("Snippets (*.py *.sh *.bash)"), tr("All files (*)")},
                        [this](const QString &path) { open(path); });
}

void OpenSnippet::replace(std::function<void()> next)
{
    if (!m_pane->isModified()) {
        next();
        return;
    }
    m_dialogs->ask(m_pane,
                   {.text = tr("The snippet has changes that are not saved."),
                    .consequence = tr("They are lost when another snippet takes its place."),
                    .accept = tr("Discard the Changes"),
                    .reject = tr("Keep the Snippet")},
                   [next = std::move(next)](bool accepted) {
                       if (accepted)
                           next();
                   });
}

void OpenSnippet::save()
{
    if (!m_pane->document().isEditable())
        Q_EMIT failed({.kind = FaultKind::Conflict,
                       .what = tr("%1 cannot be edited here and is left as it is").arg(m_pane->document().path()),
                       .advice = m_pane->document().obstacle()});
    else if (m_pane->document().path().isEmpty())
        saveAs();
    else
        saveTo(m_pane->document().path(), Overwrite::OnlyUnchanged);
}

void OpenSnippet::saveAs()
{
    QString proposal = m_pane->document().path();
    if (proposal.isEmpty())
        proposal = m_pane->language() == Language::Python ? u"snippet.py"_s : u"snippet.sh"_s;
    m_dialogs->saveFile(m_pane, tr("Save the snippet"), proposal, {tr("Python (*.py)"), tr("Shell (*.sh)")},
                        [this](const QString &path) { saveTo(path, Overwrite::OnlyUnchanged); });
}

void OpenSnippet::saveTo(const QString &path, Overwrite overwrite)
{
    if (m_files.isSaving()) {
        m_saveAgain = true; // what is being saved becomes what the next save begins with
        return;
    }
    const int generation = m_generation;
    const int revision = m_pane->editor()->document()->revision();
    m_files.save(m_pane->document(), path, m_pane->text(), overwrite)
        .then(this, [this, generation, revision, path](const Result<SnippetDocument> &saved) {
            const bool again = std::exchange(m_saveAgain, false);
            if (generation == m_generation)
                takeSaved(saved, path, revision);
            else if (!saved)
                Q_EMIT failed(saved.error());
            if (again && saved && generation == m_generation)
                save();
        });
}

void OpenSnippet::takeSaved(const Result<SnippetDocument> &saved, const QString &path, int revision)
{
    if (!saved) {
        if (saved.error().kind == FaultKind::Conflict)
            askToOverwrite(path);
        else
            Q_EMIT failed(saved.error());
        return;
    }
    m_pane->setFile(*saved);
    if (revision == m_pane->editor()->document()->revision())
        m_pane->setUnmodified();
    m_disk->clear();
    m_restored->clear();
    lookAtDisk();
    m_recent.add(saved->path());
    m_autosave.noteChange();
    Q_EMIT succeeded();
}

void OpenSnippet::askToOverwrite(const QString &path)
{
    m_dialogs->ask(m_pane,
                   {.text = tr("%1 was changed by another program since it was opened.").arg(QFileInfo(path).fileName()),
                    .consequence = tr("Saving now replaces what is in the file."),
                    .accept = tr("Replace the File"),
                    .reject = tr("Do Not Save")},
                   [this, path, generation = m_generation](bool accepted) {
                       if (accepted && generation == m_generation)
                           saveTo(path, Overwrite::Anything);
                       else
                           lookAtDisk();
                   });
}

void OpenSnippet::lookAtDisk()
{
    if (m_files.isSaving() || m_pending)
        return;
    m_files.look(m_pane->document()).then(this, [this, generation = m_generation](const DiskLook &look) {
        // While it is being saved the file is changed by us.
        if (generation == m_generation && !m_files.isSaving() && !m_pane->document().path().isEmpty())
            showDisk(look);
    });
}

void OpenSnippet::showDisk(const DiskLook &look)
{
    // Who writes a file in place empties it first: an empty one is believed when it still is a moment later.
    const bool isEmptied = look.state == DiskLook::State::Changed && look.document.text().isEmpty() && !m_pane->text().isEmpty();
    if (isEmptied && !std::exchange(m_emptied, true)) {
        QTimer::singleShot(EmptyPatience, this, &OpenSnippet::lookAtDisk);
        return;
    }
    m_emptied = false;
    const bool wasGone = std::exchange(m_gone, look.state == DiskLook::State::Gone);
    switch (look.state) {
    case DiskLook::State::Same:
        m_pane->setFile(look.document);
        m_disk->clear();
        break;
    case DiskLook::State::Changed:
        if (m_pane->isModified())
            warnOfChange(look.document);
        else
            reload(look.document);
        break;
    case DiskLook::State::Gone:
        if (wasGone)
            break;
        m_newer = {};
        // No file holds the text any more, so that it is kept as a draft.
        m_pane->setUnsavedText(m_pane->text());
        m_disk->showMessage(
            Banner::Level::Warning,
            tr("%1 is no longer there. Saving writes it again.").arg(QFileInfo(m_pane->document().path()).fileName()));
        break;
    }
}

void OpenSnippet::warnOfChange(const SnippetDocument &newer)
{
    m_newer = newer;
    m_disk->showMessage(
        Banner::Level::Warning,
        tr("%1 was changed by another program. Reloading drops your changes.").arg(QFileInfo(newer.path()).fileName()));
}

void OpenSnippet::reload(SnippetDocument document)
{
    SnippetEditor *editor = m_pane->editor();
    const int line = editor->textCursor().blockNumber();
    const int column = editor->textCursor().positionInBlock();
    const int scrolled = editor->verticalScrollBar()->value();
    const Language language = m_pane->language();
    m_pane->setDocument(std::move(document));
    m_pane->setLanguage(language);
    const QTextBlock block = editor->document()->findBlockByNumber(std::min(line, editor->blockCount() - 1));
    QTextCursor cursor(block);
    cursor.setPosition(block.position() + std::min(column, block.length() - 1));
    editor->setTextCursor(cursor);
    editor->verticalScrollBar()->setValue(scrolled);
}

void OpenSnippet::reloadFromDisk()
{
    if (m_newer.path().isEmpty())
        open(m_pane->document().path()); // says why it cannot be read
    else
        reload(m_newer);
}

void OpenSnippet::keepMine()
{
    // The file as it is now is what the changes are to, so that saving does not ask again.
    if (m_newer.isEditable() && !m_newer.path().isEmpty())
        m_pane->setFile(m_newer);
    m_disk->clear();
}

void OpenSnippet::noteFormAsIs()
{
    m_formAsIs = m_form.current();
}

void OpenSnippet::noteFormChange()
{
    m_autosave.noteChange();
}

bool OpenSnippet::wouldLose() const
{
    return m_autosaveFailed && m_pane->isModified();
}

std::optional<Draft> OpenSnippet::draft() const
{
    if (m_pending)
        return m_pending;
    const QJsonObject form = m_form.current();
    if (!m_pane->isModified() && form == m_formAsIs)
        return std::nullopt;
    return Draft {.text = m_pane->text(),
                  .changed = m_pane->isModified(),
                  .path = m_pane->document().path(),
                  .base = m_pane->document().fingerprint(),
                  .language = m_pane->language(),
                  .cursor = m_pane->editor()->textCursor().position(),
                  .form = form};
}

void OpenSnippet::restoreDraft()
{
    m_autosave.adopt([this](const Draft &draft) { return takeDraft(draft); });
}

bool OpenSnippet::takeDraft(const Draft &draft)
{
    if (m_pane->isModified() || !m_pane->document().path().isEmpty())
        return false;
    if (draft.path.isEmpty()) {
        showDraft(draft, SnippetDocument());
        return true;
    }
    m_pending = draft;
    const int number = ++m_opening;
    m_files.read(draft.path).then(this, [this, number](const Result<SnippetDocument> &document) {
        const Draft kept = *std::exchange(m_pending, std::nullopt);
        if (number == m_opening)
            showDraft(kept, document);
        else
            m_autosave.letGo(); // the user has opened something else meanwhile
    });
    return true;
}

void OpenSnippet::showDraft(const Draft &draft, const Result<SnippetDocument> &file)
{
    m_pane->setDocument(file ? *file : SnippetDocument::missing(draft.path));
    m_pane->setLanguage(draft.language);
    m_form.restore(draft.form);
    if (!m_pane->document().isEditable())
        return; // it was not edited either
    if (draft.changed || !file)
        m_pane->setUnsavedText(draft.text);
    QTextCursor cursor = m_pane->editor()->textCursor();
    cursor.setPosition(std::clamp(draft.cursor, 0, m_pane->editor()->document()->characterCount() - 1));
    m_pane->editor()->setTextCursor(cursor);
    if (m_pane->isModified())
        m_restored->showMessage(
            Banner::Level::Info,
            tr("Restored what was not saved on %1.").arg(QLocale().toString(draft.saved.toLocalTime(), QLocale::ShortFormat)));
    if (draft.changed && file && !draft.path.isEmpty() && file->fingerprint() != draft.base)
        warnOfChange(*file);
}

void OpenSnippet::discardDraft()
{
    m_restored->clear();
    const QString path = m_pane->document().path();
    create();
    m_form.restore({});
    noteFormAsIs();
    m_autosave.keepNow(); // which removes it
    if (path.isEmpty())
        restoreDraft(); // another one may have been left behind
    else
        open(path);
}

void OpenSnippet::finish()
{
    m_autosave.keepNow();
}

} // namespace hermes

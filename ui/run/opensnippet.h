// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/snippets/autosave.h"
#include "models/snippets/recentfiles.h"
#include "models/snippets/snippetfiles.h"
#include "models/snippets/templatelibrary.h"

#include <QJsonObject>
#include <QObject>

#include <functional>

namespace hermes {

class Banner;
class Dialogs;
class SnippetPane;

/// The snippet that is open: opens and saves it, notices when its file is changed by others, and keeps a draft of what is in
/// no file. Asks the user where something could be lost.
///
/// Closing the window loses nothing: the draft stays, and the next start goes on with it.
class OpenSnippet final : public QObject
{
    Q_OBJECT

public:
    /// What else belongs to a draft: the parameters and the like.
    struct Form
    {
        std::function<QJsonObject()> current = {};
        std::function<void(const QJsonObject &)> restore = {};
    };

    /// The pane becomes its parent; dialogs must outlive it.
    OpenSnippet(SnippetPane *pane, Dialogs *dialogs, const QString &stateFolder, Form form);
    /// Call finish() first, while everything that the draft is made of is there.
    ~OpenSnippet() override;

    /// Nothing, or this, as a new snippet without a file.
    void create(const QByteArray &code = {}, Language language = Language::Python);
    void open(const QString &path);
    void chooseFile();
    void save();
    void saveAs();
    /// Calls `next`, which is to put something else in place of the snippet; where that would lose changes, the user is
    /// asked first.
    void replace(std::function<void()> next);
    /// What is in the form now goes with the snippet as it is: only what is changed after it is worth a draft.
    void noteFormAsIs();
    void noteFormChange();

    /// Goes on with what the last start left behind, if there is something and nothing is in its way.
    void restoreDraft();
    /// Compares the file with what is known of it; for when the user comes back to the window.
    void lookAtDisk();
    /// Writes the last draft.
    void finish();

    [[nodiscard]] bool isSaving() const { return m_files.isSaving(); }
    /// Closing the window would lose what is in no file, since no draft can be written.
    [[nodiscard]] bool wouldLose() const;
    [[nodiscard]] RecentFiles *recentFiles() { return &m_recent; }

Q_SIGNALS:
    void failed(const hermes::Fault &fault);
    /// What was said about the snippet before is no longer so.
    void succeeded();
    void savingChanged();

private:
    void createBanners();
    [[nodiscard]] std::optional<Draft> draft() const;
    [[nodiscard]] bool takeDraft(const Draft &draft);
    void showDraft(const Draft &draft, const Result<SnippetDocument> &file);
    void discardDraft();
    void saveTo(const QString &path, Overwrite overwrite);
    void takeSaved(const Result<SnippetDocument> &saved, const QString &path, int revision);
    void askToOverwrite(const QString &path);
    void showDisk(const DiskLook &look);
    void warnOfChange(const SnippetDocument &newer);
    void reload(SnippetDocument document);
    void reloadFromDisk();
    void keepMine();

    SnippetPane *m_pane;
    Dialogs *m_dialogs;
    Form m_form;
    SnippetFiles m_files;
    RecentFiles m_recent;
    Autosave m_autosave;
    Banner *m_disk = nullptr;
    Banner *m_restored = nullptr;
    QJsonObject m_formAsIs;
    SnippetDocument m_newer; ///< What the file holds, while the user is asked about it.
    std::optional<Draft> m_pending; ///< A draft whose file is being read.
    int m_generation = 0;           ///< Of the snippet that is shown: answers about another one are too late.
    int m_opening = 0;
    bool m_saveAgain = false;
    bool m_emptied = false; ///< The file was found empty, and is looked at once more.
    bool m_gone = false; ///< The file is, and the user has been told.
    bool m_autosaveFailed = false;
};

} // namespace hermes

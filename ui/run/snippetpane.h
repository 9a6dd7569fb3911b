// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/snippetdocument.h"
#include "ui/editor/holechecking.h"

#include <QWidget>

class QAction;
class QSettings;

namespace hermes {

class Banner;
class ChoiceBox;
class ElidingLabel;
class FindBar;
class GoToLineBar;
class SnippetEditor;
class StartHint;
class WrappingLabel;

/// The code: its editor, its language, the file it came from, and what is wrong with its holes.
class SnippetPane final : public QWidget
{
    Q_OBJECT

public:
    explicit SnippetPane(QWidget *parent = nullptr);

    /// Another snippet, in place of the one that was there.
    void setDocument(SnippetDocument document);
    [[nodiscard]] const SnippetDocument &document() const { return m_document; }
    [[nodiscard]] QString text() const;
    /// What runs: the file's own bytes as long as nothing was changed.
    [[nodiscard]] Snippet snippet() const;
    [[nodiscard]] Language language() const;
    void setLanguage(Language language);
    [[nodiscard]] SnippetEditor *editor() const { return m_editor; }

    /// The file is another one now and the text stays: it was saved, or somebody else has written it.
    void setFile(SnippetDocument document);
    /// Puts a text that was not saved on top of the document, as one step of undo.
    void setUnsavedText(const QString &text);
    /// The text as it is now is what the file holds.
    void setUnmodified();
    /// There is text that no file holds.
    [[nodiscard]] bool isModified() const;
    /// In place of the file's name until the next file is shown: "Opening x.py…".
    void showNotice(const QString &notice);
    /// Shows a message between the heading and the text. The pane becomes its parent.
    void addBanner(Banner *banner);

    void setParameterNames(const QStringList &names) { m_checking->setParameterNames(names); }
    /// Whether `{{name}}` stands for a parameter; it does unless this says otherwise.
    void setHoles(Holes holes) { m_checking->setHoles(holes); }
    [[nodiscard]] const HoleChecking *checking() const { return m_checking; }

    /// What the Edit menu offers for the text; null: a separator. They work while the focus is in the pane.
    [[nodiscard]] const QList<QAction *> &editActions() const { return m_editActions; }

    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    /// The text or its language are other ones now. Of a big text, when no key has been pressed for a while.
    void edited();
    /// Every change of the text or its language, at once.
    void touched();
    /// Another snippet is shown.
    void documentChanged();
    void templateWanted();
    void fileWanted();

private:
    void createLayout();
    void createActions();
    QAction *addEditAction(const QString &text, const QKeySequence &key, std::function<void()> act);
    void addLineAction(const QString &text, const QKeySequence &key, void (SnippetEditor::*act)());
    void noteChange();
    void showFile();
    void showProblems();

    SnippetDocument m_document;
    ElidingLabel *m_file;
    ChoiceBox *m_language;
    Banner *m_banner;
    SnippetEditor *m_editor;
    StartHint *m_hint;
    FindBar *m_find;
    GoToLineBar *m_goToLine;
    WrappingLabel *m_problems;
    HoleChecking *m_checking;
    QTimer m_settled;
    QList<QAction *> m_editActions;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/snippetdocument.h"

#include <QWidget>

namespace hermes {

class Banner;
class ChoiceBox;
class ElidingLabel;
class SnippetEditor;

/// The code: its editor, its language, and the file it came from.
class SnippetPane final : public QWidget
{
    Q_OBJECT

public:
    explicit SnippetPane(QWidget *parent = nullptr);

    void setDocument(SnippetDocument document);
    [[nodiscard]] const SnippetDocument &document() const { return m_document; }
    [[nodiscard]] SnippetDocument &document() { return m_document; }
    [[nodiscard]] QString text() const;
    /// What runs: the file's own bytes as long as nothing was changed.
    [[nodiscard]] Snippet snippet() const;
    [[nodiscard]] Language language() const;
    void setLanguage(Language language);
    [[nodiscard]] SnippetEditor *editor() const { return m_editor; }
    /// The text was saved under the document's path.
    void showSaved();
    /// There is text that no file holds.
    [[nodiscard]] bool isModified() const;

Q_SIGNALS:
    void edited();

private:
    void createLayout();
    void showFile();

    SnippetDocument m_document;
    ElidingLabel *m_file;
    ChoiceBox *m_language;
    Banner *m_banner;
    SnippetEditor *m_editor;
};

} // namespace hermes

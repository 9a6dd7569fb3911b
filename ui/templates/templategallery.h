// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/snippets/templatelibrary.h"

#include <QDialog>

class QLabel;
class QListWidget;
class QPushButton;

namespace hermes {

class Dialogs;
class SnippetEditor;
class WrappingLabel;

/// The snippets to begin with: those that come with the program, and the user's own. Shows what each is for, its parameters and
/// its code. Works without a network.
class TemplateGallery final : public QDialog
{
    Q_OBJECT

public:
    explicit TemplateGallery(Dialogs *dialogs, QWidget *parent = nullptr);
    ~TemplateGallery() override;

Q_SIGNALS:
    void chosen(const hermes::StarterTemplate &what);

private:
    void createWidgets();
    void createLayout();
    void load();
    void showTemplates(const QList<StarterTemplate> &own);
    void showCurrent();
    [[nodiscard]] const StarterTemplate *current() const;
    void use();
    void remove();

    Dialogs *m_dialogs;
    QListWidget *m_list = nullptr;
    QLabel *m_title = nullptr;
    WrappingLabel *m_about = nullptr;
    WrappingLabel *m_parameters = nullptr;
    WrappingLabel *m_problem = nullptr;
    SnippetEditor *m_code = nullptr;
    QPushButton *m_use = nullptr;
    QPushButton *m_remove = nullptr;
    QList<StarterTemplate> m_templates;
    BackgroundThread m_thread;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/images/imagejobs.h"

#include <QDialog>

class QCheckBox;
class QLineEdit;
class QPushButton;

namespace hermes {

class BuildLogView;
class Dialogs;
class SnippetEditor;
class WrappingLabel;

/// Builds an image from the Dockerfile in its editor, with the log below. Closing it does not end a build, which goes on in the
/// page. Deletes itself when it is closed.
class BuildDialog final : public QDialog
{
    Q_OBJECT

public:
    /// The jobs and dialogs must outlive it. `proposal` is what it begins with.
    BuildDialog(ImageJobs *jobs, const ImageBuild &proposal, Dialogs *dialogs, QWidget *parent);

    /// What the fields say; a Usage fault names the one that cannot be used.
    [[nodiscard]] Result<ImageBuild> build() const;

private:
    void createFields(const ImageBuild &proposal);
    void createLayout();
    void connectJobs();
    void start();
    void openRecipe();
    void showJob();
    void showReport(const ImageJobs::Report &report);

    ImageJobs *m_jobs;
    Dialogs *m_dialogs;
    QLineEdit *m_tag = nullptr;
    QLineEdit *m_arguments = nullptr;
    QLineEdit *m_context = nullptr;
    QPushButton *m_chooseContext = nullptr;
    QPushButton *m_openRecipe = nullptr;
    QCheckBox *m_cache = nullptr;
    SnippetEditor *m_recipe = nullptr;
    BuildLogView *m_log = nullptr;
    WrappingLabel *m_state = nullptr;
    QPushButton *m_build = nullptr;
    QPushButton *m_cancel = nullptr;
    bool m_isOwn = false; ///< The job under way was begun here.
};

/// "A=1 B='two words'" as arguments of a build: words as a shell parts them.
[[nodiscard]] Result<QList<EnvironmentVariable>> buildArgumentsFromText(const QString &text);

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/snippets/templatelibrary.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace hermes {

class WrappingLabel;

/// Asks for the name of a template and what it is for, and saves it among the user's own.
class SaveTemplateDialog final : public QDialog
{
    Q_OBJECT

public:
    /// `what` has everything but title and description.
    explicit SaveTemplateDialog(StarterTemplate what, QWidget *parent = nullptr);
    ~SaveTemplateDialog() override;

private:
    void save();

    StarterTemplate m_template;
    QLineEdit *m_title;
    QLineEdit *m_about;
    WrappingLabel *m_problem;
    QPushButton *m_save;
    BackgroundThread m_thread;
};

} // namespace hermes

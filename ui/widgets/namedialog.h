// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDialog>

#include <functional>

class QFormLayout;
class QLineEdit;
class QPushButton;

namespace hermes {

class WrappingLabel;

/// Asks for a name, and says why one cannot be taken while it is typed. Deletes itself when it is closed.
class NameDialog : public QDialog
{
    Q_OBJECT

public:
    struct Request
    {
        QString object = {}; ///< What is named, for the names of the objects: "Profile".
        QString title = {};
        QString accept = {}; ///< A verb with its object: "Create profile".
        QString label = {};  ///< The accessible name of the field: "Profile name".
        QString name = {};   ///< The proposal.
        QString example = {};
        QString note = {};   ///< What else there is to know, or empty.
        /// What is wrong with a name that is not empty; empty: nothing.
        std::function<QString(const QString &name)> problem = [](const QString &) { return QString(); };
    };

    NameDialog(const Request &request, QWidget *parent);

    /// Without blanks around it.
    [[nodiscard]] QString name() const;

protected:
    /// For what is asked beside the name.
    [[nodiscard]] QFormLayout *form() const { return m_form; }

private:
    void createLayout(const Request &request);
    void check();

    std::function<QString(const QString &name)> m_problemOf;
    QFormLayout *m_form;
    QLineEdit *m_name;
    WrappingLabel *m_problem;
    QPushButton *m_accept = nullptr;
};

} // namespace hermes

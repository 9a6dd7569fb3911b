// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"
#include "backends/secrets/secret.h"

#include <QDialog>

class QFormLayout;
class QLineEdit;
class QPushButton;

namespace hermes {

class SecretField;
class WrappingLabel;

/// Asks for a secret that is to be stored: a value, or the login of a registry; and for its name where that is open. Deletes
/// itself when it is closed.
class SecretDialog final : public QDialog
{
    Q_OBJECT

public:
    enum class Kind { Value, RegistryLogin };
    struct Request
    {
        QString title = {};
        Kind kind = Kind::Value;
        QString name = {}; ///< Of the secret; empty: it is asked for, of a registry its host.
        QString note = {}; ///< What else there is to know, or empty.
    };

    SecretDialog(const Request &request, QWidget *parent);

    [[nodiscard]] QString name() const;
    [[nodiscard]] Result<Secret> secret() const;

    void done(int result) override;

private:
    void createLayout(const Request &request);
    void check();
    [[nodiscard]] QLineEdit *addLine(QFormLayout *form, const QString &label, const QString &objectName, const QString &example);

    Request m_request;
    QLineEdit *m_name = nullptr;
    QLineEdit *m_user = nullptr;
    SecretField *m_value;
    WrappingLabel *m_pasted;
    WrappingLabel *m_problem;
    QPushButton *m_accept = nullptr;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sessions/sessionfiltermodel.h"

#include <QWidget>

class QCheckBox;
class QLineEdit;
class QSettings;

namespace hermes {

class ChoiceBox;

/// What is to be shown of the table, above it.
class SessionFilterBar final : public QWidget
{
    Q_OBJECT

public:
    explicit SessionFilterBar(QWidget *parent = nullptr);

    [[nodiscard]] SessionFilter filter() const;
    /// The backends to choose from; one that is chosen stays, though nothing of it may be listed.
    void setBackends(const QStringList &backends);
    void clear();
    void store(QSettings &settings) const;
    void restore(const QSettings &settings);

Q_SIGNALS:
    void filterChanged();

private:
    ChoiceBox *addChoice(const QString &name, const QStringList &entries);

    QLineEdit *m_text;
    ChoiceBox *m_state = nullptr;
    ChoiceBox *m_kind = nullptr;
    ChoiceBox *m_backend = nullptr;
    ChoiceBox *m_owner = nullptr;
    QCheckBox *m_stale = nullptr;
};

} // namespace hermes

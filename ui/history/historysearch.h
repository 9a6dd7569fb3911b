// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/engine.h"

#include <QWidget>

class QDateEdit;
class QLineEdit;
class QPushButton;
class QSettings;

namespace hermes {

class ChoiceBox;

/// The fields by which launches are searched for.
class HistorySearch final : public QWidget
{
    Q_OBJECT

public:
    explicit HistorySearch(const QList<BackendKind> &kinds, QWidget *parent = nullptr);

    [[nodiscard]] HistoryFilter filter() const;
    /// Whether it leaves anything out.
    [[nodiscard]] bool isRestricted() const;
    void clear();
    /// Where one types.
    void focusText();

    void restore(const QSettings &settings);
    void store(QSettings &settings) const;

Q_SIGNALS:
    void changed();

private:
    void createFields(const QList<BackendKind> &kinds);
    void createPeriod();
    void showState();

    QLineEdit *m_text;
    ChoiceBox *m_backend;
    ChoiceBox *m_kind;
    ChoiceBox *m_state;
    ChoiceBox *m_period;
    QDateEdit *m_from;
    QDateEdit *m_until;
    QPushButton *m_clear;
    bool m_silent = false; ///< Several fields are being set: one signal for all of them.
};

} // namespace hermes

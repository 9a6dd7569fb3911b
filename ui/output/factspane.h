// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/runresult.h"

#include <QWidget>

class QFormLayout;
class QPlainTextEdit;
class QToolButton;

namespace hermes {

/// What is known of a result beside its output, folded away until it is wanted. Each fact can be selected and copied, and
/// one button copies all of them. Its buttons are placed by its owner.
class FactsPane final : public QWidget
{
    Q_OBJECT

public:
    explicit FactsPane(QWidget *parent = nullptr);

    void showResult(const RunResult &result);
    void clear();
    [[nodiscard]] QToolButton *foldButton() const { return m_fold; }
    [[nodiscard]] QToolButton *copyButton() const { return m_copy; }
    [[nodiscard]] bool isUnfolded() const;
    void setUnfolded(bool unfolded);

private:
    void createButtons();
    void createBody();
    void arrange();
    void addFact(const QString &label, const QString &value);
    void copyAll() const;

    QToolButton *m_fold;
    QToolButton *m_copy;
    QFormLayout *m_facts;
    QPlainTextEdit *m_object;
    QString m_allText; ///< Empty: there is no result.
};

} // namespace hermes

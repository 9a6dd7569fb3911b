// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QBoxLayout;
class QLabel;
class QLineEdit;
class QToolButton;

namespace hermes {

/// The line of a find bar: what is searched for, how often it is there, previous and next, and how it is searched. What
/// finds it is the bar's business. Enter and Shift+Enter in the field go to the next and the previous match, Escape closes.
class FindLine final : public QWidget
{
    Q_OBJECT

public:
    /// `name` is that of what is searched, "Stdout"; empty where there is one only.
    FindLine(const QString &name, QWidget *parent);

    [[nodiscard]] QLineEdit *field() const { return m_text; }
    [[nodiscard]] QString text() const;
    [[nodiscard]] bool matchesCase() const;
    /// One more way to search, behind the others.
    [[nodiscard]] QToolButton *addOption(const QString &name, const QString &text);
    void showCount(const QString &text);

Q_SIGNALS:
    /// Something else is searched for, or in another way.
    void changed();
    void nextWanted();
    void previousWanted();
    void closeWanted();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    [[nodiscard]] QToolButton *makeTool(const QString &name);

    QString m_name;
    QLineEdit *m_text;
    QLabel *m_count;
    QBoxLayout *m_options;
    QToolButton *m_case;
};

} // namespace hermes

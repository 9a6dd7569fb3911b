// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/textsearch.h"
#include "ui/widgets/livesearch.h"

#include <QFrame>
#include <QTimer>

class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace hermes {

class FindLine;
class WrappingLabel;

/// Finds in a text view, and replaces where it can be edited. Hidden until it is opened.
///
/// Searches while its pattern is typed; what is asked of it while a search goes on is done when its answer is there. Enter and
/// Shift+Enter go to the next match and the one before, Escape closes the bar and gives the focus back to the view.
class FindBar final : public QFrame
{
    Q_OBJECT

public:
    enum class Mode { Find, FindAndReplace };

    /// The view must outlive the bar, or be its sibling.
    FindBar(QPlainTextEdit *view, Mode mode, QWidget *parent = nullptr);
    ~FindBar() override;

    /// Shows the bar with what is selected as its pattern.
    void openFind();
    /// The same with the fields for replacing; those are shown only where the view can be edited.
    void openReplace();
    /// Opens the bar where there is no pattern yet.
    void findNext();
    void findPrevious();
    void closeBar();
    /// The answer to the last question is shown.
    [[nodiscard]] bool isSettled() const { return m_search.isSettled(); }

protected:
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    enum class Then { Nothing, ShowFirst, Next, Previous, ReplaceOne };

    void createWidgets();
    void createLayout();
    void connectWidgets();
    void open(Mode mode);
    [[nodiscard]] SearchPattern pattern() const;
    void search(Then then);
    void finish(Then then);
    void step(Then then);
    void go(qsizetype match);
    void replaceOne();
    void replaceAll();
    void showCount(const QString &notice = {});
    void showProblem(const QString &problem);

    QPlainTextEdit *m_view;
    Mode m_mode;
    FindLine *m_line = nullptr;
    QToolButton *m_words = nullptr;
    QToolButton *m_regular = nullptr;
    WrappingLabel *m_problem = nullptr;
    QWidget *m_replaceRow = nullptr;
    QLineEdit *m_with = nullptr;
    QPushButton *m_replace = nullptr;
    QPushButton *m_replaceAll = nullptr;
    LiveSearch m_search;
    QTimer m_changed;
    int m_anchor = 0; ///< Where the search for the first match begins.
};

} // namespace hermes

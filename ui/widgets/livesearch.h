// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/textsearch.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

class QPlainTextEdit;

namespace hermes {

/// Where a pattern is found in the text of a view. Searches on a thread of its own, so that neither a big text nor an
/// expensive regular expression holds up the window; only the last question is answered.
class LiveSearch final : public QObject
{
    Q_OBJECT

public:
    /// Nobody goes through more, one by one.
    static constexpr qsizetype MostMatches = 100'000;

    /// The view must outlive the search, or be a sibling of it.
    explicit LiveSearch(QPlainTextEdit *view, QObject *parent = nullptr);
    ~LiveSearch() override;

    /// Calls `then` when the matches of this pattern are there, unless something else was asked meanwhile: at once, with no
    /// matches, for an empty pattern and for one that is refused.
    Result<> search(const SearchPattern &pattern, std::function<void()> then);
    /// Replaces all matches of the last pattern as one step of undo, and tells their number.
    void replaceAll(const QString &with, std::function<void(qsizetype count)> then);
    /// What a match becomes; nothing when it is no longer there.
    [[nodiscard]] std::optional<QString> replacement(qsizetype match, const QString &with) const;

    /// The answer to the last question is there.
    [[nodiscard]] bool isSettled() const { return m_answered == m_asked; }
    /// It is about the text as it is now.
    [[nodiscard]] bool isCurrent() const;
    [[nodiscard]] const QList<TextMatch> &matches() const { return m_matches; }
    /// The match that is selected in the view; less than 0: none is.
    [[nodiscard]] qsizetype selected() const;
    /// The first match that begins at this position or behind it; their number where there is none.
    [[nodiscard]] qsizetype firstFrom(int position) const;
    void select(qsizetype match);

    /// Marks the matches that are on the screen: a view walks through all of its marks for every line that it paints.
    void mark();
    void unmark();

private:
    [[nodiscard]] QString text() const;

    QPlainTextEdit *m_view;
    BackgroundThread m_thread;
    std::shared_ptr<std::atomic<int>> m_latest; ///< What was asked before it is not searched for any more.
    std::optional<TextSearch> m_search; ///< Of the last pattern; nothing: there is none to search for.
    int m_asked = 0;
    int m_answered = 0;
    int m_revision = -1; ///< Of the text that the matches are in.
    QList<TextMatch> m_matches;
};

} // namespace hermes

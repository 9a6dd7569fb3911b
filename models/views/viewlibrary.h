// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/backgroundthread.h"
#include "models/views/resultview.h"

#include <QAbstractListModel>

#include <functional>

namespace hermes {

/// `$XDG_DATA_HOME/hermes-panel/views.json`.
[[nodiscard]] QString defaultViewsPath();

/// The user's views of results, by name, kept in one file that all windows share.
///
/// A list of their names. The disk is asked on another thread: what is saved, renamed or removed is there a moment later, and
/// a file that cannot be read is left as it is. GUI thread only.
class ViewLibrary final : public QAbstractListModel
{
    Q_OBJECT

public:
    /// `file` is where they are kept; nothing is read yet.
    explicit ViewLibrary(QString file, QObject *parent = nullptr);

    /// Reads them, or again: other windows change them too.
    void load();
    /// They were read once.
    [[nodiscard]] bool isLoaded() const { return m_loaded; }
    [[nodiscard]] QStringList names() const;
    /// Null where there is none.
    [[nodiscard]] const ResultView *find(const QString &name) const;

    /// In the place of one of the same name.
    void save(const ResultView &view);
    /// Nothing where there is none; one of the new name is replaced.
    void rename(const QString &from, const QString &to);
    void remove(const QString &name);

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

Q_SIGNALS:
    /// All that was asked for before is there now.
    void changed();
    void failed(const hermes::Fault &fault);

private:
    using Views = QList<ResultView>;
    void change(std::function<void(Views &)> change);
    void take(Views views);

    QString m_file;
    Views m_views; ///< In the order of their names.
    bool m_loaded = false;
    BackgroundThread m_thread; ///< Last: what is being written is written to its end.
};

} // namespace hermes

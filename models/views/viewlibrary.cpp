// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "viewlibrary.h"

#include "backends/core/privatefile.h"
#include "models/displaytext.h"

#include <QCollator>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLockFile>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr int Version = 1;

Result<QList<ResultView>> readViews(const QString &path)
{
    QFile file(path);
    if (!file.exists())
        return QList<ResultView>();
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::Storage, ViewLibrary::tr("The views in %1 cannot be read: %2").arg(path, file.errorString()));
    const QJsonObject object = QJsonDocument::fromJson(file.readAll()).object();
    if (object["version"_L1].toInt() != Version || !object["views"_L1].isArray())
        return fail(FaultKind::Storage, ViewLibrary::tr("%1 holds no views that this program understands").arg(path),
                    ViewLibrary::tr("It is left as it is. Move it away to begin anew."));
    QList<ResultView> views;
    for (const QJsonValue each : object["views"_L1].toArray()) {
        if (auto view = ResultView::fromJson(each.toObject()))
            views.append(*std::move(view));
    }
    return views;
}

Result<> writeViews(const QString &path, const QList<ResultView> &views)
{
    QJsonArray list;
    for (const ResultView &view : views)
        list.append(view.toJson());
    return writePrivateFile(path, QJsonDocument(QJsonObject {{u"version"_s, Version}, {u"views"_s, list}}).toJson());
}

void sortByName(QList<ResultView> &views)
{
    const QCollator order;
    std::ranges::sort(views, [&](const ResultView &one, const ResultView &other) {
        const int difference = order.compare(one.name, other.name);
        return difference != 0 ? difference < 0 : one.name < other.name;
    });
}

/// As the file has them now, changed and written back. No other window comes between.
Result<QList<ResultView>> changeFile(const QString &path, const std::function<void(QList<ResultView> &)> &change)
{
    if (const Result<> made = makePrivateFolder(QFileInfo(path).absolutePath()); !made)
        return std::unexpected(made.error());
    QLockFile lock(path + u".lock"_s);
    if (!lock.tryLock(2s))
        return fail(FaultKind::Conflict, ViewLibrary::tr("The views in %1 are being changed by another program").arg(path),
                    ViewLibrary::tr("Try again."));
    Result<QList<ResultView>> views = readViews(path);
    if (!views)
        return views;
    change(*views);
    sortByName(*views);
    return writeViews(path, *views).transform([&views] { return *std::move(views); });
}

} // namespace

QString defaultViewsPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + u"/hermes-panel/views.json"_s;
}

ViewLibrary::ViewLibrary(QString file, QObject *parent) : QAbstractListModel(parent), m_file(std::move(file)) { }

void ViewLibrary::load()
{
    m_thread.run([file = m_file] { return readViews(file); }).then(this, [this](Result<Views> views) {
        m_loaded = true;
        if (!views) {
            Q_EMIT failed(views.error());
            return;
        }
        sortByName(*views);
        take(*std::move(views));
    });
}

void ViewLibrary::change(std::function<void(Views &)> change)
{
    m_thread.run([file = m_file, change = std::move(change)] { return changeFile(file, change); })
        .then(this, [this](Result<Views> views) {
            if (views)
                take(*std::move(views));
            else
                Q_EMIT failed(views.error());
        });
}

void ViewLibrary::save(const ResultView &view)
{
    change([view](Views &views) {
        views.removeIf([&](const ResultView &other) { return other.name == view.name; });
        views.append(view);
    });
}

void ViewLibrary::rename(const QString &from, const QString &to)
{
    change([from, to](Views &views) {
        const auto renamed = std::ranges::find(views, from, &ResultView::name);
        if (renamed == views.end() || from == to)
            return;
        ResultView view = *renamed;
        view.name = to;
        views.removeIf([&](const ResultView &other) { return other.name == from || other.name == to; });
        views.append(view);
    });
}

void ViewLibrary::remove(const QString &name)
{
    change([name](Views &views) { views.removeIf([&](const ResultView &view) { return view.name == name; }); });
}

/// Both are in the same order, so each new one comes in where it belongs.
void ViewLibrary::take(Views views)
{
    for (int row = int(m_views.size()) - 1; row >= 0; --row) {
        if (std::ranges::contains(views, m_views.at(row).name, &ResultView::name))
            continue;
        beginRemoveRows({}, row, row);
        m_views.removeAt(row);
        endRemoveRows();
    }
    for (int row = 0; row < views.size(); ++row) {
        if (row == m_views.size() || m_views.at(row).name != views.at(row).name) {
            beginInsertRows({}, row, row);
            m_views.insert(row, views.at(row));
            endInsertRows();
        } else if (m_views.at(row) != views.at(row)) {
            m_views[row] = views.at(row);
            Q_EMIT dataChanged(index(row), index(row));
        }
    }
    m_loaded = true;
    Q_EMIT changed();
}

QStringList ViewLibrary::names() const
{
    QStringList names;
    for (const ResultView &view : m_views)
        names += view.name;
    return names;
}

const ResultView *ViewLibrary::find(const QString &name) const
{
    const auto found = std::ranges::find(m_views, name, &ResultView::name);
    return found == m_views.cend() ? nullptr : &*found;
}

int ViewLibrary::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_views.size());
}

QVariant ViewLibrary::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::DisplayRole)
        return {};
    return lineText(m_views.at(index.row()).name);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sqlconnection.h"

#include <QFile>
#include <QFileInfo>
#include <QSqlError>
#include <QStorageInfo>

#include <atomic>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Primary result codes of SQLite (sqlite3.h), which Qt passes on as text.
enum SqliteCode : int {
    Busy = 5,
    Locked = 6,
    ReadOnly = 8,
    IoError = 10,
    Corrupt = 11,
    Full = 13,
    CantOpen = 14,
    NotADatabase = 26
};

int primaryCode(const QSqlError &error)
{
    return error.nativeErrorCode().toInt() & 0xFF;
}

bool diskIsFull(const QString &file)
{
    const QStorageInfo storage(QFileInfo(file).absolutePath());
    constexpr qint64 Enough = 256 * 1024;
    return storage.isValid() && storage.bytesAvailable() < Enough;
}

QString folderOf(const QString &file)
{
    return QFileInfo(file).absolutePath();
}

Fault faultOf(const QString &file, const QSqlError &error)
{
    const int code = primaryCode(error);
    if (code == Full || (code == IoError && diskIsFull(file)))
        return {.kind = FaultKind::Exhausted,
                .what = u"Journal %1: no space left on its file system"_s.arg(file),
                .advice = u"Free some space for %1; what was stored before is safe."_s.arg(folderOf(file)),
                .transient = true};
    if (code == Busy || code == Locked)
        return {.kind = FaultKind::Storage,
                .what = u"Journal %1: another program keeps it locked"_s.arg(file),
                .advice = u"Try again; if it stays so, end the other program."_s,
                .transient = true};
    if (code == ReadOnly || code == CantOpen)
        return {.kind = FaultKind::Storage,
                .what = u"Journal %1: it cannot be written (%2)"_s.arg(file, error.databaseText()),
                .advice = u"Make %1 writable, or set XDG_STATE_HOME to a folder that is."_s.arg(folderOf(file))};
    if (code == Corrupt || code == NotADatabase)
        return {.kind = FaultKind::Storage,
                .what = u"Journal %1: it is damaged (%2)"_s.arg(file, error.databaseText()),
                .advice = u"Start the program again: it moves the damaged file aside and begins a new one."_s};
    const QString text = error.databaseText().isEmpty() ? error.driverText() : error.databaseText();
    return {.kind = FaultKind::Storage, .what = u"Journal %1: %2"_s.arg(file, text)};
}

std::atomic<quint64> nextConnection {0};

} // namespace

QString damageMark(const QString &file)
{
    return file + u".suspect"_s;
}

Result<> Statement::runList(const QVariantList &values)
{
    for (int position = 0; position < values.size(); ++position)
        m_query.bindValue(position, values[position]);
    return execute();
}

Result<> Statement::execute()
{
    if (!m_query.exec())
        return std::unexpected(m_connection->failed(m_query.lastError()));
    return {};
}

Result<> Statement::atEnd()
{
    const QSqlError error = m_query.lastError();
    m_query.finish();
    if (error.isValid())
        return std::unexpected(m_connection->failed(error));
    return {};
}

SqlConnection::SqlConnection(QString file)
    : m_file(std::move(file)), m_name(u"hermes-journal-%1"_s.arg(nextConnection.fetch_add(1)))
{ }

Result<std::unique_ptr<SqlConnection>> SqlConnection::open(const QString &file, Access access)
{
    std::unique_ptr<SqlConnection> connection(new SqlConnection(file));
    connection->m_database = QSqlDatabase::addDatabase(u"QSQLITE"_s, connection->m_name);
    if (!connection->m_database.isValid())
        return fail(FaultKind::Storage, u"The SQLite driver of Qt is not installed"_s,
                    u"Install the package of Qt 6's SQLite plugin (Debian: libqt6sql6-sqlite)."_s);
    QString options = u"QSQLITE_BUSY_TIMEOUT=5000"_s;
    if (access == Access::ReadOnly)
        options += u";QSQLITE_OPEN_READONLY"_s;
    connection->m_database.setConnectOptions(options);
    connection->m_database.setDatabaseName(file);
    if (!connection->m_database.open())
        return std::unexpected(connection->failed(connection->m_database.lastError()));
    if (access == Access::QueryOnly) {
        if (auto set = connection->run(u"PRAGMA query_only = ON"_s); !set)
            return std::unexpected(set.error());
    }
    return connection;
}

SqlConnection::~SqlConnection()
{
    m_database = {};
    QSqlDatabase::removeDatabase(m_name);
}

Result<> SqlConnection::run(const QString &sql)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(sql))
        return std::unexpected(failed(query.lastError()));
    return {};
}

Result<QVariant> SqlConnection::value(const QString &sql)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.exec(sql))
        return std::unexpected(failed(query.lastError()));
    return query.next() ? query.value(0) : QVariant();
}

Result<QList<qint64>> SqlConnection::integers(const QString &sql)
{
    auto rows = prepare(sql);
    if (!rows)
        return std::unexpected(rows.error());
    if (auto done = rows->run(); !done)
        return std::unexpected(done.error());
    QList<qint64> numbers;
    while (rows->next())
        numbers += rows->integer(0);
    return rows->atEnd().transform([&numbers] { return std::move(numbers); });
}

Result<Statement> SqlConnection::prepare(const QString &sql)
{
    QSqlQuery query(m_database);
    query.setForwardOnly(true);
    if (!query.prepare(sql))
        return std::unexpected(failed(query.lastError()));
    return Statement(*this, std::move(query));
}

/// SQLite's waiting is not fair: on a busy machine a program that writes all the time can keep another one out for
/// longer than one busy timeout, though each of its locks is short.
Result<> SqlConnection::begin()
{
    Result<> begun;
    for (int attempt = 0; attempt < BeginAttempts; ++attempt) {
        begun = run(u"BEGIN IMMEDIATE"_s);
        const bool locked = !begun && begun.error().transient && begun.error().kind == FaultKind::Storage;
        if (!locked)
            break;
    }
    return begun;
}

Result<> SqlConnection::transaction(const std::function<Result<>()> &work)
{
    if (auto begun = begin(); !begun)
        return begun;
    Result<> done = work();
    if (done)
        done = run(u"COMMIT"_s);
    if (!done) {
        // SQLite may have undone it by itself already (a full disk); then this fails, and that is all right.
        QSqlQuery(m_database).exec(u"ROLLBACK"_s);
    }
    return done;
}

Fault SqlConnection::failed(const QSqlError &error)
{
    const int code = primaryCode(error);
    m_damaged = code == Corrupt || code == NotADatabase;
    if (m_damaged) {
        QFile mark(damageMark(m_file));
        (void)mark.open(QIODevice::WriteOnly);
    }
    return faultOf(m_file, error);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/core/fault.h"

#include <QSqlDatabase>
#include <QSqlQuery>
#include <QVariant>

#include <functional>
#include <memory>

namespace hermes {

class SqlConnection;

/// A prepared statement. Lives on the thread of its connection and no longer than it.
class Statement final
{
public:
    /// Binds the values in order and executes.
    template<typename... Values>
    [[nodiscard]] Result<> run(const Values &...values)
    {
        int position = 0;
        (m_query.bindValue(position++, QVariant(values)), ...);
        return execute();
    }

    /// The same for a number of values that is not known when compiling.
    [[nodiscard]] Result<> runList(const QVariantList &values);

    /// The next row; false after the last one. Call finish() when leaving earlier, or the rows stay locked.
    [[nodiscard]] bool next() { return m_query.next(); }
    /// What went wrong when next() returned false before the last row.
    [[nodiscard]] Result<> atEnd();
    void finish() { m_query.finish(); }

    [[nodiscard]] QVariant value(int column) const { return m_query.value(column); }
    [[nodiscard]] qint64 integer(int column) const { return m_query.value(column).toLongLong(); }
    [[nodiscard]] QString text(int column) const { return m_query.value(column).toString(); }
    [[nodiscard]] QByteArray bytes(int column) const { return m_query.value(column).toByteArray(); }
    [[nodiscard]] qint64 insertedId() const { return m_query.lastInsertId().toLongLong(); }
    [[nodiscard]] int changedRows() const { return m_query.numRowsAffected(); }

private:
    friend class SqlConnection;
    Statement(SqlConnection &connection, QSqlQuery query) : m_connection(&connection), m_query(std::move(query)) { }
    [[nodiscard]] Result<> execute();

    SqlConnection *m_connection;
    QSqlQuery m_query;
};

/// One connection to the journal's file. Made, used and destroyed on one thread.
///
/// Failures become Faults that name the file. A damaged file is remembered by a mark beside it, so that the next
/// program that opens it has a closer look.
class SqlConnection final
{
public:
    enum class Access {
        ReadWrite,
        QueryOnly, ///< May recover the file after a crash of its writer, but changes nothing.
        ReadOnly   ///< Changes nothing at all; may fail where recovery is needed.
    };

    [[nodiscard]] static Result<std::unique_ptr<SqlConnection>> open(const QString &file, Access access);
    ~SqlConnection();
    Q_DISABLE_COPY_MOVE(SqlConnection)

    [[nodiscard]] Result<> run(const QString &sql);
    /// First column of the first row.
    [[nodiscard]] Result<QVariant> value(const QString &sql);
    /// First column of every row.
    [[nodiscard]] Result<QList<qint64>> integers(const QString &sql);
    [[nodiscard]] Result<Statement> prepare(const QString &sql);
    /// Runs `work` between BEGIN IMMEDIATE and COMMIT; any fault undoes all of it.
    [[nodiscard]] Result<> transaction(const std::function<Result<>()> &work);

    [[nodiscard]] const QString &file() const { return m_file; }
    /// Whether the last fault of this connection means that the file is not a sound database.
    [[nodiscard]] bool foundDamage() const { return m_damaged; }

private:
    static constexpr int BeginAttempts = 4; ///< Each of one busy timeout.
    [[nodiscard]] Result<> begin();
    friend class Statement;
    explicit SqlConnection(QString file);
    [[nodiscard]] Fault failed(const QSqlError &error);

    QString m_file;
    QString m_name;
    QSqlDatabase m_database;
    bool m_damaged = false;
};

/// Name of the mark that a connection leaves beside a damaged journal.
[[nodiscard]] QString damageMark(const QString &file);

} // namespace hermes

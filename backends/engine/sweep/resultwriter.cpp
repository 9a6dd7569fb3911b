// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "resultwriter.h"

#include "backends/engine/sweep/csv.h"
#include "backends/engine/sweep/literal.h"
#include "backends/engine/sweep/stdoutline.h"

#include <QIODevice>
#include <QUtf8StringView>

#include <utility>
#include <vector>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QByteArray secondsText(std::chrono::nanoseconds time)
{
    return QByteArray::number(std::chrono::duration<double>(time).count(), 'f', 6);
}

/// The fields of the row's last line by column of keys; null where it has none.
std::vector<const JsonField *> byColumn(const ResultColumns &columns, const QList<JsonField> &fields)
{
    std::vector<const JsonField *> result(size_t(columns.keyCount()), nullptr);
    for (const JsonField &field : fields) {
        if (const qsizetype at = columns.keyIndex(field.key); at >= 0)
            result[size_t(at)] = &field;
    }
    return result;
}

/// Puts rows together in a buffer and writes it when it is large enough.
class BufferedWriter : public ResultWriter
{
public:
    BufferedWriter(QIODevice &device, ResultColumns columns) : m_device(device), m_columns(std::move(columns)) { }

protected:
    Result<> flush()
    {
        if (m_device.write(m_buffer) != m_buffer.size())
            return fail(FaultKind::Storage, u"the results could not be written: "_s + m_device.errorString());
        m_buffer.clear();
        return {};
    }

    Result<> flushWhenLarge()
    {
        constexpr qsizetype Large = 64 * 1024;
        return m_buffer.size() < Large ? Result<>() : flush();
    }

    QIODevice &m_device;
    ResultColumns m_columns;
    QByteArray m_buffer;
};

class CsvWriter final : public BufferedWriter
{
public:
    using BufferedWriter::BufferedWriter;

    Result<> begin() override
    {
        for (const QString &name : m_columns.names())
            add(name.toUtf8());
        endRow();
        return flushWhenLarge();
    }

    Result<> write(const ResultRow &row) override
    {
        add(QByteArray::number(row.index));
        for (const QString &value : row.parameters)
            add(value.toUtf8());
        add(row.exitCode ? QByteArray::number(*row.exitCode) : QByteArray());
        add(row.reason.toUtf8());
        add(row.time ? secondsText(*row.time) : QByteArray());
        addOutput(row.out);
        addOutput(row.err);
        const auto fields = lastLineJson(row.out).value_or(QList<JsonField>());
        for (const JsonField *field : byColumn(m_columns, fields))
            add(field && field->type != JsonType::Null ? field->text.toUtf8() : QByteArray());
        endRow();
        return flushWhenLarge();
    }

    Result<> end() override { return flush(); }

private:
    void add(QByteArrayView field)
    {
        if (!std::exchange(m_first, false))
            m_buffer += ',';
        appendCsvField(m_buffer, field);
    }

    void addOutput(const QByteArray &bytes)
    {
        const bool valid = QUtf8StringView(bytes.constData(), bytes.size()).isValidUtf8();
        add(valid ? bytes : QString::fromUtf8(bytes).toUtf8());
    }

    void endRow()
    {
        m_buffer += "\r\n";
        m_first = true;
    }

    bool m_first = true;
};

class JsonWriter final : public BufferedWriter
{
public:
    enum class Frame : quint8 { Array, Lines };

    JsonWriter(QIODevice &device, ResultColumns columns, Frame frame)
        : BufferedWriter(device, std::move(columns)), m_inArray(frame == Frame::Array)
    {
        for (const QString &name : m_columns.names()) {
            QByteArray &key = m_keys.emplace_back();
            appendJsonString(key, name.toUtf8());
            key += ':';
        }
    }

    Result<> begin() override
    {
        if (m_inArray)
            m_buffer += '[';
        return {};
    }

    Result<> write(const ResultRow &row) override
    {
        const bool first = std::exchange(m_firstRow, false);
        if (m_inArray)
            m_buffer += first ? "\n" : ",\n";
        m_buffer += '{';
        m_column = 0;
        key() += QByteArray::number(row.index);
        for (const QString &value : row.parameters)
            appendJsonValue(key(), value);
        key() += row.exitCode ? QByteArray::number(*row.exitCode) : "null"_ba;
        if (row.reason.isEmpty())
            key() += "null";
        else
            appendJsonString(key(), row.reason.toUtf8());
        key() += row.time ? secondsText(*row.time) : "null"_ba;
        appendJsonString(key(), row.out);
        appendJsonString(key(), row.err);
        const auto fields = lastLineJson(row.out).value_or(QList<JsonField>());
        for (const JsonField *field : byColumn(m_columns, fields))
            addField(field);
        m_buffer += m_inArray ? "}" : "}\n";
        return flushWhenLarge();
    }

    Result<> end() override
    {
        if (m_inArray)
            m_buffer += m_firstRow ? "]\n" : "\n]\n";
        return flush();
    }

private:
    /// Begins the next column and returns where its value goes.
    QByteArray &key()
    {
        if (m_column > 0)
            m_buffer += ',';
        return m_buffer += m_keys[m_column++];
    }

    void addField(const JsonField *field)
    {
        QByteArray &to = key();
        if (!field)
            to += "null";
        else if (field->type == JsonType::String || (field->type == JsonType::Number && !field->text.back().isDigit()))
            appendJsonString(to, field->text.toUtf8());
        else
            to += field->text.toUtf8();
    }

    std::vector<QByteArray> m_keys;
    size_t m_column = 0;
    bool m_firstRow = true;
    bool m_inArray;
};

} // namespace

std::unique_ptr<ResultWriter> csvResultWriter(QIODevice &device, ResultColumns columns)
{
    return std::make_unique<CsvWriter>(device, std::move(columns));
}

std::unique_ptr<ResultWriter> jsonResultWriter(QIODevice &device, ResultColumns columns)
{
    return std::make_unique<JsonWriter>(device, std::move(columns), JsonWriter::Frame::Array);
}

std::unique_ptr<ResultWriter> jsonLinesResultWriter(QIODevice &device, ResultColumns columns)
{
    return std::make_unique<JsonWriter>(device, std::move(columns), JsonWriter::Frame::Lines);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tablecopy.h"

#include "backends/engine/sweep/literal.h"
#include "models/roles.h"

#include <QAbstractItemModel>
#include <QLocale>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

QString titleOf(const TableSelection &selection, int column)
{
    return selection.model->headerData(column, Qt::Horizontal).toString();
}

QModelIndex cellOf(const TableSelection &selection, int row, int column)
{
    return selection.model->index(row, column);
}

QString tsvField(const QString &text)
{
    const bool plain = std::ranges::none_of(text, [](QChar c) { return c == u'\t' || c == u'\n' || c == u'\r' || c == u'"'; });
    if (plain)
        return text;
    QString quoted = text;
    return u'"' + quoted.replace(u'"', u"\"\""_s) + u'"';
}

QString markdownField(QString text)
{
    text.replace(u'\\', u"\\\\"_s).replace(u'|', u"\\|"_s);
    return text.replace(u'\n', u"<br>"_s);
}

bool isNumber(const QVariant &value)
{
    switch (value.typeId()) {
    case QMetaType::Int:
    case QMetaType::LongLong:
    case QMetaType::UInt:
    case QMetaType::ULongLong:
    case QMetaType::Double: return true;
    default: return false;
    }
}

/// The raw value where it is what the cell shows: states sort by their number and are words all the same.
void appendJsonCell(QByteArray &to, const QModelIndex &cell)
{
    const QString text = cell.data().toString();
    const QVariant raw = cell.data(SortRole);
    const bool right = (cell.data(Qt::TextAlignmentRole).toInt() & Qt::AlignRight) != 0;
    if (text.isEmpty())
        to += "null";
    else if (isNumber(raw) && right && std::isfinite(raw.toDouble()))
        to += QByteArray::number(raw.toDouble(), 'g', QLocale::FloatingPointShortest);
    else
        appendJsonString(to, text.toUtf8());
}

} // namespace

QString asTsv(const TableSelection &selection, TableHeader header)
{
    QString text;
    const auto appendRow = [&](const auto &fieldOf) {
        for (qsizetype i = 0; i < selection.columns.size(); ++i) {
            if (i > 0)
                text += u'\t';
            text += tsvField(fieldOf(selection.columns.at(i)));
        }
        text += u'\n';
    };
    if (header == TableHeader::Written)
        appendRow([&](int column) { return titleOf(selection, column); });
    for (const int row : selection.rows)
        appendRow([&](int column) { return cellOf(selection, row, column).data().toString(); });
    return text;
}

QString asMarkdown(const TableSelection &selection)
{
    QString text;
    const auto appendRow = [&](const auto &fieldOf) {
        text += u'|';
        for (const int column : selection.columns)
            text += u' ' + fieldOf(column) + u" |"_s;
        text += u'\n';
    };
    appendRow([&](int column) { return markdownField(titleOf(selection, column)); });
    appendRow([&](int column) {
        const int alignment = selection.model->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt();
        return (alignment & Qt::AlignRight) != 0 ? u"---:"_s : u"---"_s;
    });
    for (const int row : selection.rows)
        appendRow([&](int column) { return markdownField(cellOf(selection, row, column).data().toString()); });
    return text;
}

QString asJson(const TableSelection &selection)
{
    QByteArray text = "[";
    for (qsizetype row = 0; row < selection.rows.size(); ++row) {
        text += row == 0 ? "\n{" : ",\n{";
        for (qsizetype i = 0; i < selection.columns.size(); ++i) {
            const int column = selection.columns.at(i);
            if (i > 0)
                text += ", ";
            appendJsonString(text, titleOf(selection, column).toUtf8());
            text += ": ";
            appendJsonCell(text, cellOf(selection, selection.rows.at(row), column));
        }
        text += '}';
    }
    return QString::fromUtf8(text + "\n]\n");
}

} // namespace hermes

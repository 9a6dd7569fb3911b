// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ignorerules.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// A pattern as a regular expression for the path, or for a folder that it lies in.
QString expressionOf(const QString &pattern)
{
    QString expression;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const QChar sign = pattern.at(i);
        const QStringView rest = QStringView(pattern).sliced(i);
        if (rest.startsWith("**/"_L1)) {
            expression += "(?:.*/)?"_L1;
            i += 2;
        } else if (rest.startsWith("**"_L1)) {
            expression += ".*"_L1;
            i += 1;
        } else if (sign == u'*') {
            expression += "[^/]*"_L1;
        } else if (sign == u'?') {
            expression += "[^/]"_L1;
        } else if (const qsizetype end = rest.indexOf(u']'); sign == u'[' && end > 1) {
            expression += rest.first(end + 1);
            i += end;
        } else if (sign == u'\\' && i + 1 < pattern.size()) {
            expression += QRegularExpression::escape(pattern.at(++i));
        } else {
            expression += QRegularExpression::escape(sign);
        }
    }
    return expression + "(?:/.*)?"_L1;
}
} // namespace

IgnoreRules::IgnoreRules(const QByteArray &text)
{
    const QList<QByteArray> lines = text.split('\n');
    for (qsizetype i = 0; i < lines.size(); ++i) {
        QString line = QString::fromUtf8(lines.at(i));
        if (i == 0 && line.startsWith(QChar(QChar::ByteOrderMark)))
            line.remove(0, 1);
        if (line.startsWith(u'#'))
            continue;
        line = line.trimmed();
        const bool isException = line.startsWith(u'!');
        if (isException)
            line = line.sliced(1).trimmed();
        if (line.isEmpty())
            continue;
        line = QDir::cleanPath(line);
        while (line.startsWith(u'/'))
            line.remove(0, 1);
        if (line.isEmpty() || line == "."_L1)
            continue;
        m_rules.append({.pattern = QRegularExpression(QRegularExpression::anchoredPattern(expressionOf(line)),
                                                      QRegularExpression::DotMatchesEverythingOption),
                        .isException = isException});
        m_hasExceptions = m_hasExceptions || isException;
    }
}

bool IgnoreRules::leavesOut(const QString &path) const
{
    bool isOut = false;
    for (const Rule &rule : m_rules) {
        if (isOut == rule.isException && rule.pattern.isValid() && rule.pattern.match(path).hasMatch())
            isOut = !rule.isException;
    }
    return isOut;
}

} // namespace hermes::docker

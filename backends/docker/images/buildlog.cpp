// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "buildlog.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace hermes::docker {

namespace {
/// $NAME, ${NAME} and ${NAME:-default} by their values.
QString filledIn(QString text, const QHash<QString, QString> &values)
{
    static const QRegularExpression variable(u"\\$(?:(\\w+)|\\{(\\w+)(?::-([^}]*))?\\})"_s);
    for (qsizetype at = 0;;) {
        const QRegularExpressionMatch match = variable.match(text, at);
        if (!match.hasMatch())
            return text;
        const QString value = values.value(match.captured(1) + match.captured(2));
        const QString filled = value.isEmpty() ? match.captured(3) : value;
        text.replace(match.capturedStart(), match.capturedLength(), filled);
        at = match.capturedStart() + filled.size();
    }
}

/// In one line; a step may be a whole script.
QString shortened(const QString &step)
{
    constexpr qsizetype Longest = 100;
    const QString line = step.simplified();
    return line.size() > Longest ? line.first(Longest - 1) + u'…' : line;
}

QString withoutQuotes(const QString &text)
{
    const bool isQuoted = text.size() >= 2 && text.front() == text.back() && (text.front() == u'"' || text.front() == u'\'');
    return isQuoted ? text.sliced(1, text.size() - 2) : text;
}
} // namespace

void BuildLog::noteStep(const QString &text)
{
    static const QRegularExpression step(u"^Step \\d+/\\d+ ?: (?:.|\\n)+"_s, QRegularExpression::CaseInsensitiveOption);
    if (!step.match(text).hasMatch())
        return;
    m_step = text.trimmed();
    m_state = m_step;
    m_isCached = m_step.section(u':', 1).trimmed().startsWith("FROM "_L1, Qt::CaseInsensitive);
}

/// A step ends with the line " ---> ID"; podman leaves the space out.
void BuildLog::noteResult(const QString &text)
{
    static const QRegularExpression result(u"^ ?--+> (?:([0-9a-f]{12,64})|(Using cache))"_s);
    const QRegularExpressionMatch match = result.match(text);
    if (match.hasCaptured(2))
        m_isCached = true;
    else if (match.hasMatch() && !m_isCached)
        m_made.append(match.captured(1));
}

/// The step's own failure has an exit code, or the daemon's word for what the Dockerfile asked for in vain.
FaultKind BuildLog::kindOf(const QJsonObject &line)
{
    if (line.value("errorDetail"_L1)["code"_L1].toInt() != 0)
        return FaultKind::Refused;
    const FaultKind kind = registryFaultKind(line.value("error"_L1).toString());
    return kind == FaultKind::Unreachable || kind == FaultKind::Exhausted ? kind : FaultKind::Refused;
}

Result<QString> BuildLog::add(const QJsonObject &line)
{
    if (const QString error = line.value("error"_L1).toString(); !error.isEmpty()) {
        // The daemon repeats the whole of a command that failed.
        const int code = line.value("errorDetail"_L1)["code"_L1].toInt();
        const QString why = code != 0 ? u"ended with exit code %1"_s.arg(code) : error.trimmed();
        const QString what = m_step.isEmpty() ? why : u"%1: %2"_s.arg(shortened(m_step), why);
        return fail(kindOf(line), u"The image could not be built. %1"_s.arg(what), u"The log above says what went wrong."_s);
    }
    if (const QString id = line.value("aux"_L1)["ID"_L1].toString(); !id.isEmpty())
        m_imageId = id;
    if (QString text = line.value("stream"_L1).toString(); !text.isEmpty()) {
        noteStep(text);
        noteResult(text);
        return text;
    }
    if (line.contains("status"_L1)) {
        std::ignore = m_pull.add(line);
        m_state = m_pull.text();
    }
    return QString();
}

QStringList baseImages(const QByteArray &recipe, const QList<EnvironmentVariable> &arguments)
{
    static const QRegularExpression argument(u"^ARG\\s+(\\w+)(?:=(.*))?$"_s, QRegularExpression::CaseInsensitiveOption);
    static const QRegularExpression from(u"^FROM\\s+(?:--\\S+\\s+)*(\\S+)(?:\\s+AS\\s+(\\S+))?"_s,
                                         QRegularExpression::CaseInsensitiveOption);
    QHash<QString, QString> values;
    QStringList images;
    QStringList stages {u"scratch"_s};
    bool isBegun = false;
    for (const QByteArray &bytes : recipe.split('\n')) {
        const QString line = QString::fromUtf8(bytes).trimmed();
        if (const auto match = argument.match(line); match.hasMatch() && !isBegun)
            values.insert(match.captured(1), filledIn(withoutQuotes(match.captured(2).trimmed()), values));
        for (const EnvironmentVariable &given : isBegun ? QList<EnvironmentVariable>() : arguments) {
            if (values.contains(given.name))
                values[given.name] = QString::fromUtf8(given.value);
        }
        const auto match = from.match(line);
        if (!match.hasMatch())
            continue;
        isBegun = true;
        const QString image = filledIn(match.captured(1), values);
        if (!image.isEmpty() && !stages.contains(image, Qt::CaseInsensitive) && !images.contains(image))
            images.append(image);
        stages.append(match.captured(2));
    }
    return images;
}

} // namespace hermes::docker

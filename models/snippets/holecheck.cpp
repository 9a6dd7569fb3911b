// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "holecheck.h"

#include "backends/engine/sweep/holeproblems.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// "line 3: {{n}} stands inside quotes" without its line, which is told apart.
QString withoutLine(const QString &text)
{
    const qsizetype colon = text.indexOf(": "_L1);
    return text.startsWith("line "_L1) && colon > 0 ? text.mid(colon + 2) : text;
}

} // namespace

QList<TextProblem> checkHoles(Language language, const QString &text, const QStringList &names)
{
    if (!text.contains("{{"_L1))
        return {};
    const QByteArray code = text.toUtf8();
    QList<TextProblem> problems;
    qsizetype byte = 0;
    qsizetype unit = 0;
    int line = 1;
    for (const HoleProblem &problem : findHoleProblems(language, code, names, MostProblems)) {
        const QByteArrayView between = QByteArrayView(code).sliced(byte, problem.begin - byte);
        unit += QString::fromUtf8(between).size();
        line += int(std::ranges::count(between, '\n'));
        byte = problem.begin;
        Fault fault = problem.fault;
        fault.what = withoutLine(fault.what);
        problems.append({.position = unit,
                         .length = QString::fromUtf8(QByteArrayView(code).sliced(byte, problem.end - byte)).size(),
                         .line = line,
                         .message = toText(fault)});
    }
    return problems;
}

} // namespace hermes

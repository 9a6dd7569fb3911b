// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchdifferences.h"

#include "backends/engine/launchjson.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/history/launchtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <set>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// Carries the context that translators see.
class Text
{
    Q_DECLARE_TR_FUNCTIONS(hermes::LaunchDifferences)
};

constexpr qsizetype LongestValue = 60;

/// An empty one is not set.
QString shown(const QString &value)
{
    return value.isEmpty() ? Text::tr("not set") : lineText(value, LongestValue);
}

template<typename T>
QString numberText(const std::optional<T> &number)
{
    return number ? QString::number(*number) : QString();
}

QString orderOf(std::optional<qint64> seed)
{
    if (!seed)
        return Text::tr("as numbered");
    return *seed == 0 ? Text::tr("random") : Text::tr("random %1").arg(*seed);
}

QString timeoutOf(std::optional<std::chrono::milliseconds> timeout)
{
    return timeout ? durationText(*timeout) : QString();
}

QString percentOf(std::optional<double> percent)
{
    return percent ? Text::tr("%1 %").arg(*percent) : QString();
}

QString valueOf(const QList<EnvironmentVariable> &environment, const QString &name)
{
    const auto found = std::ranges::find(environment, name, &EnvironmentVariable::name);
    if (found == environment.end())
        return {};
    if (found->value.isNull())
        return Text::tr("set");
    return found->value.isEmpty() ? Text::tr("empty") : QString::fromUtf8(found->value);
}

QString namesOf(const QList<SecretVariable> &secrets)
{
    QStringList names;
    for (const SecretVariable &secret : secrets)
        names += toText(secret);
    return names.join(u", "_s);
}

QString namesOf(const QList<InputFile> &inputs)
{
    QStringList names;
    for (const InputFile &input : inputs)
        names += input.name;
    return names.join(u", "_s);
}

/// Without what is told apart from it.
QByteArray parametersOf(SweepDefinition sweep)
{
    sweep.repeat = 1;
    sweep.seed.reset();
    return sweepDefinitionToJson(sweep);
}

class Differences
{
public:
    Differences(const LaunchSpec &first, const LaunchSpec &second) : m_first(first), m_second(second) { }

    [[nodiscard]] QStringList all()
    {
        addPlace();
        addSnippet();
        addCourse();
        addSurroundings();
        return m_phrases;
    }

private:
    void add(const QString &what, const QString &before, const QString &after)
    {
        if (before != after)
            m_phrases += Text::tr("%1: %2 → %3").arg(lineText(what, LongestValue), shown(before), shown(after));
    }

    void addOther(bool isOther, const QString &phrase)
    {
        if (isOther)
            m_phrases += phrase;
    }

    void addPlace()
    {
        add(Text::tr("kind"), launchKindWord(m_first.kind), launchKindWord(m_second.kind));
        add(Text::tr("backend"), m_first.backend, m_second.backend);
        add(Text::tr("profile"), m_first.profile, m_second.profile);
        // Those of another backend are other ones altogether.
        if (m_first.backend != m_second.backend)
            return;
        const QStringList before = m_first.settings.values().keys();
        const QStringList after = m_second.settings.values().keys();
        std::set<QString> keys(before.begin(), before.end());
        keys.insert(after.begin(), after.end());
        for (const QString &key : keys)
            add(key, m_first.settings.text(key), m_second.settings.text(key));
    }

    void addSnippet()
    {
        add(Text::tr("language"), languageName(m_first.language), languageName(m_second.language));
        addOther(m_first.codes != m_second.codes, Text::tr("other code"));
        addOther(m_first.templated != m_second.templated,
                 m_second.templated ? Text::tr("{{name}} replaced only in the second")
                                    : Text::tr("{{name}} replaced only in the first"));
        addOther(parametersOf(m_first.sweep) != parametersOf(m_second.sweep), Text::tr("other parameters"));
        add(Text::tr("repeats"), QString::number(m_first.sweep.repeat), QString::number(m_second.sweep.repeat));
        add(Text::tr("seed"), numberText(m_first.sweep.seed), numberText(m_second.sweep.seed));
    }

    void addCourse()
    {
        add(Text::tr("order"), orderOf(m_first.orderSeed), orderOf(m_second.orderSeed));
        add(Text::tr("concurrency"), numberText(m_first.concurrency), numberText(m_second.concurrency));
        add(Text::tr("timeout"), timeoutOf(m_first.timeout), timeoutOf(m_second.timeout));
        add(Text::tr("stop after failures"), numberText(m_first.policy.afterFailures), numberText(m_second.policy.afterFailures));
        add(Text::tr("stop over"), percentOf(m_first.policy.overPercent), percentOf(m_second.policy.overPercent));
    }

    void addSurroundings()
    {
        std::set<QString> names;
        for (const auto &environment : {m_first.environment, m_second.environment})
            for (const EnvironmentVariable &variable : environment)
                names.insert(variable.name);
        for (const QString &name : names)
            add(name, valueOf(m_first.environment, name), valueOf(m_second.environment, name));
        add(Text::tr("secrets"), namesOf(m_first.secrets), namesOf(m_second.secrets));
        addOther(m_first.stdinData != m_second.stdinData, Text::tr("other standard input"));
        add(Text::tr("input files"), namesOf(m_first.inputs), namesOf(m_second.inputs));
        add(Text::tr("folder"), m_first.folder, m_second.folder);
        add(Text::tr("output kept"), byteCountText(m_first.capture.resultBytes), byteCountText(m_second.capture.resultBytes));
    }

    const LaunchSpec &m_first;
    const LaunchSpec &m_second;
    QStringList m_phrases;
};

} // namespace

QStringList launchDifferences(const LaunchRecord &first, const LaunchRecord &second)
{
    const Result<LaunchSpec> one = keptSpec(first);
    const Result<LaunchSpec> other = keptSpec(second);
    return one && other ? Differences(*one, *other).all() : QStringList();
}

} // namespace hermes

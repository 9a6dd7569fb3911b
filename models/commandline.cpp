// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "commandline.h"

#include "backends/core/shellword.h"
#include "backends/engine/journal/startorder.h"
#include "backends/engine/sweep/csv.h"

#include <QLocale>

#include <algorithm>
#include <optional>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// What Linux takes as one argument is 128 KiB, quotes not counted.
constexpr qsizetype MaxArgumentBytes = 100 * 1024;
/// More values than this in a command are no command any more.
constexpr qint64 MaxTableRows = 10'000;

QString numberText(double number)
{
    return QString::number(number, 'f', QLocale::FloatingPointShortest);
}

/// A value in the list of a --param, in quotes where it could be read as something else.
QString listValue(const QString &value)
{
    const bool plain = !value.isEmpty()
        && std::ranges::none_of(value, [](QChar c) { return c == u',' || c == u'"' || c == u':' || c.isSpace(); });
    return plain ? value : u'"' + QString(value).replace(u'"', u"\"\""_s) + u'"';
}

QByteArray asCsv(const ParameterGroup &group)
{
    const qsizetype columns = group.names().size();
    QByteArray csv = group.names().join(u',').toUtf8();
    csv += '\n';
    for (qint64 row = 0; row < group.count(); ++row) {
        for (qsizetype column = 0; column < columns; ++column) {
            const QByteArray value = group.value(row, column).toUtf8();
            if (column > 0)
                csv += ',';
            // A line with nothing on it would not be a row.
            if (columns == 1 && value.isEmpty())
                csv += "\"\"";
            else
                appendCsvField(csv, value);
        }
        csv += '\n';
    }
    return csv;
}

/// A command as it is put together.
class CommandText
{
public:
    explicit CommandText(QStringList words) : m_words(std::move(words)) { }

    void add(const QString &flag) { m_words.append(flag); }
    void add(const QString &flag, const QString &value) { m_words.append(flag + u' ' + shellWord(value.toUtf8())); }
    /// For a value that is shell code already.
    void addRaw(const QString &flag, const QString &value) { m_words.append(flag + u' ' + value); }
    void setHead(const QString &head) { m_head = head; }
    void setDocument(const QByteArray &text);
    [[nodiscard]] QString text() const { return m_head + m_words.join(u' ') + m_tail; }

private:
    QString m_head;
    QStringList m_words;
    QString m_tail;
};

/// The text follows the command up to a word that is none of its lines.
void CommandText::setDocument(const QByteArray &text)
{
    const QByteArrayList lines = text.split('\n');
    QByteArray end = "EOF";
    for (int i = 2; lines.contains(end); ++i)
        end = "EOF" + QByteArray::number(i);
    m_tail = u" - <<'%1'\n"_s.arg(QString::fromLatin1(end)) + QString::fromUtf8(text) + QString::fromLatin1(end) + u'\n';
}

/// Flags that make `wanted` of what is in force with this profile; nothing where a value would have to be taken away.
std::optional<QStringList> flagsBetween(const SettingsSchema &schema, const Settings &base, const Settings &wanted)
{
    QStringList flags;
    for (const Setting &setting : schema.settings) {
        const QString text = wanted.text(setting.key);
        if (setting.secret || (text == base.text(setting.key) && wanted.has(setting.key) == base.has(setting.key)))
            continue;
        if (!wanted.has(setting.key) || text.isEmpty())
            return std::nullopt;
        flags.append(settingFlag(schema.backend, setting.key) + u' ' + shellWord(text.toUtf8()));
    }
    return flags;
}

/// --backend, --profile where it helps, and flags for the rest.
Result<QStringList> backendWords(const BackendName &name, const Settings &wanted, const CommandContext &context)
{
    QStringList words {u"--backend "_s + shellWord(name.backend.toUtf8())};
    for (const QString &profile : {name.profile, QString()}) {
        const auto base = settingsInForce(context.schema, context.profiles, profile);
        const auto flags = base ? flagsBetween(context.schema, *base, wanted) : std::nullopt;
        if (!flags)
            continue;
        if (!profile.isEmpty())
            words.append(u"--profile "_s + shellWord(profile.toUtf8()));
        return words + *flags;
    }
    return fail(FaultKind::Usage, u"No command has these settings: the environment sets one that is to be without a value"_s);
}

void addCode(CommandText &command, const LaunchSpec &spec, const QString &file)
{
    const std::optional<Language> usual = file.isEmpty() ? Language::Python : languageFromFileName(file);
    if (usual.value_or(Language::Python) != spec.language)
        command.add(u"--language"_s, languageName(spec.language));
    if (!file.isEmpty()) {
        command.add(u"--file"_s, file);
        return;
    }
    const QByteArray code = spec.codes.value(0);
    const bool one = spec.codes.size() == 1;
    if (one && code.endsWith('\n') && isPlainText(code)) {
        command.setDocument(code);
    } else if (one && code.size() > MaxArgumentBytes) {
        command.setHead(u"printf %s "_s + shellWord(code) + u" | "_s);
        command.add(u"-"_s);
    } else {
        for (const QByteArray &each : spec.codes)
            command.addRaw(u"--code"_s, shellWord(each));
    }
}

void addRunOptions(CommandText &command, const LaunchSpec &spec)
{
    if (spec.timeout)
        command.add(u"--timeout"_s, numberText(double(spec.timeout->count()) / 1000));
    for (const EnvironmentVariable &variable : spec.environment) {
        // The shell that runs the command has the value, or asks for it to be given; it does not belong into a command.
        const QByteArray name = variable.name.toUtf8();
        const bool passedOn = speaksOfSecret(variable.name) || qgetenv(name.constData()) == variable.value;
        command.addRaw(u"--env"_s, shellWord(passedOn ? name : name + '=' + variable.value));
    }
    for (const SecretVariable &secret : spec.secrets)
        command.add(u"--secret"_s, toText(secret));
    if (!spec.stdinData.isEmpty())
        command.addRaw(u"--stdin"_s, u"<(printf %s "_s + shellWord(spec.stdinData) + u')');
    for (const InputFile &input : spec.inputs)
        command.add(u"--input"_s, input.source);
    if (!spec.folder.isEmpty())
        command.add(u"--cd"_s, spec.folder);
    if (spec.capture.resultBytes != CaptureLimits().resultBytes)
        command.add(u"--max-output"_s, QString::number(spec.capture.resultBytes));
}

/// hermesctl takes all --param before all --params: what is behind a table becomes a table, so that the order stays.
Result<> addGroups(CommandText &command, const QList<ParameterGroup> &groups)
{
    bool tables = false;
    for (const ParameterGroup &group : groups) {
        tables = tables || group.isTable();
        if (tables && group.count() > MaxTableRows)
            return fail(
                FaultKind::Usage,
                u"The table %1 has more than %2 rows, which is too much for a command"_s.arg(group.origin()).arg(MaxTableRows),
                u"Write it to a file and give that with --params."_s);
        if (tables) {
            command.addRaw(u"--params"_s, u"<(printf %s "_s + shellWord(asCsv(group)) + u')');
        } else if (const DecimalRange *range = group.asRange()) {
            command.add(u"--param"_s, group.names().first() + u'=' + range->text());
        } else if (const SpacedRange *spaced = group.asSpacedRange()) {
            command.add(u"--param"_s, group.names().first() + u'=' + spaced->text());
        } else {
            QStringList values;
            for (qint64 row = 0; row < group.count(); ++row)
                values.append(listValue(group.value(row, 0)));
            command.add(u"--param"_s, group.names().first() + u'=' + values.join(u','));
        }
    }
    return {};
}

Result<> addSweep(CommandText &command, const LaunchSpec &spec)
{
    if (const auto added = addGroups(command, spec.sweep.groups); !added)
        return added;
    if (spec.sweep.zip)
        command.add(u"--zip"_s);
    for (const QString &expression : spec.sweep.excludes)
        command.add(u"--exclude"_s, expression);
    if (spec.sweep.repeat != 1)
        command.add(u"--repeat"_s, QString::number(spec.sweep.repeat));
    if (spec.sweep.seed)
        command.add(u"--seed"_s, QString::number(*spec.sweep.seed));
    if (spec.orderSeed)
        command.add(u"--order"_s, orderText(spec.orderSeed));
    if (!spec.templated)
        command.add(u"--no-template"_s);
    if (spec.policy.afterFailures)
        command.add(u"--stop-after"_s, QString::number(*spec.policy.afterFailures));
    if (spec.policy.overPercent)
        command.add(u"--stop-over"_s, numberText(*spec.policy.overPercent));
    if (!spec.name.isEmpty())
        command.add(u"--name"_s, spec.name);
    return {};
}

QString commandForSession(const QString &verb, const SessionAddress &address)
{
    QStringList words {u"hermesctl"_s, verb, u"-s"_s, shellWord(address.id.toUtf8())};
    if (!address.backend.isEmpty())
        words += {u"--backend"_s, shellWord(address.backend.toUtf8())};
    if (address.profile)
        words += {u"--profile"_s, shellWord(address.profile->toUtf8())};
    return words.join(u' ');
}

} // namespace

Result<QString> commandFor(const LaunchSpec &spec, const CommandContext &context)
{
    CommandText command({u"hermesctl"_s, launchKindName(spec.kind)});
    const auto backend = backendWords({.backend = spec.backend, .profile = spec.profile}, spec.settings, context);
    if (!backend)
        return std::unexpected(backend.error());
    for (const QString &words : *backend)
        command.add(words);
    const bool hasId = spec.kind == LaunchKind::Sandbox || spec.kind == LaunchKind::Session;
    if (hasId && !spec.executorId.isEmpty())
        command.add(u"--id"_s, spec.executorId);
    if (spec.kind == LaunchKind::Sweep) {
        if (const auto added = addSweep(command, spec); !added)
            return std::unexpected(added.error());
    }
    const bool hasConcurrency = spec.kind == LaunchKind::Sweep || spec.kind == LaunchKind::Session;
    if (hasConcurrency && spec.concurrency)
        command.add(u"--concurrency"_s, QString::number(*spec.concurrency));
    addRunOptions(command, spec);
    addCode(command, spec, context.file);
    return command.text();
}

Result<QString> commandForCheck(const BackendName &name, const Settings &settings, const CommandContext &context)
{
    return backendWords(name, settings, context).transform([](const QStringList &words) {
        return u"hermesctl check "_s + words.join(u' ');
    });
}

QString commandForList()
{
    return u"hermesctl list -s"_s;
}

QString commandForClose(const SessionAddress &address)
{
    return commandForSession(u"close"_s, address);
}

QString commandForDelete(const SessionAddress &address)
{
    return commandForSession(u"delete"_s, address);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/snippetoptions.h"

#include "app/cli/backendchoice.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>

#include <cstdio>
#include <filesystem>
#include <system_error>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

struct CodeList
{
    QList<QByteArray> codes = {};
    QString firstFile = {}; ///< Its ending tells the language.
};

/// What is read as a whole is kept in memory and in the journal, which takes no value of 1 GB.
constexpr qint64 MostBytes = 512LL * 1024 * 1024;

Result<QByteArray> readWhole(QFile &file, const QString &name)
{
    constexpr qint64 Step = 1024 * 1024;
    QByteArray bytes;
    for (QByteArray part; !(part = file.read(Step)).isEmpty();) {
        bytes += part;
        if (bytes.size() > MostBytes)
            return fail(FaultKind::Usage, name + u": more than 512 MiB"_s, u"--input copies a file of any size to the snippet."_s);
    }
    if (file.error() != QFileDevice::NoError)
        return fail(FaultKind::Usage, u"%1: %2"_s.arg(name, file.errorString()));
    return bytes;
}

Fault jsonPosition(const QString &fileName, const QByteArray &json, const QJsonParseError &error)
{
    const QByteArrayView before = QByteArrayView(json).first(std::min(qsizetype(error.offset), json.size()));
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    const qsizetype column = before.size() - before.lastIndexOf('\n');
    return {.kind = FaultKind::Usage,
            .what = u"%1, line %2, column %3: %4"_s.arg(fileName).arg(line).arg(column).arg(error.errorString()),
            .advice = u"The file must be a JSON list of strings, one for each snippet."_s};
}

Result<CodeList> codesFromJson(const QString &fileName)
{
    const auto json = readNamedFile(u"--codes"_s, fileName);
    if (!json)
        return std::unexpected(json.error());
    QJsonParseError error;
    const QJsonDocument document = QJsonDocument::fromJson(*json, &error);
    if (error.error != QJsonParseError::NoError)
        return std::unexpected(jsonPosition(fileName, *json, error));
    if (!document.isArray())
        return fail(FaultKind::Usage, fileName + u" is not a JSON list of strings"_s);
    CodeList list;
    for (const QJsonValue value : document.array()) {
        if (!value.isString())
            return fail(FaultKind::Usage, u"%1: item %2 is not a string"_s.arg(fileName).arg(list.codes.size()),
                        u"Items are counted from 0."_s);
        const QString code = value.toString();
        if (!code.isValidUtf16())
            return fail(FaultKind::Usage,
                        u"%1: item %2 holds half of a surrogate pair, which is no text"_s.arg(fileName).arg(list.codes.size()),
                        u"Items are counted from 0; write such a character as both halves, \"\\ud83d\\ude00\", or as it is."_s);
        list.codes.append(code.toUtf8());
    }
    return list;
}

/// Some editors begin a file with a mark, at which a shell stumbles.
QByteArray withoutMark(QByteArray code)
{
    constexpr QByteArrayView Mark = "\xef\xbb\xbf";
    return code.startsWith(Mark) ? code.sliced(Mark.size()) : code;
}

Result<CodeList> codesFromFiles(const QStringList &fileNames)
{
    CodeList list {.firstFile = fileNames.first()};
    for (const QString &fileName : fileNames) {
        auto code = readNamedFile(u"--file"_s, fileName);
        if (!code)
            return std::unexpected(std::move(code).error());
        if (languageFromFileName(fileName) != languageFromFileName(list.firstFile))
            return fail(FaultKind::Usage, u"%1 and %2 are of different languages"_s.arg(list.firstFile, fileName));
        list.codes.append(withoutMark(*std::move(code)));
    }
    return list;
}

Result<CodeList> codesFrom(const Arguments &arguments)
{
    const bool fromInput = arguments.has(u"-"_s);
    if (const QString word = arguments.text(u"-"_s); fromInput && word != "-"_L1)
        return fail(FaultKind::Usage, u"\"%1\" is not understood"_s.arg(word), u"A file with code is given with --file."_s);
    QStringList given;
    for (const QString &flag : {u"--code"_s, u"--file"_s, u"--codes"_s, u"-"_s}) {
        if (arguments.has(flag))
            given.append(flag);
    }
    if (given.size() > 1)
        return fail(FaultKind::Usage, u"The code is given twice, with %1"_s.arg(given.join(u" and "_s)));
    if (fromInput && arguments.text(u"--stdin"_s) == "-"_L1)
        return fail(FaultKind::Usage, u"Standard input cannot be both the code (-) and the snippet's input (--stdin -)"_s);
    if (fromInput)
        return readStandardInput(u"-"_s).transform(
            [](QByteArray code) { return CodeList {.codes = {withoutMark(std::move(code))}}; });
    if (arguments.has(u"--file"_s))
        return codesFromFiles(arguments.texts(u"--file"_s));
    if (arguments.has(u"--codes"_s))
        return codesFromJson(arguments.text(u"--codes"_s));
    return CodeList {.codes = arguments.all(u"--code"_s)};
}

Result<> checkCodes(const CodeList &list, LaunchKind kind)
{
    constexpr qsizetype MaxSessionSnippets = 64;
    const qsizetype count = list.codes.size();
    if (kind == LaunchKind::Session && (count == 0 || count > MaxSessionSnippets))
        return fail(FaultKind::Usage, u"A session takes 1 to 64 snippets; %1 are given"_s.arg(count),
                    count == 0 ? u"Give them with --code, --file or --codes FILE."_s : u"For more of them use a sweep."_s);
    if (count == 0)
        return fail(FaultKind::Usage, u"The code is missing"_s, u"Give it with --code, --file FILE, or - for standard input."_s);
    for (qsizetype i = 0; i < count; ++i) {
        if (const auto checked = checkCode(list.codes.at(i)); !checked)
            return std::unexpected(count == 1 ? checked.error() : inContext(u"snippet %1"_s.arg(i), checked.error()));
    }
    return {};
}

Result<Language> languageFor(const Arguments &arguments, const CodeList &list)
{
    if (arguments.has(u"--language"_s))
        return languageFromName(arguments.text(u"--language"_s)).transform_error([](Fault fault) {
            return inContext(u"--language"_s, std::move(fault));
        });
    return languageFromFileName(list.firstFile).value_or(Language::Python);
}

bool isIdentifier(QByteArrayView name)
{
    const auto isWord = [](char c) {
        return c == '_' || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    };
    return !name.isEmpty() && std::ranges::all_of(name, isWord) && (name.front() < '0' || name.front() > '9');
}

Result<QList<EnvironmentVariable>> environmentFrom(const Arguments &arguments)
{
    QList<EnvironmentVariable> environment;
    for (const QByteArray &word : arguments.all(u"--env"_s)) {
        const qsizetype equals = word.indexOf('=');
        const QByteArray name = equals < 0 ? word : word.first(equals);
        if (name.isEmpty())
            return fail(FaultKind::Usage, u"--env %1 has no name"_s.arg(QString::fromUtf8(word)),
                        u"Give NAME=VALUE, or NAME alone."_s);
        if (!isIdentifier(name))
            return fail(
                FaultKind::Usage,
                u"--env %1: \"%2\" cannot be the name of a variable"_s.arg(QString::fromUtf8(word), QString::fromUtf8(name)),
                u"A name has letters, digits and _, and does not begin with a digit."_s);
        if (equals < 0 && !qEnvironmentVariableIsSet(name.constData()))
            return fail(FaultKind::Usage, u"--env %1: the environment has no variable of this name"_s.arg(QString::fromUtf8(name)));
        environment.append({QString::fromUtf8(name), equals < 0 ? qgetenv(name.constData()) : word.sliced(equals + 1)});
    }
    return environment;
}

Result<QList<SecretVariable>> secretsFrom(const Arguments &arguments)
{
    QList<SecretVariable> secrets;
    for (const QString &word : arguments.texts(u"--secret"_s)) {
        const auto secret = secretVariableFrom(word);
        if (!secret)
            return std::unexpected(inContext(u"--secret"_s, secret.error()));
        secrets.append(*secret);
    }
    return secrets;
}

Result<QList<InputFile>> inputsFrom(const Arguments &arguments)
{
    QList<InputFile> inputs;
    for (const QString &fileName : arguments.texts(u"--input"_s)) {
        const QFileInfo file(fileName);
        if (!file.isFile() || !file.isReadable())
            return fail(FaultKind::Usage, u"--input %1: there is no such file that can be read"_s.arg(fileName));
        const auto path = absolutePath(u"--input"_s, fileName);
        if (!path)
            return std::unexpected(path.error());
        inputs.append({*path, file.fileName()});
    }
    return inputs;
}

Result<std::optional<std::chrono::milliseconds>> timeoutFrom(const Arguments &arguments)
{
    constexpr auto Flag = "--timeout"_L1;
    if (!arguments.has(Flag))
        return std::optional<std::chrono::milliseconds>();
    const Setting setting {.key = Flag, .type = SettingType::Duration, .minimum = 0.001, .maximum = 1e9};
    return checkSetting(setting, arguments.text(Flag), Flag).transform([](const QString &text) { return durationFromText(text); });
}

Result<CaptureLimits> captureFrom(const Arguments &arguments)
{
    constexpr auto Flag = "--max-output"_L1;
    CaptureLimits limits;
    if (!arguments.has(Flag))
        return limits;
    const Setting setting {.key = Flag, .type = SettingType::Size, .minimum = 1, .maximum = double(CaptureLimits::MostResultBytes)};
    const auto text = checkSetting(setting, arguments.text(Flag), Flag);
    if (!text)
        return std::unexpected(text.error());
    limits.resultBytes = text->toLongLong();
    return limits;
}

Result<QByteArray> stdinFrom(const Arguments &arguments)
{
    const QString fileName = arguments.text(u"--stdin"_s);
    if (fileName.isEmpty() && !arguments.has(u"--stdin"_s))
        return QByteArray();
    if (fileName != "-"_L1)
        return readNamedFile(u"--stdin"_s, fileName);
    return readStandardInput(u"--stdin"_s);
}

/// Relative to the folder in which the user stands: whoever runs the snippet stands elsewhere.
Result<QString> folderFrom(const Arguments &arguments, const QString &backend)
{
    if (!arguments.has(u"--cd"_s))
        return QString();
    const QString folder = arguments.text(u"--cd"_s);
    if (folder.isEmpty())
        return fail(FaultKind::Usage, u"--cd is empty"_s, u"Name a folder; . is the current one."_s);
    const auto path = absolutePath(u"--cd"_s, folder);
    if (path && backend == "local"_L1 && !QFileInfo(*path).isDir())
        return fail(FaultKind::Usage, u"--cd %1: there is no such folder"_s.arg(folder));
    return path;
}

/// Moves a part of the launch in, or says why it is not there.
template<typename T>
Result<> take(T &into, Result<T> part)
{
    return std::move(part).transform([&](T value) { into = std::move(value); });
}

} // namespace

Result<QByteArray> readStandardInput(const QString &flag)
{
    QFile input;
    if (!input.open(stdin, QIODevice::ReadOnly))
        return fail(FaultKind::Usage, flag + u": standard input cannot be read"_s);
    return readWhole(input, flag);
}

QList<OptionSpec> snippetOptions(SnippetCount count)
{
    const bool several = count == SnippetCount::Several;
    return {
        {u"--code"_s, u"TEXT"_s, u"The code itself."_s, several, {}, true},
        {u"--file"_s, u"FILE"_s, u"A file with the code."_s, several},
        {u"--language"_s, u"python|shell"_s, u"By default from the file's ending, else python."_s},
        {u"--timeout"_s, u"SECONDS"_s, u"Ends the snippet after this time with exit code 124. Default: the backend's setting."_s},
        {u"--env"_s, u"NAME[=VALUE]"_s, u"A variable for the snippet; NAME alone passes on the value from here."_s, true, {}, true},
        {u"--secret"_s, u"[VARIABLE=]NAME"_s,
         u"A stored secret as a variable for the snippet: of its own name in capitals, or VARIABLE. See: secrets."_s, true},
        {u"--stdin"_s, u"FILE"_s, u"The snippet's standard input; - is that of this program. Default: empty."_s},
        {u"--input"_s, u"FILE"_s, u"Copies a file into the snippet's folder first."_s, true},
        {u"--cd"_s, u"DIR"_s,
         u"Starts in this existing folder, which is never removed. A relative one is below the current folder."_s},
        {u"--max-output"_s, u"SIZE"_s, u"How much of each stream a result keeps, head and tail. Default: 1m."_s},
    };
}

QList<PositionalSpec> snippetPositionals()
{
    return {{u"-"_s, u"Reads the code from standard input."_s, false}};
}

Result<LaunchSpec> readLaunch(const Arguments &arguments, const QList<BackendKind> &kinds, LaunchKind kind)
{
    LaunchSpec spec {.kind = kind};
    BackendChoice backend;
    CodeList code;
    std::optional<int> concurrency;
    const auto read = take(backend, chooseBackend(arguments, kinds))
                          .and_then([&] { return take(spec.timeout, timeoutFrom(arguments)); })
                          .and_then([&] { return take(spec.capture, captureFrom(arguments)); })
                          .and_then([&] { return take(spec.environment, environmentFrom(arguments)); })
                          .and_then([&] { return take(spec.secrets, secretsFrom(arguments)); })
                          .and_then([&] { return take(spec.inputs, inputsFrom(arguments)); })
                          .and_then([&] { return take(spec.folder, folderFrom(arguments, backend.kind)); })
                          .and_then([&] { return take(spec.executorId, executorIdFrom(arguments)); })
                          .and_then([&] { return take(concurrency, arguments.integer(u"--concurrency"_s, 1, 100'000)); })
                          .and_then([&] { return take(code, codesFrom(arguments)); })
                          .and_then([&] { return checkCodes(code, kind); })
                          .and_then([&] { return take(spec.language, languageFor(arguments, code)); })
                          .and_then([&] { return take(spec.stdinData, stdinFrom(arguments)); });
    if (!read)
        return std::unexpected(read.error());
    spec.backend = backend.kind;
    spec.profile = backend.profile;
    spec.settings = std::move(backend.settings);
    spec.codes = std::move(code.codes);
    spec.concurrency = concurrency;
    return spec;
}

Result<QString> executorIdFrom(const Arguments &arguments)
{
    QString id = arguments.text(u"--id"_s);
    if (arguments.has(u"--id"_s) && id.isEmpty())
        return fail(FaultKind::Usage, u"--id is empty"_s, u"Leave it out for the default one of this machine."_s);
    return id;
}

Result<QString> absolutePath(const QString &name, const QString &path)
{
    std::error_code error;
    if (QDir::isRelativePath(path) && std::filesystem::current_path(error).empty())
        return fail(FaultKind::Usage, u"%1 %2: the current folder is gone"_s.arg(name, path),
                    u"Change to a folder that exists, or give a path that begins with /."_s);
    return QDir::current().absoluteFilePath(path);
}

Result<QByteArray> readNamedFile(const QString &flag, const QString &fileName)
{
    QFile file(fileName);
    if (fileName.isEmpty() || !file.open(QIODevice::ReadOnly))
        return fail(FaultKind::Usage,
                    u"%1 %2: %3"_s.arg(flag, fileName, fileName.isEmpty() ? u"the name is empty"_s : file.errorString()));
    return readWhole(file, flag + u' ' + fileName);
}

} // namespace hermes

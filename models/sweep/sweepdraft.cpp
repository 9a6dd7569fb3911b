// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "sweepdraft.h"

#include "backends/core/inbackground.h"
#include "models/formatting.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>
#include <QPointer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {
constexpr qint64 LargestTable = 512LL * 1024 * 1024;
}

SweepDraft::SweepDraft(std::function<Snippet()> snippet, QObject *parent) : QObject(parent), m_snippet(std::move(snippet))
{
    m_work.setMaxThreadCount(1);
    m_soon.setSingleShot(true);
    m_soon.setInterval(150ms);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        check();
        Q_EMIT usualDurationWanted();
    });
    connect(&m_parameters, &ParameterTableModel::edited, this, &SweepDraft::edited);
    connect(&m_excludes, &ExcludeTableModel::edited, this, &SweepDraft::edited);
    m_soon.start();
}

SweepDraft::~SweepDraft()
{
    m_latest->store(-1);
}

void SweepDraft::setCombining(Combining combining)
{
    if (std::exchange(m_combining, combining) != combining)
        edited();
}

void SweepDraft::setRepeat(qint64 repeat)
{
    if (std::exchange(m_repeat, repeat) != repeat)
        edited();
}

void SweepDraft::setSeed(std::optional<qint64> seed)
{
    if (std::exchange(m_seed, seed) != seed)
        edited();
}

void SweepDraft::setOrderSeed(std::optional<qint64> seed)
{
    // The candidates are the same ones.
    if (std::exchange(m_orderSeed, seed) != seed)
        Q_EMIT changed();
}

void SweepDraft::setTemplating(Templating templating)
{
    if (std::exchange(m_templating, templating) != templating)
        edited();
}

Result<SweepDefinition> SweepDraft::definition() const
{
    return m_parameters.groups().transform([this](QList<ParameterGroup> groups) {
        return SweepDefinition {.groups = std::move(groups),
                                .zip = m_combining == Combining::SideBySide,
                                .excludes = m_excludes.expressions(),
                                .repeat = m_repeat,
                                .seed = m_seed};
    });
}

void SweepDraft::setDefinition(const SweepDefinition &definition)
{
    m_combining = definition.zip ? Combining::SideBySide : Combining::EveryCombination;
    m_repeat = definition.repeat;
    m_seed = definition.seed;
    m_excludes.setExpressions(definition.excludes);
    m_parameters.setGroups(definition.groups);
}

QByteArray SweepDraft::toJson() const
{
    QJsonArray rows;
    for (const ParameterTableModel::Row &row : m_parameters.rows())
        rows.append(QJsonObject {{u"name"_s, row.name}, {u"values"_s, row.values}, {u"file"_s, row.file}});
    QJsonObject object {{u"rows"_s, rows},
                        {u"excludes"_s, QJsonArray::fromStringList(m_excludes.expressions())},
                        {u"zip"_s, m_combining == Combining::SideBySide},
                        {u"templated"_s, m_templating == Templating::Holes},
                        {u"repeat"_s, m_repeat}};
    if (m_seed)
        object.insert(u"seed"_s, *m_seed);
    if (m_orderSeed)
        object.insert(u"orderSeed"_s, *m_orderSeed);
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

void SweepDraft::fromJson(const QByteArray &json)
{
    const QJsonObject object = QJsonDocument::fromJson(json).object();
    m_combining = object["zip"_L1].toBool() ? Combining::SideBySide : Combining::EveryCombination;
    m_templating = object["templated"_L1].toBool(true) ? Templating::Holes : Templating::AsWritten;
    m_repeat = std::clamp<qint64>(object["repeat"_L1].toInteger(1), 1, MaxCandidates);
    const QJsonValue seed = object["seed"_L1];
    m_seed = seed.isDouble() ? std::optional(seed.toInteger()) : std::nullopt;
    const QJsonValue orderSeed = object["orderSeed"_L1];
    m_orderSeed = orderSeed.isDouble() ? std::optional(orderSeed.toInteger()) : std::nullopt;
    QStringList excludes;
    for (const QJsonValue text : object["excludes"_L1].toArray())
        excludes += text.toString();
    m_excludes.setExpressions(excludes);
    QList<ParameterTableModel::Row> rows;
    for (const QJsonValue row : object["rows"_L1].toArray()) {
        const QString file = row["file"_L1].toString();
        // A table that was part of an opened launch was never a file here.
        if (file.isEmpty() || QFileInfo(file).isAbsolute())
            rows.append({.name = row["name"_L1].toString(), .values = row["values"_L1].toString(), .file = file});
    }
    m_stamps.clear();
    m_parameters.setRows(rows);
    readTables(m_parameters.tableFiles(), this, {});
}

void SweepDraft::importTable(const QString &path)
{
    m_parameters.addTable(path);
    m_stamps.remove(path);
    readTables({path}, this, {});
}

void SweepDraft::withFreshTables(QObject *context, const std::function<void()> &then)
{
    const QStringList files = m_parameters.tableFiles();
    if (files.isEmpty())
        then();
    else
        readTables(files, context, then);
}

SweepDraft::ReadTable SweepDraft::readTable(const QString &path, const FileStamp &known)
{
    const QFileInfo info(path);
    const FileStamp stamp {.size = info.isFile() ? info.size() : -1, .modified = info.lastModified().toMSecsSinceEpoch()};
    if (stamp.size >= 0 && stamp == known)
        return {.stamp = stamp};
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {.table = fail(FaultKind::Usage, info.fileName() + u": "_s + file.errorString())};
    if (stamp.size > LargestTable)
        return {.table = fail(FaultKind::Usage, info.fileName() + u": more than 512 MiB"_s)};
    return {.stamp = stamp, .table = parseParameterTable(info.fileName(), file.readAll())};
}

void SweepDraft::readTables(const QStringList &paths, QObject *context, const std::function<void()> &then)
{
    if (paths.isEmpty())
        return;
    QList<std::pair<QString, FileStamp>> wanted;
    for (const QString &path : paths)
        wanted.append({path, m_stamps.value(path)});
    const auto read = [wanted] {
        QList<ReadTable> tables;
        for (const auto &[path, stamp] : wanted)
            tables += readTable(path, stamp);
        return tables;
    };
    inBackground(m_work, read).then(this, [this, paths, context = QPointer(context), then](const QList<ReadTable> &tables) {
        for (qsizetype i = 0; i < paths.size(); ++i) {
            if (!tables.at(i).table)
                continue;
            m_stamps.insert(paths.at(i), tables.at(i).stamp);
            m_parameters.setTable(paths.at(i), *tables.at(i).table);
        }
        if (then && context)
            then();
    });
}

void SweepDraft::snippetChanged()
{
    m_soon.start();
}

void SweepDraft::edited()
{
    m_excludes.setNames(m_parameters.names());
    check();
}

void SweepDraft::check()
{
    m_latest->store(++m_request);
    auto definition = this->definition();
    if (!definition || m_excludes.problem()) {
        take(m_request, {}, {});
        return;
    }
    const SweepQuestion question {
        .definition = *std::move(definition), .snippet = m_snippet(), .templated = m_templating == Templating::Holes};
    if (isQuicklyChecked(question)) {
        take(m_request, checkSweep(question), question.snippet.code);
        return;
    }
    const auto work = [question, request = m_request, latest = m_latest] {
        return latest->load() == request ? checkSweep(question) : SweepAnswer();
    };
    const auto arrived = [this, request = m_request, code = question.snippet.code](const SweepAnswer &answer) {
        if (request == m_request)
            take(request, answer, code);
    };
    inBackground(m_work, work).then(this, arrived);
    Q_EMIT changed();
}

void SweepDraft::take(qint64 request, const SweepAnswer &answer, const QByteArray &code)
{
    m_answered = request;
    m_answer = answer;
    if (answer.wrongExclude && answer.fault)
        m_excludes.setFault(*answer.wrongExclude, *answer.fault);
    else
        m_excludes.setTaken(answer.expansion ? std::optional(answer.expansion->excludedBy()) : std::nullopt);
    m_candidates.setAnswer(answer, code);
    Q_EMIT changed();
}

std::optional<SweepDraft::Problem> SweepDraft::problem() const
{
    if (const auto row = m_parameters.problemRow())
        return Problem {.place = Problem::Place::Parameter, .row = *row, .fault = m_parameters.groups().error()};
    if (const auto row = m_excludes.problemRow())
        return Problem {.place = Problem::Place::Exclude, .row = *row, .fault = *m_excludes.problem()};
    if (m_answer.fault && !isChecking())
        return Problem {.place = m_answer.expansion ? Problem::Place::Code : Problem::Place::Whole, .fault = *m_answer.fault};
    return std::nullopt;
}

QStringList SweepDraft::names() const
{
    QStringList names = m_parameters.names();
    for (const QString &name : m_repeat > 1 || m_seed ? QStringList {u"repeat"_s, u"seed"_s} : QStringList()) {
        if (!names.contains(name))
            names += name;
    }
    return names;
}

std::optional<qint64> SweepDraft::count() const
{
    return m_answer.expansion ? std::optional(m_answer.expansion->count()) : std::nullopt;
}

void SweepDraft::setUsualDuration(std::optional<std::chrono::nanoseconds> perCandidate, int fromLaunches)
{
    m_usual = perCandidate;
    m_usualFrom = fromLaunches;
    Q_EMIT changed();
}

void SweepDraft::setConcurrency(int concurrency)
{
    if (std::exchange(m_concurrency, std::max(1, concurrency)) != concurrency)
        Q_EMIT changed();
}

QString SweepDraft::countText() const
{
    if (isChecking())
        return tr("counting the candidates…");
    if (!m_answer.expansion)
        return {};
    const QLocale locale;
    const qint64 count = m_answer.expansion->count();
    QStringList parts {tr("%L1 candidates", nullptr, pluralForm(count)).arg(count)};
    if (m_answer.expansion->excluded() > 0)
        parts += tr("%1 left out").arg(locale.toString(m_answer.expansion->excluded()));
    if (m_answer.expansion->repeat() > 1)
        parts += tr("%Ln repeats", nullptr, int(m_answer.expansion->repeat()));
    return parts.join(u" · "_s);
}

QString SweepDraft::estimateText() const
{
    const std::optional<qint64> candidates = count();
    if (isChecking() || !candidates)
        return {};
    if (!m_usual)
        return tr("no estimate before a first run");
    const qint64 atOnce = std::min<qint64>(m_concurrency, *candidates);
    const qint64 rounds = (*candidates + atOnce - 1) / atOnce;
    const double total = double(m_usual->count()) * double(rounds);
    const auto time = std::chrono::milliseconds(qint64(std::min(total / 1e6, 1e15)));
    const QString past = tr("from %Ln earlier sweeps", nullptr, m_usualFrom);
    return tr("%1 at %2 at once (%3)", "time, number, where it is known from")
        .arg(aboutText(time), QLocale().toString(atOnce), past);
}

} // namespace hermes

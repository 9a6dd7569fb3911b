// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "launchoptions.h"

#include "backends/core/inbackground.h"
#include "models/displaytext.h"
#include "models/formatting.h"
#include "ui/sweep/edittable.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/emptystate.h"

#include <QBoxLayout>
#include <QDoubleSpinBox>
#include <QFile>
#include <QFileInfo>
#include <QGridLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPointer>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {

/// The whole of it is kept in memory and in the journal, which takes no value of 1 GB.
constexpr qint64 LargestStdin = 512LL * 1024 * 1024;
constexpr int PathRole = Qt::UserRole;
constexpr int NameRole = Qt::UserRole + 1;

Result<QByteArray> readStdin(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fail(FaultKind::Usage, u"The standard input %1: %2"_s.arg(path, file.errorString()),
                    u"Name a file that can be read."_s);
    if (file.size() > LargestStdin)
        return fail(FaultKind::Usage, u"The standard input %1 is more than 512 MiB"_s.arg(path),
                    u"Give it as an input file, which may be of any size."_s);
    return file.readAll();
}

} // namespace

LaunchOptions::LaunchOptions(Dialogs *dialogs, QWidget *parent) : QWidget(parent), m_dialogs(dialogs)
{
    m_reading.setMaxThreadCount(1);
    createPolicy();
    createVariables();
    createSecrets();
    createFiles();
    createPlace();
    createLayout();
    connect(&m_environment, &EnvironmentTableModel::edited, this, &LaunchOptions::edited);
    for (const QLineEdit *each : {m_name, m_secrets, m_stdin, m_folder, m_maxOutput})
        connect(each, &QLineEdit::textChanged, this, &LaunchOptions::edited);
    connect(m_stopAfter, &QSpinBox::valueChanged, this, &LaunchOptions::edited);
    connect(m_stopOver, &QDoubleSpinBox::valueChanged, this, &LaunchOptions::edited);
}

void LaunchOptions::createPolicy()
{
    m_name = new QLineEdit(this);
    m_name->setObjectName(u"LaunchName"_s);
    m_name->setAccessibleName(tr("Launch name"));
    m_name->setPlaceholderText(tr("what History calls it"));
    m_stopAfter = new QSpinBox(this);
    m_stopAfter->setObjectName(u"StopAfter"_s);
    m_stopAfter->setAccessibleName(tr("Stop after failures"));
    m_stopAfter->setRange(0, int(MaxCandidates));
    m_stopAfter->setSpecialValueText(tr("never (failures)"));
    m_stopAfter->setSuffix(tr(" failures"));
    m_stopAfter->setToolTip(tr("Starts no more candidates once so many have failed"));
    m_stopOver = new QDoubleSpinBox(this);
    m_stopOver->setObjectName(u"StopOver"_s);
    m_stopOver->setAccessibleName(tr("Stop over percent failed"));
    m_stopOver->setRange(0, 100);
    m_stopOver->setDecimals(1);
    m_stopOver->setSpecialValueText(tr("never (% failed)"));
    m_stopOver->setSuffix(tr(" % failed"));
    m_stopOver->setToolTip(tr("Starts no more candidates once more than this share of all has failed"));
}

void LaunchOptions::createVariables()
{
    m_variables = new QTableView(this);
    setUpEditTable(m_variables, tr("Variables"),
                   {{.name = tr("Variable name"), .example = tr("NAME")}, {.name = tr("Variable value"), .example = tr("value")}});
    m_variables->setModel(&m_environment);
    m_variables->setFixedHeight(m_variables->verticalHeader()->defaultSectionSize() * 4);
    auto *empty = new EmptyState(tr("No variables"), tr("Those of the environment that every run gets."), m_variables->viewport());
    empty->follow(&m_environment);
    m_addVariable = makeToolButton(tr("Add variable"), glyphIcon(Glyph::Plus), this);
    m_removeVariable = makeToolButton(tr("Remove variable"), glyphIcon(Glyph::Minus), this);
    connect(m_addVariable, &QToolButton::clicked, m_variables, [this] { addRowTo(m_variables); });
    connect(m_removeVariable, &QToolButton::clicked, m_variables, [this] { removeChosenRowOf(m_variables); });
}

void LaunchOptions::createSecrets()
{
    m_secrets = new QLineEdit(this);
    m_secrets->setObjectName(u"Secrets"_s);
    m_secrets->setAccessibleName(tr("Secrets"));
    m_secrets->setPlaceholderText(tr("names of stored secrets"));
    m_secrets->setToolTip(tr("Stored secrets that every run gets as variables, with commas between them: my-token, which is "
                             "MY_TOKEN there, or VARIABLE=my-token. Their values are stored with no launch."));
}

void LaunchOptions::createFiles()
{
    m_inputs = new QListWidget(this);
    m_inputs->setObjectName(u"InputFiles"_s);
    m_inputs->setAccessibleName(tr("Input files"));
    m_inputs->setToolTip(tr("Copied into the folder of every run before it starts"));
    m_inputs->setFixedHeight(spacing(this, 5));
    auto *empty = new EmptyState(tr("No input files"), tr("They are copied into the folder of every run."), m_inputs->viewport());
    empty->follow(m_inputs->model());
    m_addInput = makeToolButton(tr("Add input file"), glyphIcon(Glyph::Plus), this);
    m_removeInput = makeToolButton(tr("Remove input file"), glyphIcon(Glyph::Minus), this);
    m_stdin = new QLineEdit(this);
    m_stdin->setObjectName(u"StdinFile"_s);
    m_stdin->setAccessibleName(tr("Standard input file"));
    m_stdin->setPlaceholderText(tr("empty"));
    m_chooseStdin = makeToolButton(tr("Choose standard input"), glyphIcon(Glyph::Sheet), this);
    connect(m_addInput, &QToolButton::clicked, this, [this] {
        m_dialogs->openFile(this, tr("Add an input file"), {tr("All files (*)")}, [this](const QString &path) { addInput(path); });
    });
    connect(m_removeInput, &QToolButton::clicked, this, &LaunchOptions::removeInput);
    connect(m_chooseStdin, &QToolButton::clicked, this, [this] {
        m_dialogs->openFile(this, tr("Choose the standard input"), {tr("All files (*)")},
                            [this](const QString &path) { m_stdin->setText(path); });
    });
}

void LaunchOptions::createPlace()
{
    m_folder = new QLineEdit(this);
    m_folder->setObjectName(u"WorkingFolder"_s);
    m_folder->setAccessibleName(tr("Working folder"));
    m_folder->setPlaceholderText(tr("one of its own for each run"));
    m_folder->setToolTip(tr("An existing folder where the runs start; it is never removed"));
    m_chooseFolder = makeToolButton(tr("Choose working folder"), glyphIcon(Glyph::Folder), this);
    connect(m_chooseFolder, &QToolButton::clicked, this, [this] {
        m_dialogs->openFolder(this, tr("Choose the working folder"), [this](const QString &path) { m_folder->setText(path); });
    });
    m_maxOutput = new QLineEdit(this);
    m_maxOutput->setObjectName(u"MaxOutput"_s);
    m_maxOutput->setAccessibleName(tr("Max output"));
    m_maxOutput->setPlaceholderText(tr("%1 of each stream").arg(sizeText(CaptureLimits().resultBytes)));
    m_maxOutput->setToolTip(
        tr("How much of stdout and stderr a result keeps, both ends of it: 64k, 1m. The whole is stored beside it"));
}

void LaunchOptions::createLayout()
{
    const auto label = [this](const QString &text, QWidget *buddy) {
        auto *made = new QLabel(text, this);
        made->setBuddy(buddy);
        return made;
    };
    const auto withButtons = [this](QLabel *heading, const QList<QToolButton *> &buttons) {
        auto *row = new QHBoxLayout;
        row->setSpacing(spacing(this, 0.3));
        row->addWidget(heading, 1);
        for (QToolButton *button : buttons)
            row->addWidget(button);
        return row;
    };
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins({});
    grid->setHorizontalSpacing(spacing(this, 0.5));
    grid->setVerticalSpacing(spacing(this, 0.4));
    grid->setColumnStretch(1, 1);
    for (QWidget *field : std::initializer_list<QWidget *> {m_stopAfter, m_stopOver})
        field->setMinimumWidth(spacing(this, 5));
    grid->addWidget(label(tr("Name"), m_name), 0, 0);
    grid->addWidget(m_name, 0, 1, 1, 2);
    grid->addWidget(label(tr("Stop after"), m_stopAfter), 1, 0);
    grid->addWidget(m_stopAfter, 1, 1, 1, 2);
    grid->addWidget(label(tr("Stop over"), m_stopOver), 2, 0);
    grid->addWidget(m_stopOver, 2, 1, 1, 2);
    grid->addLayout(withButtons(label(tr("Variables"), m_variables), {m_addVariable, m_removeVariable}), 3, 0, 1, 3);
    grid->addWidget(m_variables, 4, 0, 1, 3);
    grid->addWidget(label(tr("Secrets"), m_secrets), 5, 0);
    grid->addWidget(m_secrets, 5, 1, 1, 2);
    grid->addLayout(withButtons(label(tr("Input files"), m_inputs), {m_addInput, m_removeInput}), 6, 0, 1, 3);
    grid->addWidget(m_inputs, 7, 0, 1, 3);
    grid->addWidget(label(tr("Stdin"), m_stdin), 8, 0);
    grid->addWidget(m_stdin, 8, 1);
    grid->addWidget(m_chooseStdin, 8, 2);
    grid->addWidget(label(tr("Folder"), m_folder), 9, 0);
    grid->addWidget(m_folder, 9, 1);
    grid->addWidget(m_chooseFolder, 9, 2);
    grid->addWidget(label(tr("Max output"), m_maxOutput), 10, 0);
    grid->addWidget(m_maxOutput, 10, 1, 1, 2);
}

void LaunchOptions::addInput(const QString &path)
{
    auto *item = new QListWidgetItem(lineText(QFileInfo(path).fileName()), m_inputs);
    item->setData(PathRole, path);
    item->setData(NameRole, QFileInfo(path).fileName());
    item->setToolTip(toolTipText(path));
    Q_EMIT edited();
}

void LaunchOptions::removeInput()
{
    const int row = m_inputs->currentRow() >= 0 ? m_inputs->currentRow() : m_inputs->count() - 1;
    delete m_inputs->takeItem(row);
    Q_EMIT edited();
}

QList<InputFile> LaunchOptions::inputs() const
{
    QList<InputFile> inputs;
    for (int row = 0; row < m_inputs->count(); ++row)
        inputs.append({m_inputs->item(row)->data(PathRole).toString(), m_inputs->item(row)->data(NameRole).toString()});
    return inputs;
}

QString LaunchOptions::problem() const
{
    if (const auto variables = m_environment.variables(); !variables)
        return messageText(variables.error());
    if (const auto wanted = secrets(); !wanted)
        return messageText(wanted.error());
    const auto limits = capture();
    return limits ? QString() : messageText(limits.error());
}

Result<QList<SecretVariable>> LaunchOptions::secrets() const
{
    QList<SecretVariable> secrets;
    for (const QString &text : m_secrets->text().split(u',')) {
        if (text.trimmed().isEmpty())
            continue;
        const auto secret = secretVariableFrom(text.trimmed());
        if (!secret)
            return std::unexpected(inContext(tr("Secrets"), secret.error()));
        secrets.append(*secret);
    }
    return secrets;
}

Result<CaptureLimits> LaunchOptions::capture() const
{
    CaptureLimits limits {.spoolBytes = m_spoolBytes};
    const QString text = m_maxOutput->text().trimmed();
    if (text.isEmpty())
        return limits;
    const Setting setting {
        .key = tr("Max output"), .type = SettingType::Size, .minimum = 1, .maximum = double(CaptureLimits::MostResultBytes)};
    return checkSetting(setting, text, setting.key).transform([&limits](const QString &bytes) {
        limits.resultBytes = bytes.toLongLong();
        return limits;
    });
}

Result<> LaunchOptions::fill(LaunchSpec &spec) const
{
    auto variables = m_environment.variables();
    if (!variables)
        return std::unexpected(variables.error());
    spec.environment = *std::move(variables);
    auto wanted = secrets();
    if (!wanted)
        return std::unexpected(wanted.error());
    spec.secrets = *std::move(wanted);
    spec.name = m_name->text().trimmed();
    if (m_stopAfter->value() > 0)
        spec.policy.afterFailures = m_stopAfter->value();
    if (m_stopOver->value() > 0)
        spec.policy.overPercent = m_stopOver->value();
    spec.inputs = inputs();
    spec.folder = m_folder->text().trimmed();
    return capture().transform([&spec](const CaptureLimits &limits) { spec.capture = limits; });
}

void LaunchOptions::withStdin(QObject *context, const std::function<void(Result<QByteArray>)> &then)
{
    const QString path = m_stdin->text().trimmed();
    if (path.isEmpty()) {
        then(m_stdinData);
        return;
    }
    inBackground(m_reading, [path] {
        return readStdin(path);
    }).then(this, [context = QPointer(context), then](const Result<QByteArray> &data) {
        if (context)
            then(data);
    });
}

void LaunchOptions::setSpec(const LaunchSpec &spec)
{
    m_name->setText(spec.name);
    // To stop when more than nothing has failed is to stop at the first.
    const bool atFirst = spec.policy.overPercent == 0.0;
    m_stopAfter->setValue(spec.policy.afterFailures.value_or(atFirst ? 1 : 0));
    m_stopOver->setValue(spec.policy.overPercent.value_or(0));
    m_environment.setVariables(spec.environment);
    QStringList secrets;
    for (const SecretVariable &secret : spec.secrets)
        secrets += toText(secret);
    m_secrets->setText(secrets.join(u", "_s));
    m_inputs->clear();
    for (const InputFile &input : spec.inputs) {
        addInput(input.source);
        m_inputs->item(m_inputs->count() - 1)->setData(NameRole, input.name);
    }
    m_stdin->clear();
    m_stdinData = spec.stdinData;
    m_stdin->setPlaceholderText(m_stdinData.isEmpty() ? tr("empty")
                                                      : tr("%1 of the opened launch").arg(byteCountText(m_stdinData.size())));
    m_folder->setText(spec.folder);
    const bool isUsual = spec.capture.resultBytes == CaptureLimits().resultBytes;
    m_maxOutput->setText(isUsual ? QString() : sizeText(spec.capture.resultBytes));
    m_spoolBytes = spec.capture.spoolBytes;
    Q_EMIT edited();
}

void LaunchOptions::commitEditor()
{
    commitEditorOf(m_variables);
}

QString LaunchOptions::summary() const
{
    QStringList parts;
    if (!m_name->text().trimmed().isEmpty())
        parts += m_name->text().trimmed();
    if (m_stopAfter->value() > 0)
        parts += tr("stop after %Ln failures", nullptr, m_stopAfter->value());
    if (m_stopOver->value() > 0)
        parts += tr("stop over %1 %").arg(m_stopOver->value());
    if (m_environment.rowCount() > 0)
        parts += tr("%Ln variables", nullptr, m_environment.rowCount());
    if (!m_secrets->text().trimmed().isEmpty())
        parts += tr("secrets");
    if (m_inputs->count() > 0)
        parts += tr("%Ln input files", nullptr, m_inputs->count());
    if (!m_stdin->text().isEmpty() || !m_stdinData.isEmpty())
        parts += tr("standard input");
    if (!m_folder->text().trimmed().isEmpty())
        parts += tr("in a folder");
    if (const QString most = m_maxOutput->text().trimmed(); !most.isEmpty())
        parts += tr("keeps %1 of each stream").arg(most);
    return parts.join(u" · "_s);
}

void LaunchOptions::restore(const QSettings &settings)
{
    LaunchSpec spec {.name = settings.value("run/name"_L1).toString(), .folder = settings.value("run/folder"_L1).toString()};
    if (const int failures = settings.value("run/stopAfter"_L1).toInt(); failures > 0)
        spec.policy.afterFailures = failures;
    if (const double percent = settings.value("run/stopOver"_L1).toDouble(); percent > 0)
        spec.policy.overPercent = percent;
    for (const QString &path : settings.value("run/inputs"_L1).toStringList())
        spec.inputs.append({path, QFileInfo(path).fileName()});
    setSpec(spec);
    m_environment.fromJson(settings.value("run/environment"_L1).toByteArray());
    m_secrets->setText(settings.value("run/secrets"_L1).toString());
    m_stdin->setText(settings.value("run/stdin"_L1).toString());
    m_maxOutput->setText(settings.value("run/maxOutput"_L1).toString());
}

void LaunchOptions::store(QSettings &settings) const
{
    QStringList paths;
    for (const InputFile &input : inputs())
        paths += input.source;
    settings.setValue("run/name"_L1, m_name->text());
    settings.setValue("run/stopAfter"_L1, m_stopAfter->value());
    settings.setValue("run/stopOver"_L1, m_stopOver->value());
    settings.setValue("run/environment"_L1, m_environment.toJson());
    settings.setValue("run/inputs"_L1, paths);
    settings.setValue("run/secrets"_L1, m_secrets->text());
    settings.setValue("run/stdin"_L1, m_stdin->text());
    settings.setValue("run/folder"_L1, m_folder->text());
    settings.setValue("run/maxOutput"_L1, m_maxOutput->text());
}

} // namespace hermes

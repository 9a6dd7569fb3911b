// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "builddialog.h"

#include "models/displaytext.h"
#include "ui/editor/snippeteditor.h"
#include "ui/images/buildlogview.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/wrappinglabel.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QFile>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// A Dockerfile is a page or two; anything else is another file.
constexpr qint64 LargestRecipe = 1024LL * 1024;
} // namespace

Result<QList<EnvironmentVariable>> buildArgumentsFromText(const QString &text)
{
    static const QRegularExpression identifier(u"^[A-Za-z_][A-Za-z0-9_]*$"_s);
    QList<EnvironmentVariable> list;
    for (const QString &word : QProcess::splitCommand(text)) {
        const qsizetype equals = word.indexOf(u'=');
        const QString name = word.left(std::max<qsizetype>(equals, 0));
        if (!identifier.match(name).hasMatch())
            return fail(FaultKind::Usage, BuildDialog::tr("“%1” is no argument of a build").arg(lineText(word)),
                        BuildDialog::tr("Write NAME=value, and quotes around a value with blanks."));
        list.append({.name = name, .value = word.sliced(equals + 1).toUtf8()});
    }
    return list;
}

BuildDialog::BuildDialog(ImageJobs *jobs, const ImageBuild &proposal, Dialogs *dialogs, QWidget *parent)
    : QDialog(parent), m_jobs(jobs), m_dialogs(dialogs)
{
    setObjectName(u"BuildDialog"_s);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(tr("Build an Image"));
    createFields(proposal);
    createLayout();
    connectJobs();
    showJob();
    resize(spacing(this, 56), spacing(this, 42));
    m_recipe->setFocus();
}

void BuildDialog::createFields(const ImageBuild &proposal)
{
    const auto line = [this](const QString &object, const QString &name, const QString &text, const QString &example) {
        auto *edit = new QLineEdit(text, this);
        edit->setObjectName(object);
        edit->setAccessibleName(name);
        edit->setPlaceholderText(example);
        return edit;
    };
    m_tag = line(u"BuildTag"_s, tr("Name of the image"), proposal.tag, tr("for example work:1"));
    m_arguments = line(u"BuildArguments"_s, tr("Build arguments"), {}, tr("for example BASE=python:3.12-slim"));
    m_context = line(u"BuildContext"_s, tr("Folder of the build"), {}, tr("none: the Dockerfile copies no files"));
    m_chooseContext = new QPushButton(tr("Choose…"), this);
    m_chooseContext->setAccessibleName(tr("Choose the folder of the build"));
    m_chooseContext->setObjectName(u"ChooseBuildContext"_s);
    m_openRecipe = new QPushButton(tr("&Open Dockerfile…"), this);
    m_openRecipe->setAccessibleName(tr("Open a Dockerfile"));
    m_openRecipe->setObjectName(u"OpenDockerfile"_s);
    m_cache = new QCheckBox(tr("&Use steps that were built before"), this);
    m_cache->setObjectName(u"BuildCache"_s);
    m_cache->setAccessibleName(tr("Use steps that were built before"));
    m_cache->setChecked(true);
    m_recipe = new SnippetEditor(this);
    m_recipe->setObjectName(u"Dockerfile"_s);
    m_recipe->setAccessibleName(tr("Dockerfile"));
    m_recipe->setLanguage(Language::Shell);
    m_recipe->setSyntax(Syntax::Dockerfile);
    m_recipe->setPlainText(QString::fromUtf8(proposal.recipe));
    m_log = new BuildLogView(this);
    m_state = new WrappingLabel(this);
    m_state->setObjectName(u"BuildState"_s);
    m_state->setAccessibleName(tr("State of the build"));
    m_build = new QPushButton(tr("&Build Image"), this);
    m_build->setObjectName(u"StartBuild"_s);
    m_build->setAccessibleName(tr("Build image"));
    m_build->setProperty("primary", true);
    m_cancel = new QPushButton(tr("Ca&ncel the Build"), this);
    m_cancel->setObjectName(u"CancelBuild"_s);
    m_cancel->setAccessibleName(tr("Cancel the build"));
}

void BuildDialog::createLayout()
{
    auto *folder = new QHBoxLayout;
    folder->addWidget(m_context, 1);
    folder->addWidget(m_chooseContext);
    auto *form = new QFormLayout;
    form->addRow(tr("Na&me"), m_tag);
    form->addRow(tr("&Arguments"), m_arguments);
    form->addRow(tr("&Folder"), folder);
    qobject_cast<QLabel *>(form->labelForField(folder))->setBuddy(m_context);
    auto *options = new QHBoxLayout;
    options->addWidget(m_cache);
    options->addStretch();
    options->addWidget(m_openRecipe);
    auto *parts = new Splitter(Qt::Vertical, u"BuildParts"_s, {60, 40}, this);
    parts->addWidget(m_recipe);
    parts->addWidget(m_log);
    auto *close = new QPushButton(tr("Close"), this);
    close->setObjectName(u"CloseBuild"_s);
    close->setAccessibleName(tr("Close"));
    for (QPushButton *button : {m_build, m_cancel, m_chooseContext, m_openRecipe, close})
        button->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    auto *buttons = new QHBoxLayout;
    buttons->addStretch();
    buttons->addWidget(m_build);
    buttons->addWidget(m_cancel);
    buttons->addWidget(close);
    auto *layout = new QVBoxLayout(this);
    layout->setSpacing(spacing(this, 0.5));
    layout->addLayout(form);
    layout->addLayout(options);
    layout->addWidget(parts, 1);
    layout->addWidget(m_state);
    layout->addLayout(buttons);
}

void BuildDialog::connectJobs()
{
    connect(m_jobs, &ImageJobs::jobChanged, this, &BuildDialog::showJob);
    connect(m_jobs, &ImageJobs::logAdded, m_log, &BuildLogView::append);
    connect(m_jobs, &ImageJobs::finished, this, &BuildDialog::showReport);
    connect(m_build, &QPushButton::clicked, this, &BuildDialog::start);
    connect(m_cancel, &QPushButton::clicked, m_jobs, &ImageJobs::cancel);
    connect(m_chooseContext, &QPushButton::clicked, this, [this] {
        m_dialogs->openFolder(this, tr("The Folder of the Build"), [this](const QString &path) { m_context->setText(path); });
    });
    connect(m_openRecipe, &QPushButton::clicked, this, &BuildDialog::openRecipe);
}

void BuildDialog::openRecipe()
{
    m_dialogs->openFile(this, tr("Open a Dockerfile"), {tr("Dockerfiles (*Dockerfile* *.dockerfile)"), tr("All files (*)")},
                        [this](const QString &path) {
                            QFile file(path);
                            if (!file.open(QIODevice::ReadOnly) || file.size() > LargestRecipe) {
                                m_state->setTone(WrappingLabel::Tone::Bad);
                                m_state->showText(tr("%1 cannot be opened as a Dockerfile.").arg(lineText(path)));
                                return;
                            }
                            m_recipe->replaceText(QString::fromUtf8(file.readAll()));
                        });
}

Result<ImageBuild> BuildDialog::build() const
{
    return buildArgumentsFromText(m_arguments->text()).transform([this](const QList<EnvironmentVariable> &arguments) {
        return ImageBuild {.tag = m_tag->text().trimmed(),
                           .recipe = m_recipe->text().toUtf8(),
                           .context = m_context->text().trimmed(),
                           .arguments = arguments,
                           .usesCache = m_cache->isChecked()};
    });
}

void BuildDialog::start()
{
    if (m_jobs->isActive())
        return;
    const auto wanted = build();
    if (!wanted) {
        showReport({.fault = wanted.error()});
        return;
    }
    m_log->clear();
    m_isOwn = true;
    m_state->setTone(WrappingLabel::Tone::Text);
    m_jobs->build(*wanted);
}

void BuildDialog::showJob()
{
    const bool isBuilding = m_jobs->isBuilding();
    // The one that has the focus hands it to the other, which has to be enabled for that.
    if (isBuilding && !m_jobs->isStopping())
        m_cancel->setEnabled(true);
    m_build->setEnabled(!m_jobs->isActive());
    m_build->setToolTip(m_jobs->isActive() ? m_jobs->text() : QString());
    m_cancel->setEnabled(isBuilding && !m_jobs->isStopping());
    if (isBuilding)
        m_state->showText(m_jobs->text());
}

void BuildDialog::showReport(const ImageJobs::Report &report)
{
    if (!report.fault && !m_isOwn)
        return;
    m_isOwn = false;
    m_state->setTone(report.fault && report.fault->kind != FaultKind::Cancelled ? WrappingLabel::Tone::Bad
                                                                                : WrappingLabel::Tone::Text);
    m_state->showText(!report.fault                                    ? report.done
                          : report.fault->kind == FaultKind::Cancelled ? tr("The build was cancelled.")
                                                                       : messageText(*report.fault));
}

} // namespace hermes

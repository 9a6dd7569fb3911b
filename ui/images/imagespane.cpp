// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "imagespane.h"

#include "models/displaytext.h"
#include "ui/images/builddialog.h"
#include "ui/images/findingspane.h"
#include "ui/images/imagejobbar.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/actionbutton.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/columnfit.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/emptystate.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/namedialog.h"
#include "ui/widgets/splitter.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QAction>
#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QTableView>

using namespace Qt::StringLiterals;

namespace hermes {

namespace {
/// A proposal for the name of a file: what a name of an image has that a file's cannot.
QString fileNameFor(QString reference)
{
    static const QRegularExpression others(u"[^A-Za-z0-9._-]+"_s);
    return reference.replace(others, u"-"_s) + u".tar"_s;
}
} // namespace

ImagesPane::ImagesPane(Engine *engine, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent),
      m_dialogs(dialogs),
      m_jobs(engine),
      m_message(new Banner(u"ImagesMessage"_s, Banner::Closing::ByUser, this)),
      m_table(new QTableView(this)),
      m_findings(new FindingsPane(this)),
      m_parts(new Splitter(Qt::Vertical, u"ImagesParts"_s, {60, 40}, this))
{
    setObjectName(u"Images"_s);
    createActions();
    createTable();
    createLayout();
    connectJobs();
    showList();
}

void ImagesPane::createActions()
{
    const auto add = [this](Glyph glyph, const QString &text, const QString &toolTip, void (ImagesPane::*act)()) {
        auto *action = new QAction(glyphIcon(glyph), text, this);
        action->setToolTip(toolTip);
        connect(action, &QAction::triggered, this, act);
        return action;
    };
    m_pull = add(Glyph::Down, tr("&Pull…"), tr("Fetch an image from a registry"), &ImagesPane::pull);
    m_build = add(Glyph::Stack, tr("B&uild…"), tr("Build an image from a Dockerfile"), &ImagesPane::build);
    m_tag = add(Glyph::Sheet, tr("&Tag…"), tr("Give the selected image one more name"), &ImagesPane::tag);
    m_remove = add(Glyph::Trash, tr("Re&move"), tr("Take the selected name away, and the image with its last one"),
                   &ImagesPane::remove);
    m_export = add(Glyph::Export, tr("E&xport…"), tr("Write the selected image to a file"), &ImagesPane::exportImage);
    m_import = add(Glyph::Folder, tr("&Import…"), tr("Take the images of a file"), &ImagesPane::importImages);
    m_push = add(Glyph::Upload, tr("Pu&sh…"), tr("Send the selected image to the registry in its name"), &ImagesPane::push);
    m_scan = add(Glyph::Info, tr("S&can"), tr("Look for known weaknesses in the selected image, with trivy"), &ImagesPane::scan);
    m_remove->setShortcut(QKeySequence::Delete);
    m_remove->setShortcutContext(Qt::WidgetShortcut);
    m_table->addAction(m_remove);
    m_refresh = new QAction(tr("Refresh"), this);
    m_refresh->setShortcut(QKeySequence::Refresh);
    m_refresh->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(m_refresh, &QAction::triggered, &m_jobs, &ImageJobs::refresh);
    addAction(m_refresh);
}

void ImagesPane::createTable()
{
    m_table->setModel(m_jobs.images());
    setUpTable(m_table, tr("Images table"));
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ImageTableModel::Name, Qt::AscendingOrder);
    m_table->setMinimumHeight(spacing(this, 5));
    m_menu = new TableMenu(m_table);
    m_menu->setCommands([this](QMenu *menu) { menu->addActions({m_tag, m_remove, m_export, m_push, m_scan}); });
    connect(m_menu, &TableMenu::refused, this,
            [this](const QString &text) { m_message->showMessage(Banner::Level::Warning, text); });
    m_fit = new ColumnFit(m_table, m_menu);
    m_fit->setStretch(ImageTableModel::Name, 16);
    m_empty = new EmptyState({}, {}, m_table->viewport());
    m_empty->follow(m_jobs.images());
    setFocusProxy(m_table);
}

void ImagesPane::createLayout()
{
    auto *bar = new QWidget(this);
    auto *buttons = new FlowLayout(bar);
    buttons->setSpacing(spacing(this, 0.5));
    buttons->addWidget(makeActionButton(m_pull, tr("Pull image"), bar));
    buttons->addWidget(makeActionButton(m_build, tr("Build an image"), bar));
    buttons->addWidget(makeActionButton(m_tag, tr("Tag image"), bar));
    buttons->addWidget(makeActionButton(m_remove, tr("Remove image"), bar));
    buttons->addWidget(makeActionButton(m_export, tr("Export image"), bar));
    buttons->addWidget(makeActionButton(m_import, tr("Import images"), bar));
    buttons->addWidget(makeActionButton(m_push, tr("Push image"), bar));
    buttons->addWidget(makeActionButton(m_scan, tr("Scan image"), bar));
    m_parts->addWidget(m_table);
    m_parts->addWidget(m_findings);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.5));
    layout->addWidget(bar);
    layout->addWidget(m_message);
    layout->addWidget(m_parts, 1);
    layout->addWidget(new ImageJobBar(&m_jobs, this));
}

void ImagesPane::connectJobs()
{
    connect(&m_jobs, &ImageJobs::listChanged, this, &ImagesPane::showList);
    connect(&m_jobs, &ImageJobs::jobChanged, this, &ImagesPane::showJob);
    connect(&m_jobs, &ImageJobs::finished, this, &ImagesPane::showReport);
    connect(&m_jobs, &ImageJobs::scanKnown, this, &ImagesPane::showScan);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &ImagesPane::showSelection);
    connect(m_table, &QAbstractItemView::doubleClicked, m_scan, &QAction::trigger);
}

void ImagesPane::showBackend(const Result<Settings> &settings, const ImageBuild &ownImage)
{
    m_settings = settings;
    m_ownImage = ownImage;
    if (isVisible())
        askBackend();
}

void ImagesPane::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    askBackend();
}

void ImagesPane::askBackend()
{
    if (m_settings)
        m_jobs.show(*m_settings);
    else
        m_jobs.showNothing();
}

void ImagesPane::showList()
{
    using enum ImageJobs::Phase;
    switch (m_jobs.phase()) {
    case Nothing: m_empty->setTexts(tr("No images"), m_settings ? QString() : messageText(m_settings.error())); break;
    case Loading: m_empty->setTexts(tr("Listing the images…"), {}); break;
    case Failed: m_empty->setTexts(tr("The images cannot be listed"), messageText(*m_jobs.fault())); break;
    case Shown:
        m_empty->setTexts(tr("No images yet"),
                          tr("“Build…” makes the one for snippets, %1. “Pull…” fetches one from a registry.").arg(m_ownImage.tag));
        break;
    }
    m_fit->measureOnce();
    showSelection();
}

void ImagesPane::showActions()
{
    const ImageTableModel::Row *row = selected();
    const bool isReady = m_jobs.phase() == ImageJobs::Phase::Shown && !m_jobs.isActive();
    for (QAction *action : {m_pull, m_import})
        action->setEnabled(isReady);
    // A Dockerfile can be looked at meanwhile, or without a daemon.
    m_build->setEnabled(m_settings.has_value());
    for (QAction *action : {m_tag, m_remove, m_export, m_scan})
        action->setEnabled(isReady && row);
    m_push->setEnabled(isReady && row && !row->name.isEmpty());
}

/// What became of the one before is no news any more.
void ImagesPane::showJob()
{
    if (m_jobs.isActive())
        m_message->clear();
    showActions();
}

void ImagesPane::showReport(const ImageJobs::Report &report)
{
    if (!report.fault)
        m_message->showMessage(Banner::Level::Info, report.done);
    else if (report.fault->kind == FaultKind::Cancelled)
        m_message->showMessage(Banner::Level::Warning, tr("Cancelled."));
    else
        m_message->showMessage(Banner::Level::Error, messageText(*report.fault));
}

const ImageTableModel::Row *ImagesPane::selected() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    auto *images = static_cast<const ImageTableModel *>(m_table->model());
    return rows.isEmpty() ? nullptr : &images->row(rows.first().row());
}

void ImagesPane::showSelection()
{
    const ImageTableModel::Row *row = selected();
    const QString id = row ? row->image.id : QString();
    if (id != std::exchange(m_shownId, id)) {
        m_findings->clear();
        if (row)
            m_jobs.askScan(id);
    }
    showActions();
}

void ImagesPane::showScan(const QString &imageId, const std::optional<ImageScan> &scan)
{
    if (imageId == m_shownId && scan)
        m_findings->show(*scan);
}

void ImagesPane::pull()
{
    auto *dialog = new NameDialog({.object = u"Pull"_s,
                                   .title = tr("Pull an Image"),
                                   .accept = tr("Pull the Image"),
                                   .label = tr("Name of the image"),
                                   .example = tr("for example python:3.11-slim"),
                                   .note = tr("With the registry in front where it is not Docker Hub: ghcr.io/team/image:1. The "
                                              "login of a registry is taken from the keychain.")},
                                  this);
    connect(dialog, &QDialog::accepted, this, [this, dialog] { m_jobs.pull(dialog->name()); });
    dialog->open();
}

void ImagesPane::build()
{
    auto *dialog = new BuildDialog(&m_jobs, m_ownImage, m_dialogs, this);
    dialog->open();
}

void ImagesPane::tag()
{
    const ImageTableModel::Row *row = selected();
    if (!row)
        return;
    auto *dialog = new NameDialog({.object = u"Tag"_s,
                                   .title = tr("Tag an Image"),
                                   .accept = tr("Give the Name"),
                                   .label = tr("New name of the image"),
                                   .name = row->name.isEmpty() ? QString() : row->reference,
                                   .example = tr("for example localhost:5000/team/work:1"),
                                   .note = tr("The names that it has stay. To push it somewhere, give it a name that begins with "
                                              "that registry.")},
                                  this);
    connect(dialog, &QDialog::accepted, this,
            [this, dialog, reference = row->reference] { m_jobs.tag(reference, dialog->name()); });
    dialog->open();
}

void ImagesPane::remove()
{
    const ImageTableModel::Row *row = selected();
    if (!row || !m_remove->isEnabled())
        return;
    const bool isLast = row->image.names.size() < 2;
    m_dialogs->ask(this,
                   {.text = tr("Remove %1?").arg(lineText(row->reference, 80)),
                    .consequence = isLast ? tr("The image goes with its last name. One that was built here has to be built again.")
                                          : tr("The image stays under its other names."),
                    .accept = tr("Remove the Image"),
                    .reject = tr("Keep It")},
                   [this, reference = row->reference](bool accepted) {
                       if (accepted)
                           m_jobs.remove(reference);
                   });
}

void ImagesPane::exportImage()
{
    const ImageTableModel::Row *row = selected();
    if (!row)
        return;
    m_dialogs->saveFile(this, tr("Export an Image"), fileNameFor(row->reference), {tr("Archives (*.tar)"), tr("All files (*)")},
                        [this, reference = row->reference](const QString &path) { m_jobs.exportTo(reference, path); });
}

void ImagesPane::importImages()
{
    m_dialogs->openFile(this, tr("Import Images"), {tr("Archives (*.tar *.tar.gz *.tgz)"), tr("All files (*)")},
                        [this](const QString &path) { m_jobs.importFrom(path); });
}

void ImagesPane::push()
{
    const ImageTableModel::Row *row = selected();
    if (!row)
        return;
    m_dialogs->ask(this,
                   {.text = tr("Push %1?").arg(lineText(row->reference, 80)),
                    .consequence = tr("It is sent to the registry that its name begins with (Docker Hub where it names none), with "
                                      "the login from the keychain. Others may be able to read it there."),
                    .accept = tr("Push the Image"),
                    .reject = tr("Keep It Here")},
                   [this, reference = row->reference](bool accepted) {
                       if (accepted)
                           m_jobs.push(reference);
                   });
}

void ImagesPane::scan()
{
    if (const ImageTableModel::Row *row = selected())
        m_jobs.scan(row->reference);
}

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "outputview.h"

#include "models/displaytext.h"
#include "models/formatting.h"
#include "models/output/rowcut.h"
#include "ui/output/outputarea.h"
#include "ui/output/outputfindbar.h"
#include "ui/theme/glyphs.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/wrappinglabel.h"

#include <QAction>
#include <QActionGroup>
#include <QBoxLayout>
#include <QContextMenuEvent>
#include <QLabel>
#include <QLocale>
#include <QMenu>
#include <QProgressBar>
#include <QToolButton>

using namespace Qt::StringLiterals;

namespace hermes {

OutputView::OutputView(const QString &name, Parts parts, QWidget *parent)
    : QWidget(parent),
      m_name(name),
      m_parts(parts),
      m_area(new OutputArea(this)),
      m_heading(new QLabel(name, this)),
      m_notice(new WrappingLabel(this)),
      m_findBar(new OutputFindBar(name, m_area, this)),
      m_menuButton(new QToolButton(this)),
      m_saving(new QProgressBar(this)),
      m_cancelSave(new QToolButton(this)),
      m_menu(new QMenu(this))
{
    setObjectName(name + u"View");
    m_area->setObjectName(name);
    m_area->setAccessibleName(name);
    m_heading->setBuddy(m_area);
    m_notice->setObjectName(name + u"Notice");
    setFocusProxy(m_area);
    createLayout();
    createCommands();
    connectOptions();
    OutputText *text = m_area->text();
    connect(text, &OutputText::changed, this, &OutputView::showState);
    connect(text, &OutputText::failed, this, [this](const Fault &fault) { showMessage(messageText(fault)); });
    connect(m_area, &OutputArea::copied, this, [this](qsizetype characters, bool cut) {
        showMessage(cut ? tr("Only the first %1 characters were copied; save the bytes to have them all.")
                              .arg(QLocale().toString(characters))
                        : QString());
    });
    showState();
}

OutputView::~OutputView() = default;

void OutputView::createLayout()
{
    m_notice->hide();
    m_menuButton->setObjectName(m_name + u"Menu");
    m_menuButton->setAccessibleName(tr("%1 options").arg(m_name));
    m_menuButton->setToolTip(tr("Find, copy, save, and how %1 is shown").arg(m_name));
    m_menuButton->setIcon(glyphIcon(Glyph::Dots));
    m_menuButton->setAutoRaise(true);
    m_menuButton->setPopupMode(QToolButton::InstantPopup);
    m_menuButton->setMenu(m_menu);
    m_saving->setObjectName(m_name + u"Saving");
    m_saving->setAccessibleName(tr("Saving %1").arg(m_name));
    m_saving->setFixedHeight(spacing(this, 0.5));
    m_saving->setTextVisible(false);
    m_cancelSave->setObjectName(m_name + u"CancelSave");
    m_cancelSave->setText(tr("Cancel Saving"));
    m_cancelSave->setAutoRaise(true);
    connect(m_cancelSave, &QToolButton::clicked, this, [this] {
        if (m_save)
            m_save->cancel();
    });
    m_saving->hide();
    m_cancelSave->hide();
    auto *top = new QHBoxLayout;
    top->setSpacing(spacing(this, 0.3));
    top->addWidget(m_heading);
    top->addStretch(1);
    top->addWidget(m_saving, 1);
    top->addWidget(m_cancelSave);
    top->addWidget(m_menuButton);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.25));
    layout->addLayout(top);
    layout->addWidget(m_notice);
    layout->addWidget(m_area, 1);
    layout->addWidget(m_findBar);
}

QAction *OutputView::addCommand(const QString &text, const QList<QKeySequence> &keys, std::function<void()> run)
{
    auto *action = new QAction(text, this);
    action->setShortcuts(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
    addAction(action);
    m_menu->addAction(action);
    return action;
}

void OutputView::createCommands()
{
    const auto keys = [](QKeySequence::StandardKey key) { return QKeySequence::keyBindings(key); };
    addCommand(tr("&Find…"), keys(QKeySequence::Find), [this] { find(); });
    addCommand(tr("Find Ne&xt"), keys(QKeySequence::FindNext), [this] { findNext(); });
    addCommand(tr("Find &Previous"), keys(QKeySequence::FindPrevious), [this] { findPrevious(); });
    m_menu->addSeparator();
    // The area has the keys of these itself.
    connect(m_menu->addAction(tr("&Copy the Selection")), &QAction::triggered, m_area, &OutputArea::copy);
    connect(m_menu->addAction(tr("Select &All")), &QAction::triggered, m_area, &OutputArea::selectAll);
    addCommand(tr("&Save the Bytes…"), {}, [this] { save(); })->setObjectName(m_name + u"Save");
    m_menu->addSeparator();
    OutputOptions *options = m_parts.options;
    for (QAction *action : {options->wrap(), options->colors(), options->numbers(), options->follow()})
        m_menu->addAction(action);
    m_menu->addSeparator();
    connect(m_menu->addAction(tr("&Larger")), &QAction::triggered, options, [options] { options->setZoom(options->zoom() + 1); });
    connect(m_menu->addAction(tr("S&maller")), &QAction::triggered, options, [options] { options->setZoom(options->zoom() - 1); });
    m_menu->addSeparator();
    m_menu->addActions(options->arrangements()->actions());
}

void OutputView::connectOptions()
{
    const OutputOptions *options = m_parts.options;
    const auto setColors = [this](bool on) { m_area->setRendering(on ? Rendering::Terminal : Rendering::Plain); };
    connect(options->wrap(), &QAction::toggled, m_area, &OutputArea::setWrapping);
    connect(options->colors(), &QAction::toggled, m_area, setColors);
    connect(options->numbers(), &QAction::toggled, m_area, &OutputArea::setNumbered);
    connect(options->follow(), &QAction::toggled, m_area, &OutputArea::setFollowing);
    connect(options, &OutputOptions::zoomChanged, m_area, [this, options] { m_area->setZoom(options->zoom()); });
    connect(m_area, &OutputArea::zoomWanted, options, &OutputOptions::setZoom);
    m_area->setWrapping(options->wrap()->isChecked());
    setColors(options->colors()->isChecked());
    m_area->setNumbered(options->numbers()->isChecked());
    m_area->setFollowing(options->follow()->isChecked());
    m_area->setZoom(options->zoom());
}

void OutputView::setReader(std::shared_ptr<const OutputReader> reader, OutputText::Continuity continuity)
{
    m_message.clear();
    m_area->text()->setReader(std::move(reader), continuity);
    showState();
}

const std::shared_ptr<const OutputReader> &OutputView::reader() const
{
    return m_area->text()->reader();
}

void OutputView::refresh()
{
    m_area->text()->refresh();
}

bool OutputView::isLoading() const
{
    return m_area->text()->isReading();
}

void OutputView::find()
{
    m_findBar->open();
}

void OutputView::findNext()
{
    m_findBar->findNext();
}

void OutputView::findPrevious()
{
    m_findBar->findPrevious();
}

QString OutputView::notice() const
{
    const OutputIndex &index = m_area->text()->index();
    const OutputExtent &extent = index.extent;
    QStringList notices;
    if (extent.growing && extent.kept < extent.total)
        notices += tr("There is more than %1; the rest is shown once the candidate has ended.").arg(byteCountText(extent.kept));
    else if (extent.gap)
        notices += tr("Of %1 the first %2 and the last %3 were kept.")
                       .arg(byteCountText(extent.total), byteCountText(*extent.gap), byteCountText(extent.kept - *extent.gap));
    else if (extent.excerpt)
        notices += tr("Showing the first and last %1 of %2; the whole is not stored.")
                       .arg(byteCountText(extent.kept / 2), byteCountText(extent.total));
    if (index.rows > index.lines + (extent.gap ? 1 : 0))
        notices += tr("Lines of more than %1 bytes take several rows.").arg(QLocale().toString(LongestRow));
    if (!m_message.isEmpty())
        notices += m_message;
    return notices.join(u' ');
}

void OutputView::showState()
{
    const OutputIndex &index = m_area->text()->index();
    QStringList parts {m_name};
    if (index.extent.total > 0)
        parts += byteCountText(index.extent.total);
    if (isLoading() && index.bytes < index.extent.kept)
        parts += tr("reading, %1 %").arg(index.bytes * 100 / index.extent.kept);
    m_heading->setText(parts.join(u" · "_s));
    const QString text = notice();
    m_notice->showText(text);
    m_notice->setVisible(!text.isEmpty());
}

void OutputView::showMessage(const QString &text)
{
    m_message = text;
    showState();
}

void OutputView::save()
{
    if (!reader() || m_save)
        return;
    const QString proposal = m_name.toLower() + u".txt"_s;
    m_parts.dialogs->saveFile(this, tr("Save the bytes of %1").arg(m_name), proposal, {tr("All files (*)")},
                              [this](const QString &path) { saveTo(path); });
}

void OutputView::saveTo(const QString &path)
{
    if (!reader() || m_save)
        return;
    m_save = std::make_unique<OutputSave>();
    connect(m_save.get(), &OutputSave::progressed, this, [this](qint64 written, qint64 total) {
        m_saving->setRange(0, 100);
        m_saving->setValue(int(written * 100 / std::max<qint64>(1, total)));
        m_saving->show();
        m_cancelSave->show();
    });
    connect(m_save.get(), &OutputSave::finished, this, &OutputView::saveEnded);
    m_save->start(reader(), path);
}

void OutputView::saveEnded(const Result<> &outcome)
{
    const QString path = m_save->path();
    m_save.release()->deleteLater();
    m_saving->hide();
    m_cancelSave->hide();
    const OutputExtent &extent = m_area->text()->index().extent;
    if (!outcome)
        showMessage(messageText(outcome.error()));
    else if (extent.kept < extent.total || extent.excerpt)
        showMessage(tr("What was kept of it is in %1.").arg(lineText(path)));
    else
        showMessage(tr("All bytes are in %1.").arg(lineText(path)));
}

void OutputView::contextMenuEvent(QContextMenuEvent *event)
{
    m_menu->popup(event->globalPos());
}

} // namespace hermes

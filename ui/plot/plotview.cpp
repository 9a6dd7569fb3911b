// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotview.h"

#include "backends/core/inbackground.h"
#include "backends/core/replaceable.h"
#include "models/displaytext.h"
#include "models/resultgridmodel.h"
#include "models/roles.h"
#include "ui/plot/resultchart.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QBoxLayout>
#include <QBuffer>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QSaveFile>
#include <QStackedWidget>
#include <QSvgGenerator>
#include <QTableView>
#include <QToolButton>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr auto FollowInterval = 200ms;

QByteArray asSvg(QChartView &view)
{
    QBuffer buffer;
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(view.size());
    generator.setViewBox(view.rect());
    QPainter painter(&generator);
    view.render(&painter);
    painter.end();
    return buffer.data();
}

QImage asImage(QWidget &view)
{
    constexpr int Scale = 2;
    QImage image(view.size() * Scale, QImage::Format_ARGB32_Premultiplied);
    image.setDevicePixelRatio(Scale);
    image.fill(view.palette().color(QPalette::Base));
    QPainter painter(&image);
    view.render(&painter);
    return image;
}

/// On a worker: pixels are packed there too.
Result<> writePicture(const QString &path, const std::variant<QByteArray, QImage> &picture)
{
    if (const Result<> checked = checkReplaceable(path); !checked)
        return checked;
    QSaveFile file(path);
    const auto failed = [&] {
        return fail(FaultKind::Storage, PlotView::tr("%1 could not be written: %2").arg(path, file.errorString()));
    };
    if (!file.open(QIODevice::WriteOnly))
        return failed();
    const auto *bytes = std::get_if<QByteArray>(&picture);
    const bool written = bytes ? file.write(*bytes) == bytes->size() : std::get<QImage>(picture).save(&file, "PNG");
    return written && file.commit() ? Result<>() : failed();
}

} // namespace

PlotView::PlotView(Source source, Dialogs *dialogs, QWidget *parent)
    : QWidget(parent), m_source(std::move(source)), m_dialogs(dialogs)
{
    createControls();
    createViews();
    connectSource();
    fillChoices();
}

void PlotView::createControls()
{
    auto *controls = new QWidget(this);
    auto *flow = new FlowLayout(controls);
    flow->setSpacing(spacing(this, 0.4));
    const auto addChoice = [&](const QString &name, const QString &label) {
        auto *pair = new QWidget(controls);
        auto *layout = new QHBoxLayout(pair);
        layout->setContentsMargins({});
        auto *box = new ChoiceBox(pair);
        box->setObjectName(name);
        box->setAccessibleName(QString(label).remove(u'&'));
        box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
        box->setMaximumWidth(spacing(this, 12));
        auto *text = new QLabel(label, pair);
        text->setBuddy(box);
        layout->addWidget(text);
        layout->addWidget(box);
        flow->addWidget(pair);
        connect(box, &QComboBox::currentIndexChanged, this, &PlotView::update);
        return box;
    };
    m_x = addChoice(u"PlotX"_s, tr("&X axis"));
    m_y = addChoice(u"PlotY"_s, tr("&Y axis"));
    m_color = addChoice(u"PlotColor"_s, tr("Colour"));
    m_style = addChoice(u"PlotStyle"_s, tr("Style"));
    m_style->addItems({tr("Marks"), tr("Lines")});
    m_asTable = new QToolButton(controls);
    m_asTable->setObjectName(u"PlotAsTable"_s);
    m_asTable->setText(tr("As table"));
    m_asTable->setAccessibleName(m_asTable->text());
    m_asTable->setCheckable(true);
    m_asTable->setFocusPolicy(Qt::StrongFocus);
    m_save = new QPushButton(tr("Save Picture…"), controls);
    m_save->setObjectName(u"SavePicture"_s);
    m_save->setAccessibleName(tr("Save Picture"));
    flow->addWidget(m_asTable);
    flow->addWidget(m_save);
    m_note = new ElidingLabel(this);
    m_note->setObjectName(u"PlotNote"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.3));
    layout->addWidget(controls);
    layout->addWidget(m_note);
}

void PlotView::createViews()
{
    m_views = new QStackedWidget(this);
    m_chart = new ResultChart(m_views);
    m_table = new QTableView(m_views);
    setUpTable(m_table, tr("Plot points"));
    m_table->setModel(&m_points);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    const auto *menu = new TableMenu(m_table);
    m_views->addWidget(m_chart);
    m_views->addWidget(m_table);
    layout()->addWidget(m_views);
    setFocusProxy(m_views);
    connect(menu, &TableMenu::refused, this, &PlotView::told);
    connect(m_asTable, &QToolButton::toggled, this, [this](bool table) { m_views->setCurrentIndex(table ? 1 : 0); });
    connect(m_save, &QPushButton::clicked, this, &PlotView::askWhereToSave);
    connect(m_chart, &ResultChart::candidateClicked, this, &PlotView::candidateChosen);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (current.isValid())
            Q_EMIT candidateChosen(current.data(IndexRole).toInt());
    });
}

void PlotView::connectSource()
{
    m_later.setSingleShot(true);
    m_later.setInterval(FollowInterval);
    connect(&m_later, &QTimer::timeout, this, &PlotView::update);
    const QAbstractItemModel *shown = m_source.shown;
    connect(shown, &QAbstractItemModel::rowsInserted, this, &PlotView::schedule);
    connect(shown, &QAbstractItemModel::rowsRemoved, this, &PlotView::schedule);
    connect(shown, &QAbstractItemModel::dataChanged, this, &PlotView::schedule);
    connect(m_source.grid, &QAbstractItemModel::columnsInserted, this, &PlotView::fillChoices);
    connect(m_source.grid, &QAbstractItemModel::modelReset, this, &PlotView::fillChoices);
}

/// The columns that there are now; what was chosen stays chosen by its title, also over another launch.
void PlotView::fillChoices()
{
    const auto fill = [this](ChoiceBox *box, bool none) {
        const QSignalBlocker quiet(box);
        const QString before = box->currentText();
        box->clear();
        if (none)
            box->addItem(tr("none"), -1);
        for (int column = 0; column < m_source.grid->columnCount(); ++column)
            box->addItem(lineText(m_source.grid->headerData(column, Qt::Horizontal).toString(), 40), column);
        box->setCurrentIndex(std::max(0, box->findText(before)));
        return before;
    };
    using enum ResultGridModel::ColumnKind;
    const ResultGridModel *grid = m_source.grid;
    const bool hasKeys = grid->columnCount() > grid->columnOf(Key);
    // What most people want to see first: what came out over what was varied.
    const auto showUsual = [](ChoiceBox *box, const QString &before, QString &usual, int column) {
        const QSignalBlocker quiet(box);
        if (before.isEmpty() || before == usual || box->currentText() != before)
            box->setCurrentIndex(column);
        usual = box->itemText(column);
    };
    const QString x = fill(m_x, false);
    const QString y = fill(m_y, false);
    fill(m_color, true);
    showUsual(m_x, x, m_usualX, grid->parameterNames().isEmpty() ? grid->columnOf(Index) : grid->columnOf(Parameter));
    showUsual(m_y, y, m_usualY, hasKeys ? grid->columnOf(Key) : grid->columnOf(Duration));
    schedule();
}

PlotColumns PlotView::columns() const
{
    const auto columnOf = [](const ChoiceBox *box) { return box->currentIndex() < 0 ? -1 : box->currentData().toInt(); };
    return {.x = columnOf(m_x), .y = columnOf(m_y), .color = columnOf(m_color)};
}

QStringList PlotView::titles(const PlotColumns &columns) const
{
    QStringList titles;
    for (const int column : {columns.x, columns.y, columns.color}) {
        if (column >= 0)
            titles += lineText(m_source.grid->headerData(column, Qt::Horizontal).toString(), 60);
    }
    return titles;
}

void PlotView::schedule()
{
    m_stale = true;
    if (isVisible() && !m_later.isActive())
        m_later.start();
}

void PlotView::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_stale)
        update();
}

void PlotView::update()
{
    m_later.stop();
    m_stale = !isVisible();
    if (m_stale)
        return;
    const PlotColumns chosen = columns();
    const QList<int> candidates = m_source.candidates();
    m_chart->setStyle(m_style->currentIndex() == 1 ? ResultChart::Style::Lines : ResultChart::Style::Marks);
    m_points.show(plotPoints(*m_source.grid, candidates, chosen), titles(chosen));
    m_chart->showPoints(&m_points.points(), titles(chosen));
    const PlotPoints &points = m_points.points();
    const auto count = int(points.points.size());
    QString note = tr("%n point(s)", nullptr, count);
    if (points.leftOut > 0)
        note += u" · "_s + tr("%n candidate(s) without a number in one of the columns", nullptr, points.leftOut);
    m_note->showText(note);
    m_chart->setAccessibleDescription(note);
}

void PlotView::setCurrent(std::optional<int> candidate)
{
    m_chart->setCurrent(candidate);
}

void PlotView::askWhereToSave()
{
    m_dialogs->saveFile(this, tr("Save the picture"), u"plot.png"_s, {tr("Picture (*.png)"), tr("Drawing (*.svg)")},
                        [this](const QString &path) { savePicture(path); });
}

void PlotView::savePicture(const QString &path)
{
    std::variant<QByteArray, QImage> picture;
    if (path.endsWith(".svg"_L1, Qt::CaseInsensitive))
        picture = asSvg(*m_chart);
    else
        picture = asImage(*m_chart);
    inBackground(m_writing, [path, picture = std::move(picture)] {
        return writePicture(path, picture);
    }).then(this, [this, path](const Result<> &written) {
        Q_EMIT told(written ? tr("The picture is in %1").arg(path) : messageText(written.error()));
    });
}

} // namespace hermes

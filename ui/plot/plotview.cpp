// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "plotview.h"

#include "backends/core/inbackground.h"
#include "backends/core/module.h"
#include "models/displaytext.h"
#include "models/resultgridmodel.h"
#include "models/roles.h"
#include "ui/plot/plotchart.h"
#include "ui/plot/plotpicture.h"
#include "ui/theme/theme.h"
#include "ui/widgets/choicebox.h"
#include "ui/widgets/dialogs.h"
#include "ui/widgets/elidinglabel.h"
#include "ui/widgets/flowlayout.h"
#include "ui/widgets/shownstack.h"
#include "ui/widgets/tablemenu.h"
#include "ui/widgets/tablesetup.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTableView>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace hermes {

namespace {

constexpr auto FollowInterval = 200ms;
/// Fewer are put into groups at once.
constexpr qsizetype ManyPoints = 5000;

/// What to do where the module is missing is in the fault.
Result<PlotChart *> loadChart(QWidget *parent)
{
    return loadModule(u"plot"_s, PlotChartEntry).transform([parent](QFunctionPointer entry) {
        return reinterpret_cast<PlotChartEntryFunction>(entry)(parent);
    });
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
    m_x = makeChoice(controls, u"PlotX"_s, tr("&X axis"), &PlotLook::x);
    m_y = makeChoice(controls, u"PlotY"_s, tr("&Y axis"), &PlotLook::y);
    m_color = makeChoice(controls, u"PlotColor"_s, tr("Colour"), &PlotLook::color);
    m_logX = makeScale(m_x, &PlotScales::x);
    m_logY = makeScale(m_y, &PlotScales::y);
    m_logColor = makeScale(m_color, &PlotScales::color);
    m_style = makeBox(controls, u"PlotStyle"_s, tr("Style"));
    m_style->addItems({tr("Marks"), tr("Lines")});
    connect(m_style, &QComboBox::currentIndexChanged, this, [this](int style) {
        m_look.lines = style == 1;
        update();
    });
    m_asTable = new QCheckBox(tr("As table"), controls);
    m_asTable->setObjectName(u"PlotAsTable"_s);
    m_asTable->setAccessibleName(m_asTable->text());
    m_save = new QPushButton(tr("Save Picture…"), this);
    m_save->setObjectName(u"SavePicture"_s);
    m_save->setAccessibleName(tr("Save Picture"));
    for (QWidget *each : std::initializer_list<QWidget *> {m_x->parentWidget(), m_y->parentWidget(), m_color->parentWidget(),
                                                           m_style->parentWidget(), m_asTable})
        flow->addWidget(each);
    m_note = new ElidingLabel(this);
    m_note->setObjectName(u"PlotNote"_s);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.3));
    layout->addWidget(controls);
    auto *below = new QHBoxLayout;
    below->addWidget(m_note, 1);
    below->addWidget(m_save);
    layout->addLayout(below);
}

/// Beside its label, in a widget of their own.
ChoiceBox *PlotView::makeBox(QWidget *parent, const QString &name, const QString &label)
{
    auto *pair = new QWidget(parent);
    auto *layout = new QHBoxLayout(pair);
    layout->setContentsMargins({});
    layout->setSpacing(spacing(this, 0.3));
    auto *box = new ChoiceBox(pair);
    box->setObjectName(name);
    box->setAccessibleName(QString(label).remove(u'&'));
    box->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    box->setMaximumWidth(spacing(this, 12));
    auto *text = new QLabel(label, pair);
    text->setBuddy(box);
    layout->addWidget(text);
    layout->addWidget(box);
    return box;
}

ChoiceBox *PlotView::makeChoice(QWidget *parent, const QString &name, const QString &label, QString PlotLook::*column)
{
    ChoiceBox *box = makeBox(parent, name, label);
    connect(box, &QComboBox::currentIndexChanged, this, [this, box, column] {
        const int chosen = box->currentData().toInt();
        m_look.*column = chosen < 0 ? QString() : titleOf(chosen);
        update();
    });
    return box;
}

QCheckBox *PlotView::makeScale(ChoiceBox *of, PlotScale PlotScales::*scale)
{
    auto *log = new QCheckBox(tr("log"), of->parentWidget());
    log->setObjectName(of->objectName() + u"Log");
    log->setAccessibleName(tr("%1: logarithmic").arg(of->accessibleName()));
    log->setToolTip(tr("Powers of ten at equal distances"));
    of->parentWidget()->layout()->addWidget(log);
    connect(log, &QCheckBox::toggled, this, [this, scale](bool on) {
        m_look.scales.*scale = on ? PlotScale::Logarithmic : PlotScale::Linear;
        update();
    });
    return log;
}

/// Without it the points are there all the same, in the table.
void PlotView::createChart()
{
    const Result<PlotChart *> loaded = loadChart(m_views);
    if (loaded) {
        m_chart = *loaded;
        m_chart->clicked = [this](int candidate) { Q_EMIT candidateChosen(candidate); };
        m_views->addWidget(m_chart->widget());
        return;
    }
    auto *missing = new QLabel(messageText(loaded.error()), m_views);
    missing->setObjectName(u"NoPicture"_s);
    missing->setWordWrap(true);
    missing->setAlignment(Qt::AlignCenter);
    m_views->addWidget(missing);
    m_save->setEnabled(false);
}

void PlotView::createViews()
{
    m_views = new ShownStack(this);
    createChart();
    m_table = new QTableView(m_views);
    setUpTable(m_table, tr("Plot points"));
    m_table->setModel(&m_points);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    const auto *menu = new TableMenu(m_table);
    m_views->addWidget(m_table);
    layout()->addWidget(m_views);
    setFocusProxy(m_views);
    connect(menu, &TableMenu::refused, this, &PlotView::told);
    connect(m_asTable, &QCheckBox::toggled, this, [this](bool table) {
        m_look.asTable = table;
        m_views->setCurrentIndex(table ? 1 : 0);
    });
    connect(m_save, &QPushButton::clicked, this, &PlotView::askWhereToSave);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex &current) {
        if (current.isValid())
            Q_EMIT candidateChosen(current.data(IndexRole).toInt());
    });
}

void PlotView::connectSource()
{
    m_later.setSingleShot(true);
    m_later.setInterval(FollowInterval);
    connect(&m_later, &QTimer::timeout, this, &PlotView::follow);
    const QAbstractItemModel *shown = m_source.shown;
    connect(shown, &QAbstractItemModel::rowsInserted, this, &PlotView::schedule);
    connect(shown, &QAbstractItemModel::rowsRemoved, this, &PlotView::schedule);
    connect(shown, &QAbstractItemModel::dataChanged, this, &PlotView::schedule);
    connect(m_source.grid, &QAbstractItemModel::columnsInserted, this, &PlotView::fillChoices);
    connect(m_source.grid, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        m_work.stop();
        ++m_request;
        m_collecting = false;
    });
    connect(m_source.grid, &QAbstractItemModel::modelReset, this, &PlotView::fillChoices);
}

QString PlotView::titleOf(int column) const
{
    return m_source.grid->headerData(column, Qt::Horizontal).toString();
}

/// The columns that there are now. What was chosen stays chosen by its title, also over launches that have no such column.
void PlotView::fillChoices()
{
    using enum ResultGridModel::ColumnKind;
    const ResultGridModel *grid = m_source.grid;
    const bool hasKeys = grid->columnCount() > grid->columnOf(Key);
    const auto fill = [&](ChoiceBox *box, const QString &chosen, std::optional<int> usual) {
        const QSignalBlocker quiet(box);
        box->clear();
        if (!usual)
            box->addItem(tr("none"), -1);
        for (int column = 0; column < grid->columnCount(); ++column)
            box->addItem(lineText(titleOf(column), 40), column);
        box->setCurrentIndex(box->findData(columnOf(chosen).value_or(usual.value_or(-1))));
    };
    // What most people want to see first: what came out over what was varied.
    fill(m_x, m_look.x, grid->parameterNames().isEmpty() ? grid->columnOf(Index) : grid->columnOf(Parameter));
    fill(m_y, m_look.y, hasKeys ? grid->columnOf(Key) : grid->columnOf(Duration));
    fill(m_color, m_look.color, std::nullopt);
    schedule();
}

std::optional<int> PlotView::columnOf(const QString &title) const
{
    for (int column = 0; column < m_source.grid->columnCount(); ++column) {
        if (!title.isEmpty() && titleOf(column) == title)
            return column;
    }
    return std::nullopt;
}

void PlotView::setLook(const PlotLook &look)
{
    m_look = look;
    const auto set = [](QCheckBox *button, bool on) {
        const QSignalBlocker quiet(button);
        button->setChecked(on);
    };
    set(m_logX, look.scales.x == PlotScale::Logarithmic);
    set(m_logY, look.scales.y == PlotScale::Logarithmic);
    set(m_logColor, look.scales.color == PlotScale::Logarithmic);
    set(m_asTable, look.asTable);
    m_views->setCurrentIndex(look.asTable ? 1 : 0);
    const QSignalBlocker quiet(m_style);
    m_style->setCurrentIndex(look.lines ? 1 : 0);
    fillChoices();
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
            titles += lineText(titleOf(column), 60);
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

/// Rows have changed by themselves: what is being collected is shown first.
void PlotView::follow()
{
    if (m_collecting)
        m_later.start();
    else
        update();
}

void PlotView::update()
{
    m_later.stop();
    m_stale = !isVisible();
    if (m_stale)
        return;
    const PlotColumns chosen = columns();
    const auto isNumeric = [this](int column) { return column >= 0 && m_source.grid->isNumeric(column); };
    m_logX->setEnabled(isNumeric(chosen.x));
    m_logY->setEnabled(isNumeric(chosen.y));
    m_logColor->setEnabled(isNumeric(chosen.color));
    m_wanted = chosen;
    m_collecting = true;
    const int request = ++m_request;
    const auto collection = std::make_shared<PlotCollection>(m_source.grid, m_source.candidates(), m_wanted, m_look.scales);
    m_work.start([collection] { return collection->takeSome(); },
                 [this, collection, request] {
                     if (collection->count() < ManyPoints) {
                         showPoints(std::move(*collection).finish());
                         return;
                     }
                     inBackground(m_grouping, [collection] {
                         return std::move(*collection).finish();
                     }).then(this, [this, request](PlotPoints points) {
                         if (request == m_request)
                             showPoints(std::move(points));
                     });
                 });
}

void PlotView::showPoints(PlotPoints points)
{
    m_collecting = false;
    m_points.show(std::move(points), titles(m_wanted));
    const PlotPoints &shown = m_points.points();
    const QString note = noteOf(shown);
    m_note->showText(note);
    if (!m_chart)
        return;
    QStringList onAxes = titles(m_wanted);
    const auto sayScale = [&onAxes](qsizetype title, PlotScale scale) {
        if (scale == PlotScale::Logarithmic && title < onAxes.size())
            onAxes[title] = tr("%1 (logarithmic)").arg(onAxes.at(title));
    };
    sayScale(0, shown.scales.x);
    sayScale(1, shown.scales.y);
    m_chart->setStyle(m_look.lines ? PlotChart::Style::Lines : PlotChart::Style::Marks);
    m_chart->showPoints(&shown, onAxes);
    m_chart->widget()->setAccessibleDescription(note);
}

/// How much is shown, and what is not.
QString PlotView::noteOf(const PlotPoints &points) const
{
    QStringList parts {tr("%Ln points", nullptr, int(points.points.size()))};
    if (points.leftOut > 0)
        parts += tr("%Ln candidates without a number in one of the columns", nullptr, points.leftOut);
    if (points.notPositive > 0)
        parts += tr("%Ln candidates left out: 0 or less has no place on a logarithmic axis", nullptr, points.notPositive);
    for (const QString &title : {m_look.x, m_look.y, m_look.color}) {
        if (!title.isEmpty() && !columnOf(title))
            parts += tr("there is no column “%1”").arg(lineText(title, 40));
    }
    return parts.join(u" · "_s);
}

void PlotView::setCurrent(std::optional<int> candidate)
{
    if (m_chart)
        m_chart->setCurrent(candidate);
}

void PlotView::askWhereToSave()
{
    m_dialogs->saveFile(this, tr("Save the picture"), u"plot.png"_s, {tr("Picture (*.png)"), tr("Drawing (*.svg)")},
                        [this](const QString &path) { savePicture(path); });
}

void PlotView::savePicture(const QString &path)
{
    inBackground(m_writing, [path, picture = takePicture(*m_chart, path)] {
        return writePicture(path, picture);
    }).then(this, [this, path](const Result<> &written) {
        Q_EMIT told(written ? tr("The picture is in %1").arg(path) : messageText(written.error()));
    });
}

} // namespace hermes

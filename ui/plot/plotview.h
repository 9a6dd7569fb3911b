// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/plot/plotlook.h"
#include "models/plot/plottablemodel.h"
#include "models/slicedwork.h"

#include <QThreadPool>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>

class QAbstractItemModel;
class QCheckBox;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTableView;

namespace hermes {

class ChoiceBox;
class Dialogs;
class ElidingLabel;
class PlotChart;
class ResultGridModel;

/// One column of the results against another, coloured by a third, of the candidates that the grid shows; as a picture or as
/// a table of its points.
class PlotView final : public QWidget
{
    Q_OBJECT

public:
    /// `shown` is the grid as it is arranged, whose changes the plot follows, and `candidates` what it shows now.
    struct Source
    {
        const ResultGridModel *grid = nullptr;
        const QAbstractItemModel *shown = nullptr;
        std::function<QList<int>()> candidates = {};
    };

    /// Source and dialogs must outlive the view.
    PlotView(Source source, Dialogs *dialogs, QWidget *parent = nullptr);

    /// What the user chose; columns of another launch are kept until there are such columns again.
    [[nodiscard]] const PlotLook &look() const { return m_look; }
    void setLook(const PlotLook &look);
    void setCurrent(std::optional<int> candidate);
    /// Writes the picture: .svg as lines, anything else as pixels of twice the size. told() says what came of it.
    void savePicture(const QString &path);

Q_SIGNALS:
    void candidateChosen(int candidate);
    /// A sentence for the page's banner.
    void told(const QString &text);

protected:
    void showEvent(QShowEvent *event) override;

private:
    void createControls();
    [[nodiscard]] ChoiceBox *makeBox(QWidget *parent, const QString &name, const QString &label);
    [[nodiscard]] ChoiceBox *makeChoice(QWidget *parent, const QString &name, const QString &label, QString PlotLook::*column);
    [[nodiscard]] QCheckBox *makeScale(ChoiceBox *of, PlotScale PlotScales::*scale);
    void createChart();
    void createViews();
    void connectSource();
    void fillChoices();
    void update();
    void follow();
    void showPoints(PlotPoints points);
    void schedule();
    void askWhereToSave();
    [[nodiscard]] QString titleOf(int column) const;
    /// By its title; nothing: there is none.
    [[nodiscard]] std::optional<int> columnOf(const QString &title) const;
    [[nodiscard]] QString noteOf(const PlotPoints &points) const;
    [[nodiscard]] PlotColumns columns() const;
    [[nodiscard]] QStringList titles(const PlotColumns &columns) const;

    Source m_source;
    Dialogs *m_dialogs;
    ChoiceBox *m_x = nullptr;
    ChoiceBox *m_y = nullptr;
    ChoiceBox *m_color = nullptr;
    QCheckBox *m_logX = nullptr;
    QCheckBox *m_logY = nullptr;
    QCheckBox *m_logColor = nullptr;
    ChoiceBox *m_style = nullptr;
    QCheckBox *m_asTable = nullptr;
    QPushButton *m_save = nullptr;
    ElidingLabel *m_note = nullptr;
    QStackedWidget *m_views = nullptr;
    PlotChart *m_chart = nullptr; ///< Null where the module that draws it is missing.
    QTableView *m_table = nullptr;
    PlotTableModel m_points;
    PlotColumns m_wanted; ///< Whose points are being collected, or are shown.
    QTimer m_later;
    SlicedWork m_work;
    int m_request = 0; ///< Points that were asked for earlier are dropped.
    bool m_collecting = false;
    bool m_stale = true;
    PlotLook m_look;
    QThreadPool m_grouping;
    QThreadPool m_writing; ///< Last: a picture that is being written is finished first.
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "backends/engine/launch.h"
#include "models/grid/candidaterows.h"
#include "models/grid/keycolumn.h"
#include "models/runstate.h"
#include "models/sortkeys.h"

#include <QAbstractTableModel>
#include <QHash>
#include <QThreadPool>

#include <array>
#include <functional>
#include <optional>
#include <vector>

namespace hermes {

/// The result grid: one row a candidate from the moment of the launch, updated in place by index.
///
/// Columns: Index, the parameters, State, Exit code, Duration, Output, and one for each key of the JSON objects that
/// candidates print on their last line, in the order in which the keys first appear, up to MaxKeyColumns; keys of objects
/// in them are joined by dots. In a column with numbers and texts the texts are in quotes. GUI thread only.
/// A row holds no parameters; they are asked for when a cell is shown.
class ResultGridModel final : public QAbstractTableModel, public SortKeySource
{
    Q_OBJECT

public:
    enum class ColumnKind : quint8 { Index, Parameter, State, ExitCode, Duration, Output, Key };
    struct Column
    {
        ColumnKind kind = ColumnKind::Index;
        int number = 0; ///< Which parameter or key it is.
    };
    /// Candidates that print ever new keys would make a table that nobody can read or wait for.
    static constexpr int MaxKeyColumns = 200;
    using ParameterSource = std::function<QStringList(int index)>;

    explicit ResultGridModel(QObject *parent = nullptr);

    /// Shows a new launch: `total` queued rows. The source is asked for the parameters of one candidate at a time.
    /// Each combination of them is there `repeat` times, one after another.
    void begin(QStringList parameterNames, int total, ParameterSource parameters, int repeat = 1,
               LaunchStage stage = LaunchStage::UnderWay);
    /// Takes candidates in any order; those of unknown index are left out. One dataChanged a run of neighbours.
    void update(const QList<CandidateSummary> &candidates);
    /// The launch has ended, whatever for: what was queued was not run. Or it goes on: what was not run is queued again.
    void setStage(LaunchStage stage);
    void clear();

    [[nodiscard]] Column columnAt(int column) const;
    [[nodiscard]] int columnOf(ColumnKind kind) const;
    [[nodiscard]] const QStringList &parameterNames() const { return m_parameterNames; }
    [[nodiscard]] QStringList keys() const;
    /// Another number whenever the columns are other ones.
    [[nodiscard]] int columnsVersion() const { return m_columnsVersion; }
    /// How many candidates stand in this state.
    [[nodiscard]] int count(RunState state) const { return m_counts[size_t(state)]; }
    [[nodiscard]] int repeat() const { return m_repeat; }
    /// Its `index` means nothing as long as it is queued.
    [[nodiscard]] const CandidateSummary &candidate(int row) const { return m_rows.at(row); }
    [[nodiscard]] RunState stateOf(int row) const { return runState(candidate(row), m_stage); }
    /// "ended by SIGKILL": how the candidate stands, for tooltips and headings.
    [[nodiscard]] QString sentenceOf(int row) const { return endSentence(candidate(row), m_stage); }
    [[nodiscard]] QStringList parametersOf(int row) const;
    /// What a cell shows.
    [[nodiscard]] QString textAt(int row, int column) const;
    /// NaN where the cell is no number.
    [[nodiscard]] double numberAt(int row, int column) const;
    /// Whether the column has numbers to calculate with.
    [[nodiscard]] bool isNumeric(int column) const { return hasNumbers(columnAt(column)); }

    void addSortValues(SortColumn &to, int column, int first, int end) const override;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void addKeysOf(const QList<QList<JsonField>> &objects);
    void take(const CandidateSummary &candidate, const QList<JsonField> &fields);
    void announce(std::vector<int> &rows);
    void countStates();
    void dropRows();
    void addSortValue(SortColumn &to, int row, Column column) const;
    [[nodiscard]] bool hasNumbers(Column column) const;
    [[nodiscard]] QString headerText(int section) const;
    /// Those of all columns, in whatever order and not shortened.
    [[nodiscard]] QStringList wholeTitles() const;
    /// As it was printed or given; of any length.
    [[nodiscard]] QString wholeText(int row, Column column) const;
    [[nodiscard]] QVariant rawValue(int row, Column column) const;
    [[nodiscard]] QString toolTip(int row, Column column) const;
    [[nodiscard]] QString keyText(int row, int key) const;

    QStringList m_parameterNames;
    ParameterSource m_parameters;
    LaunchStage m_stage = LaunchStage::UnderWay;
    CandidateRows m_rows;
    std::array<int, RunStateCount> m_counts {};
    int m_repeat = 1;
    int m_columnsVersion = 0;
    std::vector<KeyColumn> m_keys;
    QHash<QString, int> m_keyNumbers;
    /// The views ask for all cells of a row one after another: the last row's parameters are kept.
    mutable std::pair<int, QStringList> m_lastParameters {-1, {}};
    QThreadPool m_dropping;
};

} // namespace hermes

// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "checkstepdelegate.h"

#include "models/profiles/checkstepsmodel.h"
#include "ui/backends/teststate.h"

namespace hermes {

namespace {

ConnectionTest::State stateOf(const QModelIndex &index)
{
    switch (CheckStepsModel::StepState(index.data(CheckStepsModel::StepStateRole).toInt())) {
        using enum CheckStepsModel::StepState;
    case Passed: return ConnectionTest::State::Passed;
    case Failed: return ConnectionTest::State::Failed;
    case Cancelled: return ConnectionTest::State::Cancelled;
    case Running: break;
    }
    return ConnectionTest::State::Running;
}

} // namespace

std::optional<Glyph> CheckStepDelegate::glyphOf(const QModelIndex &index) const
{
    return testGlyph(stateOf(index));
}

QColor CheckStepDelegate::inkOf(const QModelIndex &index, const QPalette &palette) const
{
    return testColor(stateOf(index), palette);
}

} // namespace hermes

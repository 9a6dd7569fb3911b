// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "ui/widgets/glyphdelegate.h"

namespace hermes {

/// A step of a connection test: its name behind the picture of its state, in the state's colour.
///
/// For the first column of a CheckStepsModel.
class CheckStepDelegate final : public GlyphDelegate
{
    Q_OBJECT

public:
    using GlyphDelegate::GlyphDelegate;

protected:
    [[nodiscard]] std::optional<Glyph> glyphOf(const QModelIndex &index) const override;
    [[nodiscard]] QColor inkOf(const QModelIndex &index, const QPalette &palette) const override;
};

} // namespace hermes

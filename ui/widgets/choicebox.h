// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QComboBox>

namespace hermes {

/// A combo box that can be found by its accessible name, and whose entries can be chosen from outside.
///
/// On Linux, Qt gives a combo box its current text as its name. Here the text is the value and the name stays; a choice
/// in the accessible list of entries is taken over while that list is closed.
class ChoiceBox final : public QComboBox
{
    Q_OBJECT

public:
    explicit ChoiceBox(QWidget *parent = nullptr);

    /// The list is as wide as its entries, however narrow the box is.
    void showPopup() override;
};

} // namespace hermes

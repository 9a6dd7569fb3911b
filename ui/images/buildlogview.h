// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPlainTextEdit>

namespace hermes {

/// The log of a build while it is written: its end is in sight unless the user has scrolled away from it.
class BuildLogView final : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit BuildLogView(QWidget *parent = nullptr);

    void append(const QString &text);
};

} // namespace hermes

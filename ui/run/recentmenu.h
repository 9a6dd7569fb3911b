// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QMenu>

namespace hermes {

class OpenSnippet;

/// *Open Recent*: the files that were opened or saved last. Those that are not there cannot be chosen.
class RecentMenu final : public QMenu
{
    Q_OBJECT

public:
    RecentMenu(OpenSnippet *open, QWidget *parent);

private:
    void fill();

    OpenSnippet *m_open;
};

} // namespace hermes

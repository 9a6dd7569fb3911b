// SPDX-FileCopyrightText: 2026 Hermes Panel contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QTableView;
class QString;

namespace hermes {

/// Makes every table of the window look and behave alike: whole rows, row height of its font, plain grid, digits of one
/// width. `name` becomes its accessible name; the object's name is the same without spaces.
void setUpTable(QTableView *table, const QString &name);

} // namespace hermes

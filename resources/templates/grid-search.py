# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Optimum by grid search
# About: Evaluates a function on a grid. Sort the column "value" to find the optimum.
# Parameter x: -1:2:0.5
# Parameter y: 0:2:0.5

import json

x = {{x}}
y = {{y}}

# The function of Rosenbrock: its minimum 0 lies at (1, 1) in a long, flat valley.
value = (1 - x) ** 2 + 100 * (y - x ** 2) ** 2
print(json.dumps({"value": value, "distance": round(((x - 1) ** 2 + (y - 1) ** 2) ** 0.5, 4)}))

# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Parameter scan
# About: Computes a model for every combination of two parameters.
# About: The JSON object printed last becomes columns of the results.
# Parameter rate: 0.1:0.5:0.1
# Parameter steps: 10,100,1000

import json

rate = {{rate}}
steps = {{steps}}

# Logistic growth from 1 % of the capacity, with the explicit Euler method.
population = 0.01
dt = 50 / steps
for _ in range(steps):
    population += dt * rate * population * (1 - population)

print(json.dumps({"population": round(population, 6), "dt": dt}))

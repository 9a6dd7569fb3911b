# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Monte Carlo with repeats and seeds
# About: Estimates π; every seed is a repeat that can be run again with the same outcome.
# Parameter samples: 1000,10000
# Parameter seed: 1:4

import json
import math
import random

samples = {{samples}}
generator = random.Random({{seed}})

hits = sum(generator.random() ** 2 + generator.random() ** 2 <= 1 for _ in range(samples))
estimate = 4 * hits / samples
deviation = 4 * math.sqrt(hits / samples * (1 - hits / samples) / samples)
print(json.dumps({"pi": estimate, "error": abs(estimate - math.pi), "deviation": deviation}))

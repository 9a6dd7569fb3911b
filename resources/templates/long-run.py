# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Long run with progress
# About: Prints a line for every step, so that the output can be followed while it runs.
# About: Cancel it: what it has printed is kept.
# Parameter seconds: 1,2
# Parameter steps: 10

import json
import sys
import time

seconds = {{seconds}}
steps = {{steps}}

started = time.monotonic()
for step in range(1, steps + 1):
    time.sleep(seconds / steps)
    print(f"step {step} of {steps}, {100 * step / steps:.0f} %", file=sys.stderr, flush=True)
print(json.dumps({"elapsed": round(time.monotonic() - started, 2)}))

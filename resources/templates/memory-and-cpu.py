# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Memory and processor time
# About: Uses a known amount of memory and time: to see what limits do, and what is measured.
# Parameter megabytes: 1,16,64
# Parameter cpu_seconds: 0.1,0.5

import json
import resource
import time

megabytes = {{megabytes}}
cpu_seconds = {{cpu_seconds}}

block = bytearray(megabytes * 1024 * 1024)
for place in range(0, len(block), 4096):
    block[place] = 1

begun = time.process_time()
turns = 0
while time.process_time() - begun < cpu_seconds:
    turns += 1

usage = resource.getrusage(resource.RUSAGE_SELF)
print(json.dumps({
    "peak_mb": round(usage.ru_maxrss / 1024, 1),
    "user_s": round(usage.ru_utime, 3),
    "system_s": round(usage.ru_stime, 3),
    "turns": turns,
}))

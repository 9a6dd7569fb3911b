# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Timing of alternatives
# About: Measures several ways to do the same; the best of some rounds is what counts.
# Parameter method: join,concatenate,format
# Parameter size: 1000,10000

import json
import statistics
import timeit

method = {{method}}
size = {{size}}

words = [str(i) for i in range(size)]


def join():
    return "".join(words)


def concatenate():
    text = ""
    for word in words:
        text += word
    return text


def format_all():
    return ("{}" * size).format(*words)


function = {"join": join, "concatenate": concatenate, "format": format_all}[method]
rounds = timeit.repeat(function, number=5, repeat=7)
milliseconds = [1000 * seconds / 5 for seconds in rounds]
print(json.dumps({"best_ms": round(min(milliseconds), 4), "median_ms": round(statistics.median(milliseconds), 4)}))

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Drives the real window over AT-SPI: e2e_window.py HERMES-PANEL.

Launches the sample sweep and reads its exit codes from the grid; then a sweep of sleeps, which it cancels; then a snippet
whose output it reads.
"""

import os
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import processes_of, run, until  # noqa: E402
from panel import Panel  # noqa: E402

# Found again in /proc without mistaking anybody else's sleep for it.
NAP = "30.0719"


def naps():
    return processes_of("sleep", NAP)


def sample_sweep(panel):
    panel.press("Run sweep")
    codes = until(lambda: (lambda c: c if len(c) == 4 and all(c) else None)(panel.column("Results", "Exit code")),
                  "four exit codes")
    assert codes == ["0", "0", "0", "1"], codes
    assert panel.column("Results", "discount") == ["0", "0.1", "0.2", "1.2"]
    assert panel.column("Results", "revenue")[:3] == ["450.0", "405.0", "360.0"]
    assert panel.column("Results", "State") == ["ok", "ok", "ok", "failed"]


def cancelled_sweep(panel):
    panel.choose("Language", "Shell")
    panel.type_into("Snippet", f"sleep {NAP}\n")
    panel.press("Run sweep")
    until(naps, "a running sleep")
    pressed = time.monotonic()
    panel.press("Cancel")
    until(lambda: not naps(), "the end of the sleeps", seconds=3)
    print(f"all sleeps gone {time.monotonic() - pressed:.2f} s after Cancel")
    # A cancelled sweep has nothing that waits: what had not begun was not run.
    states = until(lambda: (lambda s: s if set(s) <= {"cancelled", "not run"} else None)(panel.column("Results", "State")),
                   "candidates that were cancelled or not run")
    assert len(states) == 4 and "cancelled" in states, states


def read_output(panel):
    panel.type_into("Snippet", "printf '\\033[31mhello\\033[0m\\nworld\\n'; echo oh >&2\n")
    panel.press("Run in sandbox")
    until(lambda: panel.text_of("Stdout") == "hello\nworld\n", "the output without its colours")
    until(lambda: panel.text_of("Stderr") == "oh\n", "stderr apart")


def main():
    with Panel(sys.argv[1], "--sample") as panel:
        for name in ("Pages", "Snippet", "Parameters", "Results", "Backend", "Language", "Timeout", "Concurrency", "Stdout",
                     "Stderr", "Progress", "Run sweep", "Run in sandbox", "Pause", "Cancel", "Export"):
            panel.find(name)
        sample_sweep(panel)
        cancelled_sweep(panel)
        read_output(panel)
    assert not naps(), "a sleep outlived the window"


if __name__ == "__main__":
    run(main)

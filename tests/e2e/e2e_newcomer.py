#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The way of somebody new, with the devices of a user: e2e_newcomer.py HERMES-PANEL HERMESCTL mouse|keyboard.

From the window as it opens, with its sample, to the failed candidates of a sweep of one's own that run again.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import run, until  # noqa: E402
from users import user_of_window  # noqa: E402

# Fails for the larger numbers until there is a file.
SNIPPET = """import os
print("number", {{{{n}}}})
assert {{{{n}}}} < 3 or os.path.exists("{folder}/mended"), "too large\""""


def run_the_sample(user, panel):
    user.press("Run sweep")
    panel.until_column("Results", "State", lambda texts: texts == ["ok", "ok", "ok", "failed"], "the sample's results")
    user.select_rows("Results", [3])
    until(lambda: "ValueError" in panel.text_of("Stderr"), "why the last one failed")


def run_an_own_one(user, panel):
    user.fill("Snippet", SNIPPET.format(folder=panel.home.name))
    # The snippet has a hole now that is no parameter: the window says so instead of running it.
    until(lambda: panel.says("Line 2: ") and not panel.is_enabled("Run sweep"), "what is wrong with the hole")
    user.edit_cell("Parameters", 0, 0, "n")
    user.edit_cell("Parameters", 0, 1, "1:4")
    user.press("Run sweep")
    states = panel.until_column("Results", "State", lambda texts: texts == ["ok", "ok", "failed", "failed"], "four results")
    assert panel.column("Results", "n") == ["1", "2", "3", "4"], states


def run_failures_again(user, panel):
    with open(f"{panel.home.name}/mended", "w", encoding="utf-8"):
        pass
    user.choose_below("Re-run", "Failed (2)")
    panel.until_column("Results", "State", lambda texts: texts == ["ok"] * 4, "four good results")


def main():
    with user_of_window("--sample") as (user, panel):
        run_the_sample(user, panel)
        run_an_own_one(user, panel)
        run_failures_again(user, panel)


if __name__ == "__main__":
    run(main)

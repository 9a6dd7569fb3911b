#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A piece of work from its beginning to its end, with the devices of a user: e2e_work.py HERMES-PANEL HERMESCTL mouse|keyboard.

A snippet is written and gets two axes; the sweep runs; its failures are looked at and run again; the two launches are
compared; the results are exported; two sandboxes are used and closed, one of which the user would rather keep.
"""

import csv
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import run, until  # noqa: E402
from users import user_of_window  # noqa: E402

# Fails for the larger sums until there is a file.
SNIPPET = """a={{{{a}}}}; b={{{{b}}}}; sum=$((a + b))
echo '{{"sum": '$sum'}}'
[ -e {folder}/mended ] || [ $sum -lt 4 ]"""
SUMS = ["2", "3", "3", "4", "4", "5"]


def launch(user, panel):
    user.command("File", "New Snippet")
    user.choose("Language", "Shell")
    user.fill("Snippet", SNIPPET.format(folder=panel.home.name))
    user.add_parameter("a", "1:3")
    user.add_parameter("b", "1,2")
    user.press("Run sweep")
    codes = panel.until_column("Results", "Exit code", lambda texts: len(texts) == 6 and all(texts), "six exit codes")
    assert codes == ["0", "0", "0", "1", "1", "1"], codes
    assert panel.column("Results", "sum") == SUMS


def look_at_failures(user, panel):
    user.press("Only failures")
    panel.until_column("Results", "State", lambda texts: texts == ["failed"] * 3, "the failures alone")
    assert panel.column("Results", "a") == ["2", "3", "3"]
    user.select_rows("Results", [0])
    until(lambda: '"sum": 4' in panel.text_of("Stdout"), "what the first failure printed")


def run_failures_again(user, panel):
    with open(f"{panel.home.name}/mended", "w", encoding="utf-8"):
        pass
    user.choose_below("Re-run", "Failed (3)")
    user.press("Clear Filters")
    panel.until_column("Results", "State", lambda texts: texts == ["ok"] * 6, "six good results")


def compare(user, panel):
    user.show_page("History")
    kinds = panel.until_column("History", "Kind", lambda texts: len(texts) == 2, "both launches")
    assert kinds == ["sweep"] * 2, kinds
    user.select_rows("History", [0, 1])
    user.press("Compare")
    panel.until_column("Comparison", "State", lambda texts: texts == ["failed → ok"] * 3, "what differs")
    user.press("Back to history")
    user.show_page("Run")


def export(user, panel):
    path = f"{panel.home.name}/sums.csv"
    user.press("Export")
    user.give_file_name(path, "Save")

    def written():
        with open(path, newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    rows = until(written, "the exported file")
    assert [row["sum"] for row in rows] == SUMS, rows
    assert [row["exit_code"] for row in rows] == ["0"] * 6, rows


def call_sandboxes(user, panel, names):
    user.command("File", "New Snippet")
    user.press("Discard the Changes")
    user.fill("Snippet", "echo made > file")
    for name in names:
        user.fill("Sandbox", name, line="Sandbox id")
        user.press("Run in sandbox")
        until(lambda name=name: panel.says(f"Sandbox {name}") and panel.says("Call 1 · ok"), f"the call of {name}")


def close_two_and_keep_one(user, panel):
    """The second thought has ten seconds, which is long also where everything takes ten times as long."""
    ids = panel.until_column("Sessions table", "Id", lambda texts: len(texts) == 2, "both sandboxes")
    assert ids == ["kept", "spare"], ids
    user.select_rows("Sessions table", [0, 1])
    user.press("Close selected")
    user.press("Close 2 Sandboxes")
    user.select_rows("Sessions table", [0])
    user.press("Keep selected")
    panel.until_column("Sessions table", "State", lambda texts: texts == ["open", "closed"], "one that is closed")


def delete_and_undo(user, panel):
    user.select_rows("Sessions table", [1])
    user.press("Delete selected")
    user.press("Delete 1 Record")
    user.undo()
    panel.until_column("Sessions table", "State", lambda texts: texts == ["open", "closed"], "the record to stay")


def main():
    with user_of_window() as (user, panel):
        launch(user, panel)
        look_at_failures(user, panel)
        run_failures_again(user, panel)
        compare(user, panel)
        export(user, panel)
        call_sandboxes(user, panel, ("spare", "kept"))
        user.show_page("Sessions")
        close_two_and_keep_one(user, panel)
        delete_and_undo(user, panel)


if __name__ == "__main__":
    run(main)

#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The window is lost in the middle of a sweep and of a sentence: e2e_reopened.py HERMES-PANEL HERMESCTL mouse|keyboard.

Reopened, it has what was typed and not saved; the sweep is found in the history, looked at, and resumed.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import processes_of, run, until  # noqa: E402
from users import user_of_window  # noqa: E402

# Found again in /proc without mistaking anybody else's sleep for it.
NAP = "30.0731"
SNIPPET = """n={{{{n}}}}
echo $n >> {folder}/starts
[ -e {folder}/gate ] || [ $n = 1 ] || sleep {nap}
echo did $n"""
UNSAVED = "# not saved yet"


def naps():
    return processes_of("sleep", NAP)


def launch(user, panel):
    user.command("File", "New Snippet")
    user.choose("Language", "Shell")
    user.fill("Snippet", SNIPPET.format(folder=panel.home.name, nap=NAP))
    user.add_parameter("n", "1:4")
    user.press("Run sweep")
    panel.until_column("Results", "State", lambda texts: "ok" in texts and naps(), "a result and a running sleep")


def drafts(panel):
    folder = f"{panel.home.name}/state/hermes-panel/drafts"
    texts = []
    for name in os.listdir(folder):
        with open(f"{folder}/{name}", encoding="utf-8") as file:
            texts.append(file.read())
    return "".join(texts)


def lose_the_window(user, panel):
    user.go_to("Snippet")
    user.keys("ctrl+End")
    user.type("\n" + UNSAVED)
    # It is promised for two seconds after a change.
    until(lambda: UNSAVED in drafts(panel), "the draft")
    text = panel.text_of("Snippet")
    panel.kill_and_restart()
    until(lambda: not naps(), "the end of the sleeps")
    until(lambda: panel.text_of("Snippet") == text, "what was not saved")
    until(lambda: panel.says("Restored what was not saved"), "a word about it")
    assert panel.column("Parameters", "Values") == ["1:4"]


def resume(user, panel):
    with open(f"{panel.home.name}/gate", "w", encoding="utf-8"):
        pass
    user.show_page("History")
    panel.until_column("History", "State", lambda texts: texts == ["interrupted"], "the sweep in the history")
    user.select_rows("History", [0])
    user.press("Open")
    states = panel.until_column("Results", "State", lambda texts: len(texts) == 4, "its candidates")
    assert states.count("ok") == 1, states
    user.show_page("History")
    user.press("Resume")
    panel.until_column("History", "State", lambda texts: texts == ["done"], "the end of the sweep")
    user.press("Open")
    panel.until_column("Results", "State", lambda texts: texts == ["ok"] * 4, "four good results")
    assert [text.strip() for text in panel.column("Results", "Output")] == [f"did {n}" for n in range(1, 5)]


def main():
    with user_of_window() as (user, panel):
        launch(user, panel)
        with open(f"{panel.home.name}/starts", encoding="utf-8") as file:
            before = file.read().split()
        lose_the_window(user, panel)
        resume(user, panel)
        with open(f"{panel.home.name}/starts", encoding="utf-8") as file:
            # What had its result did not run again; the others did so once.
            assert sorted(file.read().split()) == sorted(before + ["2", "3", "4"]), before
    assert not naps(), "a sleep outlived the window"


if __name__ == "__main__":
    run(main)

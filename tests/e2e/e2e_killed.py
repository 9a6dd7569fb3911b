#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills the window in the middle of a sweep: e2e_killed.py HERMES-PANEL HERMESCTL.

Nothing may run on, results that were shown are kept, and resuming the sweep runs just what is missing.
"""

import json
import os
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import processes_of, run, until  # noqa: E402
from panel import Panel  # noqa: E402

NAP = "30.0723"
SNIPPET = """echo $HERMES_PARAM_DISCOUNT >> '{folder}/starts'
[ -e '{folder}/gate' ] || [ $HERMES_PARAM_DISCOUNT = 0 ] || sleep {nap}
echo done $HERMES_PARAM_DISCOUNT
"""
VALUES = ["0", "0.1", "0.2", "1.2"]


def naps():
    return processes_of("sleep", NAP)


def control(program, panel, *arguments):
    answer = subprocess.run([program, *arguments, "--json"], env=panel.environment, stdout=subprocess.PIPE, timeout=60,
                            check=True)
    return json.loads(answer.stdout)


def lines_of(path):
    with open(path, encoding="utf-8") as file:
        return sorted(file.read().split())


def main():
    program, hermesctl = sys.argv[1:3]
    with Panel(program, "--sample") as panel:
        panel.choose("Language", "Shell")
        panel.type_into("Snippet", SNIPPET.format(folder=panel.home.name, nap=NAP))
        panel.press("Run sweep")
        until(lambda: naps() and panel.column("Results", "State").count("ok") == 1, "a result and a running sleep")
        killed = time.monotonic()
        panel.process.kill()
        panel.process.wait(10)
        until(lambda: not naps(), "the end of the sleeps", seconds=2)
        print(f"all sleeps gone {time.monotonic() - killed:.2f} s after the kill")
        launch = str(control(hermesctl, panel, "history")[0]["id"])
        shown = control(hermesctl, panel, "show", launch)
        assert shown["state"] == "interrupted", shown["state"]
        assert shown["counts"]["succeeded"] == 1, shown["counts"]
        started = lines_of(f"{panel.home.name}/starts")
        with open(f"{panel.home.name}/gate", "w", encoding="utf-8"):
            pass
        resumed = control(hermesctl, panel, "sweep", "--resume", launch)
        assert [result["stdout"] for result in resumed["results"]] == [f"done {value}\n" for value in VALUES], resumed
        assert resumed["counts"]["succeeded"] == 4, resumed["counts"]
        # What had its result did not run again; the others did so once.
        assert lines_of(f"{panel.home.name}/starts") == sorted(started + VALUES[1:]), started
    assert not naps(), "a sleep outlived the window"


if __name__ == "__main__":
    run(main)

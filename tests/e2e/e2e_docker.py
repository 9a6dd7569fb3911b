#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The same sweep on this machine and in containers: e2e_docker.py HERMES-PANEL HERMESCTL mouse|keyboard HOLDDAEMON."""

import contextlib
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import run, until  # noqa: E402
from users import user_of_window  # noqa: E402

COLUMNS = ["Index", "discount", "State", "Exit code", "Output"]
SKIPPED = 77


@contextlib.contextmanager
def docker_daemon():
    """A daemon with an image, which the panel finds as docker's own client would."""
    held = subprocess.Popen([sys.argv[4], "python"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    address, image = held.stdout.readline().strip(), held.stdout.readline().strip()
    if not image:
        sys.exit(held.wait(60) or 1)
    os.environ.update(DOCKER_HOST=address, HERMES_DOCKER_IMAGE=image, HERMES_DOCKER_PULL="never", HERMES_DOCKER_WARM="2")
    try:
        yield
    finally:
        held.stdin.close()
        held.wait(60)


def containers():
    """Name, kind and state of the containers, as docker lists them."""
    listed = subprocess.run(["docker", "ps", "-a", "--format", "{{json .}}"], capture_output=True, text=True, check=True, timeout=60)
    rows = [json.loads(line) for line in listed.stdout.splitlines()]
    return [(row["Names"], row["State"]) for row in rows]


def grid_of_a_sweep(user, panel):
    user.press("Run sweep")
    panel.until_column("Results", "State", lambda texts: texts == ["ok", "ok", "ok", "failed"], "the sweep's results")
    return {title: panel.column("Results", title) for title in COLUMNS}


def sweep_on_both(user, panel):
    here = grid_of_a_sweep(user, panel)
    user.choose("Backend", "Docker (docker)")
    there = grid_of_a_sweep(user, panel)
    assert here == there, f"{here}\n{there}"
    until(lambda: len([name for name, _ in containers() if "-pool-" in name]) == 2, "two warm containers")


def sandbox(user, panel):
    user.press("Run in sandbox")
    until(lambda: any("hermes-sandbox-" in name for name, _ in containers()), "the container of the sandbox")
    user.show_page("Sessions")
    until(lambda: "docker" in panel.column("Sessions table", "Backend"), "the sandbox in the table")


def main():
    with docker_daemon():
        with user_of_window("--sample") as (user, panel):
            sweep_on_both(user, panel)
            sandbox(user, panel)
            panel.close()
        # The sandbox is kept for the next start; what was warm is gone with the window.
        until(lambda: [state for name, state in containers()] == ["running"], "only the sandbox to be left")


if __name__ == "__main__":
    run(main)

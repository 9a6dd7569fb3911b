#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills the window while there is text in no file: e2e_draft.py HERMES-PANEL.

The next start shows the text and its parameters again and says so; discarding it leaves nothing behind.
"""

import glob
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from atspi_session import INNER, Panel, run_inside, until  # noqa: E402

TEXT = "echo typed and never saved {{discount}}\n"


def main():
    panel = Panel(sys.argv[1], "--sample")
    drafts = os.path.join(panel.environment["XDG_STATE_HOME"], "hermes-panel", "drafts", "*.json")

    def kept():
        found = glob.glob(drafts)
        if len(found) != 1:
            return None
        with open(found[0], encoding="utf-8") as file:
            return found[0] if "never saved" in file.read() else None

    try:
        panel.choose("Language", "Shell")
        panel.type_into("Snippet", TEXT)
        path = until(kept, "a draft")
        assert os.stat(path).st_mode & 0o077 == 0, oct(os.stat(path).st_mode)
        assert os.stat(os.path.dirname(path)).st_mode & 0o077 == 0
        panel.kill_and_restart()
        until(lambda: panel.text_of("Snippet") == TEXT, "the text that was not saved")
        assert panel.column("Parameters", "Name") == ["discount"]
        panel.press("Discard")
        until(lambda: panel.text_of("Snippet") == "", "an empty editor")
        until(lambda: not glob.glob(drafts), "the end of the draft")
    finally:
        panel.close()
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main() if os.environ.get(INNER) else run_inside())

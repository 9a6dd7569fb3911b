# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Steps in a sandbox
# About: Each run in the sandbox goes one step further: files stay from call to call, variables do not.
# About: Press "Run in sandbox" several times. In a sweep every candidate begins at step 1.

import json
import os

STATE = "state.json"

state = {"step": 0, "total": 0}
if os.path.exists(STATE):
    with open(STATE, encoding="utf-8") as file:
        state = json.load(file)

state["step"] += 1
state["total"] += state["step"]

# Under another name first: a run that is cancelled here leaves the state of the step before.
with open(STATE + ".new", "w", encoding="utf-8") as file:
    json.dump(state, file)
os.replace(STATE + ".new", STATE)
print(json.dumps(state))

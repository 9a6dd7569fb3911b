# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
# Title: Candidates that fail in different ways
# About: Ends well, with exit codes, with an exception and by a signal: to try the filters of the results.
# Parameter case: ok,exit 2,exception,signal,message
# Exit codes: 0 1 2 143

import os
import signal
import sys

case = {{case}}

print(f"this is the case {case}")
if case == "exit 2":
    sys.exit(2)
elif case == "exception":
    raise ValueError("raised on purpose")
elif case == "signal":
    sys.stdout.flush()
    os.kill(os.getpid(), signal.SIGTERM)
elif case == "message":
    sys.exit("a message on stderr, and exit code 1")

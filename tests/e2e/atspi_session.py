# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A display, a window manager, a bus and an accessibility bus of one's own, and the window on them, as a screen reader sees it.

The outer half starts Xvfb and openbox and runs the test again inside dbus-run-session; the inner half talks to the window.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
INNER = "HERMES_E2E_INNER"
SCREEN = "HERMES_E2E_SCREEN"
# Only a test that fails waits this long, on a machine that does many other things as well.
PATIENCE = 60


def missing_parts():
    missing = [name for name in ("Xvfb", "dbus-run-session", "openbox", "xdotool") if not shutil.which(name)]
    if not bus_launcher():
        missing.append("at-spi2-core")
    try:
        import gi

        gi.require_version("Atspi", "2.0")
    except (ImportError, ValueError):
        missing.append("python3-gi with gir1.2-atspi-2.0")
    return missing


def bus_launcher():
    for folder in ("/usr/libexec", "/usr/lib/at-spi2-core", "/usr/lib/at-spi2"):
        path = os.path.join(folder, "at-spi-bus-launcher")
        if os.access(path, os.X_OK):
            return path
    return None


def end(process):
    process.terminate()
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait(10)


def start_server(folder):
    """Xvfb, and the number of its display; nothing when it did not start."""
    reading, writing = os.pipe()
    # Without -noreset the server begins anew, and turns others away meanwhile, whenever its last client has gone: the
    # accessibility bus is the first to come and go.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-fbdir", folder, "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as numbers:
        return server, numbers.readline().strip()


def start_window_manager(environment):
    """Openbox as it comes, whatever the user has configured, once it manages windows: it hands them the focus."""
    manager = subprocess.Popen(["openbox", "--sm-disable", "--config-file", "/etc/xdg/openbox/rc.xml"], env=environment,
                               stderr=subprocess.DEVNULL)

    def manages():
        return subprocess.run(["xdotool", "get_num_desktops"], env=environment, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode == 0

    try:
        until(manages, "the window manager")
    except AssertionError:
        end(manager)
        raise
    return manager


def run_in_session(environment):
    """Runs the inner half; whatever becomes of it, nothing that it started is left."""
    session = subprocess.Popen(["dbus-run-session", "--", sys.executable] + sys.argv, env=environment, start_new_session=True)
    try:
        return session.wait()
    finally:
        try:
            os.killpg(session.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        session.wait()


def stop(*_):
    sys.exit(1)


def run_inside():
    """Runs this script again with a display and a session bus; returns its exit code."""
    missing = missing_parts()
    if missing:
        text = f"needs {', '.join(missing)}: packaging/dev setup test installs them"
        if os.environ.get("CI"):
            print("FAIL:", text)
            return 1
        print("SKIPPED:", text)
        return SKIPPED
    signal.signal(signal.SIGTERM, stop)  # so that all is ended in its order
    with tempfile.TemporaryDirectory(prefix="hermes-screen-") as folder:
        server, number = start_server(folder)
        try:
            if not number:
                print("FAIL: Xvfb did not start")
                return 1
            environment = dict(os.environ, DISPLAY=":" + number, QT_QPA_PLATFORM="xcb", LC_ALL="C.UTF-8",
                               QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", NO_AT_BRIDGE="0")
            environment[INNER] = "1"
            environment[SCREEN] = folder
            for name in ("WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"):
                environment.pop(name, None)
            manager = start_window_manager(environment)
            try:
                return run_in_session(environment)
            finally:
                end(manager)
        finally:
            end(server)


def run(test):
    """Runs the test as a script: the outer half of it, or where that has run it the inner one. Does not come back."""
    if not os.environ.get(INNER):
        sys.exit(run_inside())
    test()
    print("ok")
    sys.exit(0)


def until(question, what, seconds=PATIENCE, note=None):
    """Asks until the answer is true; returns the answer. When it never is, `note` tells what is there instead."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            answer = question()
        except Exception as fault:  # the tree changes while it is walked
            answer, last = None, repr(fault)
        else:
            last = None
        if answer:
            return answer
        if time.monotonic() > deadline:
            reason = last or (note and note())
            raise AssertionError(f"waited {seconds} s in vain for {what}" + (f" ({reason})" if reason else ""))
        time.sleep(0.05)


def processes_of(*words):
    """The processes whose command line begins with these words."""
    wanted = [word.encode() for word in words]
    found = []
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                with open(f"/proc/{entry}/cmdline", "rb") as file:
                    begin = file.read().split(b"\0")[:len(wanted)]
            except OSError:
                continue
            if begin == wanted:
                found.append(int(entry))
    return found

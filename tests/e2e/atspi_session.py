# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A display, a bus and an accessibility bus of one's own, and the window on them, as a screen reader sees it.

The outer half starts Xvfb and runs the test again inside dbus-run-session; the inner half talks to the window.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
INNER = "HERMES_E2E_INNER"


def missing_parts():
    missing = [name for name in ("Xvfb", "dbus-run-session") if not shutil.which(name)]
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
    reading, writing = os.pipe()
    # Without -noreset the server begins anew, and turns others away meanwhile, whenever its last client has gone: the
    # accessibility bus is the first to come and go.
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-noreset"],
        pass_fds=[writing], stderr=subprocess.DEVNULL)
    os.close(writing)
    try:
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()
        if not number:
            print("FAIL: Xvfb did not start")
            return 1
        environment = dict(os.environ, DISPLAY=":" + number, QT_QPA_PLATFORM="xcb", LC_ALL="C.UTF-8",
                           QT_LINUX_ACCESSIBILITY_ALWAYS_ON="1", NO_AT_BRIDGE="0")
        environment[INNER] = "1"
        for name in ("WAYLAND_DISPLAY", "AT_SPI_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"):
            environment.pop(name, None)
        return subprocess.run(["dbus-run-session", "--", sys.executable] + sys.argv, env=environment,
                              timeout=170).returncode
    finally:
        server.terminate()
        server.wait(10)


def until(question, what, seconds=20):
    """Asks until the answer is true; returns the answer."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            answer = question()
        except Exception as fault:  # the tree changes while it is walked
            answer, last = None, fault
        else:
            last = None
        if answer:
            return answer
        if time.monotonic() > deadline:
            raise AssertionError(f"waited {seconds} s in vain for {what}" + (f" ({last})" if last else ""))
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


class Panel:
    """The running window."""

    def __init__(self, program, *arguments):
        import gi

        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, Gio, GLib

        self.atspi = Atspi
        self.bus = subprocess.Popen([bus_launcher(), "--launch-immediately"], stderr=subprocess.DEVNULL)
        session = Gio.bus_get_sync(Gio.BusType.SESSION)

        def enable():
            session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
                              GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True))),
                              None, Gio.DBusCallFlags.NONE, 2000, None)
            return True

        until(enable, "the accessibility bus")
        Atspi.init()
        self.home = tempfile.TemporaryDirectory(prefix="hermes-e2e-")
        self.environment = dict(os.environ)
        for name in ("STATE", "CONFIG", "CACHE", "DATA"):
            self.environment[f"XDG_{name}_HOME"] = os.path.join(self.home.name, name.lower())
        self.program = program
        self._start(*arguments)

    def _start(self, *arguments):
        self.process = subprocess.Popen([self.program, *arguments], env=self.environment)
        self.window = until(lambda: self.process.poll() is not None or self._find_window(), "the window", 60)
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended at its start with {self.process.returncode}")

    def kill_and_restart(self, *arguments):
        """The same user starts the program again after it was lost."""
        self.process.kill()
        self.process.wait(10)
        self._start(*arguments)

    def _find_window(self):
        desktop = self.atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application and application.get_process_id() == self.process.pid and application.get_child_count():
                return application.get_child_at_index(0)
        return None

    def find(self, name, role=None):
        """The control of this accessible name."""
        found = until(lambda: self._search(self.window, name, role), f"the control {name}")
        found.clear_cache()
        return found

    def _search(self, node, name, role):
        waiting = [node]
        while waiting:
            node = waiting.pop(0)
            if node is None:
                continue
            if node.get_name() == name and (role is None or node.get_role_name() == role):
                return node
            # Tables may have a million cells; nothing that is searched for lies in one.
            if node.get_role_name() not in ("table", "menu bar"):
                waiting += [node.get_child_at_index(i) for i in range(node.get_child_count())]
        return None

    def press(self, name):
        button = self.find(name)
        actions = [button.get_action_name(i).lower() for i in range(button.get_n_actions())]
        button.do_action(next(i for i, action in enumerate(actions) if action in ("press", "click")))

    def type_into(self, name, text):
        assert self.find(name).set_text_contents(text), f"{name} cannot be edited"

    def choose(self, name, entry):
        """Chooses an entry of a combo box."""
        entries = self.find(name).get_child_at_index(0)
        names = [entries.get_child_at_index(i).get_name() for i in range(entries.get_child_count())]
        assert entries.select_child(names.index(entry)), f"{entry} cannot be chosen in {name}"

    def text_of(self, name):
        node = self.find(name)
        # Of the interface: the method of that name of a node is another one, and deprecated.
        return self.atspi.Text.get_text(node, 0, self.atspi.Text.get_character_count(node))

    def column(self, table_name, title):
        """The texts of a column by its title."""
        table = self.find(table_name)
        for column in range(table.get_n_columns()):
            if table.get_column_description(column) == title:
                return [table.get_accessible_at(row, column).get_name() for row in range(table.get_n_rows())]
        return []

    def close(self):
        for process in (self.process, self.bus):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait(10)
        self.home.cleanup()

# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The running window as a screen reader sees it: its controls by their names, their places, their texts, the focus."""

import os
import subprocess
import sys
import tempfile

from atspi_session import PATIENCE, SCREEN, bus_launcher, end, until
from screenshot import write_screenshot


class Panel:
    """The program, started with these arguments in a home of its own.

    To be used in a `with`, which ends it, and keeps a picture of the screen when the test fails.
    """

    def __init__(self, program, *arguments):
        import gi

        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi, Gio, GLib

        self.atspi = Atspi
        self.events = GLib.MainContext.default()
        self.bus = subprocess.Popen([bus_launcher(), "--launch-immediately"], stderr=subprocess.DEVNULL)
        session = Gio.bus_get_sync(Gio.BusType.SESSION)

        def enable():
            session.call_sync("org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
                              GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True))),
                              None, Gio.DBusCallFlags.NONE, 2000, None)
            return True

        until(enable, "the accessibility bus")
        Atspi.init()
        # What was true a moment ago is of no use: the tests ask because something changes.
        Atspi.get_desktop(0).set_cache_mask(Atspi.Cache.NONE)
        self.home = tempfile.TemporaryDirectory(prefix="hermes-e2e-")
        self.environment = dict(os.environ)
        for name in ("STATE", "CONFIG", "CACHE", "DATA"):
            self.environment[f"XDG_{name}_HOME"] = os.path.join(self.home.name, name.lower())
        self.program = program
        self.focus_moves = 0
        self._listener = Atspi.EventListener.new(self._note_focus)
        self._listener.register("object:state-changed:focused")
        self._start(*arguments)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind:
            path = os.path.abspath(os.path.basename(sys.argv[0]).removesuffix(".py") + ".png")
            write_screenshot(os.environ[SCREEN], path)
            print("the screen as it was:", path)
        self.close()

    def _start(self, *arguments):
        self.process = subprocess.Popen([self.program, *arguments], env=self.environment)
        self._known = {}
        self._focus = None
        self.window = until(lambda: self.process.poll() is not None or self._find_window(), "the window")
        if self.process.poll() is not None:
            raise AssertionError(f"the program ended at its start with {self.process.returncode}")
        until(lambda: self.is_in_state(self.window, self.atspi.StateType.ACTIVE), "the window to have the focus")
        # Before the program knows that somebody listens, it says nothing.
        self.pump()
        if not self._focus:
            self._focus = until(self._look_for_focus, "something to have the focus")

    def kill_and_restart(self, *arguments):
        """The same user starts the program again after it was lost."""
        self.process.kill()
        self.process.wait(10)
        self._start(*arguments)

    def close(self):
        for process in (self.process, self.bus):
            end(process)
        self.home.cleanup()

    # What there is

    def _application(self):
        desktop = self.atspi.get_desktop(0)
        for i in range(desktop.get_child_count()):
            application = desktop.get_child_at_index(i)
            if application and application.get_process_id() == self.process.pid:
                return application
        return None

    def _find_window(self):
        application = self._application()
        return application.get_child_at_index(0) if application and application.get_child_count() else None

    def windows(self):
        """The window and its dialogs, the newest first."""
        application = self._application()
        children = [application.get_child_at_index(i) for i in range(application.get_child_count())]
        return [child for child in reversed(children) if self.is_in_state(child, self.atspi.StateType.SHOWING)]

    def is_in_state(self, node, state):
        return node.get_state_set().contains(state)

    def find(self, name, role=None):
        """The control of this accessible name."""
        return until(lambda: self._recall(name, role) or self.look_for(name, role), f"the control {name}")

    def _recall(self, name, role):
        node = self._known.get((name, role))
        try:
            if node and node.get_name() == name and self.is_in_state(node, self.atspi.StateType.SHOWING):
                return node
        except Exception:  # it is gone
            pass
        return None

    def look_for(self, name, role=None):
        """The same as it is now; one that is hidden, or only says something, where there is no other."""
        found, best = None, -1
        for window in self.windows():
            for node in self._nodes(window):
                if node.get_name() != name or (role and node.get_role_name() != role):
                    continue
                state = node.get_state_set()
                shown = state.contains(self.atspi.StateType.SHOWING)
                # A label has the name of its field.
                rank = 2 * shown + state.contains(self.atspi.StateType.FOCUSABLE)
                if rank > best:
                    found, best = node, rank
                if rank == 3:
                    self._known[name, role] = node
                    return node
        return found

    def _nodes(self, root):
        waiting = [root]
        while waiting:
            node = waiting.pop(0)
            if node is None:
                continue
            yield node
            # Tables may have a million cells; nothing that is searched for lies in one.
            if node.get_role_name() not in ("table", "menu bar"):
                waiting += [node.get_child_at_index(i) for i in range(node.get_child_count())]

    def child(self, parent, name):
        """An entry of a list, a menu or a menu bar."""

        def look():
            children = [parent.get_child_at_index(i) for i in range(parent.get_child_count())]
            return next((child for child in children if child.get_name() == name), None)

        return until(look, f"{name} in {parent.get_name() or parent.get_role_name()}")

    def menu(self, name):
        """A title of the menu bar; the menu is its child."""
        bar = until(lambda: next(n for n in self._nodes(self.window) if n.get_role_name() == "menu bar"), "the menu bar")
        return self.child(bar, name)

    def cell(self, table_name, row, column):
        table = self.find(table_name, "table")
        return until(lambda: row < table.get_n_rows() and table.get_accessible_at(row, column),
                     f"row {row} of {table_name}")

    def says(self, beginning):
        """Whether there is a text that begins so."""
        return any(node.get_name().startswith(beginning) and self.is_in_state(node, self.atspi.StateType.SHOWING)
                   for window in self.windows() for node in self._nodes(window))

    def is_enabled(self, name):
        return self.is_in_state(self.find(name), self.atspi.StateType.SENSITIVE)

    # Where it is

    def extents(self, node):
        place = node.get_extents(self.atspi.CoordType.SCREEN)
        return place.x, place.y, place.width, place.height

    def middle(self, node, what):
        """Where the pointer has to be, once it is shown and stays where it is."""
        last = None

        def settled():
            nonlocal last
            before, last = last, self.extents(node)
            shown = self.is_in_state(node, self.atspi.StateType.SHOWING) and last[2] > 0 and last[3] > 0
            return last if shown and before == last else None

        x, y, width, height = until(settled, f"{what} to stay in its place")
        return x + width // 2, y + height // 2

    # Where the focus is

    def _note_focus(self, event):
        if event.detail1:
            self._focus = event.source
            self.focus_moves += 1

    def _look_for_focus(self):
        return next(node for node in self._nodes(self.window) if self.is_in_state(node, self.atspi.StateType.FOCUSED))

    def pump(self):
        """Takes the events that have arrived."""
        while self.events.iteration(False):
            pass

    def focus(self):
        """Names of what has the focus and of all that it lies in, from the inside to the outside."""
        self.pump()
        names = []
        node = self._focus
        try:
            while node is not None and node.get_role_name() != "application":
                names.append(node.get_name())
                node = node.get_parent()
        except Exception:  # it went away while it was asked
            return []
        return names

    # What it says

    def text_of(self, name):
        node = self.find(name)
        # Of the interface: the method of that name of a node is another one, and deprecated.
        return self.atspi.Text.get_text(node, 0, self.atspi.Text.get_character_count(node))

    def column_number(self, table, title):
        for column in range(table.get_n_columns()):
            if table.get_column_description(column) == title:
                return column
        return None

    def column(self, table_name, title):
        """The texts of a column by its title."""
        table = self.find(table_name, "table")
        column = self.column_number(table, title)
        if column is None:
            return []
        return [table.get_accessible_at(row, column).get_name() for row in range(table.get_n_rows())]

    def until_column(self, table_name, title, holds, what):
        """The texts of a column once they are as they are waited for."""
        texts = []

        def as_wanted():
            texts[:] = self.column(table_name, title)
            return bool(texts) and holds(texts)

        try:
            until(as_wanted, what)
        except AssertionError as fault:
            raise AssertionError(f"{fault}; {title} is {texts}") from None
        return texts

    # What can be done to it by way of the accessibility bus alone

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

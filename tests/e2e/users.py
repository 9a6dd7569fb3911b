# SPDX-FileCopyrightText: 2026 Hermes Panel contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Two people who want the same of the window: one with a mouse, one without.

Both use nothing but the devices, by events of the X server as a real mouse and a real keyboard make them. What the
accessibility bus tells serves as their eyes: where a control is, what it says, where the focus is.
"""

import contextlib
import subprocess
import sys

from atspi_session import until
from panel import Panel


def use_devices(*words):
    subprocess.run(["xdotool", *[str(word) for word in words]], check=True)


class User:
    """What both do in the same way."""

    def __init__(self, panel):
        self.panel = panel

    def keys(self, *names):
        use_devices("key", "--delay", 4, *names)

    def type(self, text):
        """Into what has the focus. A line end is the key Return."""
        for number, line in enumerate(text.split("\n")):
            if number > 0:
                self.keys("Return")
            if line:
                use_devices("type", "--delay", 4, "--", line)

    def fill(self, name, text, line=None):
        """Puts a text in the place of the one that is there; in a combo box the line is a control of its own."""
        self.go_to(name)
        self.keys("ctrl+a", "Delete")
        self.type(text)
        until(lambda: self.panel.text_of(line or name) == text, f"{name} to hold what was typed")

    def until_focus(self, name):
        until(lambda: name in self.panel.focus(), f"the focus on {name}", note=self.panel.focus)

    def until_enabled(self, name):
        until(lambda: self.panel.is_enabled(name), f"{name} to be enabled")


@contextlib.contextmanager
def user_of_window(*options):
    """A window that is started with these options, with the user of it, as the words of the test say: HERMES-PANEL HERMESCTL
    mouse|keyboard."""
    program, _, devices = sys.argv[1:4]
    with Panel(program, *options) as panel:
        yield {"mouse": MouseUser, "keyboard": KeyboardUser}[devices](panel), panel


class MouseUser(User):
    """Points and clicks, and has the keyboard for texts alone."""

    def click(self, node, what, *held):
        use_devices("mousemove", *self.panel.middle(node, what))
        self.click_here(*held)

    def click_here(self, *held):
        words = ["click", 1]
        for key in held:
            words = ["keydown", key, *words, "keyup", key]
        use_devices(*words)

    def go_to(self, name):
        """Points at where its text begins: what is in its middle may be something else."""
        node = self.panel.find(name)
        self.panel.middle(node, name)
        x, y, width, height = self.panel.extents(node)
        use_devices("mousemove", x + min(width // 2, 60), y + min(height // 2, 12))
        self.click_here()
        self.until_focus(name)

    def press(self, name):
        self.until_enabled(name)
        self.click(self.panel.find(name), name)

    def show_page(self, name):
        self.click(self.panel.child(self.panel.find("Pages"), name), name)

    def choose(self, name, entry):
        box = self.panel.find(name)
        self.click(box, name)
        self.click(self.panel.child(box.get_child_at_index(0), entry), entry)

    def command(self, menu, name):
        title = self.panel.menu(menu)
        self.click(title, menu)
        self.click(self.panel.child(title.get_child_at_index(0), name), name)

    def choose_below(self, button, entry):
        """Down along the entries of the menu that a button opens."""
        self.press(button)
        x, y, width, height = self.panel.extents(self.panel.find(button))
        middle = x + width // 2

        def points_at_it(top):
            use_devices("mousemove", middle, top)
            return self.panel.focus()[:1] == [entry]

        until(lambda: any(points_at_it(y + height + down) for down in range(6, 240, 6)), f"{entry} below {button}")
        self.click_here()

    def select_rows(self, table, rows):
        for number, row in enumerate(rows):
            self.click(self.panel.cell(table, row, 0), f"row {row} of {table}", *(["ctrl"] if number > 0 else []))

    def add_parameter(self, name, values):
        row = self.panel.find("Parameters", "table").get_n_rows()
        self.press("Add parameter")
        self.until_focus("Parameter name")
        self.type(name)
        self.click(self.panel.cell("Parameters", row, 1), f"the values of {name}")
        self.type(values)
        self.keys("Return")

    def edit_cell(self, table, row, column, text):
        self.click(self.panel.cell(table, row, column), f"row {row} of {table}")
        self.type(text)
        self.keys("Return")

    def give_file_name(self, path, button):
        self.until_focus("File name:")
        self.keys("ctrl+a")
        self.type(path)
        self.press(button)

    def undo(self):
        self.press("Undo")


class KeyboardUser(User):
    """Has no mouse: Tab, arrows, shortcuts and the menu bar."""

    # In an editor of code Tab indents; the help of the page says what leaves it.
    EDITORS = ("Snippet",)

    def move(self, *keys):
        """Presses a key that moves the focus, and waits until it has."""
        before = self.panel.focus_moves
        self.keys(*keys)

        def moved():
            self.panel.pump()
            return self.panel.focus_moves > before

        until(moved, f"the focus to leave {self.panel.focus()[:1]} by {' '.join(keys)}")

    def go_to(self, name):
        """By Tab, and back where an editor in between has to be left by the key that goes to the next part of the page."""
        passed = []
        key, part = "Tab", "F6"
        while name not in self.panel.focus():
            here = self.panel.focus()[:2]
            if passed.count((key, here)) > 1:
                assert key == "Tab", f"Tab does not lead to {name}: {passed}"
                key, part = "shift+Tab", "shift+F6"
            passed.append((key, here))
            self.move(part if here[:1] and here[0] in self.EDITORS else key)

    def press(self, name):
        self.until_enabled(name)
        self.go_to(name)
        self.keys("space")

    def show_page(self, name):
        self.keys(f"alt+{['Run', 'Sessions', 'Backends', 'History'].index(name) + 1}")
        entry = self.panel.child(self.panel.find("Pages"), name)
        until(lambda: self.panel.is_in_state(entry, self.panel.atspi.StateType.SELECTED), f"the page {name}")

    def choose(self, name, entry):
        self.go_to(name)
        self.move("alt+Down")
        self.along("Down", entry)
        self.keys("Return")

    def along(self, key, entry):
        """Along the entries of a list or menu until the wanted one."""
        passed = []
        while self.panel.focus()[:1] != [entry]:
            here = self.panel.focus()[:1]
            assert passed.count(here) < 3, f"{key} does not lead to {entry}: {passed}"
            passed.append(here)
            self.move(key)

    def command(self, menu, name):
        self.move("F10")
        self.along("Right", menu)
        self.move("Down")
        self.along("Down", name)
        self.keys("Return")

    def choose_below(self, button, entry):
        self.go_to(button)
        self.keys("space")
        self.move("Down")
        self.along("Down", entry)
        self.keys("Return")

    def select_rows(self, table, rows):
        self.go_to(table)
        # The arrows select one row in place of those that were; where there is but one, they lead nowhere.
        self.keys("ctrl+Home", "Down", "Up", "space")
        for row in range(max(rows) + 1):
            if row > 0:
                self.keys("ctrl+Down")
            if (row in rows) != (row == 0):
                self.keys("ctrl+space")

    def add_parameter(self, name, values):
        self.go_to("Parameters")
        self.keys("Insert")
        self.until_focus("Parameter name")
        self.type(name)
        self.keys("Tab")
        self.until_focus("Parameter values")
        self.type(values)
        self.keys("Return")

    def edit_cell(self, table, row, column, text):
        self.go_to(table)
        self.keys("ctrl+Home", *["Down"] * row, *["Right"] * column)
        self.type(text)
        self.keys("Return")

    def give_file_name(self, path, _):
        self.until_focus("File name:")
        self.keys("ctrl+a")
        self.type(path)
        self.keys("Return")

    def undo(self):
        self.keys("ctrl+z")

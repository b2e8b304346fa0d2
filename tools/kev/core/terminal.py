"""Output: headings, tables, one progress line. Plain text; colour only on a terminal."""
import os
import shutil
import sys
import time

WIDTH = 88


def is_terminal():
    """Whether lines may be rewritten and coloured."""
    return sys.stdout.isatty() and os.environ.get("TERM", "dumb") != "dumb"


def styled(text, code):
    """`text` in an ANSI style, on a terminal that has not asked for none."""
    return f"\033[{code}m{text}\033[0m" if is_terminal() and "NO_COLOR" not in os.environ else text


def bold(text):
    """Bold text."""
    return styled(text, "1")


def heading(text):
    """A line that starts a section."""
    print(f"\n{bold(text)}\n{'─' * min(len(text), WIDTH)}", flush=True)


def say(text=""):
    """A line, at once."""
    print(text, flush=True)


def table(columns, rows, indent="  "):
    """Rows of cells under column names; the first column left, numbers right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(line[i]) for line in [columns, *cells]) for i in range(len(columns))]
    for number, line in enumerate([list(columns), *cells]):
        text = indent + "  ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                                  for i, (cell, width) in enumerate(zip(line, widths)))
        print(bold(text.rstrip()) if number == 0 else text.rstrip())
    sys.stdout.flush()


class Progress:
    """One line that is rewritten on a terminal; elsewhere a line at once, and then one every ten seconds."""

    def __init__(self, title):
        self.title = title
        self.started = time.monotonic()
        self.last_line = None

    @classmethod
    def begun(cls, title):
        """A line that is shown at once, because the first news may take long."""
        progress = cls(title)
        progress.update("...")
        return progress

    def update(self, detail):
        """Shows `detail` beside the title."""
        now = time.monotonic()
        if is_terminal():
            width = shutil.get_terminal_size((WIDTH, 24)).columns - 1
            print("\r" + f"  {self.title}: {detail}"[:width].ljust(width), end="", flush=True)
        elif self.last_line is None or now - self.last_line >= 10:
            self.last_line = now
            print(f"  {self.title}: {detail}", flush=True)

    def clear(self):
        """Takes the line away, so that something else can be printed."""
        if is_terminal():
            width = shutil.get_terminal_size((WIDTH, 24)).columns - 1
            print("\r" + " " * width + "\r", end="", flush=True)

    def done(self, result):
        """Ends the line with `result` and the seconds it took."""
        self.clear()
        say(f"  {self.title}: {result} ({time.monotonic() - self.started:.0f} s)")

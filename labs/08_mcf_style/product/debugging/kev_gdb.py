"""gdb: shows the locks in words. `print mutex` says "locked, 2 sleeping, 1 spinning".

The table has the bits of each word, as the comments of the headers have them: (field, lowest bit, width). kev.natvis has
the same fields for Visual Studio, and a test compares the two.
"""
import re

FIELDS = {
    "mutex": (("locked", 0, 1), ("spinner_bits", 1, 4), ("failures", 5, 4), ("passed_over", 9, 7), ("called", 32, 8),
              ("sleeping", 40, 24)),
    "shared_mutex": (("called_writers", 0, 1), ("sleeping_writers", 1, 15), ("sleeping_readers", 16, 16),
                     ("writer_inside", 32, 1), ("waking", 33, 1), ("readers_inside", 34, 15), ("called_readers", 49, 15)),
    "counting_semaphore": (("called", 0, 32), ("permits_as_unsigned", 32, 32)),
    "event": (("is_set", 0, 1), ("called", 1, 31), ("sleeping", 32, 32)),
    "once_flag": (("done", 0, 8), ("begun", 8, 1), ("called", 9, 23), ("sleeping", 32, 32)),
    "condition_variable": (("first", 0, 50), ("pending", 50, 14)),
}
# kev::mutex, kev::v0_9::basic_mutex<...>, kev::lab08::basic_mutex<...>, and kev_mutex of the C interface.
NAME = re.compile(r"^kev(?:::(?:v\d+_\d+|lab08))?(?:::|_)(?:basic_)?(recursive_)?"
                  r"(mutex|shared_mutex|counting_semaphore|semaphore|event|once_flag|condition_variable|cond)(?:<.*>)?$")
IN_C = {"semaphore": "counting_semaphore", "cond": "condition_variable"}


def fields(kind, word):
    """{field: value} of a word."""
    return {name: word >> lowest & (1 << width) - 1 for name, lowest, width in FIELDS[kind]}


def counted(found, *names):
    """"2 sleeping, 1 called": the counts that are not zero."""
    return [f"{found[name]} {name.replace('_', ' ')}" for name in names if found[name]]


def mutex(found):
    spinning = bin(found["spinner_bits"]).count("1")
    return ["locked" if found["locked"] else "free", *counted(found, "sleeping"),
            *([f"{spinning} spinning"] if spinning else []), *counted(found, "called", "passed_over", "failures")]


def shared_mutex(found):
    inside = ["a writer inside"] if found["writer_inside"] else counted(found, "readers_inside") or ["free"]
    return [*inside, *counted(found, "sleeping_writers", "sleeping_readers", "called_writers", "called_readers"),
            *(["a writer about to look"] if found["waking"] else [])]


def counting_semaphore(found):
    number = found["permits_as_unsigned"]
    sleeping = 2**32 - number if number >= 2**31 else 0
    return [f"{sleeping} sleeping" if sleeping else f"{number} free", *counted(found, "called")]


def event(found):
    return ["set" if found["is_set"] else "not set", *counted(found, "sleeping", "called")]


def once_flag(found):
    state = "done" if found["done"] else "a thread is at it" if found["begun"] else "not begun"
    return [state, *counted(found, "sleeping", "called")]


def condition_variable(found):
    """A pending position may be one that its waiter has left because its time was up."""
    return [f"{found['pending']} pending" if found["pending"] else "nobody waits"]


IN_WORDS = {each.__name__: each for each in (mutex, shared_mutex, counting_semaphore, event, once_flag,
                                             condition_variable)}


def describe(kind, word):
    """A word in words."""
    return ", ".join(IN_WORDS[kind](fields(kind, word)))


def kind_of(type_name):
    """(kind, whether it is recursive) of a type's name; None for all other types."""
    match = NAME.match(type_name or "")
    return match and (IN_C.get(match.group(2), match.group(2)), bool(match.group(1)))


class Printer:
    """The word comes first in each type."""

    def __init__(self, value, kind, is_recursive):
        self.value, self.kind, self.is_recursive = value, kind, is_recursive

    def to_string(self):
        if self.value.address is None:
            return "not in memory"
        pointer = gdb.lookup_type("unsigned long long").pointer()
        words = self.value.address.cast(pointer)
        text = describe(self.kind, int(words.dereference()))
        if self.is_recursive and self.value.type.sizeof == 24 and int((words + 1).dereference()):
            text += f", depth {int((words + 2).dereference())}"
        return text


def look_up(value):
    found = kind_of(value.type.strip_typedefs().unqualified().name)
    return Printer(value, *found) if found else None


try:
    import gdb
except ImportError:  # the test of the tables
    pass
else:
    gdb.pretty_printers.insert(0, look_up)

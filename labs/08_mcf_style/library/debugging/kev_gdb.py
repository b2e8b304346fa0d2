"""gdb: shows the locks in words. `print mutex` says "locked, 2 sleeping, 1 spinning".

The table has the bits of each word, as the comments of the headers have them: (field, lowest bit, width). kev.natvis has
the same fields for Visual Studio, and a test compares the two. kev.natvis is for pointers of 64 bits only.

Each word has 64 bits. Behind a mutex or a shared_mutex that notices misuse stands its owner. A recursive mutex is a mutex, an
owner and a depth, a latch a count and an event, a barrier a mutex, a condition variable, and three numbers.
"""
import re
import sys

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
# kev::mutex, kev::lab08::mutex, kev::v0_9::basic_recursive_mutex<...>, kev::v0_9::checked_mutex, kev_mutex of the C
# interface, and __kev_mutex of the drop-in, which std::mutex has inside.
NAME = re.compile(r"^(?:__)?kev(?:::(?:v\d+_\d+|lab08|plain))*(?:::|_)(?:basic_|checked_)?(mutex|recursive_mutex|"
                  r"shared_mutex|counting_semaphore|semaphore|event|once_flag|once|condition_variable|cond|latch|"
                  r"barrier)(?:<.*>)?$")
IN_C = {"semaphore": "counting_semaphore", "cond": "condition_variable", "once": "once_flag"}


def fields(kind, word):
    """{field: value} of a word."""
    return {name: word >> lowest & (1 << width) - 1 for name, lowest, width in FIELDS[kind]}


def places(kind, size, pointer, size_of_mutex=8):
    """(offset, bytes) of each word of an object. `size_of_mutex` is that of the mutex inside, if there is one."""
    if kind == "latch":
        return [(0, pointer), (8, 8)]
    mutex_alone = [(0, 8), *([(8, pointer)] if size_of_mutex > 8 else [])]
    if kind == "barrier":
        return [*mutex_alone, (size_of_mutex, 8), *((size_of_mutex + 8 + each * pointer, pointer) for each in range(3))]
    if kind == "recursive_mutex":
        return [*mutex_alone, (size_of_mutex, pointer), (size_of_mutex + pointer, pointer)]
    return [(0, 8), *([(8, pointer)] if size > 8 else [])]


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
    """The kind of a type, by its name; None for all other types."""
    match = NAME.match(type_name or "")
    return match and IN_C.get(match.group(1), match.group(1))


def owned(kind, owner, name_of_thread):
    """Who owns it, if the object knows."""
    return [f"{kind} thread {name_of_thread(owner)}"] if owner else []


def latch(words):
    """The event says whether waiters come through: the count is zero a little earlier."""
    found = fields("event", words[1])
    return ["done" if found["is_set"] else f"{words[0]} left", *counted(found, "sleeping", "called")]


def barrier(words, mutex_words):
    _, expected, missing, phase = words[mutex_words:mutex_words + 4]
    return [f"{missing} of {expected} missing", f"phase {phase}", describe("condition_variable", words[mutex_words]),
            *(["its mutex locked"] if words[0] & 1 else [])]


def describe_object(kind, words, mutex_words=1, name_of_thread=hex):
    """All words of an object in words. `mutex_words` is the size of the mutex that begins a barrier."""
    if kind == "latch":
        return ", ".join(latch(words))
    if kind == "barrier":
        return ", ".join(barrier(words, mutex_words))
    if kind == "recursive_mutex":
        owner, depth = words[-2:]
        return ", ".join([describe("mutex", words[0]), *([f"depth {depth}"] if owner else []),
                          *owned("owner", owner, name_of_thread)])
    found = [describe(kind, words[0])]
    if kind in ("mutex", "shared_mutex") and len(words) > 1:  # a checked build
        found += owned("owner" if kind == "mutex" else "writer", words[1], name_of_thread)
    return ", ".join(found)


class Printer:
    """Reads the words of an object."""

    def __init__(self, value, kind):
        self.value, self.kind = value, kind

    def to_string(self):
        if self.value.address is None:
            return "not in memory"
        pointer = self.value.address.type.sizeof
        size_of_mutex = 8
        if self.kind in ("barrier", "recursive_mutex") and any(each.name == "mutex_" for each in self.value.type.fields()):
            size_of_mutex = self.value["mutex_"].type.sizeof
        read = [self.word_at(*place) for place in places(self.kind, self.value.type.sizeof, pointer, size_of_mutex)]
        return describe_object(self.kind, read, 1 if size_of_mutex == 8 else 2, name_of_thread)

    def word_at(self, offset, size):
        start = self.value.address.cast(gdb.lookup_type("char").pointer()) + offset
        return int(start.cast(gdb.lookup_type("unsigned long long" if size == 8 else "unsigned int").pointer()).dereference())


def name_of_thread(number):
    """gdb's number of a thread, and the system's, if this_thread() of the locks is `number` there."""
    for each in gdb.selected_inferior().threads():
        try:
            if int.from_bytes(each.handle(), sys.byteorder) == number:
                return f"{each.num} (LWP {each.ptid[1]})"
        except (AttributeError, NotImplementedError, gdb.error):  # gdb has no libthread_db, or is old
            pass
    return hex(number)


def names_of(type_):
    """The names of a type: of each typedef, and of the structure, which has none in C."""
    type_ = type_.unqualified()
    while type_.code == gdb.TYPE_CODE_TYPEDEF:
        yield type_.name
        type_ = type_.target().unqualified()
    yield type_.name


def look_up(value):
    kind = next(filter(None, map(kind_of, names_of(value.type))), None)
    return Printer(value, kind) if kind else None


try:
    import gdb
except ImportError:  # the test of the tables
    pass
else:
    gdb.pretty_printers.insert(0, look_up)

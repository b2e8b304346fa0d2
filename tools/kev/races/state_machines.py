"""The machines that the lessons show: which cases are explored for each, what is looked at, and how it is drawn.

A case is the smallest that shows every kind of step. Where a word holds more than the lesson needs there, a tracker
leaves it out, and the title says so.
"""
from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kev.core.labs import find_lab
from kev.races.state_machine import State, Tracker, word
from kev.races.state_machine_svg import Drawing, Kind, Point

CAS = "CAS"


@dataclass(frozen=True)
class Picture:
    """A picture of a lab: labs/NN_*/figures/NAME.svg. `calls`: the place of each call into the kernel; the graph knows
    none."""
    lab: str
    cases: tuple[str, ...]
    tracker: Tracker
    drawing: Drawing
    name: str = "state_machine"
    calls: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> Path:
        """The file."""
        return find_lab(self.lab).directory / "figures" / f"{self.name}.svg"

    @property
    def program(self) -> str:
        """The model program with the cases."""
        return f"lab{self.lab}_model"


# The word of labs 03 and 05: free on the left, owned on the right; a step that wakes a thread leads upward.
COUNTED: Mapping[str, Point] = {
    "free": (134, 26), "owned": (366, 26),
    "free, waking": (134, 130), "owned, waking": (366, 130),
    "free, 1 waiting": (134, 234), "owned, 1 waiting": (366, 234),
    "free, 1 waiting, waking": (134, 338), "owned, 1 waiting, waking": (366, 338),
    "free, 2 waiting": (134, 442), "owned, 2 waiting": (366, 442)}
OUTSIDE = 98  # the bend of an arrow that passes the box between its two
FAR_OUTSIDE = 164

FAST_MUTEX = Picture("03", ("fast_mutex/3", "fast_mutex/comes-back"), word("m.word", "free"), Drawing(
    "The word of fast_mutex with three threads, one of which may come back. A free lock becomes owned. A waiter announces "
    "itself while the lock is owned. An unlocker turns one waiter into the waking bit, which the woken thread clears.",
    (Kind("owner", "a thread locks", ("lock: fetch_or", "lock_slow: fetch_or")),
     Kind("unlocker", "the owner unlocks", ("unlock: fetch_sub",)),
     Kind("waiter", "a waiter announces itself", (f"sleep: {CAS}",)),
     Kind("unlocker", "an unlocker claims a waiter", (f"wake_one: {CAS}",)),
     Kind("waiter", "the woken thread clears waking", ("sleep: fetch_sub",))),
    COUNTED, "owned", "the lock is owned",
    {("owned", "owned, 1 waiting"): OUTSIDE, ("owned, 1 waiting", "owned, 2 waiting"): OUTSIDE,
     ("owned, waking", "owned, 1 waiting, waking"): FAR_OUTSIDE}, 560))

TIMED_MUTEX = Picture("05", ("timed_mutex/3", "timed_mutex/comes-back"), word("m.word", "free"), Drawing(
    "The word of timed_mutex with three threads, one of which may come back. It works as that of fast_mutex. In addition, a "
    "waiter whose time is up takes one off the count, as long as it is above zero.",
    (Kind("owner", "a thread takes the lock", ("take: fetch_or",)),
     Kind("unlocker", "the owner unlocks", ("unlock: fetch_sub",)),
     Kind("waiter", "a waiter counts itself in", (f"sleep: {CAS}",)),
     Kind("unlocker", "an unlocker claims a waiter", (f"wake_one: {CAS}",)),
     Kind("waiter", "the woken thread clears waking", ("sleep: fetch_sub",)),
     Kind("waiter", "a waiter whose time is up withdraws", (f"withdraw: {CAS}",))),
    COUNTED, "owned", "the lock is owned",
    {("owned", "owned, 1 waiting"): OUTSIDE, ("owned, 1 waiting", "owned, 2 waiting"): OUTSIDE,
     ("owned, 1 waiting", "owned"): -OUTSIDE - 28, ("owned, 2 waiting", "owned, 1 waiting"): -OUTSIDE - 28,
     ("free, 1 waiting", "free"): OUTSIDE, ("free, 2 waiting", "free, 1 waiting"): OUTSIDE,
     ("free, 1 waiting, waking", "free, waking"): OUTSIDE,
     ("owned, waking", "owned, 1 waiting, waking"): FAR_OUTSIDE}, 560))


def with_claims(state: State, event: dict) -> State:
    """Lab 04: how many waiters are counted, and claimed; threads asleep in a wait, and in a release; calls that met."""
    counted, claimed, waiters, releasers, met = state
    asleep, is_wait = event.get("note") == "sleeps", event["operation"] == "NtWaitForKeyedEvent"
    if event["object"] == "c.waiters":
        claimed += max(0, event["before"] - event["after"])
        counted = event["after"]
    elif event["object"] == "c" and asleep:
        waiters, releasers = waiters + is_wait, releasers + (not is_wait)
    elif event["object"] == "c":
        claimed, waiters, releasers, met = claimed - 1, waiters - (not is_wait), releasers - is_wait, met + 1
    return counted, claimed, waiters, releasers, met


CLAIMS = {(0, 0, 0, 0, 0): "no waiter", (1, 0, 0, 0, 0): "1 announced, still awake", (1, 0, 1, 0, 0): "1 announced, asleep",
          (0, 1, 0, 0, 0): "1 claimed, still awake", (0, 1, 1, 0, 0): "1 claimed, asleep",
          (0, 1, 0, 1, 0): "1 claimed, the release blocks", (0, 0, 0, 0, 1): "no waiter, the wait returns"}
CONDVAR = Picture("04", ("lock_free_condvar/broadcast-1-weak",),
                  Tracker((0, 0, 0, 0, 0), with_claims, lambda state: CLAIMS[state]), Drawing(
    "lock_free_condvar with one waiter. The waiter announces itself and then sleeps. The notifier may claim it before or "
    "after it sleeps, and the call that comes first into the kernel waits there for the other.",
    (Kind("waiter", "the waiter announces itself", ("wait: fetch_add",)),
     Kind("waiter", "the waiter falls asleep in the kernel", ("wait: sleeps",)),
     Kind("unlocker", "the notifier claims the waiter", ("notify_all: exchange",)),
     Kind("unlocker", "the notifier blocks until the waiter comes", ("release: sleeps",)),
     Kind("unlocker", "the release wakes the waiter", ("release: meets",)),
     Kind("waiter", "the wait finds the release and does not sleep", ("wait: meets",))),
    {"no waiter": (100, 26), "1 announced, still awake": (100, 130), "1 announced, asleep": (350, 130),
     "1 claimed, still awake": (100, 234), "1 claimed, asleep": (350, 234),
     "1 claimed, the release blocks": (100, 338), "no waiter, the wait returns": (350, 338)}, width=460),
                  calls={"NtWaitForKeyedEvent": "kev/lab04/lock_free_condvar.hpp: wait, wait 2",
                         "NtReleaseKeyedEvent": "kev/lab04/lock_free_condvar.hpp: notify_all, release 1"})

BUCKET = Picture("06", ("address_mutex/2",), word("bucket", "empty"), Drawing(
    "The word of a bucket of the wait table, with two threads. A waiter joins. A thread that has something to do becomes "
    "the attendant, or leaves a note if there is one. The attendant does what is noted before it leaves.",
    (Kind("waiter", "a waiter joins", (f"join: {CAS}",)),
     Kind("owner", "a thread becomes the attendant", (f"enter_or_note: {CAS}",), "→ attended$"),
     Kind("unlocker", "another thread leaves a note", (f"enter_or_note: {CAS}",), "^attended"),
     Kind("owner", "the attendant takes the note", ("do_what_is_noted: fetch_and",)),
     Kind("owner", "the attendant leaves", (f"leave: {CAS}",)),
     Kind("owner", "it wrote its note, and the attendant has left: it attends", (f"enter_or_note: {CAS}",))),
    {"empty": (104, 130), "arrivals": (346, 26), "attended": (346, 130), "attended, noted": (346, 234)},
    "attended", "there is an attendant"))

ADDRESS_MUTEX = Picture("06", ("address_mutex/2",), word("m.word", "free"), Drawing(
    "The word of the mutex that sleeps by address. A thread that finds it owned makes it contended before it sleeps. The "
    "owner of a contended mutex frees it and wakes one thread, which makes it contended again.",
    (Kind("owner", "a thread takes a free mutex", (f"try_lock: {CAS}",)),
     Kind("owner", "a thread in the slow path takes it", ("lock_slow: exchange",), "^free"),
     Kind("waiter", "a thread that has to wait says so", ("lock_slow: exchange",)),
     Kind("unlocker", "the owner unlocks", ("unlock: exchange",))),
    {"free": (104, 26), "owned": (346, 26), "contended": (225, 140)},
    "owned|contended", "the mutex is owned", width=480), "address_mutex")

HEIR = Picture("07", ("bounded_mutex/busy",),
               word("m.word", "free", (r"\d+ waiting, heir", "heir"), (r"\d+ waiting", "waiting")), Drawing(
    "The word of bounded_mutex with three threads; how many wait is left out. The owner frees the lock and wakes an heir. "
    "Others may overtake the heir, which then sleeps again, until the owner hands the lock over to the heir.",
    (Kind("owner", "a thread takes the lock", ("lock: fetch_or", f"lock_slow: {CAS}"), "^free"),
     Kind("unlocker", "the owner unlocks", (f"unlock: {CAS}",)),
     Kind("waiter", "a waiter counts itself in", (f"lock_slow: {CAS}",)),
     Kind("unlocker", "the owner unlocks, and there is an heir now", (f"unlock_slow: {CAS}",), "→ free"),
     Kind("waiter", "the heir takes the free lock", (f"lock_as_heir: {CAS}",)),
     Kind("waiter", "the heir sleeps again", (f"sleep_as_heir: {CAS}",)),
     Kind("unlocker", "the owner hands the lock to the heir", (f"unlock_slow: {CAS}",))),
    {"free": (104, 26), "owned": (346, 26), "owned, waiting": (346, 130), "free, heir awake": (104, 234),
     "owned, heir awake": (346, 234), "owned, heir asleep": (346, 338)},
    "owned", "the lock is owned",
    {("owned, heir awake", "owned"): -OUTSIDE, ("owned, heir asleep", "owned"): -OUTSIDE - 34}, 510))

MUTEX = Picture("08", ("mutex/2-busy", "mutex/timed"), word("m.word", "free", (r", \d+ failures?", "")), Drawing(
    "The word of mutex with two threads; the count of failures is left out. A waiter spins for a while, or it adds "
    "itself to the count and sleeps. The unlocker notifies a spinner, or selects a sleeper.",
    (Kind("owner", "a thread takes the lock", ("take: fetch_or", f"take_after: {CAS}")),
     Kind("unlocker", "the owner unlocks", (f"unlock: {CAS}", f"unlock_slow: {CAS}"), "^locked(, 1 called)? →"),
     Kind("waiter", "a waiter begins to spin", (f"spin: {CAS}",)),
     Kind("waiter", "the spinner stops spinning", ("spin: fetch_and",)),
     Kind("unlocker", "the owner unlocks and notifies the spinner", (f"unlock_slow: {CAS}",), "spinning →"),
     Kind("waiter", "a waiter adds itself to the count, to sleep", (f"count_in: {CAS}",)),
     Kind("waiter", "a waiter times out and leaves", (CAS,), "1 sleeping →"),
     Kind("unlocker", "the owner unlocks and selects the sleeper", (f"unlock_slow: {CAS}",)),
     Kind("waiter", "the selected thread continues", (f"sleep_until_called: {CAS}",))),
    {"locked, 1 spinning": (346, 30), "free": (104, 134), "locked": (346, 134), "locked, 1 sleeping": (346, 238),
     "free, 1 called": (104, 290), "locked, 1 called": (346, 342)},
    "locked", "the lock is owned", {("locked, 1 called", "locked"): -OUTSIDE}, 510))

PICTURES = (FAST_MUTEX, CONDVAR, TIMED_MUTEX, BUCKET, ADDRESS_MUTEX, HEIR, MUTEX)

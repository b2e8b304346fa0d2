"""The three pictures that the report opens with, and one sentence below each that says what the values mean.

Each picture is made of a figure of a lab. The sentence is computed: it is right too where a machine shows the opposite.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from kev.measure.figures import Figure, Point, by_label, figure, table_by_x
from kev.measure.numbers import times

ONE_LIST, THE_LIMIT, OURS = "one list (XP)", "limit: two rmws", "mutex"
CONVOY = {"handoff_mutex": "handoff_mutex (in order)", "unfair_mutex": "unfair_mutex (barging)",
          "bounded_mutex": "bounded_mutex (barging, with a limit)"}
LOCKS = {THE_LIMIT: "two bare atomic operations", OURS: "mutex (lab 08)",
         **{name: name for name in ("std::mutex", "pthread_adaptive", "absl::Mutex", "parking_lot")}}
SMALL = 0.1  # a share of the price that is not worth a word


@dataclass(frozen=True)
class Picture:
    """A picture of the opening: what it asks, the figure that it is made of, and the function that makes it."""
    title: str
    lab: str
    source: str
    make: Callable[[Picture, Figure], Figure | None]


def pictures(figures: list[Figure]) -> tuple[list[Figure], list[str]]:
    """The pictures that these figures give, and the titles of those that they do not give."""
    known = {each["id"]: each for each in figures}
    made = {picture.title: picture.make(picture, known[picture.source]) if picture.source in known else None
            for picture in PICTURES}
    return [each for each in made.values() if each], [_absent(each) for each in PICTURES if not made[each.title]]


def waiters(picture: Picture, source: Figure) -> Figure | None:
    """XP's list against the largest hash table, while other keys have waiters."""
    tables = [value for value in source["points"] if value["label"] != ONE_LIST]
    name = max(tables, key=_lists)["label"] if tables else ""
    points = [value for value in source["points"] if value["label"] in (ONE_LIST, name)]
    most = max((value["x"] for value in points), default=0)
    last = {value["label"]: value for value in points if value["x"] == most}
    if len(last) < 2:
        return None
    made = _of(picture, source, points)
    table_by_x(made, "other waiters", lambda value: value["median"])
    in_list, in_table = "in XP's one list", f"in a table of {name}"
    made["sentence"] = f"With {most} other waiters a match takes " + _verdict(
        last[ONE_LIST], last[name],
        slower=f"{{ratio}} as long {in_list} as {in_table}, so the table pays on this machine.",
        alike=f"about as long {in_list} as {in_table}, so on this machine the table brings nothing.",
        faster=f"{{ratio}} as long {in_table} as {in_list}, so on this machine the table costs more than it saves.")
    return made


def _lists(value: Point) -> int:
    """How many lists the table has: lab 02's figure says it beside each value."""
    return int(cast(Any, value).get("buckets", 0))


def convoy(picture: Picture, source: Figure) -> Figure | None:
    """Hand-off against barging, where threads do nothing but lock and unlock."""
    fair, unfair = by_label(source, "handoff_mutex"), by_label(source, "unfair_mutex")
    if not fair or not unfair:
        return None
    made = _bars(picture, source, CONVOY)
    made["sentence"] = "An acquisition takes " + _verdict(
        fair, unfair,
        slower="{ratio} as long when each owner hands the lock to the first waiter as when threads may barge in, so on "
               "this machine the strict order makes a convoy.",
        alike="about as long when each owner hands the lock to the first waiter as when threads may barge in, so this "
              "machine showed no convoy.",
        faster="{ratio} as long when threads may barge in as when each owner hands the lock to the first waiter, so "
               "this machine showed no convoy.")
    return made


def price(picture: Picture, source: Figure) -> Figure | None:
    """The uncontended pair of lab 08's mutex against its limit and its peers."""
    ours, limit = by_label(source, OURS), by_label(source, THE_LIMIT)
    if not ours or not limit or not ours["median"] or not limit["median"]:
        return None
    made = _bars(picture, source, LOCKS)
    peer = by_label(source, "std::mutex")
    against_limit = _verdict(ours, limit, slower="The mutex of lab 08 takes {ratio} as long as two bare atomic operations",
                             alike="The mutex of lab 08 takes about as long as two bare atomic operations",
                             faster="Two bare atomic operations take {ratio} as long as the mutex of lab 08")
    against_peer = ", and " + _verdict(ours, peer, slower="this mutex takes {ratio} as long as std::mutex",
                                       alike="std::mutex takes about as long as this mutex",
                                       faster="std::mutex takes {ratio} as long as this mutex") if peer else ""
    made["sentence"] = f"{against_limit}{against_peer}: on this machine {_rest(ours, limit)}."
    return made


def _rest(ours: Point, limit: Point) -> str:
    """How much of the price the atomic operations are not."""
    share = 1 - limit["median"] / ours["median"]
    if not _are_apart(ours, limit) or 0 <= share < SMALL:
        return "an uncontended lock costs hardly more than its atomic operations"
    if share < 0:
        return "the two bare operations are no lower limit of the price"
    return f"{100 * share:.0f} % of its price is not the atomic operations"


def _verdict(one: Point, other: Point, *, slower: str, alike: str, faster: str) -> str:
    """The text for what the first value is against the second: larger, not told apart by the quartiles, or smaller."""
    if not _are_apart(one, other):
        return alike
    large, small, text = (one, other, slower) if one["median"] > other["median"] else (other, one, faster)
    ratio = times(large["median"] / small["median"]) if small["median"] else "many times"
    return text.format(ratio=ratio)


def _are_apart(one: Point, other: Point) -> bool:
    """Whether the quartiles of two values do not overlap."""
    return one["low"] > other["high"] or other["low"] > one["high"]


def _bars(picture: Picture, source: Figure, names: dict[str, str]) -> Figure:
    """Some bars of a figure, under other names."""
    made = _of(picture, source, [cast(Point, {**value, "label": names[value["label"]]}) for value in source["points"]
                                 if value["label"] in names])
    made["columns"] = ["", f"median, {source['unit']}"]
    made["rows"] = [[value["label"], value["median"]] for value in made["points"]]
    return made


def _of(picture: Picture, source: Figure, points: list[Point]) -> Figure:
    """A figure with some points of another one, and the way to that one."""
    made = figure(f"opening-{picture.lab}", picture.title, source["world"], source["unit"], source["kind"], points)
    if "x_label" in source:
        made["x_label"] = source["x_label"]
    made["source"] = source["id"]
    made["notes"] = [f"Lab {picture.lab} has the whole figure: {source['title']}."]
    return made


def _absent(picture: Picture) -> str:
    return f"{picture.title} (lab {picture.lab})"


PICTURES = (
    Picture("A wake-up among many sleepers: XP's list and the hash table", "02", "lab02_growth_bench-linux", waiters),
    Picture("The convoy: threads that only lock and unlock", "07", "lab07_contended_bench-linux-convoy", convoy),
    Picture("The price of a lock that no other thread wants", "08", "lab08_pair_bench-linux-pair", price),
)

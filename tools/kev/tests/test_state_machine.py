"""The machines of state words: the projection of a graph, the drawing, and the two checks."""
import math
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import machines
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.races import places, state_machine, state_machine_svg
from kev.races.state_machine import Edge, Tracker, word
from kev.races.state_machine_svg import Drawing, Kind
from kev.races.state_machines import PICTURES, Picture


def event(function, operation, before, after, name="m.word", **more):
    """An event of a graph, which changes a word from one text to another."""
    return {"function": function, "operation": operation, "object": name, "before": before, "after": after,
            "before_text": before, "after_text": after, **more}


LOCK = event("lock", "fetch_or", "free", "owned")
SLOW = event("lock_slow", "compare_exchange_weak", "free", "owned")
LOOK = event("lock", "load", "owned", "owned")
COUNT = event("lock_slow", "compare_exchange_weak", "owned", "owned, 1 waiting")
OTHER = event("thread", "write", "0", "1", "counter")
UNLOCK = event("unlock", "exchange", "owned, 1 waiting", "free")


def graph(events, *nodes):
    """A graph; each node is a list of (numbers of events, target)."""
    moves = [list(numbers) for node in nodes for numbers, _ in node]
    lines, place = [], 0
    for node in nodes:
        line = [0, -1]
        for _, target in node:
            line += [place, target]
            place += 1
        lines.append(line)
    return {"whole": True, "before": [], "events": events, "nodes": lines,
            "moves": [{"thread": 1, "timed_out": False, "events": numbers} for numbers in moves]}


# 0 --lock--> 1 --look, count--> 2 --unlock--> 3; 0 --slow--> 1; 0 --lock, look, count--> 2
SMALL = graph([LOCK, SLOW, LOOK, COUNT, OTHER, UNLOCK],
              [([0], 1), ([1, 4], 1), ([0, 2, 3], 2)], [([2, 3], 2)], [([5], 3)], [])
MACHINE = [Edge("free", "owned", ("lock: fetch_or", "lock_slow: CAS")),
           Edge("owned", "owned, 1 waiting", ("lock_slow: CAS",)),
           Edge("owned, 1 waiting", "free", ("unlock: exchange",))]


class Projection(unittest.TestCase):
    """state_machine.edges()"""

    def test_equal_edges_become_one_and_what_changes_nothing_is_none(self):
        self.assertEqual(state_machine.edges([SMALL], word("m.word", "free")), MACHINE)
        self.assertEqual(state_machine.edges([SMALL, SMALL], word("m.word", "free")), MACHINE)

    def test_what_a_tracker_leaves_out_merges_states(self):
        found = state_machine.edges([SMALL], word("m.word", "free", (r", \d waiting", "")))
        self.assertEqual([(edge.source, edge.target) for edge in found], [("free", "owned"), ("owned", "free")])

    def test_a_state_goes_along_every_way_of_the_graph(self):
        counter = Tracker(0, lambda state, each: state + (each["operation"] == "write"))
        self.assertEqual([(edge.source, edge.target) for edge in state_machine.edges([SMALL], counter)], [("0", "1")])
        found = state_machine.edges([graph([OTHER], [([0], 1), ([0, 0], 1)], [([0], 2)], [])], counter)
        self.assertEqual([(edge.source, edge.target) for edge in found], [("0", "1"), ("1", "2"), ("2", "3")])

    def test_an_edge_names_the_places_of_its_steps(self):
        header = "labs/03_fast_mutex/include/kev/lab03/fast_mutex.hpp"
        place = "kev/lab03/fast_mutex.hpp: lock, fetch_or 1"
        lock = {**LOCK, "file": header, "line": places.line_of(place, header)}
        call = {"operation": "NtWaitForKeyedEvent", "note": "sleeps", "line": 0}
        self.assertEqual(state_machine.place(lock, {}), [place])
        self.assertEqual(state_machine.place(call, {}), [])
        self.assertEqual(state_machine.place(call, {"NtWaitForKeyedEvent": place}), [place])
        found = state_machine.edges([{**SMALL, "events": [lock, *SMALL["events"][1:]]}], word("m.word", "free"))
        self.assertEqual([edge.places for edge in found], [(place,), (), ()])

    def test_a_call_into_the_kernel_has_the_place_of_the_call(self):
        for picture in PICTURES:
            for call, place in picture.calls.items():
                file = places.real_file(places.parsed(place)["file"], None)
                line = (ROOT / file).read_text(encoding="utf-8").split("\n")[places.line_of(place, file) - 1]
                self.assertIn("wait(this)" if "Wait" in call else "release(this)", line)


DRAWING = Drawing("A lock & its <word>.", (Kind("owner", "it is acquired", ("lock: fetch_or", "lock_slow: CAS"), "^free"),
                                           Kind("waiter", "a waiter counts itself in", ("lock_slow: CAS",)),
                                           Kind("unlocker", "it is released", ("unlock: exchange",))),
                  {"free": (100, 30), "owned": (400, 30), "owned, 1 waiting": (400, 150)}, "owned", "it is owned")


class Picturing(unittest.TestCase):
    """state_machine_svg.svg()"""

    def test_the_machine_can_be_read_from_its_picture(self):
        text = state_machine_svg.svg(DRAWING, MACHINE)
        self.assertEqual(state_machine_svg.read(text), MACHINE)
        self.assertIn("<title>A lock &amp; its &lt;word&gt;.</title>", text)
        self.assertIn(">it is acquired (fetch_or in lock; CAS in lock_slow)<", text)
        with self.assertRaisesRegex(KevError, "it holds no machine"):
            state_machine_svg.read("<svg/>")

    def test_an_edge_says_what_it_is_and_where_it_is_in_the_code(self):
        placed = [Edge(*ends, steps, ("kev/lab03/a.hpp: lock, fetch_or 1",)) for *ends, steps in (
            (edge.source, edge.target, edge.steps) for edge in MACHINE)]
        text = state_machine_svg.svg(DRAWING, placed)
        self.assertEqual(state_machine_svg.read(text), placed)
        self.assertEqual(text.count('<g class="edge" data-places="kev/lab03/a.hpp: lock, fetch_or 1">'), 3)
        self.assertIn("<title>owned → owned, 1 waiting: a waiter counts itself in (CAS in lock_slow)</title>", text)

    def test_the_same_step_is_of_two_kinds_by_where_it_is(self):
        found = [number for _, number, _ in badges(DRAWING, MACHINE)]
        self.assertEqual(found, [1, 2, 3])

    def test_what_has_no_place_or_no_words_is_named_and_what_is_drawn_in_vain(self):
        for edge, message in ((Edge("free", "lost", ("lock: fetch_or",)), "no place for 'lost'"),
                              (Edge("free", "owned, 1 waiting", ("x: y",)), "no words for 'x: y' from 'free' to 'owned, 1")):
            with self.assertRaisesRegex(KevError, message):
                state_machine_svg.svg(DRAWING, [*MACHINE, edge])
        with self.assertRaisesRegex(KevError, "speaks of 'owned, 1 waiting', which does not occur"):
            state_machine_svg.svg(DRAWING, MACHINE[:1])


def badges(drawing, machine):
    """Every number on an arrow."""
    return [badge for curve, edge in state_machine_svg.arrows(drawing, machine)
            for badge in state_machine_svg.badges_on(drawing, curve, edge)]


class Geometry(unittest.TestCase):
    """The pictures of the labs, as they are stored."""

    def each(self):
        for picture in PICTURES:
            with self.subTest(f"{picture.lab} {picture.name}"):
                yield picture.drawing, state_machine_svg.read(picture.path.read_text(encoding="utf-8"))

    def test_no_number_hides_another_or_lies_on_a_box(self):
        for drawing, machine in self.each():
            spots = [place for _, _, place in badges(drawing, machine)]
            radius = state_machine_svg.BADGE
            for number, spot in enumerate(spots):
                self.assertTrue(radius < spot[0] < drawing.width - radius and spot[1] > radius, spot)
                for other in spots[:number]:
                    self.assertGreaterEqual(math.dist(spot, other), 2 * radius - 0.5, (spot, other))
                for state, middle in drawing.places.items():
                    self.assertFalse(state_machine_svg.inside(spot, middle, state_machine_svg.size(state), radius - 2),
                                     (spot, state))

    def test_no_arrow_crosses_a_box(self):
        for drawing, machine in self.each():
            for curve, edge in state_machine_svg.arrows(drawing, machine):
                for state, middle in drawing.places.items():
                    if state not in (edge.source, edge.target):
                        crossed = [state_machine_svg.inside(state_machine_svg.point(curve, part / 50), middle,
                                                            state_machine_svg.size(state), 3) for part in range(51)]
                        self.assertFalse(any(crossed), (edge, state))

    def test_boxes_are_inside_and_hold_their_texts(self):
        for drawing, _ in self.each():
            for state, (x, y) in drawing.places.items():
                width, height = state_machine_svg.size(state)
                self.assertTrue(x - width / 2 > 0 < y - height / 2 and x + width / 2 < drawing.width, state)
                for line in state_machine_svg.lines_of(state):
                    self.assertLess(len(line) * state_machine_svg.LETTER, width, line)


class Checks(unittest.TestCase):
    """`machines` and `graphs`"""

    def setUp(self):
        self.path = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve() / "figures" / "state_machine.svg"
        for target, name, value in ((machines, "ROOT", self.path.parents[1]), (Picture, "path", self.path)):
            self.enterContext(mock.patch.object(target, name, value))
        self.picture = Picture("03", ("lock/2",), word("m.word", "free"), DRAWING)

    def explore(self, found):
        return lambda program, cases: {"lock/2": found}

    def test_it_is_drawn_with_the_machine_in_it(self):
        self.assertEqual(machines.draw([self.picture], self.explore(SMALL)), [])
        text = self.path.read_text(encoding="utf-8")
        found = machines.machine_of(self.picture, self.explore(SMALL))
        self.assertEqual(state_machine_svg.read(text), found)
        self.assertEqual(state_machine_svg.svg(self.picture.drawing, found), text)

    def test_a_case_that_is_too_large_is_named(self):
        found = machines.draw([self.picture], self.explore({"whole": False}))
        self.assertRegex(found[0], r"^figures/state_machine.svg: lock/2 has more than \d+ situations")
        self.assertFalse(self.path.exists())


if __name__ == "__main__":
    unittest.main()

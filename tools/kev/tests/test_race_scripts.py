"""The computations of the scripts of a race's page, apart from any page: the state, two schedules side by side, a graph."""
import json
import unittest
from pathlib import Path

from kev.browser import chromium

SCRIPTS = Path(__file__).resolve().parents[3] / "docs" / "assets" / "race"


def step(thread, operation, turn=0, **more):
    """A step of a schedule."""
    return {"thread": thread, "operation": operation, "effect": "", "turn": turn, "code": None, "object": "", **more}


# Thread 1 moves to 1; there thread 1 ends well at 2, and thread 2 comes to 3, from where one goes to 2 or to the bug.
GRAPH = {"before": [], "standings": ["rr", "er"], "threads": ["one", "two"],
         "events": [{"thread": 1, "object": "x", "before": "0", "after": "1"},
                    {"thread": 2, "object": "x", "before": "1", "after": "2"},
                    {"thread": 2, "object": "y", "before": "7", "after": "7"}],
         "moves": [{"thread": 1, "events": [0]}, {"thread": 2, "events": [1, 2]}],
         "ends": [{"found": ""}, {"found": "deadlock"}],
         "nodes": [[0, -1, 0, 1], [0, -1, 0, 2, 1, 3], [1, 0], [0, -1, 0, 2, 1, 4], [1, 1]]}


@unittest.skipIf(chromium.missing(), chromium.missing())
class RaceScripts(unittest.TestCase):
    """One browser for all."""

    @classmethod
    def setUpClass(cls):
        cls.tab = chromium.Browser()
        cls.addClassCleanup(cls.tab.__exit__)
        for name in ("model", "graph"):
            cls.tab.run((SCRIPTS / f"{name}.js").read_text(encoding="utf-8"))

    def run_script(self, text, **values):
        """The value of a function's body, in which some names have values."""
        names = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
        return self.tab.run(f"(() => {{ {names} {text} }})()")

    def rows(self, steps, corrected):
        """[position, left, right] of each row, and the notes."""
        found = self.run_script("return kevRace.sideBySide(steps, corrected);", steps=steps, corrected=corrected)
        return [[row["position"], row["left"], row["right"]] for row in found], [row["note"] for row in found]

    def test_the_state_has_values_and_what_each_thread_saw(self):
        steps = [step(1, "store", object="x", before="0", after="1"),
                 step(2, "load", object="x", before="0", after="0", stale=True, code=4)]
        found = self.run_script("const s = kevRace.stateAfter(steps, count, 2);"
                                "const x = s.objects.get('x');"
                                "return [x.value, [...x.seen], s.changed, s.placed[1]?.code];",
                                steps=steps, count=2)
        self.assertEqual(found, ["1", [[1, "1"], [2, "0"]], "x", 4])
        found = self.run_script("return kevRace.stateAfter(steps, 0, 2).objects.get('x').value;", steps=steps)
        self.assertEqual(found, "0")

    def test_steps_of_one_turn_stand_beside_each_other(self):
        steps = [step(1, "a"), step(1, "b"), step(2, "c", 1)]
        corrected = {"asked": 2, "steps": [step(1, "a"), step(2, "other", 1), step(2, "more", 1)],
                     "turns": [{"thread": 1, "name": "one"}, {"thread": 2, "name": "two"}]}
        rows, notes = self.rows(steps, corrected)
        self.assertEqual(rows, [[1, 0, 0], [2, 1, None], [3, 2, 1], [3, None, 2]])
        self.assertEqual(notes, ["Here the corrected lock goes another way.", "", "", ""])

    def test_a_turn_that_cannot_be_made_and_the_end_of_the_schedule_are_told(self):
        steps = [step(1, "a"), step(2, "b", 1)]
        corrected = {"asked": 2, "steps": [step(1, "a"), step(1, "c", 2), step(1, "d", 3)],
                     "turns": [{"thread": 1, "name": "one"}, {"thread": 2, "name": "two", "missed": "sleeps"},
                               {"thread": 1, "name": "one"}, {"thread": 1, "name": "one"}]}
        rows, notes = self.rows(steps, corrected)
        self.assertEqual(rows, [[1, 0, 0], [2, 1, None], [3, None, 1], [4, None, 2]])
        self.assertEqual(notes[1], "Here the corrected lock goes another way. two cannot make this step: it sleeps.")
        self.assertEqual(notes[2], "The schedule has ended; the threads go on.")

    def test_two_that_do_the_same_differ_behind_the_schedule_or_in_what_came_of_it(self):
        turns = [{"thread": 1, "name": "one"}]
        same = {"asked": 1, "steps": [step(1, "a")], "turns": turns}
        self.assertIn("not the same", self.rows([step(1, "a")], same)[1][0])
        longer = {"asked": 1, "steps": [step(1, "a"), step(1, "b", 1)], "turns": turns * 2}
        self.assertIn("it goes on", self.rows([step(1, "a")], longer)[1][1])

    def test_without_a_corrected_lock_each_step_is_a_row(self):
        self.assertEqual(self.rows([step(1, "a"), step(1, "b")], None)[0], [[1, 0, None], [2, 1, None]])

    def test_a_graph_knows_the_shortest_way_and_counts_all(self):
        found = self.run_script("""
            const graph = new kevRace.Graph(data);
            return {distance: graph.distance.map(String), ways: graph.ways.map(counts => counts.map(String)),
                    moves: graph.countMoves(), first: [...graph.initialValues()]};""", data=GRAPH)
        self.assertEqual(found["distance"], ["3", "2", "Infinity", "1", "0"])
        self.assertEqual(found["ways"], [["2", "1"], ["2", "1"], ["1", "0"], ["1", "1"], ["0", "1"]])
        self.assertEqual(found["moves"], 5)
        self.assertEqual(found["first"], [["x", "0"], ["y", "7"]])

    def test_a_walk_follows_hints_goes_back_and_begins_again(self):
        found = self.run_script("""
            const walk = new kevRace.Walk(new kevRace.Graph(data)), seen = [];
            const look = () => seen.push([walk.node, walk.hint().first, walk.steps().length]);
            look();
            while (walk.hint().first >= 0) { walk.go(walk.hint().first); look(); }
            walk.undo(); look();
            walk.go(0); look();
            walk.restart(); look();
            return {seen, outcomes: walk.outcomes().map(end => String(end.ways))};""", data=GRAPH)
        self.assertEqual(found["seen"], [[0, 0, 0], [1, 1, 1], [3, 1, 3], [4, -1, 5], [3, 1, 3], [2, -1, 4], [0, 0, 0]])
        self.assertEqual(found["outcomes"], ["2", "1"])


if __name__ == "__main__":
    unittest.main()

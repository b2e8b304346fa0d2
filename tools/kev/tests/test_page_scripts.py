"""What the scripts of pages compute, apart from any page: the state of a race, two schedules side by side, a graph; lanes."""
import json
import shutil
import subprocess
import unittest
from pathlib import Path

ASSETS = Path(__file__).resolve().parents[3] / "docs" / "assets"


def evaluated(names, expression):
    """The value of an expression after these scripts."""
    text = "\n".join((ASSETS / name).read_text(encoding="utf-8") for name in names)
    done = subprocess.run(["node", "-e", f"{text}\nprocess.stdout.write(JSON.stringify({expression}));"], capture_output=True,
                          text=True, check=False)
    if done.returncode:
        raise AssertionError(done.stderr)
    return json.loads(done.stdout)


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


@unittest.skipUnless(shutil.which("node"), "node is not here (apt-get install nodejs)")
class RaceScripts(unittest.TestCase):
    """Schedules and graphs."""

    def run_script(self, text, **values):
        """The value of a function's body, in which some names have values."""
        names = "".join(f"const {name} = {json.dumps(value)};" for name, value in values.items())
        return evaluated(("race/model.js", "race/graph.js"), f"(() => {{ {names} {text} }})()")

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


@unittest.skipUnless(shutil.which("node"), "node is not here (apt-get install nodejs)")
class Lanes(unittest.TestCase):
    """What threads do, as lanes."""

    def call(self, function, *arguments):
        """The result of a function of the scripts."""
        return evaluated(("lanes/lanes.js",), f"globalThis.kev.{function}(...{json.dumps(arguments)})")

    def test_makes_lanes_of_a_simulations_events(self):
        events = [{"when": when, "thread": thread, "what": what} for when, thread, what in (
            (0, 0, "arrives"), (0, 0, "acquires"), (5, 1, "arrives"), (5, 1, "sleeps"), (10, 0, "releases"),
            (10, 1, "is woken"), (50, 1, "runs"), (50, 1, "acquires"), (60, 1, "releases"), (99, 2, "arrives"))]
        found = self.call("lanes.ofEvents", events, 55)
        self.assertEqual(found["threads"], [0, 1])
        self.assertEqual([(each["thread"], each["what"], each["from"], each["to"]) for each in found["stretches"]],
                         [(0, "owns the lock", 0, 10), (1, "waiting", 5, 10), (1, "woken, not running yet", 10, 50),
                          (1, "owns the lock", 50, 55)])

    def test_sums_lanes_up(self):
        stretches = [{"thread": 1, "what": "owns the lock", "from": 0, "to": 10},
                     {"thread": 2, "what": "waiting", "from": 5, "to": 10},
                     {"thread": 2, "what": "woken, not running yet", "from": 10, "to": 40},
                     {"thread": 3, "what": "woken, not running yet", "from": 20, "to": 50}]
        lanes = {"threads": [1, 2, 3], "stretches": stretches}
        found = self.call("lanes.summary", lanes, {"from": 0, "to": 100})
        self.assertEqual((found["taken"], found["owned"], found["waited"]), (1, 0.1, 0.65))
        self.assertAlmostEqual(found["lost"], 0.4, msg="two who are called at once are counted once")
        by_thread = self.call("lanes.byThread", lanes, {"from": 0, "to": 100})
        self.assertEqual([each["turns"] for each in by_thread], [1, 0, 0])

    def test_a_part_that_is_moved_or_zoomed_stays_inside(self):
        for function, argument, expected in (("zoomed", 0.5, [32.5, 37.5]), ("zoomed", 2, [25, 45]),
                                             ("zoomed", 99, [0, 100]), ("shifted", -9, [0, 10]),
                                             ("shifted", 9, [90, 100])):
            found = self.call(f"lanes.{function}", {"from": 30, "to": 40}, argument, 100)
            self.assertEqual([found["from"], found["to"]], expected, (function, argument))


if __name__ == "__main__":
    unittest.main()

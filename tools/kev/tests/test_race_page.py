"""The data that a race's page hands to its scripts."""
import importlib.util
import json
import unittest


def step(thread, operation, **more):
    """A step as the checker writes it."""
    return {"thread": thread, "operation": operation, "function": operation, "file": "", "line": 0, **more}


def race():
    """Three steps in two turns, one of them a pause; the correct lock misses a turn and makes one more."""
    return {"id": "X1", "variant": "v", "found": "deadlock", "promise": "it ends", "lost": 0,
            "schedule": {"threads": ["one", "two"], "preemptions": 0, "ending": ["two waits forever"],
                         "turns": {"text": "1 2", "first": [1, 3]},
                         "steps": [step(1, "load", step=1), step(1, "relax", step=2), step(2, "wait", step=3)]},
            "corrected": {"id": "r/2", "variant": "r", "asked": 2, "found": "", "ending": [], "before": [],
                          "turns": [{"thread": 1, "steps": [step(1, "load"), step(1, "relax")]},
                                    {"thread": 2, "missed": "sleeps", "steps": []},
                                    {"thread": 1, "steps": [step(1, "store")]}]}}


@unittest.skipUnless(importlib.util.find_spec("pygments"), "Pygments, which colours the code, is not here")
class RacePage(unittest.TestCase):
    """race_page, which needs Pygments."""

    def setUp(self):
        from kev.site import race_page  # noqa: PLC0415  (only where it can be imported)
        self.page = race_page

    def test_each_step_knows_its_turn_and_a_pause_is_left_out(self):
        steps = self.page.broken_steps(race(), self.page.Code([]))
        self.assertEqual([(each["step"], each["turn"]) for each in steps], [(1, 0), (3, 1)])
        self.assertTrue(steps[0]["words"].startswith("Step 1: one: load"))

    def test_the_corrected_lock_has_numbers_of_its_own_and_says_what_it_missed(self):
        found = self.page.corrected_data(race(), self.page.Code([]))
        self.assertEqual([(each["step"], each["turn"], each["operation"]) for each in found["steps"]],
                         [(1, 0, "load"), (2, 2, "store")])
        self.assertEqual([turn["missed"] for turn in found["turns"]], ["", "sleeps", ""])
        self.assertIn("every promise was kept", found["ending"][0])

    def test_a_race_of_a_correct_lock_has_nothing_beside_it(self):
        alone = {key: value for key, value in race().items() if key != "corrected"}
        self.assertIsNone(json.loads(self.page.player_data(alone, self.page.Code([])))["corrected"])

    def test_a_graph_keeps_its_moves_and_tells_the_promise_at_the_bug(self):
        graph = {"variant": "v", "before": [1], "standings": ["rr"], "nodes": [[0, -1, 0, 1], [0, 0]],
                 "events": [step(1, "relax"), step(2, "load")], "moves": [{"thread": 2, "events": [0, 1]}],
                 "ends": [{"found": "deadlock", "ending": ["two waits forever"]}, {"found": "", "ending": []}]}
        found = self.page.graph_data(race(), graph, self.page.Code([]))
        self.assertEqual((found["before"], found["moves"][0]["events"]), ([0], [0]))
        self.assertEqual([event["operation"] for event in found["events"]], ["load"])
        self.assertEqual(found["ends"][0]["lines"], ["Two waits forever.", "Broken promise: it ends."])
        self.assertEqual(found["ends"][1]["name"], "all threads end, every promise kept")

    def test_a_step_that_wakes_a_thread_says_since_when_it_slept(self):
        calls = [step(1, "wait", step=1, object="m", note="sleeps"), step(2, "release", step=2, object="m", note="meets one")]
        given = {**race(), "schedule": {**race()["schedule"], "steps": calls, "turns": {"text": "1 2", "first": [1, 2]}}}
        steps = self.page.broken_steps(given, self.page.Code([]))
        self.assertEqual([each.get("wakes") for each in steps], [None, {"name": "one", "step": 1}])
        self.assertIn("It wakes one, asleep since step 1.", steps[1]["words"])

    def test_what_stands_in_a_script_cannot_end_it(self):
        self.assertNotIn("<", self.page.script_json({"text": "</script>\u2028"}))


if __name__ == "__main__":
    unittest.main()

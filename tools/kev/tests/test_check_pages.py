"""check_pages is seen to find what it is there for, in small sites with one fault each."""
import json
import tempfile
import unittest
from pathlib import Path
from typing import Any
from unittest import mock

from kev.browser import check_pages
from kev.browser import chromium

SCRIPTS = Path(__file__).resolve().parents[3] / "docs" / "assets" / "race"
PLAYER, TRY = ("\n".join((SCRIPTS / f"{name}.js").read_text(encoding="utf-8") for name in names)
               for names in (("model", "view", "player"), ("graph", "try")))
STEPS = [{"step": 1, "thread": 1, "operation": "store", "object": "word", "before": 0, "after": 1, "function": "f",
          "file": "a.hpp", "line": 7, "order": "release"},
         {"step": 2, "thread": 2, "operation": "NtWaitForKeyedEvent", "object": "word", "note": "sleeps",
          "function": "NtWaitForKeyedEvent", "file": "", "line": 0}]
RACE: dict[str, Any]
RACE = {"id": "Q1", "promise": "it ends", "found": "deadlock", "schedule": {"threads": ["one", "two"], "steps": STEPS}}
DATA: dict[str, Any]
DATA = {"threads": ["one", "two"], "name": "v", "corrected": None, "ending": ["Broken: it ends."], "bug": True,
        "steps": [
    {"step": 1, "thread": 1, "action": "f: store", "effect": "word: 0 → 1", "words": "Step 1: one in f(): store.",
     "code": 0, "line": 7, "function": "f", "operation": "store", "note": "", "object": "word", "before": "0",
     "after": "1", "stale": False, "preempts": False, "repeats": False},
    {"step": 2, "thread": 2, "action": "wait", "effect": "word: sleeps", "words": "Step 2: two: NtWaitForKeyedEvent.",
     "code": None, "line": 0, "function": "NtWaitForKeyedEvent", "operation": "NtWaitForKeyedEvent", "note": "sleeps",
     "object": "word", "preempts": False, "repeats": False}]}

# The same on a page whose graph can be walked: it marks the step after which no choice avoids the bug.
WALKED = {**DATA, "steps": [DATA["steps"][0], {**DATA["steps"][1], "lost": True}]}
TOLD = "<article><ul><li>The turning point: From step 2 on no schedule ends well.</li></ul></article>"

EVENT = {**{key: DATA["steps"][0][key] for key in ("action", "effect", "words", "code", "line", "function", "operation",
                                                   "note", "object", "before", "after")}, "short": "f: store word"}
# Thread 1 ends well; thread 2 goes wrong.
GRAPH: dict[str, Any]
GRAPH = {"variant": "v", "threads": ["one", "two"], "before": [], "standings": ["rr", "er", "re"],
         "events": [{**EVENT, "thread": 1}, {**EVENT, "thread": 2}],
         "moves": [{"thread": 1, "events": [0]}, {"thread": 2, "events": [1]}],
         "ends": [{"found": "", "bug": False, "lines": [], "name": "all end"},
                  {"found": "deadlock", "bug": True, "lines": ["Broken: it ends."], "name": "deadlock"}],
         "nodes": [[0, -1, 0, 1, 1, 2], [1, 0], [2, 1]]}

# The set-up has a choice; what comes of it decides which of the two ends there is.
SET_UP = {**GRAPH, "standings": [*GRAPH["standings"], "rr"],
          "moves": [*GRAPH["moves"], {"thread": 0, "events": []}],
          "nodes": [[3, -1, 2, 1, 2, 2], [0, -1, 0, 3], [0, -1, 1, 4], [1, 0], [2, 1]]}


def try_part(graphs):
    """The place to try it, with the graphs in a script that needs no file."""
    script = f"data:text/javascript,kevRace.graphsArrived({json.dumps(graphs)})".replace("#", "%23")
    return ('<div id="try"><div class="race-before"></div></div><script type="application/json" id="try-data">'
            f"{json.dumps({'script': script, 'goal': 'the deadlock'})}</script><script>{TRY}</script>")


def race_page(data, player=PLAYER, after=""):
    """A page with a player, and what comes after it."""
    return ('<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><style>'
            "[hidden]{display:none} .race-scroll{overflow:auto}</style>"
            '<figure id="code-0" data-name="a.hpp"><pre><span class="race-line" data-line="7">x</span></pre></figure>'
            f'<div id="player"></div><script type="application/json" id="race-data">{json.dumps(data)}</script>'
            f"<script>{player}</script>{after}")


@unittest.skipIf(chromium.missing(), chromium.missing())
class CheckPages(unittest.TestCase):
    """Each kind of finding."""

    def findings(self, page, name="index.html"):
        """The findings in a site of one page."""
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(page, encoding="utf-8")
            (Path(folder) / "races").mkdir(exist_ok=True)
            (Path(folder) / "races" / "Q1.json").write_text(json.dumps(RACE), encoding="utf-8")
            return "\n".join(text for _, text in check_pages.check(Path(folder), check_pages.read_options([folder])))

    def test_accepts_a_race_that_steps_to_its_end_and_back(self):
        self.assertEqual(self.findings(race_page(DATA), "races/Q1.html"), "")

    def test_finds_errors_requests_and_width(self):
        found = self.findings('<meta name="viewport" content="width=device-width"><script>console.error("oh")</script>'
                              '<script>nowhere()</script><img src="http://127.0.0.1:9/a.png">'
                              '<div style="width:900px">wide</div>')
        for text in ('"oh"', "nowhere is not defined", "asks for http://127.0.0.1:9/a.png", "pixels wide"):
            self.assertIn(text, found)

    def test_finds_a_player_that_marks_the_wrong_line_or_value(self):
        wrong = {**DATA, "steps": [{**DATA["steps"][0], "line": 8, "after": "2"}, DATA["steps"][1]]}
        found = self.findings(race_page(wrong), "races/Q1.html")
        self.assertIn("line none is marked instead of 7", found)
        self.assertIn("word is not shown to be 1", found)

    def test_finds_a_player_that_does_not_go_back_or_lacks_a_step(self):
        stuck = PLAYER.replace("() => show(position - 1)", "() => show(position)")
        found = self.findings(race_page(DATA, stuck), "races/Q1.html")
        self.assertIn("after the button back", found)
        found = self.findings(race_page({**DATA, "steps": DATA["steps"][:1]}), "races/Q1.html")
        self.assertIn("has 1 steps; the schedule has 2", found)

    def test_accepts_a_graph_in_which_the_bug_is_found_by_hand(self):
        self.assertEqual(self.findings(race_page(WALKED, after=TOLD + try_part({"broken": GRAPH})), "races/Q1.html"), "")

    def test_accepts_a_graph_that_begins_with_a_choice_of_the_set_up(self):
        self.assertEqual(self.findings(race_page(WALKED, after=TOLD + try_part({"broken": SET_UP})), "races/Q1.html"), "")

    def test_finds_a_bug_that_is_not_told_or_is_in_the_corrected_lock(self):
        silent = {**GRAPH, "ends": [GRAPH["ends"][0], {**GRAPH["ends"][1], "lines": []}]}
        found = self.findings(race_page(DATA, after=try_part({"broken": silent})), "races/Q1.html")
        self.assertIn("by hand, the end says", found)
        found = self.findings(race_page(DATA, after=try_part({"broken": GRAPH, "correct": GRAPH})), "races/Q1.html")
        self.assertIn("the corrected lock, by hand", found)

    def test_finds_hints_that_lead_astray_and_an_undo_that_does_nothing(self):
        astray = try_part({"broken": GRAPH}).replace("=== left - 1", "!== left - 1")
        self.assertIn("the hints lead", self.findings(race_page(DATA, after=astray), "races/Q1.html"))
        stuck = try_part({"broken": GRAPH}).replace("this.made.pop();", "")
        self.assertIn("moves are taken back", self.findings(race_page(DATA, after=stuck), "races/Q1.html"))

    def test_finds_a_corrected_lock_whose_steps_are_not_told(self):
        step = {**STEPS[0], "operation": "exchange"}
        corrected = {"id": "c", "variant": "c", "asked": 2, "found": "", "ending": [], "before": [],
                     "turns": [{"thread": 1, "steps": [step]}]}
        with mock.patch.dict(RACE, {"corrected": corrected}):
            self.assertIn("the corrected lock's step 1 is not told", self.findings(race_page(DATA), "races/Q1.html"))

    def test_finds_a_race_without_a_player(self):
        self.assertIn("has -1 steps", self.findings("<p>nothing</p>", "races/Q1.html"))

    def findings_with_losses(self, losses):
        """The findings of a page without a fault, and the browsers that looked, if the first ones die of it."""
        look, tabs = check_pages.look_at, []

        def look_and_lose(tab, *others):
            tabs.append(tab)
            if len(tabs) <= losses:
                tab.driver.service.process.kill()
            return look(tab, *others)
        with mock.patch.object(check_pages, "look_at", look_and_lose):
            return self.findings('<meta name="viewport" content="width=device-width">'), tabs

    def test_looks_again_with_a_new_browser_when_one_is_lost(self):
        found, tabs = self.findings_with_losses(1)
        self.assertEqual(found, "")
        self.assertEqual(len({id(tab) for tab in tabs}), 2)

    def test_finds_a_page_that_loses_two_browsers(self):
        self.assertIn("the browser was lost twice", self.findings_with_losses(2)[0])


if __name__ == "__main__":
    unittest.main()

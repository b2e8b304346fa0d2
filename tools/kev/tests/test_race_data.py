"""The part of a result that is kept for the page of a race."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import races
from kev.core import cpp_source, labs
from kev.races import models, places, race_data, variants

SOURCE = "void join() {\n    look();\n    bucket.exchange(self); // a remark\n}\n"


def setUpModule():
    """Every source is this one."""
    replaced = mock.patch.object(variants, "text_of", return_value=SOURCE)
    replaced.start()
    unittest.addModuleCleanup(replaced.stop)
    for cache in (places.scanned, places.line_of):
        cache.cache_clear()
        unittest.addModuleCleanup(cache.cache_clear)


def result(**more):
    """A deadlock of one step; its addresses differ in every run."""
    step = {"step": 1, "thread": 1, "operation": "exchange", "object": "bucket", "before": 0, "after": 2 ** 46 + 8,
            "function": "join<int>", "file": "labs/a.hpp", "line": 3, **more}
    return {"id": "X1/weak", "lab": "03", "variant": "v", "title": "t", "promise": "p", "expected": "deadlock",
            "found": "deadlock", "bound": 2, "runs": 7, "budgets": {}, "seconds": 0.1,
            "schedule": {"threads": ["thread 1"], "preemptions": 0, "steps": [step], "ending": ["e"]}}


class Kept(unittest.TestCase):
    """of_result()"""

    def test_what_differs_from_run_to_run_is_left_out(self):
        kept = race_data.of_result(result())
        self.assertNotIn("seconds", kept)
        self.assertEqual(kept, race_data.of_result(result(after=2 ** 46 + 4096)))

    def test_small_values_stay_and_an_address_keeps_its_name(self):
        found = result()
        found["schedule"]["steps"].append({**found["schedule"]["steps"][0], "before": 2 ** 46 + 8, "after": 1})
        steps = race_data.of_result(found)["schedule"]["steps"]
        self.assertEqual([(step["before"], step["after"]) for step in steps],
                         [(0, "address 1"), ("address 1", 1)])

    def test_a_function_has_no_template_arguments(self):
        self.assertEqual(race_data.of_result(result())["schedule"]["steps"][0]["function"], "join")

    def test_only_rows_of_the_catalogue_with_a_schedule_are_shown(self):
        def shown(name, expected):
            return race_data.is_shown(models.Case("p", name, "03", "v", expected, 2, "t"))
        self.assertTrue(shown("M4", "deadlock"))
        self.assertFalse(shown("M1/sequential", "exhausted clean"))
        self.assertFalse(shown("herd", "reachable"))


def graph(name, ends, nodes, whole=True):
    """A graph of a case; its events are none."""
    return {"id": name, "lab": "03", "variant": "v", "whole": whole, "before": [], "events": [], "moves": [],
            "standings": ["r"],
            "ends": [{"found": found, "ending": []} for found in ends], "nodes": nodes}


CHOICE = [[0, -1, 0, 1, 0, 2], [0, 0], [0, 1]]  # two moves from the beginning, to two ends


class Wanted(unittest.TestCase):
    """wanted_files()"""

    def names(self, own, other=None):
        corrected = {"id": "right/2", "variant": "right", "asked": 0, "found": "", "ending": [], "before": [],
                     "turns": []} if other else None
        graphs = {found["id"]: found for found in (own, other) if found}
        wanted = race_data.wanted_files([], [result()], {"X1/weak": corrected} if corrected else {}, graphs)
        names = sorted(path.relative_to(race_data.FOLDER).as_posix() for path in wanted)
        self.assertEqual(names.pop(names.index("cases.json")), "cases.json")
        return names

    def test_a_graph_is_kept_with_that_of_the_correct_lock(self):
        self.assertEqual(self.names(graph("X1/weak", ["", "deadlock"], CHOICE), graph("right/2", [""], [[0, 0]])),
                         ["X1-weak.json", "graphs/X1-weak.json", "graphs/right-2.json"])

    def test_one_that_is_too_large_or_leaves_nothing_to_find_is_not(self):
        too_large = [[0, -1, 0, 1, 0, 2]] * (race_data.MOST_KEPT + 1)
        for own in (graph("X1/weak", ["", "deadlock"], CHOICE, whole=False),
                    graph("X1/weak", ["", "deadlock"], too_large),
                    graph("X1/weak", ["deadlock"], CHOICE),  # whatever one does, it goes wrong
                    graph("X1/weak", ["", "deadlock"], [[0, -1, 0, 1], [0, 1]])):  # there is nothing to choose
            self.assertEqual(self.names(own, graph("right/2", [""], [[0, 0]])), ["X1-weak.json"])

    def test_without_the_correct_one_if_that_is_too_large(self):
        too_large = graph("right/2", [""], [], whole=False)
        self.assertEqual(self.names(graph("X1/weak", ["", "deadlock"], CHOICE), too_large),
                         ["X1-weak.json", "graphs/X1-weak.json"])

    def test_to_check_only_what_is_kept_is_explored(self):
        case = models.Case("lab03_model_v", "X1/weak", "03", "v", "deadlock", 2, "t")
        with tempfile.TemporaryDirectory() as name, mock.patch.object(race_data, "GRAPHS", Path(name)):
            corrected = {"X1/weak": {"id": "right/2"}}

            def wanted(most, most_of_the_correct):
                return [("lab03_model_v", "X1/weak", most), ("lab03_model", "X1/weak", most_of_the_correct)]
            new, known = race_data.MOST_FOUND, race_data.MOST_KNOWN
            self.assertEqual(race_data.graphs_wanted([case], corrected, check=False), wanted(new, new))
            self.assertEqual(race_data.graphs_wanted([case], corrected, check=True), [])
            (Path(name) / "X1-weak.json").touch()
            self.assertEqual(race_data.graphs_wanted([case], corrected, check=False), wanted(known, new))
            self.assertEqual(race_data.graphs_wanted([case], corrected, check=True), wanted(known, known)[:1])
            (Path(name) / "right-2.json").touch()
            self.assertEqual(race_data.graphs_wanted([case], corrected, check=True), wanted(known, known))

    def test_the_text_of_a_file_is_what_it_was_made_of(self):
        corrected = {"id": "r", "before": [], "turns": [{"thread": 1, "steps": []}]}
        found = {**race_data.of_result(result()), "corrected": corrected}
        found["schedule"]["turns"] = {"text": "1", "first": [1]}
        with tempfile.TemporaryDirectory() as name, \
                mock.patch.multiple(race_data, FOLDER=Path(name), GRAPHS=Path(name)):
            race_data.file_of("X1/weak").write_text(race_data.as_text(found), encoding="utf-8")
            stored = race_data.load_one("X1/weak")
            self.assertTrue(race_data.is_of_these_sources(stored))
            self.assertEqual({**stored, "sources": None}, {**found, "sources": None})
            move = {"thread": 1, "timed_out": True, "events": [0]}
            event = {key: value for key, value in found["schedule"]["steps"][0].items() if key != "step"}
            walk = {**graph("g", [""], CHOICE), "events": [event], "moves": [move]}
            del walk["whole"]
            race_data.graph_file("g").write_text(race_data.graph_as_text(walk), encoding="utf-8")
            self.addCleanup(race_data.load_graph.cache_clear)
            self.assertEqual(race_data.load_graph("g"), walk)


def files(*results):
    """The files of some results, without graphs and correct locks."""
    return race_data.wanted_files([], results, {}, {})


class Refresh(unittest.TestCase):
    """refresh()"""

    def test_writes_once_and_finds_what_is_stale_or_left_over(self):
        with tempfile.TemporaryDirectory() as name, mock.patch.multiple(
                race_data, FOLDER=Path(name), GRAPHS=Path(name) / "graphs", CASES=Path(name) / "cases.json"):
            self.assertEqual(len(race_data.refresh(files(result()), check=True)), 2)
            self.assertEqual(list(Path(name).rglob("*.json")), [])
            race_data.refresh(files(result()), check=False)
            self.assertEqual(race_data.refresh(files(result()), check=True), [])
            self.addCleanup(race_data.load.cache_clear)
            self.assertEqual([race["id"] for race in race_data.load()], ["X1/weak"])
            self.assertEqual(len(race_data.refresh(files(result(line=2)), check=True)), 1)
            self.assertEqual(len(race_data.refresh(files(), check=True)), 1)
            race_data.refresh(files(), check=False)
            self.assertEqual(list(Path(name).rglob("*.json")), [race_data.CASES])

    def test_what_is_stored_of_labs_that_were_not_explored_stays(self):
        with tempfile.TemporaryDirectory() as name, mock.patch.multiple(
                race_data, FOLDER=Path(name), GRAPHS=Path(name) / "graphs", CASES=Path(name) / "cases.json"):
            race_data.refresh(files(result()), check=False)
            self.addCleanup(race_data.load.cache_clear)
            self.assertEqual(race_data.refresh(files(), check=True, labs=[labs.find_lab("04")]), [])
            self.assertEqual(len(race_data.refresh(files(), check=True, labs=[labs.find_lab("03")])), 1)


class ChangedLabs(unittest.TestCase):
    """changed_labs()"""

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.cases = folder / "cases.json"
        self.enterContext(mock.patch.object(race_data, "CASES", self.cases))
        self.text = "int look(int first) {\n    return first;\n}\n"
        self.changed = "fast_mutex.hpp"
        self.enterContext(mock.patch.object(race_data, "_shape", self.shape))

    def shape(self, path):
        """Every file is empty, but for one."""
        return cpp_source.code_shape(self.text) if path.name == self.changed else ""

    def found(self):
        return [lab.number for lab in race_data.changed_labs()]

    def test_all_where_the_file_is_missing_or_cannot_be_read(self):
        every = [lab.number for lab in labs.all_labs()]
        self.assertEqual(self.found(), every)
        for text in ("<<<<<<< ours", "[]", "{}"):
            self.cases.write_text(text, encoding="utf-8")
            self.assertEqual(self.found(), every)

    def test_a_race_without_a_stored_schedule_changes_its_lab(self):
        race = models.Case("lab05_model_keep_the_wake", id="T4", lab="05", variant="keep_the_wake", expected="deadlock",
                           bound=3, title="a title")
        self.cases.write_text(race_data.cases_as_text([race]), encoding="utf-8")
        self.assertEqual(self.found(), [])
        with mock.patch.object(race_data, "FOLDER", self.cases.parent):
            self.assertEqual(self.found(), ["05"])
            self.assertEqual([case.id for case in race_data.races_without_schedule()], ["T4"])
            found = races.run_schedules([labs.find_lab("05")])
        self.assertEqual([text.partition(":1: ")[2] for text in found],
                         ["T4 has no stored schedule (./kev refresh races)"])

    def test_a_blank_line_and_a_renamed_local_change_none(self):
        self.cases.write_text(race_data.cases_as_text([]), encoding="utf-8")
        self.assertEqual(self.found(), [])
        self.text = "\n" + self.text.replace("first", "second")
        self.assertEqual(self.found(), [])

    def test_a_changed_header_changes_its_lab_and_those_that_include_it(self):
        self.cases.write_text(race_data.cases_as_text([]), encoding="utf-8")
        self.text = self.text.replace("return first", "return first + 1")
        self.assertEqual(self.found(), ["03", "04", "05", "06", "07", "08"])
        with mock.patch.object(race_data, "FOLDER", self.cases.parent):
            found = races.run_schedules([labs.find_lab("02"), labs.find_lab("08")])
        self.assertEqual([text.partition(":1: ")[2] for text in found],
                         ["the code of lab 08 has changed since (./kev refresh races)"])


if __name__ == "__main__":
    unittest.main()

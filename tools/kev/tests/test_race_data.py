"""What is kept of a finding, how it is written, and when it is of other code."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import races
from kev.core import cpp_source, labs
from kev.core.errors import KevError
from kev.races import models, places, race_data, stored, variants

SOURCE = "void join() {\n    look();\n    bucket.exchange(self); // a remark\n}\n"
CACHES = (places.scanned, places.line_of, race_data.load, race_data.load_one, race_data.load_graph, race_data.model_digest,
          stored.stored_blocks)


def forget():
    """What the functions know of other files."""
    for cache in CACHES:
        cache.cache_clear()


class Here(unittest.TestCase):
    """Files of our own, in a folder."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for module, name, value in ((stored, "FOLDER", self.folder), (stored, "CASES", self.folder / "cases.tsv"),
                                    (stored, "SCHEDULES", self.folder / "schedules.tsv"),
                                    (race_data, "build_root", lambda: self.folder / "build"),
                                    (variants, "text_of", lambda _: SOURCE)):
            self.enterContext(mock.patch.object(module, name, value))
        forget()
        self.addCleanup(forget)


def result(**more):
    """A deadlock of one step; its addresses differ in every run."""
    step = {"step": 1, "thread": 1, "operation": "exchange", "object": "bucket", "before": 0, "after": 2 ** 46 + 8,
            "before_text": "0", "after_text": "a = b", "function": "join<int>", "file": "labs/a.hpp", "line": 3, **more}
    wait = {"step": 2, "thread": 2, "operation": "NtWaitForKeyedEvent", "object": "m", "function": "NtWaitForKeyedEvent",
            "file": "", "line": 0, "note": "sleeps", "preempts": True}
    return {"id": "X1/weak", "lab": "03", "variant": "v", "title": "t", "promise": "p", "expected": "deadlock",
            "found": "deadlock", "bound": 2, "runs": 7, "budgets": {key: int(key == "timeouts") for key in stored.BUDGETS},
            "seconds": 0.1, "schedule": {"threads": ["one", "two"], "preemptions": 1, "steps": [step, wait], "ending": ["e"],
                                         "turns": {"text": "1 2", "first": [1, 2]}}}


def corrected():
    """What the correct lock did: the same first step, and another."""
    first, second = (dict(step) for step in result()["schedule"]["steps"])
    for step in (first, second):
        del step["step"]
    return {"id": "right/2", "variant": "right", "asked": 2, "found": "", "ending": [], "before": [],
            "turns": [{"thread": 1, "steps": [first]}, {"thread": 2, "steps": [], "missed": "it had ended"},
                      {"thread": 2, "steps": [{**second, "note": "is not needed"}]}]}


class Kept(Here):
    """of_result()"""

    def test_what_differs_from_run_to_run_is_left_out(self):
        kept = race_data.of_result(result())
        self.assertNotIn("seconds", kept)
        self.assertEqual(kept, race_data.of_result(result(after=2 ** 46 + 4096)))

    def test_small_values_stay_and_an_address_keeps_its_name(self):
        found = result()
        found["schedule"]["steps"].append({**found["schedule"]["steps"][0], "before": 2 ** 46 + 8, "after": 1})
        steps = race_data.of_result(found)["schedule"]["steps"]
        self.assertEqual([(step["before"], step["after"]) for step in steps if "before" in step],
                         [(0, "address 1"), ("address 1", 1)])

    def test_only_rows_of_the_catalogue_with_a_schedule_are_shown(self):
        def shown(name, expected):
            return race_data.is_shown(models.Case("p", name, "03", "v", expected, 2, "t"))
        self.assertTrue(shown("M4", "deadlock"))
        self.assertFalse(shown("M1/sequential", "exhausted clean"))
        self.assertFalse(shown("herd", "reachable"))


def graph(name, ends, nodes, whole=True):
    """A graph of a case; its events are none."""
    return {"id": name, "lab": "03", "variant": "v", "whole": whole, "before": [], "events": [], "moves": [],
            "standings": ["r"], "ends": [{"found": found, "ending": []} for found in ends], "nodes": nodes}


CHOICE = [[0, -1, 0, 1, 0, 2], [0, 0], [0, 1]]  # two moves from the beginning, to two ends


class Graphs(Here):
    """record(), and what the pages have of graphs."""

    def flags(self, own, other=None):
        """Whether the record says that there is a graph of the race, and of the correct lock."""
        with mock.patch.object(race_data.point_of_no_return, "step_of", return_value=2):
            found = race_data.record(result(), corrected(), {each["id"]: each for each in (own, other) if each})
        self.assertEqual(found["lost"], 2 if found["graph"] else 0)
        return found["graph"], found["corrected"]["graph"]

    def test_a_graph_is_kept_with_that_of_the_correct_lock(self):
        self.assertEqual(self.flags(graph("X1/weak", ["", "deadlock"], CHOICE), graph("right/2", [""], [[0, 0]])),
                         (True, True))
        self.assertEqual(race_data.load_graph("right/2")["nodes"], [[0, 0]])
        with mock.patch.object(race_data, "model_digest", return_value="of other code"):
            race_data.load_graph.cache_clear()
            self.assertIsNone(race_data.load_graph("right/2"))

    def test_one_that_is_too_large_or_leaves_nothing_to_find_is_not(self):
        too_large = [[0, -1, 0, 1, 0, 2]] * (race_data.MOST_KEPT + 1)
        for own in (graph("X1/weak", ["", "deadlock"], CHOICE, whole=False),
                    graph("X1/weak", ["", "deadlock"], too_large),
                    graph("X1/weak", ["deadlock"], CHOICE),  # whatever one does, it goes wrong
                    graph("X1/weak", ["", "deadlock"], [[0, -1, 0, 1], [0, 1]])):  # there is nothing to choose
            self.assertEqual(self.flags(own, graph("right/2", [""], [[0, 0]])), (False, False))
            self.assertIsNone(race_data.load_graph("X1/weak"))

    def test_the_pages_lack_what_was_not_made(self):
        self.flags(graph("X1/weak", ["", "deadlock"], CHOICE), graph("right/2", [""], [[0, 0]]))
        found = race_data.record(result(), corrected(), {})
        found["graph"] = found["corrected"]["graph"] = True
        race_data.write([], [found], ["03"])
        self.assertEqual(race_data.graphs_to_make(), [])
        race_data.graph_file("right/2").unlink()
        race_data.load_graph.cache_clear()
        self.assertEqual(race_data.graphs_to_make(), [("lab03_model", "X1/weak", race_data.MOST_KNOWN)])
        with mock.patch.object(race_data, "_is_current", return_value=False):
            self.assertEqual(race_data.make_graphs(build=False), 1)
        with mock.patch.object(models, "build") as build, \
                mock.patch.object(models, "graphs", return_value={"right/2": graph("right/2", [""], [[0, 0]])}):
            self.assertEqual(race_data.make_graphs(build=True), 0)
        build.assert_called_once()
        self.assertEqual(race_data.graphs_to_make(), [])


class Files(Here):
    """write() and what reads it."""

    def write(self, *results):
        """The files of some results of lab 03."""
        race_data.write([models.Case("p", "X1/weak", "03", "v", "deadlock", 2, "t")],
                        [race_data.record(each, corrected(), {}) for each in results], ["03"])

    def test_what_is_read_is_what_was_found(self):
        self.write(result())
        found = race_data.of_result(result(), corrected())
        read = race_data.load_one("X1/weak")
        self.assertTrue(race_data.is_of_these_sources(read))
        for key in found:
            self.assertEqual({**found[key], "graph": False} if key == "corrected" else found[key], read[key], key)
        self.assertEqual([race["id"] for race in race_data.load()], ["X1/weak"])

    def test_a_step_is_a_line_and_those_that_both_locks_made_stand_once(self):
        self.write(result())
        lines = stored.SCHEDULES.read_text(encoding="utf-8").splitlines()
        self.assertEqual(lines[1:], [
            "X1/weak\t1\t1\texchange\tbucket\t0=0\taddress 1=a = b\t\tlabs/a.hpp: join, exchange 1",
            "X1/weak\t2*\t2\tNtWaitForKeyedEvent\tm\t\t\t\t\tsleeps",
            "X1/weak\tc2\t2\tNtWaitForKeyedEvent\tm\t\t\t\t\tis not needed"])

    def test_verdicts_and_other_labs_stay(self):
        self.write(result())
        rows = [*stored.rows(), stored.Row("04", "V1", "w", "deadlock", 2, "t")]
        rows[0] = stored.Row(**{**vars(rows[0]), "ours": "deadlock, bound 2"})
        stored.CASES.write_text(stored.rows_as_text(rows, stored.code_of_cases()), encoding="utf-8")
        self.write()
        self.assertEqual([(row.id, row.ours) for row in stored.rows()], [("X1/weak", "deadlock, bound 2"), ("V1", "")])
        self.assertEqual(stored.names(), [])

    def test_there_may_be_no_files_yet(self):
        self.assertEqual((stored.names(), race_data.has_graph("M4")), ([], False))
        with self.assertRaisesRegex(KevError, "cases.tsv is not there: ./kev refresh races makes it"):
            stored.rows()

    def test_what_is_no_file_of_cases_is_refused(self):
        for text in ("<<<<<<< ours\n", "# code: 03 1\nlab\tid\n"):
            with self.assertRaises(KevError):
                stored.parse_rows(text)


class ChangedLabs(Here):
    """changed_labs()"""

    def setUp(self):
        super().setUp()
        self.text = "int look(int first) {\n    return first;\n}\n"
        self.changed = "fast_mutex.hpp"
        self.enterContext(mock.patch.object(race_data, "_shape", self.shape))

    def shape(self, path):
        """Every file is empty, but for one."""
        return cpp_source.code_shape(self.text) if path.name == self.changed else ""

    def found(self):
        race_data.model_digest.cache_clear()
        return [lab.number for lab in race_data.changed_labs()]

    def test_all_where_the_file_is_missing_or_cannot_be_read(self):
        every = [lab.number for lab in labs.all_labs()]
        self.assertEqual(self.found(), every)
        for text in ("<<<<<<< ours", "", "# code: 03 1\n"):
            stored.CASES.write_text(text, encoding="utf-8")
            self.assertEqual(self.found(), every)

    def test_a_race_without_a_stored_schedule_changes_its_lab(self):
        race_data.write([models.Case("lab05_model_keep_the_wake", "T4", "05", "keep_the_wake", "deadlock", 3, "a title")], [],
                        ["05"])
        self.assertEqual(self.found(), ["05"])
        found = races.run_schedules([labs.find_lab("05")])
        self.assertEqual([text.partition(":1: ")[2] for text in found],
                         ["T4 has no stored schedule (./kev refresh races)"])

    def test_a_blank_line_and_a_renamed_local_change_none(self):
        race_data.write([], [], [])
        self.assertEqual(self.found(), [])
        self.text = "\n" + self.text.replace("first", "second")
        self.assertEqual(self.found(), [])

    def test_a_changed_header_changes_its_lab_and_those_that_include_it(self):
        race_data.write([], [], [])
        self.text = self.text.replace("return first", "return first + 1")
        self.assertEqual(self.found(), ["03", "04", "05", "06", "07", "08"])
        found = races.run_schedules([labs.find_lab("02"), labs.find_lab("08")])
        self.assertEqual([text.partition(":1: ")[2] for text in found],
                         ["the code of lab 08 has changed since (./kev refresh races)"])


class Repository(unittest.TestCase):
    """The files that are there."""

    def test_what_is_read_is_what_would_be_written(self):
        text = stored.SCHEDULES.read_text(encoding="utf-8")
        self.assertEqual("\n".join(line for name in stored.names() for line in stored.packed(stored.race(name))) + "\n", text)
        self.assertGreater(len(stored.names()), 50)
        self.assertEqual(stored.rows_as_text(stored.rows(), stored.code_of_cases()), stored.CASES.read_text(encoding="utf-8"))


if __name__ == "__main__":
    unittest.main()

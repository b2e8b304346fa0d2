"""Files of results: what is written is what is read, and those in the repository can be read."""
import re
import unittest

from kev.core import labs
from kev.core.errors import KevError
from kev.measure import report_data, results
from kev.measure.figures import LINUX, exactly, figure, point


def made():
    """Results with a figure of bars and one of lines."""
    bars = figure("pair", "Lock, and unlock", LINUX, "ns", "bars",
                  [point("a, b", [1.5, 2.5, 4.5], counters={"sleeps": {"median": 0.5, "low": 0.25, "high": 1}}),
                   point('the "other"', [3], **exactly({"out of order, undisturbed": 7, "lost": 0}))])
    lines = figure("queue", "Waiters", "simulated", "threads", "curves",
                   [point("fifo", [3], x=0.1), point("fifo", [4, 6], x=2)], x_label="millions of cycles", log_y=True)
    return {"lab": "03", "world": LINUX, "machine": {"Processor": "a, b", "Commit": "1 of 2026"}, "figures": [bars, lines],
            "missing": ["x: measured nothing.\nat all"]}


class Text(unittest.TestCase):
    """to_text() and parse()"""

    def test_what_is_written_is_read(self):
        found = results.parse(results.to_text(made()))
        for then, now in zip(made()["figures"], found["figures"]):
            for key in ("id", "title", "world", "unit", "kind"):
                self.assertEqual(then[key], now[key])
            self.assertEqual([{key: value[key] for key in value if key not in ("least", "most")} for value in then["points"]],
                             now["points"])
        self.assertEqual(found["machine"], made()["machine"])
        self.assertEqual(found["missing"], ["x: measured nothing. at all"])
        self.assertEqual((found["figures"][1]["x_label"], bool(found["figures"][1]["log_y"])), ("millions of cycles", True))

    def test_a_value_is_a_line_and_so_is_a_curve(self):
        lines = results.to_text(made()).splitlines()
        self.assertEqual([line for line in lines if not line.startswith("#")], [
            ",".join(results.COLUMNS), 'pair,"a, b",,2.5,2,3.5,3,sleeps=0.5 (0.25 to 1)',
            'pair,"the ""other""",,3,3,3,1,"out of order, undisturbed=7; lost=0"', "queue,fifo,0.1 2,3 5,3 4.5,3 5.5,1 2,"])

    def test_the_tables_are_made_of_the_values(self):
        bars, lines = results.parse(results.to_text(made()))["figures"]
        self.assertEqual(bars["columns"], ["", "median, ns", "quartiles", "samples", "sleeps", "out of order, undisturbed",
                                           "lost"])
        self.assertEqual(bars["rows"], [["a, b", 2.5, "2 to 3.5", 3, 0.5, "-", "-"],
                                        ['the "other"', 3, "3 to 3", 1, "-", 7, 0]])
        self.assertEqual((lines["columns"], lines["rows"]),
                         (["millions of cycles", "fifo"], [[0.1, 3], [2, "5 (4.5 to 5.5)"]]))

    def test_what_is_no_result_is_refused_in_words(self):
        text = results.to_text(made())
        for wrong in (text.replace("figure,label", "figure,name"), text.replace("# lab: 03\n", ""),
                      text.replace("pair,", "no_such,"), text.replace("sleeps=", "sleeps "), text + "queue,fifo\n"):
            with self.assertRaises(KevError):
                results.parse(wrong)


class Files(unittest.TestCase):
    """The files in the repository."""

    def test_each_is_written_as_kev_bench_writes(self):
        for lab, path in results.files():
            self.assertEqual(results.to_text(results.read(path)), path.read_text(encoding="utf-8"), path)

    def test_each_lab_has_both_vendors_with_values_machine_and_commit(self):
        for lab in labs.all_labs():
            found = {path.name: results.read(path) for each, path in results.files() if each == lab}
            self.assertLessEqual({"linux-intel.csv", "linux-amd.csv"}, set(found))
            for name, data in found.items():
                self.assertTrue(all(each["points"] for each in data["figures"]), name)
                self.assertRegex(data["machine"]["Commit"], r"^[0-9a-f]{7,} of 20")

    def test_the_report_opens_with_three_figures_that_there_are(self):
        linux = [figure for _, found in results.published() if found["world"] == LINUX for figure in found["figures"]]
        made, absent = report_data.opening(linux)
        self.assertEqual((len(made), absent), (3, []))

    def test_a_simulation_has_no_clock_and_is_the_same_in_each_world(self):
        known, compared = {}, 0
        for _, data in results.published():
            for each in data["figures"]:
                if each["title"].startswith("Simulated") or each["world"] == "simulated":
                    name = re.sub("-(linux|wine)-", "-", each["id"])
                    self.assertEqual(known.setdefault(name, each["points"]), each["points"])
                    compared += 1
        self.assertGreater(compared, 0)

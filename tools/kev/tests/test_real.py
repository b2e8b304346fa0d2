"""The parsers and the tables of `kev real`, on outputs of programs that were kept."""
import gzip
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import numbers
from kev.core.errors import KevError
from kev.measure import real, real_programs, real_results

REPORT = ("kev: pid 7 lock=bounded mutexes=2 acquisitions=100 contended=5 sleeps=3 longest_wait_us=40 passed_on=0\n"
          "a line of the program\n"
          "kev: pid 8 lock=bounded mutexes=1 acquisitions=50 contended=0 sleeps=1 longest_wait_us=90 passed_on=2\n")
SYSBENCH = "Threads started!\n\nGeneral statistics:\n    total time:   1.0008s\n    total number of events:     4321\n"
STRESS = ("stress-ng: info:  [12] stressor       bogo ops real time  usr time  sys time   bogo ops/s     bogo ops/s\n"
          "stress-ng: info:  [12]                           (secs)    (secs)    (secs)   (real time) (usr+sys time)\n"
          "stress-ng: info:  [12] sem              1409250      1.00      0.39      1.42   1409170.11      778591.16\n")


def program(name):
    """The program of that name."""
    return next(each for each in real_programs.programs() if each.name == name)


class Reports(unittest.TestCase):
    """The lines that the library writes."""

    def test_processes_are_added_and_the_longest_wait_is_the_longest(self):
        numbers = real_results.reported(REPORT)
        self.assertEqual((numbers["acquisitions"], numbers["contended"], numbers["longest_wait_us"]), (150, 5, 90))


class Speeds(unittest.TestCase):
    """What a program says of its speed."""

    def test_of_sysbench(self):
        self.assertEqual(program("sysbench threads").speed(SYSBENCH, 1), 4321)

    def test_of_stress_ng_in_real_time(self):
        self.assertEqual(program("stress-ng sem").speed(STRESS, 1), 1409170.11)

    def test_an_output_without_it_has_none(self):
        self.assertIsNone(program("memcached").speed("memcached does not listen", 1))


class Results(unittest.TestCase):
    """What a compressor wrote is unpacked and compared."""

    def test_an_archive_of_another_text_is_wrong(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for text, wrong in (("text", False), ("another", True)):
                (folder / "text").write_text("text", encoding="ascii")
                (folder / "output").write_bytes(gzip.compress(text.encode()))
                self.assertEqual(program("pigz").is_wrong(folder), wrong)


class Tables(unittest.TestCase):
    """Ratios to libc in the same round."""

    ROUNDS = [{"libc": 100, "mutex": 50}, {"libc": 200, "mutex": 200}, {"libc": 100, "mutex": 80, "bounded": 90}]

    def test_a_ratio_is_of_one_round(self):
        self.assertEqual(real_results.ratios(self.ROUNDS)["mutex"], (0.8, 0.5, 1))

    def test_a_round_without_libc_gives_no_ratio(self):
        self.assertEqual(real_results.ratios([{"mutex": 50}]), {})

    def test_waits_are_those_of_libc_or_not_known(self):
        reports = {"busy": {"libc": {"acquisitions": 1000, "contended": 20, "longest_wait_us": 10},
                            "mutex": {"longest_wait_us": 25}},
                   "idle": {"libc": {"acquisitions": 0, "longest_wait_us": 0}, "mutex": {"longest_wait_us": 3}}}
        self.assertEqual(real_results.count_rows(["libc", "mutex"], reports),
                         [["busy", "20", "2.5"], ["idle", "-", "-"]])


class Stored(unittest.TestCase):
    """What is stored, and what the pages say of it."""

    ABOUT = {"Processor": "a processor", "Cores": "2", "System": "Linux", "Other load": "none", "Date": "2026-01-02 03:04 UTC"}
    DATA = real_results.kept(ABOUT, ["libc", "handoff", "unfair"],
                             {"Apache": [{"libc": 100.0, "handoff": 50.0, "unfair": 120.0}, {"libc": 125.0}], "none": []},
                             {"Apache": {"libc": {"acquisitions": 1000, "contended": 10, "sleeps": 3},
                                         "handoff": {"acquisitions": 2000, "contended": 200},
                                         "unfair": {"acquisitions": 1000, "contended": 20}}},
                             {"libc": [10.0], "handoff": [90.0, 100.0, 300.0], "unfair": [20.0]},
                             {"libc": [800.0, 700.0], "unfair": [790.0]})

    def test_it_comes_back_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            real_results.write(self.DATA, Path(folder) / "file")
            self.assertEqual(real_results.load(Path(folder) / "file"), self.DATA)

    def test_a_number_against_another_lock(self):
        self.assertEqual(numbers.number_text(self.DATA, "Apache; contended; handoff; against unfair"), "5")
        self.assertEqual(numbers.number_text(self.DATA, "Apache; speed; unfair"), "1.2")

    def test_waits_that_ended_by_their_limit_are_medians_of_all_runs(self):
        self.assertEqual(numbers.number_text(self.DATA, "Python loops; timed out; libc"), "750")
        self.assertEqual([tuple(each.values()) for each in real_results.limits_figure(self.DATA)["points"]],
                         [("libc", 750, 700, 800), ("unfair", 790, 790, 790)])


class Missing(unittest.TestCase):
    """A program that is not there."""

    def test_a_word_that_is_in_no_name_is_refused_before_anything_is_built(self):
        with mock.patch.object(real, "require", side_effect=AssertionError("it builds")):
            with self.assertRaisesRegex(KevError, "no program has 'nosuch' in its name; known: "):
                real.main(mock.Mock(only="nosuch"))


if __name__ == "__main__":
    unittest.main()

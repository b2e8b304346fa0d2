"""Results of Google Benchmark are read as they are meant."""
import unittest
from pathlib import Path
from unittest import mock

import samples
from kev.core import process
from kev.core.errors import KevError
from kev.measure import google_benchmark


class Read(unittest.TestCase):
    """read_results()"""

    def test_drops_what_the_library_adds_to_names_and_keeps_our_arguments(self):
        self.assertEqual(google_benchmark.read_results(samples.ARTICLE)[0].name, "article/fast_mutex/threads:4")
        self.assertEqual(google_benchmark.read_results(samples.PINGPONG)[0].name, "pingpong/raw_futex/two_processors")
        growth = google_benchmark.read_results(samples.GROWTH)[5]
        self.assertEqual((growth.argument("buckets"), growth.argument("parked"), growth.argument("x")),
                         (256, 256, None))

    def test_keeps_the_reason_of_a_benchmark_that_could_not_run(self):
        found = google_benchmark.read_results(samples.PAIR)[-1]
        self.assertEqual((found.times, found.error), ([], "membarrier is not offered by this kernel"))

    def test_a_repetition_that_counted_nothing_leaves_its_benchmark_out_with_the_reason(self):
        text = ('{"benchmarks": [{"name": "a", "real_time": 1, "n": 1}, {"name": "a", "real_time": 1, "n": Infinity},'
                ' {"name": "b", "real_time": 1, "n": 1}]}')
        first, second = google_benchmark.read_results(text)
        self.assertEqual((first.times, second.times), ([], [1]))
        self.assertIn("counted nothing", first.error)
        self.assertEqual(second.error, "")


class Hanging(unittest.TestCase):
    """A program that does not end."""

    def test_a_benchmark_is_stopped_and_its_time_is_said(self):
        hangs = mock.Mock(return_value=process.Result(-15, "", timed_out=True))
        with mock.patch.object(google_benchmark, "run", hangs):
            with self.assertRaisesRegex(KevError, r"^lab01_x_bench: it did not end in time \(9 s\)"):
                google_benchmark.run_benchmark(Path("lab01_x_bench"), repetitions=1, min_time=0.1, timeout=9)

    def test_a_benchmark_that_refuses_is_quoted_without_the_warnings_of_its_library(self):
        said = "***WARNING*** Library was built as DEBUG. Timings may be affected.\nnot here: one processor\n"
        with mock.patch.object(google_benchmark, "run", mock.Mock(return_value=process.Result(1, "", said))):
            with self.assertRaisesRegex(KevError, r"^lab01_x_bench: not here: one processor$"):
                google_benchmark.run_benchmark(Path("lab01_x_bench"), repetitions=1, min_time=0.1)

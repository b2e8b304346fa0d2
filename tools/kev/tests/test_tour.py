"""The tour runs what is there, notes what is not, and goes on after a failure."""
import contextlib
import io
import os
import shutil
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import samples
from kev.core import labs
from kev.core.pace import Pace
from kev.measure import screen, tour

BENCHMARK = """#!/usr/bin/env python3
import sys
name = [a.split("=", 1)[1] for a in sys.argv if a.startswith("--benchmark_out=")][0]
open(name, "w").write({text!r})
"""


class Visit(unittest.TestCase):
    """measure() and show_demonstration() with programs that are small scripts."""

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.bin = folder / "linux" / "bin"
        self.bin.mkdir(parents=True)
        self.enterContext(mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": str(folder)}))
        lab = folder / "03_fast_mutex"
        lab.mkdir()
        shutil.copy(labs.find_lab("03").directory / "report.py", lab)
        (lab / "README.md").write_text("# Lab 03: a *small* `mutex`\n\n## Question\n\nHow [little](x)?\n")
        self.lab = labs.Lab("03", lab)

    def program(self, name, text):
        """Puts a program into the build folder."""
        path = self.bin / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def visit(self):
        """The section, and what was printed."""
        text = io.StringIO()
        effort = tour.Effort(repetitions=2, experiment_runs=2, experiment_seconds=0.1, timeout=10)
        with contextlib.redirect_stdout(text):
            section = self.visit_with(effort)
        return section, text.getvalue()

    def visit_with(self, effort):
        """The section."""
        section = tour.new_section(self.lab)
        self.visit_into(section, effort, Pace(self.steps(effort)))
        return section

    def steps(self, effort):
        """The measurements that would be made."""
        programs = sorted(path.name for path in self.bin.iterdir())
        with mock.patch.object(tour.cmake, "targets", return_value=programs):
            return tour.steps(self.lab, tour.LINUX, effort)

    def visit_into(self, section, effort, pace):
        """The output of `kev run` for a lab that is built."""
        tour.run_demonstration(self.lab, tour.LINUX, section)
        tour.measure(self.lab, tour.LINUX, effort, section, pace)
        print("\n".join(screen.lines(section, tour.LINUX.name, section["missing"], "")))

    def test_what_was_measured_before_an_interruption_stays(self):
        self.program("lab03_demo", "#!/bin/sh\necho 'hello'\n")
        self.program("lab03_pair_bench", BENCHMARK.format(text=samples.PAIR))
        self.program("lab03_article_bench", "#!/bin/sh\nexit 0\n")
        section = tour.new_section(self.lab)
        effort = tour.Effort(timeout=10)
        pace = Pace(self.steps(effort))
        with contextlib.redirect_stdout(io.StringIO()), self.assertRaises(KeyboardInterrupt), \
                mock.patch.object(tour, "benchmark", side_effect=[[samples.figure()], KeyboardInterrupt]):
            self.visit_into(section, effort, pace)
        self.assertEqual((len(section["figures"]), len(section["demonstrations"]), len(pace.taken)), (1, 1, 1))

    def test_everything_there(self):
        self.program("lab03_demo", "#!/bin/sh\necho 'hello'\n")
        self.program("lab03_pair_bench", BENCHMARK.format(text=samples.PAIR))
        self.program("lab03_byte_store_litmus", "#!/bin/sh\necho 'running'\n"
                     "echo '{\"variants\": [{\"name\": \"byte\", \"delivered\": 9, \"lost\": 1}]}'\n")
        section, printed = self.visit()
        self.assertEqual((section["title"], section["question"]), ("Lab 03: a small mutex", "How little?"))
        self.assertEqual(section["demonstrations"], [{"world": tour.LINUX.name, "output": "hello"}])
        self.assertEqual([figure["id"] for figure in section["figures"]],
                         ["lab03_pair_bench-linux", "lab03_byte_store_litmus-linux"])
        self.assertEqual(section["missing"], [])
        self.assertIn("│ hello", printed)

    def test_what_fails_is_noted_and_the_rest_runs(self):
        self.program("lab03_demo", "#!/bin/sh\necho 'no luck' >&2; exit 3\n")
        self.program("lab03_article_bench", "#!/bin/sh\nexit 1\n")
        self.program("lab03_pair_bench", BENCHMARK.format(text=samples.PAIR))
        self.program("lab03_byte_store_litmus", "#!/bin/sh\necho 'no object'\n")
        section, printed = self.visit()
        self.assertEqual(len(section["figures"]), 1)
        self.assertEqual(len(section["missing"]), 3)
        self.assertIn("no luck", " ".join(section["missing"]))
        self.assertIn("3 things are not here", printed)

    def test_a_program_that_hangs_is_stopped(self):
        self.program("lab03_pair_bench", "#!/bin/sh\nsleep 60\n")
        effort = tour.Effort(timeout=1)
        with contextlib.redirect_stdout(io.StringIO()):
            section = self.visit_with(effort)
        self.assertTrue(any("did not end in time" in text for text in section["missing"]))


class Labs(unittest.TestCase):
    """Finding labs, and what they ask."""

    def test_the_question_of_a_lesson(self):
        for text in ("# A\n\n**The question.** How\n*little*?\n\nMore.\n", "# A\n\nNo.\n\n## Question\n\nHow little?\n",
                     "# A\n\nHow little?\n\n## B\n\n# not this\n", "# A\n\n<!-- x -->\n\nHow little?\n"):
            with mock.patch.object(labs.Lab, "_text", return_value=text):
                self.assertEqual(labs.Lab("01", Path("01_a")).question(), "How little?", text)

    def test_by_number_and_by_folder(self):
        first = labs.all_labs()[0]
        for text in (first.number, str(int(first.number)), first.directory.name, f"labs/{first.directory.name}/"):
            self.assertEqual(labs.find_lab(text), first)

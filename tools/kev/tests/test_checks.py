"""`kev check` and `kev refresh`: what they call, what they say, and that each check can fail."""
import argparse
import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import check, every, lists, numbers, programs, quotes, races, refresh, registry
from kev.core import labs
from kev.core.errors import KevError
from kev.core.files import write_atomically
from kev.core.paths import ROOT


def options(*names, **more):
    """As the command line gives them."""
    return argparse.Namespace(**{"names": list(names), "all": False, "built": False, "lab": None, "list": False,
                                 "no_install": True, **more})


def quietly(function, *arguments):
    """(result, what was printed)"""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        result = function(*arguments)
    return result, text.getvalue()


def made_up(name, found):
    """A check that finds something, or that raises something."""
    def run(_labs):
        if isinstance(found, Exception):
            raise found
        return found
    return registry.Check(name, "a question", run)


class Command(unittest.TestCase):
    """`kev check`"""

    def run_checks(self, *checks):
        with mock.patch.object(every, "CHECKS", list(checks)), mock.patch.object(check, "prepare"):
            return quietly(check.main, options())

    def test_each_outcome_has_a_line_and_the_last_line_counts(self):
        status, text = self.run_checks(made_up("good", []), made_up("bad", ["a.md:3: wrong", "a.md:4: wrong"]),
                                       made_up("absent", registry.Skipped("apt-get install it")),
                                       made_up("broken", KevError("cannot")))
        self.assertEqual(status, 1)
        self.assertRegex(text, r"(?m)^  good: passed")
        self.assertRegex(text, r"(?m)^  bad: FAILED, 2 findings \(\d+ s\)\n    a.md:3: wrong\n    a.md:4: wrong$")
        self.assertRegex(text, r"(?m)^  absent: skipped: apt-get install it")
        self.assertRegex(text, r"(?m)^  broken: FAILED, 1 finding .*\n    cannot$")
        self.assertEqual(text.splitlines()[-1], "1 passed, 2 failed, 1 skipped")

    def test_an_unknown_name_is_refused_with_the_known_ones(self):
        with self.assertRaisesRegex(KevError, "there is no check 'stile'; known: style, .*site"):
            check.main(options("style", "stile"))

    def test_what_is_built_is_made_on_demand_only(self):
        quick, slow = made_up("quick", []), registry.Check("slow", "a question", lambda _: ["b.md:1: wrong"], builds=True)
        with mock.patch.object(every, "CHECKS", [quick, slow]), mock.patch.object(check, "prepare"):
            ends = [quietly(check.main, options(**how))[1].splitlines()[-1]
                    for how in ({}, {"built": True}, {"all": True})]
        self.assertEqual(ends, ["1 passed, 0 failed", "0 passed, 1 failed", "1 passed, 1 failed"])


class Refreshing(unittest.TestCase):
    """`kev refresh`"""

    def perform(self, change):
        """(changed, problems, what was printed) of a step in a made-up repository with a.md and b.md."""
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(refresh, "ROOT", Path(folder)):
            for name in ("a.md", "b.md"):
                (Path(folder) / name).write_text("old", encoding="utf-8")
            step = registry.Refresh("step", "", lambda: change(Path(folder)))
            (changed, problems), text = quietly(refresh.perform, step)
            return changed, problems, text

    def test_it_says_which_files_have_changed(self):
        def change(folder):
            for name, words in (("a.md", "new"), ("b.md", "old"), ("c.md", "new")):
                write_atomically(folder / name, words)
            return ["d.md: cannot"]
        changed, problems, text = self.perform(change)
        self.assertEqual((changed, problems), (["a.md", "c.md"], ["d.md: cannot"]))
        self.assertRegex(text, r"2 files changed .*\n    changed: a.md\n    new: c.md\n")

    def test_a_step_that_is_not_usual_is_made_by_name_only(self):
        self.assertNotIn("weak", [step.name for step in every.refreshes([])])
        self.assertEqual([step.name for step in every.refreshes(["weak"])], ["weak"])

    def test_while_no_code_has_changed_nothing_is_built(self):
        self.assertFalse({"machines", "weak", "agreement"} & {step.name for step in every.refreshes([])})
        with mock.patch.object(races.race_data, "changed_labs", return_value=[]), \
                mock.patch.object(races.models, "build", side_effect=AssertionError("it builds")):
            self.assertEqual(races.refresh(), [])

    def test_steps_have_names_and_an_order(self):
        names = [step.name for step in every.refreshes(["lists", "races"])]
        self.assertEqual(names, ["races", "lists"])
        with self.assertRaisesRegex(KevError, "there is no step of a refresh 'x'; known: .*races"):
            every.refreshes(["x"])
        self.assertLess([step.name for step in every.REFRESHES].index("races"),
                        [step.name for step in every.REFRESHES].index("quotes"))


class Quotes(unittest.TestCase):
    """The check `quotes`."""

    def findings(self, lesson, header="// [unlock]\nvoid unlock();\n// [/unlock]\n"):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(quotes, "ROOT", Path(folder)):
            lab = labs.Lab("03", Path(folder) / "labs" / "03_x")
            lab.directory.mkdir(parents=True)
            (lab.directory / "a.hpp").write_text(header, encoding="utf-8")
            (lab.directory / "README.md").write_text(lesson, encoding="utf-8")
            return quotes.run([lab])

    LESSON = "# x\n\n<!-- code: a.hpp unlock -->\n```cpp\nvoid unlock();\n```\n<!-- /code -->\n"

    def test_fresh_and_stale(self):
        self.assertEqual(self.findings(self.LESSON), [])
        self.assertEqual(self.findings(self.LESSON, "// [unlock]\nvoid unlock() noexcept;\n// [/unlock]\n"),
                         ["labs/03_x/README.md:3: stale: code: a.hpp unlock (./kev refresh quotes)"])

    def test_a_quote_leaves_out_hooks_tallies_and_attributes(self):
        header = ("// [unlock]\n[[clang::release_capability]] void unlock() [[likely]];\n"
                  "    count_call(&tally::waits);\n// [/unlock]\n")
        self.assertEqual(self.findings(self.LESSON, header), [])

    def test_a_timeline_is_that_of_the_stored_schedule(self):
        lesson = next((ROOT / "labs").glob("03_*")) / "README.md"
        text = lesson.read_text(encoding="utf-8")
        self.assertIn("<!-- timeline: M4 -->", text)
        self.assertEqual(quotes.stale([lesson], quotes.MAKERS, ""), [])
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "README.md"
            page.write_text(re.sub(r"(<!-- timeline: M4 -->\n```text\n)", r"\1x\n", text), encoding="utf-8")
            with mock.patch.object(quotes, "ROOT", Path(folder)):
                found = quotes.stale([page], {"timeline": quotes.stored_timeline}, "how")
        self.assertEqual([re.sub(":[0-9]+:", ":N:", each) for each in found],
                         ["README.md:N: stale: timeline: M4 (how)"])


class Others(unittest.TestCase):
    """The other checks, each with something wrong."""

    def test_format_names_file_and_line(self):
        text = "".join(f"{ROOT}/labs/{place}: error: code should be clang-formatted [-W]\n  x\n"
                       for place in ("a.hpp:3:1", "a.hpp:3:9", "b.cpp:1:1"))
        self.assertEqual([each.split(": ")[0] for each in programs.changes(text)], ["labs/a.hpp:3", "labs/b.cpp:1"])
        self.assertEqual(programs.changes("no such option"), ["no such option"])

    def test_a_list_that_lacks_something_is_stale(self):
        with mock.patch.object(lists, "races", return_value="| nothing |"), \
                mock.patch.dict(lists.MAKERS, {"races": lambda *_: "| nothing |"}):
            self.assertRegex("\n".join(lists.run([])), r"docs/races\.md:\d+: stale: races \(\./kev refresh lists\)")

    def test_a_table_of_other_results_is_stale(self):
        with mock.patch.object(numbers, "standing_table", return_value="| other |"):
            self.assertIn("stale: standing (./kev refresh numbers)", " ".join(numbers.run([])))

    def test_the_linter_finds_a_mistake(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.py"
            path.write_text("import os\n", encoding="utf-8")
            if not programs.python_module("flake8")():
                self.skipTest("flake8 is not here")
            self.assertRegex(programs.findings("flake8", [path])[0], r"a.py:1:1: F401 .*\(flake8\)")


if __name__ == "__main__":
    unittest.main()

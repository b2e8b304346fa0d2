"""`kev check` and `kev refresh`: what they call, what they say, and that each check can fail."""
import argparse
import contextlib
import io
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import check, every, figures, format, links, lint, lists, mutants, quotes, refresh, registry, version
from kev.core import labs
from kev.core.errors import KevError
from kev.core.paths import ROOT


def options(*names, **more):
    """As the command line gives them."""
    return argparse.Namespace(**{"names": list(names), "all": False, "lab": None, "list": False, "no_install": True, **more})


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
    return registry.Check(name, "a question", run, concerns=("*",))


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

    def test_where_all_is_well_the_status_says_so(self):
        status, text = self.run_checks(made_up("good", []))
        self.assertEqual((status, text.splitlines()[-1]), (0, "1 passed, 0 failed"))

    def test_an_unknown_name_is_refused_with_the_known_ones(self):
        with self.assertRaisesRegex(KevError, "there is no check 'stile'; known: style, format, .*tidy"):
            check.main(options("style", "stile"))

    def test_the_list_has_each_check_with_its_question(self):
        _, text = quietly(check.main, options(list=True))
        self.assertEqual(len(text.splitlines()), len(every.CHECKS))
        self.assertRegex(text, r"races +--all +stored schedules")

    def test_names_differ_and_what_is_built_is_not_made_unasked(self):
        self.assertEqual(len({each.name for each in every.CHECKS}), len(every.CHECKS))
        self.assertFalse(any(each.builds for each in every.usual()))
        self.assertIn("races", [each.name for each in every.whole()])
        self.assertNotIn("tidy", [each.name for each in every.whole()])


class Concerns(unittest.TestCase):
    """concerning()"""

    def test_every_pattern_matches_a_file_of_the_repository(self):
        names = [path.relative_to(ROOT).as_posix() for path in every.tracked_files(ROOT)]
        for each in every.CHECKS:
            for pattern in each.concerns:
                one = registry.Check("x", "", each.run, concerns=(pattern,))
                self.assertTrue(any(map(one.is_about, names)), f"{each.name}: {pattern}")

    def test_a_lab_concerns_what_quotes_it_and_not_the_version(self):
        found = {each.name for each in every.concerning(labs.find_lab("03"))}
        self.assertLessEqual({"style", "format", "quotes", "links", "headers", "races", "agreement", "mutants"}, found)
        self.assertFalse({"browser", "tidy"} & found)


class Refreshing(unittest.TestCase):
    """`kev refresh`"""

    def perform(self, change):
        """(changed, problems, what was printed) of a step in a made-up repository with a.md and b.md."""
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(refresh, "ROOT", Path(folder)):
            for name in ("a.md", "b.md"):
                (Path(folder) / name).write_text("old", encoding="utf-8")
            step = registry.Refresh("step", "", lambda: change(Path(folder)), writes=("*.md",))
            (changed, problems), text = quietly(refresh.perform, step)
            return changed, problems, text

    def test_it_says_which_files_have_changed(self):
        def change(folder):
            (folder / "a.md").write_text("new", encoding="utf-8")
            (folder / "b.md").unlink()
            (folder / "c.md").write_text("new", encoding="utf-8")
            return ["d.md: cannot"]
        changed, problems, text = self.perform(change)
        self.assertEqual((changed, problems), (["a.md", "b.md", "c.md"], ["d.md: cannot"]))
        self.assertRegex(text, r"3 files changed .*\n    changed: a.md\n    removed: b.md\n    new: c.md\n")

    def test_what_cannot_be_done_is_said_and_ends_nothing(self):
        def change(_folder):
            raise KevError("there is no compiler")
        self.assertEqual(self.perform(change)[:2], ([], ["there is no compiler"]))

    def test_steps_have_names_and_an_order(self):
        names = [step.name for step in every.refreshes(["lists", "races"])]
        self.assertEqual(names, ["races", "lists"])
        with self.assertRaisesRegex(KevError, "there is no step of a refresh 'x'; known: races"):
            every.refreshes(["x"])
        self.assertLess([step.name for step in every.REFRESHES].index("races"),
                        [step.name for step in every.REFRESHES].index("quotes"))

    def test_what_is_up_to_date_stays_as_it_is(self):
        for name in ("quotes", "figures", "lists"):
            step = every.refreshes([name])[0]
            self.assertEqual(quietly(refresh.perform, step)[0], ([], []), name)


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

    def test_what_is_gone_is_named(self):
        self.assertIn("a.hpp has no region [unlock]", self.findings(self.LESSON, "int a;\n")[0])
        self.assertIn("there is no b.hpp", self.findings(self.LESSON.replace("a.hpp", "b.hpp"))[0])

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


class Links(unittest.TestCase):
    """The check `links`."""

    def findings(self, text):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(links, "ROOT", Path(folder)):
            (Path(folder) / "other.md").write_text("# A *title*, `x`: y\n## Same\n## Same\n<a id=\"here\"></a>\n",
                                                   encoding="utf-8")
            (Path(folder) / "a.md").write_text(text, encoding="utf-8")
            links.places.cache_clear()
            return links.run([])

    def test_accepts_what_leads_somewhere(self):
        for target in ("other.md", "other.md#a-title-x-y", "other.md#same-1", "other.md#here", "https://a.b/c", "#own",
                       "mailto:a@b"):
            self.assertEqual(self.findings(f"# Own\n[x]({target})\n"), [], target)

    def test_refuses_what_leads_nowhere(self):
        for target, reason in (("none.md", "leads to nothing"), ("other.md#none", "no such heading"),
                               ("../x.md", "out of the repository"), ("/x.md", "out of the repository")):
            found = self.findings(f"\n[`x` [y]]({target} \"z\")\n")
            self.assertEqual(len(found), 1, target)
            self.assertRegex(found[0], rf"^a.md:2: {re.escape(target)}: .*{reason}")

    def test_code_has_no_links(self):
        self.assertEqual(self.findings("```\n[a](none.md)\n```\n`[a](none.md)`\n"), [])

    def test_a_reference_is_a_link(self):
        self.assertEqual(len(self.findings("[x][y]\n\n[y]: none.md\n")), 1)


class Version(unittest.TestCase):
    """The check `version`."""

    def test_a_copy_is_found_and_another_version_is_not(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(version, "ROOT", Path(folder)):
            path = Path(folder) / "a.json"
            path.write_text("10.9.0\n\"0.9.0\"\n0.9.01\n0.9.0.1\n", encoding="utf-8")
            found = version.copies("0.9.0", [path])
        self.assertEqual(len(found), 1)
        self.assertTrue(found[0].startswith("a.json:2: "))

    def test_the_history_begins_with_it(self):
        self.assertEqual(version.history("1.2.3", "# x\n\n## 1.2.3, today\n\n## 1.2.2\n"), [])
        self.assertEqual(len(version.history("1.2.3", "# x\n\n## 1.2.2\n")), 1)

    def test_the_header_states_it(self):
        self.assertRegex(version.stated((ROOT / version.HEADER).read_text(encoding="utf-8")), r"^\d+\.\d+\.\d+$")


class Others(unittest.TestCase):
    """What the other checks say of something wrong."""

    def test_format_names_file_and_line(self):
        text = "".join(f"{ROOT}/labs/{place}: error: code should be clang-formatted [-W]\n  x\n"
                       for place in ("a.hpp:3:1", "a.hpp:3:9", "b.cpp:1:1"))
        self.assertEqual([each.split(": ")[0] for each in format.findings(text)], ["labs/a.hpp:3", "labs/b.cpp:1"])
        self.assertEqual(format.findings("no such option"), ["no such option"])

    def test_an_explained_mutant_that_is_gone_is_named(self):
        lab = labs.find_lab("03")
        self.assertEqual(mutants.run([lab]), [])
        with mock.patch.object(mutants.mutate, "all_mutants", return_value=[]):
            self.assertGreater(len(mutants.run([lab])), 0)

    def test_a_list_that_lacks_something_is_stale(self):
        self.assertEqual(lists.run([]), [])
        with mock.patch.object(lists, "all_labs", return_value=labs.all_labs()[:-1]):
            self.assertEqual([each.split(": stale")[0] for each in lists.run([])], ["docs/labs/index.md:5"])

    def test_a_table_of_other_results_is_stale(self):
        self.assertEqual(figures.run([]), [])
        with mock.patch.object(figures, "all_labs", return_value=labs.all_labs()[:-1]):
            self.assertGreater(len(figures.run([])), 0)

    def test_the_linter_finds_a_mistake(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "a.py"
            path.write_text("import os\n", encoding="utf-8")
            if not lint.python_module("flake8")():
                self.skipTest("flake8 is not here")
            self.assertRegex(lint.findings("flake8", [path])[0], r"a.py:1:1: F401 .*\(flake8\)")


if __name__ == "__main__":
    unittest.main()

"""A report from Windows is taken over by one command, and each page that speaks of Windows changes with it."""
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import lists, reports
from kev.core import blocks
from kev.core.errors import KevError
from kev.core.paths import ROOT

PROGRAMS = [{"name": f"lab{number:02}_some_test", "bits": "64", "state": "passed", "said": "", "passed": 10 + number,
             "failed": 0, "skipped": 1, "seconds": 1.5} for number in range(1, 9)]
REPORT = {"format": 1, "commit": "0123456789ab", "compiler": "GNU 12.2", "system": "Windows 11 24H2",
          "build": "10.0.26100.2314", "wine": False, "machine": "x64", "processor": "A processor", "model": "Family 6",
          "threads": 8, "seconds": 99.0,
          "budget": 300.0, "programs": [*PROGRAMS, {**PROGRAMS[0], "name": "lab02_gate_test", "state": "hung", "failed": 1,
                                                    "passed": 0, "skipped": 0, "said": "ended | by its job"}],
          "failures": [], "answers": [{"probe": "apc", "question": "What of an APC?", "answer": "it | runs <at once>"}],
          "times": [{"table": "mcfgthread", "threads": 4, "lock": "SRWLOCK", "ns": 51.5}]}


class Reports(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="kev-reports-")
        self.addCleanup(folder.cleanup)
        self.room = Path(folder.name)
        patch = mock.patch.object(reports, "FOLDER", self.room / "stored")
        patch.start()
        self.addCleanup(patch.stop)

    def take(self, **other):
        """Takes a report over that differs in this."""
        path = self.room / "report.json"
        path.write_text(json.dumps({**REPORT, **other}), encoding="utf-8")
        return reports.take(path)

    def test_without_a_report_the_pages_say_so(self):
        self.assertEqual("Not run on Windows.", reports.said(ROOT / "labs" / "05_timed_lock" / "notes.md", "lab05"))
        self.assertEqual("no answer yet", reports.said(reports.PAGE, "probe apc"))

    def test_each_page_that_speaks_of_windows_changes_with_the_first_report(self):
        pages = {page: page.read_text(encoding="utf-8") for page in reports.pages()}
        self.assertLess({"README.md", "docs/windows.md", "docs/faults.md", "docs/performance.md", "docs/verified.md",
                         "docs/unknown.md", "labs/05_timed_lock/notes.md", "labs/08_mcf_style/notes.md"},
                        {page.relative_to(ROOT).as_posix() for page in pages})
        before = {page: blocks.refreshed(page, text, reports.MAKERS)[0] for page, text in pages.items()}
        self.take()
        for page, text in before.items():
            after, stale = blocks.refreshed(page, text, reports.MAKERS)
            with self.subTest(page=page.name):
                self.assertTrue(stale)
                self.assertIn("Windows 11 24H2, build 10.0.26100.2314, x64", after)
                self.assertNotIn("Not run on Windows", after)
                self.assertNotIn("Nothing here", after)

    def test_a_lab_has_its_own_counts_and_a_cell_those_of_all(self):
        self.take()
        page = ROOT / "labs" / "05_timed_lock" / "notes.md"
        self.assertIn("15 passed, 0 failed, 1 skipped ([reports](../../docs/verified.md#on-windows-itself))",
                      reports.said(page, "lab05"))
        self.assertIn("116 passed, 1 failed, 8 skipped ([reports](docs/verified.md#on-windows-itself))",
                      reports.said(ROOT / "README.md", "cell"))

    def test_the_reports_in_full_name_what_did_not_pass_and_stand_beside_the_published_times(self):
        self.take()
        text = reports.said(reports.PAGE, "reports")
        self.assertIn("| lab02_gate_test | 64 | hung | ended \\| by its job |", text)
        self.assertIn("| What of an APC? | it \\| runs &lt;at once> |", text)
        self.assertIn("| 4 | 51.8 | 115 | 38.8 | 51.5 |", text)

    def test_programs_for_which_there_was_no_time_are_counted_and_not_listed(self):
        late = {**PROGRAMS[0], "name": "lab06_late", "state": "not run", "said": reports.TOO_LATE, "passed": 0, "skipped": 0}
        self.take(programs=[*REPORT["programs"], late])
        text = reports.said(reports.PAGE, "reports")
        self.assertIn("1 programs not run", text)
        self.assertNotIn("lab06_late", text)

    def test_the_newest_system_comes_first(self):
        self.take()
        self.take(build="10.0.9999.1", commit="fedcba987654")
        self.assertEqual(["10.0.26100.2314", "10.0.9999.1"], [each["build"] for each in reports.load()])
        self.assertIn("and 1 more", reports.said(reports.PAGE, "all"))

    def test_a_report_from_wine_is_refused(self):
        with self.assertRaisesRegex(KevError, "Wine 8.0, and these pages are about Windows itself"):
            self.take(wine=True, system="Wine 8.0")

    def test_something_else_is_refused(self):
        with self.assertRaisesRegex(KevError, "lacks its format"):
            self.take(format=2)
        (self.room / "report.json").write_text("no report", encoding="utf-8")
        with self.assertRaisesRegex(KevError, "is no report.json of windows-check.zip"):
            reports.take(self.room / "report.json")
        self.assertFalse((self.room / "stored").exists())

    def test_a_stale_mark_is_found_by_the_check(self):
        self.take()
        self.assertTrue(any("stale: on-windows: cell" in finding for finding in lists.run([])))

    def test_an_unknown_mark_is_refused(self):
        with self.assertRaisesRegex(KevError, "on-windows: elsewhere: there are all, cell"):
            reports.said(reports.PAGE, "elsewhere")

    def test_each_probe_that_a_page_names_is_one(self):
        named = {block.argument.partition(" ")[2] for page in reports.pages()
                 for _, block in blocks.blocks_of(page.read_text(encoding="utf-8"), reports.MAKERS)
                 if block.argument.startswith("probe")}
        folder = ROOT / "tools" / "windows_check" / "probes"
        sources = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.cpp"))
        made = {part.partition('"')[0] for part in sources.split('{"')[1:]}
        self.assertEqual(set(), named - made)
        self.assertGreater(len(named), 15)


if __name__ == "__main__":
    unittest.main()

"""Numbers that pages quote are those of the results."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import quotes
from kev.core import blocks
from kev.core.errors import KevError
from kev.measure import quoted

PAGE = Path("page.md")
BARS = {"id": "pair", "unit": "ns", "world": "Linux", "columns": ["", "median, ns", "quartiles", "calls"],
        "rows": [["fast_mutex", 10.2, "10 to 11", 12345], ["std::mutex", 20.4, "20 to 21", "-"]],
        "points": [{"label": label, "median": median, "low": median - 1, "high": median + 1}
                   for label, median in (("fast_mutex", 10.25), ("std::mutex", 20.5))]}
LINES = {"id": "lines", "unit": "ns", "world": "Linux", "columns": ["threads", "a_lock"],
         "rows": [[1, "15 (14 to 16)"], [2, "30 (28 to 33)"]],
         "points": [{"label": "a_lock", "x": x, "median": value, "low": value, "high": value}
                    for x, value in ((1, 15), (2, 30))]}


class Quoted(unittest.TestCase):
    """With two figures of our own."""

    def setUp(self):
        self.enterContext(mock.patch.object(quoted, "_figures", return_value={"pair": BARS, "lines": LINES}))

    def test_a_number_is_a_value_or_a_ratio_in_the_digits_that_were_asked_for(self):
        for argument, text in (("pair; fast_mutex", "10.2"), ("pair; fast_mutex; digits 2", "10"),
                               ("pair; std::mutex; against fast_mutex", "2"),
                               ("pair; fast_mutex; against std::mutex", "0.5"),
                               ("pair; fast_mutex; quartiles", "9.25 to 11.2"),
                               ("pair; fast_mutex; column calls", "12,300"),
                               ("pair; fast_mutex; column calls; digits 5", "12,345"), ("lines; a_lock; x 2", "30"),
                               ("lines; a_lock; x 2; against x 1", "2")):
            self.assertEqual(quoted.figure_text(PAGE, argument), text, argument)

    def test_what_is_not_there_is_one_clear_line(self):
        for argument, message in (("none; a", "no figure 'none'"), ("pair; nobody", "no such value: pair; nobody"),
                                  ("pair; fast_mutex; twice", "'twice' says nothing here"),
                                  ("pair", "names no figure and value")):
            with self.assertRaisesRegex(KevError, message):
                quoted.figure_text(PAGE, argument)
        with self.assertRaisesRegex(KevError, "no 'nobody' in its table; it has: fast_mutex"):
            quoted.table_text(PAGE, "pair; rows nobody")

    def test_a_table_has_the_columns_and_rows_that_were_asked_for_under_their_new_names(self):
        argument = "pair; = lock | median, ns = ns | calls; rows std::mutex = glibc's | fast_mutex"
        self.assertEqual(quoted.table_text(PAGE, argument).splitlines(),
                         ["| lock | ns | calls |", "|---|---|---|", "| glibc's | 20.4 |  |",
                          "| `fast_mutex` | 10.2 | 12,300 |"])
        self.assertEqual(quoted.table_text(PAGE, "lines; medians").splitlines()[::3],
                         ["| threads | `a_lock` |", "| 2 | 30 |"])

    def test_a_table_of_both_vendors_has_each_column_twice_and_gaps_where_amd_has_no_row(self):
        amd = {**BARS, "rows": [["fast_mutex", 5.1, "5 to 6", 12346]]}
        with mock.patch.object(quoted, "_figures", return_value={"pair": BARS, "pair@amd": amd}):
            argument = "pair; = lock | median, ns = ns; rows std::mutex = glibc's | fast_mutex = ours; vendors"
            self.assertEqual(quoted.table_text(PAGE, argument).splitlines(),
                             ["| lock | ns, Intel | ns, AMD |", "|---|---|---|", "| glibc's | 20.4 |  |",
                              "| ours | 10.2 | 5.1 |"])

    def page(self, text):
        """A page of a repository with this text, for as long as the test runs."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        for module in (quotes, quoted):
            self.enterContext(mock.patch.object(module, "ROOT", Path(folder.name)))
        page = Path(folder.name) / "page.md"
        page.write_text(text, encoding="utf-8")
        return page

    def said(self, text):
        """The findings of the check in a page, without the page's name."""
        page = self.page(text)
        return [each.split(".md:", 1)[1] for each in
                [*quotes.stale([page], quoted.MAKERS, "how"), *quoted.misplaced_in(page, text)]]

    def test_the_check_names_what_is_stale_and_refreshing_mends_it(self):
        text = ("It takes <!-- figure: pair; fast_mutex -->9<!-- /figure --> ns.\n\n"
                "<!-- table: lines -->\nold\n<!-- /table -->\n")
        self.assertEqual(self.said(text), ["1: stale: figure: pair; fast_mutex: says 9, not 10.2 (how)",
                                           "3: stale: table: lines (how)"])
        page = self.page(text)
        self.assertEqual(quotes.rewrite([page], quoted.MAKERS), [])
        fresh = page.read_text(encoding="utf-8")
        self.assertIn("It takes <!-- figure: pair; fast_mutex -->10.2<!-- /figure --> ns.", fresh)
        self.assertEqual(self.said(fresh), [])

    def test_a_mark_without_an_end_is_named_and_nothing_behind_it_is_lost(self):
        text = "x <!-- figure: pair; fast_mutex -->9 and\nx <!-- figure: pair; fast_mutex -->10.2<!-- /figure --> ns"
        self.assertEqual(self.said(text), ["1: figure has no closing mark <!-- /figure -->"])
        self.assertEqual(blocks.refreshed(PAGE, text, quoted.MAKERS), (text, []))

    def test_a_line_may_not_begin_with_a_figure(self):
        for begin in ("", "x\n", "- x\n  "):
            said = self.said(f"{begin}<!-- figure: pair; fast_mutex -->10.2<!-- /figure --> ns")
            self.assertEqual(len(said), 1, begin)
            self.assertIn("a line may not begin", said[0])


if __name__ == "__main__":
    unittest.main()

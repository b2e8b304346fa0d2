"""tools/agreement.py: what Relacy's programs print, and the page that is made of it."""
import unittest

from kev.checks import agreement


class Relacy(unittest.TestCase):
    """Its lines."""

    def test_each_kind_of_line_is_read(self):
        text = ("M4                           deadlock in run 12345\n"
                "fast_mutex/2                 clean in run 20000\n"
                "T6                           skipped: Relacy has no late time-outs\n"
                "V9                           data race in run 7   DISAGREES\n")
        self.assertEqual(agreement.read_relacy(text), {
            "M4": ("deadlock", "in run 12,345"), "fast_mutex/2": ("clean", "20,000 runs"),
            "T6": (None, "Relacy has no late time-outs"),
            "V9": ("data race", "in run 7 **disagrees**")})

    def test_what_cannot_be_read_is_refused(self):
        with self.assertRaises(SystemExit):
            agreement.read_relacy("something else\n")


class Page(unittest.TestCase):
    """What is said of a run."""

    def test_it_counts_and_lists(self):
        made = [("03", "M4", "no_recheck", "deadlock, bound 2", "deadlock", "in run 12"),
                ("05", "T6", "-", "livelock, bound 3", "-", "no late time-outs"),
                ("03", "V9", "x", "deadlock, bound 2", "clean", "20,000 runs **disagrees**")]
        text = agreement.page(made)
        self.assertIn("3 cases: the checkers agree on 1, disagree on 1, and Relacy cannot speak on 1.", text)
        self.assertIn("| 03 | M4 | no_recheck | deadlock, bound 2 | deadlock | in run 12 |", text)

    def test_the_page_that_is_there_says_what_its_rows_say(self):
        text = agreement.PAGE.read_text(encoding="utf-8")
        self.assertEqual(text, agreement.page(agreement.rows_on(text)))


if __name__ == "__main__":
    unittest.main()

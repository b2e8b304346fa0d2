"""The check `agreement`: what Relacy's programs print, and the page that is made of it."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import agreement
from kev.core.errors import KevError
from kev.races import models


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
        with self.assertRaisesRegex(KevError, "cannot read what Relacy says"):
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
        self.assertEqual(agreement.text_findings(text), [])
        self.assertEqual(len(agreement.text_findings(text.replace("| M4 |", "| M44 |", 1).replace(" cases:", "1 cases:"))), 1)

    def test_a_case_of_one_side_alone_is_named_and_other_labs_are_not_asked_for(self):
        stated = [("03", "M4", "no_recheck", "deadlock, bound 2", "-", ""), ("05", "T6", "-", "livelock, bound 3", "-", "")]
        known = [("03", "M4", "no_recheck", "deadlock, bound 3")]
        found = agreement.differences(stated, known)
        self.assertEqual([text.split(":1: ")[1] for text in found],
                         ["not on the page: 03 | M4 | no_recheck | deadlock, bound 3",
                          "only on the page: 03 | M4 | no_recheck | deadlock, bound 2"])


class Programs(unittest.TestCase):
    """Their names."""

    def test_a_program_tells_its_lab_and_variant(self):
        self.assertEqual(agreement.variant_of("lab03_model_no_claim"), ("03", "no_claim"))
        self.assertEqual(agreement.variant_of("lab03_model"), ("03", "-"))
        self.assertEqual(agreement.second("lab03_model_no_claim"), "lab03_model_relacy_no_claim")


class Refresh(unittest.TestCase):
    """refresh(): only what has changed is asked again."""

    def refreshed(self, listed, page):
        """(what Relacy's programs were asked, the page afterwards)"""
        asked = []

        def rows_of(program):
            asked.append(program)
            return [(*row, "clean", "now") for row in listed[program]]
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "agreement.md"
            path.write_text(page, encoding="utf-8")
            cases = [models.Case(name, row[1], row[0], row[2], *row[3].split(", bound "), "") for name in listed
                     for row in listed[name]]
            with mock.patch.object(agreement, "PAGE", path), mock.patch.object(agreement, "rows_of", rows_of), \
                    mock.patch.object(agreement.models, "all_cases", return_value=cases), \
                    mock.patch.object(agreement.models, "build_all", return_value=list(listed)), \
                    mock.patch.object(agreement.cmake, "build") as build:
                self.assertEqual(agreement.refresh(), [])
            self.built = build.call_args.args[1]
            return asked, agreement.rows_on(path.read_text(encoding="utf-8"))

    def test_a_new_case_asks_its_program_alone_and_a_gone_one_goes(self):
        old = [("03", "a", "-", "clean, bound 2"), ("03", "b", "x", "deadlock, bound 2")]
        page = agreement.page([(*row, "clean", "then") for row in [*old, ("03", "gone", "-", "clean, bound 2")]])
        listed = {"lab03_model": old[:1], "lab03_model_x": [*old[1:], ("03", "c", "x", "deadlock, bound 2")]}
        asked, rows = self.refreshed(listed, page)
        self.assertEqual((asked, self.built), (["lab03_model_x"], ["lab03_model_relacy_x"]))
        self.assertEqual([(row[1], row[5]) for row in rows], [("a", "then"), ("b", "now"), ("c", "now")])


if __name__ == "__main__":
    unittest.main()

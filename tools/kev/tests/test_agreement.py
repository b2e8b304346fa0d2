"""The check `agreement`: what Relacy's programs print, and the page that is made of it."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import agreement
from kev.core.errors import KevError
from kev.core.labs import find_lab
from kev.races import genmc, models, race_data


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
    """The words about a run."""

    def test_it_counts_and_lists(self):
        made = [("03", "M4", "no_recheck", "deadlock, bound 2", "-", "deadlock", "in run 12"),
                ("03", "two", "-", "every schedule", "-", "clean", "20,000 runs"),
                ("03", "three", "-", "exhausted clean, no bound", "weak failures", "clean", "20,000 runs"),
                ("05", "T6", "-", "livelock, bound 3", "-", "-", "no late time-outs"),
                ("03", "V9", "x", "deadlock, bound 2", "-", "clean", "20,000 runs **disagrees**")]
        with mock.patch.object(agreement.genmc, "load", return_value={"M4": "deadlock, execution 3"}), \
                mock.patch.multiple(agreement.weak, verdicts=lambda: {"two": "clean, bound 3"}, limits=lambda: "7",
                                    old_labs=lambda: ["04"]):
            text = agreement.page(made, {"03": "1f"})
        self.assertIn("5 cases: the checkers agree on 3, disagree on 1, and Relacy cannot speak on 1.", text)
        self.assertIn("Of the 2 cases that are clean, our checker has explored 1 in every schedule, and 1 more with no "
                      "bound", text)
        self.assertIn("| 03 | M4 | no_recheck | deadlock, bound 2 | - | deadlock | in run 12 | deadlock, execution 3 | - |",
                      text)
        self.assertIn("| 03 | two | - | every schedule | - | clean | 20,000 runs | - | clean, bound 3 |", text)
        self.assertIn("Here a search had 7 s.", text)
        self.assertIn("The verdicts with a weak memory are of older code, or not complete: lab 04.", text)
        self.assertEqual(agreement.digests_on(text), {"03": "1f"})

    def test_the_page_that_is_there_says_what_its_rows_say(self):
        text = agreement.page([("03", "M4", "x", "deadlock, bound 2", "-", "deadlock", "in run 12")], {"03": "1f"})
        self.assertEqual(agreement.text_findings(text), [])
        self.assertEqual(len(agreement.text_findings(text.replace(" cases:", "1 cases:"))), 1)

    def test_a_result_says_how_far_it_goes(self):
        whole = {"found": "every schedule", "bound": None, "left_out": []}
        budget = {"found": "exhausted clean", "bound": None, "left_out": ["weak_failures", "timeouts"]}
        bound = {"found": "exhausted clean", "bound": 3, "left_out": ["preemptions"]}
        race = {"found": "data race", "bound": 2, "left_out": ["preemptions"]}
        self.assertEqual([(agreement.verdict_of(one), agreement.left_out_of(one)) for one in (whole, budget, bound, race)],
                         [("every schedule", "-"), ("exhausted clean, no bound", "weak failures, time-outs"),
                          ("exhausted clean, bound 3", "preemptions"), ("data race, bound 2", "-")])

    def test_a_clean_case_may_have_been_explored_further_than_it_demands(self):
        known = [("03", "two", "-", "exhausted clean, bound 4")]
        for verdict in ("every schedule", "exhausted clean, no bound", "exhausted clean, bound 4"):
            self.assertEqual(agreement.differences([("03", "two", "-", verdict)], known), [])
        self.assertEqual(len(agreement.differences([("03", "two", "-", "deadlock, bound 4")], known)), 2)

    def test_a_case_of_one_side_alone_is_named_and_other_labs_are_not_asked_for(self):
        stated = [("03", "M4", "no_recheck", "deadlock, bound 2", "-", ""), ("05", "T6", "-", "livelock, bound 3", "-", "")]
        known = [("03", "M4", "no_recheck", "deadlock, bound 3")]
        found = agreement.differences(stated, known)
        self.assertEqual([text.split(":1: ")[1] for text in found],
                         ["not on the page: 03 | M4 | no_recheck | deadlock, bound 3",
                          "only on the page: 03 | M4 | no_recheck | deadlock, bound 2"])


class GenMC(unittest.TestCase):
    """Its output, and its cases."""

    def test_what_it_says_is_put_into_our_words(self):
        counts = "Number of complete executions explored: 1326\nNumber of blocked executions seen: 567\n"
        self.assertEqual(genmc.verdict_in("No errors were detected.\n" + counts), "clean, 1,893 executions")
        self.assertEqual(genmc.verdict_in("Error: Liveness violation!\n" + counts), "deadlock, execution 1,893")
        self.assertEqual(genmc.verdict_in("Error: Non-atomic race!\n"), "data race, execution 0")
        with self.assertRaisesRegex(KevError, "cannot read what GenMC says"):
            genmc.verdict_in("ERROR: Tried to execute an unknown external function")

    def test_its_cases_are_cases_of_the_model(self):
        known = {(case.id, agreement.row_of(case)[2]) for case in race_data.load_cases()}
        asked = genmc.all_cases()
        self.assertGreater(len(asked), 0)
        self.assertEqual([case.id for case in asked if (case.id, case.variant) not in known], [])


class Programs(unittest.TestCase):
    """Their names."""

    def test_a_program_tells_its_lab_and_variant(self):
        self.assertEqual(agreement.variant_of("lab03_model_no_claim"), ("03", "no_claim"))
        self.assertEqual(agreement.variant_of("lab03_model"), ("03", "-"))
        self.assertEqual(agreement.second("lab03_model_no_claim"), "lab03_model_relacy_no_claim")


class Changed(unittest.TestCase):
    """run() and refresh(): the labs whose code has changed since."""

    OLD = [("03", "a", "-", "clean, bound 2"), ("03", "gone", "x", "deadlock, bound 2"), ("04", "b", "-", "clean, bound 3")]
    NOW = {"lab03_model": [("03", "a", "-", "clean, bound 2"), ("03", "c", "-", "clean, bound 4")]}

    def setUp(self):
        self.is_old = self.enterContext(mock.patch.object(agreement.genmc, "is_old", return_value=False))
        self.enterContext(mock.patch.multiple(agreement.weak, verdicts=dict, old_labs=list))
        self.page = Path(self.enterContext(tempfile.TemporaryDirectory())) / "agreement.md"
        self.page.write_text(agreement.page([(*row, "-", "clean", "then") for row in self.OLD], {"03": "1", "04": "2"}),
                             encoding="utf-8")
        self.enterContext(mock.patch.multiple(agreement, PAGE=self.page, rows_of=self.rows_of, ROOT=self.page.parent))
        self.build = self.enterContext(mock.patch.object(agreement.cmake, "build"))
        self.enterContext(mock.patch.object(agreement.models, "build_all", return_value=list(self.NOW)))
        self.enterContext(mock.patch.object(agreement, "all_labs", return_value=[find_lab("3"), find_lab("4")]))
        self.ask = self.enterContext(mock.patch.object(agreement.genmc, "ask", return_value=[]))

    def rows_of(self, program):
        """The present verdicts of both checkers."""
        return [(*row, "-", "clean", "now") for row in self.NOW[program]]

    def code(self, **digests):
        """The code of the labs is this."""
        self.enterContext(mock.patch.object(agreement, "digests", return_value=digests))

    def test_nothing_is_asked_where_the_code_is_the_same(self):
        self.code(**{"03": "1", "04": "2"})
        self.assertEqual(agreement.refresh(), [])
        self.build.assert_not_called()
        self.ask.assert_not_called()

    def test_genmc_is_asked_if_its_verdicts_are_old_and_the_page_says_if_they_stay_so(self):
        self.code(**{"03": "1", "04": "2"})
        self.assertNotIn("older code", self.page.read_text(encoding="utf-8"))
        self.is_old.return_value = True
        self.assertEqual(agreement.refresh(), [])
        self.ask.assert_called_once()
        self.assertIn("GenMC's verdicts are of older code than the others.", self.page.read_text(encoding="utf-8"))

    def test_the_programs_of_a_changed_lab_are_asked_and_the_rows_of_others_stay(self):
        self.code(**{"03": "7", "04": "2"})
        self.assertEqual(agreement.refresh(), [])
        self.assertEqual(self.build.call_args.args[1], ["lab03_model_relacy"])
        text = self.page.read_text(encoding="utf-8")
        self.assertEqual([(row[1], row[agreement.REMARK]) for row in agreement.rows_on(text)],
                         [("a", "now"), ("c", "now"), ("b", "then")])
        self.assertEqual(agreement.digests_on(text), {"03": "7", "04": "2"})

    def test_the_check_names_the_lab(self):
        self.code(**{"03": "7", "04": "2"})
        cases = [models.Case(f"lab{row[0]}_model{'_x' if row[2] == 'x' else ''}", row[1], row[0], row[2],
                             *row[3].split(", bound "), "") for row in self.OLD]
        with mock.patch.object(agreement.race_data, "load_cases", return_value=cases):
            self.assertEqual(agreement.run([find_lab("3"), find_lab("4")]),
                             ["agreement.md:1: the code of lab 03 has changed since (./kev refresh agreement)"])


if __name__ == "__main__":
    unittest.main()

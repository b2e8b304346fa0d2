"""The page on which the reader weakens an order: its buttons, what the panel is told, and the table of the headers."""
import html
import json
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import Lab, all_labs
from kev.mutation import order_records as records
from kev.mutation.mutants import mutants_of
from kev.site import explorer_page

HEADER = """\
#pragma once
class lock {
    void take() {
        // acquire: L1, pairs with U1.
        if (word_.exchange(1, std::memory_order_acquire) == 0) return;
        sleep();
    }
    void give() {
        // acq_rel: U1, passes the data on.
        int const old =
            word_.exchange(0, std::memory_order_acq_rel); // U1
    }
};
"""
FILE = "labs/03_lock/include/kev/lab03/lock.hpp"


def header(world=records.NOBODY, **more):
    """The header above, each of its changes with the same record."""
    changes = [one for one in mutants_of(FILE, HEADER) if one.kind in records.KINDS
               and not HEADER.startswith("return", one.start)]
    return explorer_page.Header(Lab("03", Path("labs/03_lock")), "lock.hpp", FILE,
                                [({"change": one.name, "kind": one.kind, "world": world, **more}, one)
                                 for one in changes])


class Page(unittest.TestCase):
    """One header in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = Path(folder.name) / FILE
        path.parent.mkdir(parents=True)
        path.write_text(HEADER, encoding="utf-8")
        patcher = mock.patch.object(explorer_page, "ROOT", Path(folder.name))
        patcher.start()
        self.addCleanup(patcher.stop)

    def data(self, world=records.NOBODY, **more):
        """By the change's id: what the panel is told."""
        given = header(world, **more)
        return {one["id"]: one for one in explorer_page.change_data(given, {}, {"schedules": {}})}

    def test_each_change_has_one_button_in_its_own_line(self):
        page = explorer_page.code(header())
        for name, change in self.data().items():
            line = re.search(rf'<span class="explorer-line" data-line="{change["lines"][0]}"[^>]*>.*?\n', page)
            self.assertEqual(line.group().count(f'data-change="{name}"'), 0 if change["verb"] == "swap" else 1, name)
            self.assertEqual(page.count(f'data-change="{name}"'), 1, name)

    def test_without_the_buttons_the_code_is_the_header(self):
        page = re.sub(r'<button.*?</button>|<summary>.*?</summary>|<span class="race-number">\d+</span>', "",
                      explorer_page.code(header()))
        self.assertEqual(html.unescape(re.sub("<[^>]+>", "", page)), HEADER)

    def test_the_button_of_a_swap_stands_between_its_lines(self):
        page = explorer_page.code(header())
        self.assertRegex(page, r'data-line="5"[^>]*>[^\n]*\n</span><span [^>]*explorer-between" style="--indent: 8">'
                               r'<button [^>]*'
                               r'aria-label="lines 5 and 6: swap">⇅ swap</button></span><span [^>]*data-line="6"[^>]*>')

    def test_of_a_swap_the_panel_has_both_lines_in_both_orders_and_the_comments(self):
        change = self.data()["take-swap"]
        first, second = "if (word_.exchange(1, std::memory_order_acquire) == 0) return;", "sleep();"
        self.assertEqual((change["before"], change["after"]), ([first, second], [second, first]))
        self.assertEqual((change["lines"], change["comment"]), ([5, 6], "acquire: L1, pairs with U1."))

    def test_the_button_of_an_order_stands_behind_the_word(self):
        page = explorer_page.code(header())
        self.assertRegex(page, r'memory_order_acquire(</span>)?<button[^>]*>→relaxed</button>')

    def test_two_weaker_orders_of_one_place_are_two_changes(self):
        self.assertTrue({"give-acq_rel-acquire", "give-acq_rel-release"} <= set(self.data()))

    def test_the_panel_has_the_line_before_and_after_and_the_comment(self):
        change = self.data()["take-acquire-relaxed"]
        self.assertEqual(change["before"], ["if (word_.exchange(1, std::memory_order_acquire) == 0) return;"])
        self.assertEqual(change["after"], ["if (word_.exchange(1, std::memory_order_relaxed) == 0) return;"])
        self.assertEqual(change["comment"], "acquire: L1, pairs with U1.")
        self.assertEqual(self.data()["give-acq_rel-acquire"]["comment"], "acq_rel: U1, passes the data on.")

    def test_of_a_dropped_step_nothing_is_left(self):
        change = self.data()["take-drop"]
        self.assertEqual((change["before"], change["after"]), (["sleep();"], []))

    def test_the_verdict_says_who_noticed_it(self):
        for world, more, state, text in (
                (records.CHECKER, {"case": "lock/2", "found": "data race", "runs": 1234}, "broken",
                 "The checker notices it: a data race in the case lock/2 in execution 1,234."),
                (records.CHECKER, {"case": "lock/2", "found": "sampled clean", "runs": 9, "why": "the budget"}, "noticed",
                 "The checker notices it in the case lock/2 in execution 9. The checker says: the budget."),
                (records.WEAK, {"case": "lock/2", "found": "assertion", "runs": 2}, "broken", "memory"),
                (records.TESTS, {"case": "lock_test", "found": "hangs"}, "broken", "native tests"),
                (records.NOBODY, {}, "clean", "Nothing was found."),
                (records.UNREACHED, {}, "unreached", "No case")):
            for change in self.data(world, **more).values():
                self.assertEqual(change["state"], state)
                self.assertIn(text, change["verdict"])

    def test_a_reason_is_a_sentence(self):
        self.assertEqual([explorer_page.as_sentence(text) for text in ("", "it waits", "It waits.")],
                         ["", "It waits.", "It waits."])

    def test_a_schedule_of_other_turns_is_not_shown(self):
        one = header(case="lock/2", found="data race", turns="1 2").changes[0][0]
        stored = {"case": "lock/2", "turns": "1 2", "threads": ["a", "b"], "promise": "alone",
                  "ending": ["nothing orders the two"], "steps": [0] * 50}
        data = {"lines": ["1\t*\tlock: load\tx: 0"], "schedules": {one["change"]: stored}}
        shown = explorer_page.schedule_data(one, data)
        self.assertEqual(shown["steps"][0], [1, "*", "lock: load", "x: 0"])
        self.assertEqual((len(shown["steps"]), shown["more"]), (40, 10))
        self.assertEqual(explorer_page.schedule_data({**one, "turns": "2 1"}, data), {})

    def test_the_table_counts(self):
        self.assertIn(f"| [`lock.hpp`](explorer/03/lock.md) | {len(self.data())} | 0 | {len(self.data())} | 0 |",
                      explorer_page.index([header(records.NOBODY)]))


class Insert(unittest.TestCase):
    """Texts between the letters of a line of HTML."""

    def test_an_entity_is_one_letter_and_a_tag_none(self):
        self.assertEqual(explorer_page.insert("<b>a&lt;</b>c", {0: "0", 2: "2", 3: "3"}), "0<b>a&lt;2</b>c3")


class AllPages(unittest.TestCase):
    """The headers of the repository."""

    def test_every_record_has_a_page_with_its_button_and_no_page_is_large(self):
        for lab in all_labs():
            headers = explorer_page.headers_of(lab)
            self.assertEqual(sum(len(one.changes) for one in headers), len(records.load(lab.number)["records"]))
            for one in headers:
                body = explorer_page.body(one, "../../")
                names = explorer_page.ids(one.changes, one.source)
                self.assertEqual(sorted(re.findall(r'data-change="([^"]+)"', body)), sorted(names), one.file)
                self.assertLess(len(body.encode()), 300_000, one.file)
                data = re.search(r'id="explorer-data">(.*?)</script>', body, re.DOTALL)
                self.assertEqual([each["id"] for each in json.loads(data.group(1))["changes"]], names)


if __name__ == "__main__":
    unittest.main()

"""`kev orders`: what is recorded, when a record is forgotten, and the page. (No compiler here.)"""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import Lab
from kev.mutation import order_records as records
from kev.mutation import order_sample, order_schedules, orders_page, worlds

HEADER = """\
#pragma once
namespace kev::lab03 {
class lock {
public:
    bool take() noexcept {
        // acquire: L1, pairs with U1.
        return word_.exchange(1, std::memory_order_acquire) == 0;
    }
    void give() noexcept {
        word_.store(0, std::memory_order_release); // U1
    }
private:
    kev::atomic<int> word_{0, "word"};
};
}
"""
ACQUIRE = "a.hpp: take: return word_.exchange(1, std::memory_order_[acquire -> relaxed]) == 0;"
RELEASE = "a.hpp: give: word_.store(0, std::memory_order_[release -> relaxed]);"
STORE = "a.hpp: give: [word_.store(0, std::memory_order_release); -> ;]"
REASONS = ("# Mutations\n\n## Changes that no test can tell\n\n| change | in words | why |\n|---|---|---|\n"
           f"| `{STORE}` | no | as it is |\n")
RACE = {"world": records.CHECKER, "case": "lock/2", "found": "data race", "runs": 1, "turns": "1 1 2"}


class Orders(unittest.TestCase):
    """One lab with one header."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.lab = Lab("03", self.root / "labs" / "03_lock")
        self.header = self.lab.directory / "include" / "kev" / "lab03" / "a.hpp"
        self.reasons = self.lab.directory / "tests" / "mutations.md"
        self.write(self.header, HEADER)
        self.write(self.reasons, REASONS)
        for module in (records, orders_page, records.mutate):
            self.patch(module, "ROOT", self.root)
        self.patch(records, "FOLDER", self.root / "docs" / "orders")
        self.patch(order_schedules, "build_root", lambda: self.root / "build")
        self.patch(orders_page, "all_labs", lambda: [self.lab])

    def patch(self, *arguments):
        """For one test."""
        patcher = mock.patch.object(*arguments)
        patcher.start()
        self.addCleanup(patcher.stop)

    @staticmethod
    def write(path, text):
        """A file and the folders that it is in."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def ask(self):
        """Puts every change into the book: no test notices the dropped store."""
        book = records.Book(self.lab)
        for one in records.changes_of(self.lab):
            book.keep(one, {"world": records.NOBODY} if one.name == STORE else RACE)

    def test_orders_looks_and_steps_are_recorded(self):
        self.assertEqual([one.name for one in records.changes_of(self.lab)], [ACQUIRE, STORE, RELEASE])

    def test_a_record_stays_when_a_comment_changes_and_goes_with_its_code(self):
        self.ask()
        self.header.write_text(HEADER.replace("pairs with U1", "other words"), encoding="utf-8")
        self.assertEqual(len(records.Book(self.lab).records), 3)
        self.header.write_text(HEADER.replace("exchange(1", "exchange(2"), encoding="utf-8")
        self.assertEqual(records.Book(self.lab).records, {})

    def keep_schedules(self):
        """Stores the schedules of the two races."""
        found = {"threads": ["one", "two"], "promise": "alone", "ending": ["one reads x (/far/a.hpp:9)"], "before": [],
                 "found": "data race",
                 "turns": [{"steps": [{"thread": 1, "operation": "load", "function": "thread"},
                                      {"thread": 2, "operation": "yield", "function": "thread"}]}]}
        with mock.patch.object(order_schedules, "follow", lambda *_: found):
            changes = records.changes_of(self.lab)
            order_schedules.write(order_schedules.of_lab(self.lab, changes, {"": Path("program")}))

    def test_a_schedule_has_a_line_of_text_for_each_step_that_is_worth_one(self):
        self.ask()
        self.keep_schedules()
        stored = order_schedules.load("03")
        self.assertEqual(sorted(stored["schedules"]), sorted([ACQUIRE, RELEASE]))
        self.assertEqual(order_schedules.shown_steps(stored, ACQUIRE), [[1, "", "load", ""]])
        self.assertEqual(stored["schedules"][ACQUIRE]["ending"], ["one reads x (a.hpp)"])

    def test_an_address_of_a_run_gets_a_name_and_a_large_count_stays(self):
        steps = order_schedules.without_addresses([{"before": 0, "after": 140281636990704},
                                                   {"before": 140281636990704, "after": 2 ** 64 - 2 ** 32}])
        self.assertEqual(steps, [{"before": 0, "after": "address 1"},
                                 {"before": "address 1", "after": 2 ** 64 - 2 ** 32}])

    def test_a_schedule_that_ends_in_something_else_is_not_kept(self):
        for output, kept in (('{"found": "data race"}', True), ('{"found": "deadlock"}', False), ("no JSON", False)):
            with mock.patch.object(order_schedules, "run", lambda *_, **__: mock.Mock(output=output)):
                self.assertEqual(order_schedules.follow(Path("program"), 0, RACE) is not None, kept)

    def test_a_header_that_no_case_comes_by_is_named_and_has_no_records(self):
        book = records.Book(self.lab)
        for one in records.changes_of(self.lab):
            book.keep(one, {"world": records.UNREACHED})
        book.leave_out()
        self.assertEqual((book.records, book.outside), ({}, {"a.hpp"}))
        self.assertEqual(records.Book(self.lab).world_of(records.changes_of(self.lab)[0]), records.OUTSIDE)
        self.header.write_text(HEADER.replace("exchange(1", "exchange(2"), encoding="utf-8")
        self.assertEqual(records.Book(self.lab).outside, set())

    def test_a_swap_is_recorded_and_the_page_names_both_statements(self):
        self.header.write_text(HEADER.replace("// U1", "\n        wake();"), encoding="utf-8")
        self.ask()
        self.assertIn("| `a`, `give` | swapped: `word_.store(0, std::memory_order_release);` and `wake();` | checker |",
                      orders_page.text())

    def sampled(self, fresh, seed=1):
        """What the sample of two says, and its status, if a fresh run answers so."""
        said = []

        def made(_, changes, __):
            self.assertEqual(len(changes), 3, "the program has all changes in it")
            return mock.Mock(ask=lambda number: self.assertNotEqual(changes[number].name, STORE) or fresh)
        with mock.patch.object(order_sample, "Worlds", made), \
                mock.patch.object(order_sample, "say", said.append):
            return order_sample.check([self.lab], mock.Mock(sample=2, seed=seed, lab="03")), said

    def test_a_sample_is_equal_to_a_fresh_run_or_says_what_differs(self):
        self.reasons.write_text("", encoding="utf-8")
        book = records.Book(self.lab)
        for one in records.changes_of(self.lab):
            book.keep(one, {**RACE, "world": records.TESTS} if one.name == STORE else RACE)
        status, said = self.sampled(RACE)
        self.assertEqual((status, said[-1]), (0, "  all are equal"))
        self.assertIn("tools/dev/orders 03 --sample 2 --seed 1", said[0])
        self.assertFalse([line for line in said if STORE in line], "the native tests' answer is not drawn")
        status, said = self.sampled({**RACE, "runs": 2})
        self.assertEqual((status, said[-1]), (1, "  2 differ"))
        self.assertIn("    runs: recorded 1, now 2", said)

    def test_the_page_names_the_place_the_change_and_who_notices(self):
        self.ask()
        text = orders_page.text()
        for line in ("| `a`, `take` | L1 `exchange` weaker: acquire, now relaxed | checker | `lock/2` | data race | 1 |",
                     "| `a`, `give` | U1 `store` weaker: release, now relaxed | checker | `lock/2` | data race | 1 |",
                     "| `a`, `give` | dropped: `word_.store(0, std::memory_order_release);` | no test | as it is |  |  |",
                     "3 changes: the checker notices 2, no test notices 1."):
            self.assertIn(line, text)


class Model(unittest.TestCase):
    """Which cases are run."""

    def test_only_those_that_come_by_and_the_first_that_notices_is_named(self):
        model = worlds.Model.__new__(worlds.Model)
        model.program = Path("program")
        model.cases = [worlds.Case(name, "every schedule", "2", reached, 1, 0.0)
                       for name, reached in (("far", {1}), ("near", {7}), ("late", {7}))]
        asked = []

        def answer(command, **_):
            asked.append(command[-1])
            return worlds.Result(1, '[{"id": "near", "found": "deadlock", "runs": 3}]')
        with mock.patch.object(worlds, "run", answer):
            self.assertEqual(model.notices(7), {"case": "near", "found": "deadlock", "runs": 3})
        self.assertEqual(asked, ["near"])
        self.assertEqual((model.comes_by(7), model.comes_by(8)), (True, False))

    def test_a_case_that_uses_up_its_time_hangs(self):
        case = worlds.Case("near", "every schedule", "2", {7}, 1, 0.0)
        for status, found in ((-24, "hangs"), (-6, "ends")):
            self.assertEqual(worlds.Model._finding(case, worlds.Result(status, "[")), {"case": "near", "found": found})


if __name__ == "__main__":
    unittest.main()

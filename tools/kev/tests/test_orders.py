"""`kev orders`: what is tried, when an answer is forgotten, and which cases are run. (No compiler here.)"""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import Lab
from kev.mutation import mutate, orders, worlds

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


class Answers(unittest.TestCase):
    """One lab with one header."""

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.lab = Lab("03", self.root / "labs" / "03_lock")
        self.header = self.lab.directory / "include" / "kev" / "lab03" / "a.hpp"
        self.header.parent.mkdir(parents=True)
        self.header.write_text(HEADER, encoding="utf-8")
        for module in (orders, mutate):
            self.enterContext(mock.patch.object(module, "ROOT", self.root))
        self.enterContext(mock.patch.object(orders, "build_root", lambda: self.root / "build"))

    def test_orders_looks_and_steps_are_tried(self):
        self.assertEqual([one.name for one in orders.changes_of(self.lab)], [ACQUIRE, STORE, RELEASE])

    def test_an_answer_stays_when_a_comment_changes_and_goes_with_its_code(self):
        orders.keep(self.lab, {one.name: {"change": one.name, "code": orders.digest(one.file), "world": worlds.NOBODY}
                               for one in orders.changes_of(self.lab)})
        self.header.write_text(HEADER.replace("pairs with U1", "other words"), encoding="utf-8")
        self.assertEqual(set(orders.read(self.lab)), {ACQUIRE, STORE, RELEASE})
        self.header.write_text(HEADER.replace("exchange(1", "exchange(2"), encoding="utf-8")
        self.assertEqual(orders.read(self.lab), {})


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

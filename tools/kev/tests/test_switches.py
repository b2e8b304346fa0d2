"""Many changes in one program: each behind a switch."""
import unittest

from kev.mutation.mutants import mutants_of
from kev.mutation.switches import can_switch, switched

HEADER = """\
#pragma once
void f() {
    if (word_.exchange(1, std::memory_order_acq_rel) == 0) return;
    else give(word_);
    kev::read_newest(word_);
    std::lock_guard guard(line_);
    if (int const old = now(); old == look()) state = 2;
}
"""


def in_one_line(kinds):
    """The function with all changes of these kinds, without the lines' ends."""
    numbers = {number: one for number, one in enumerate(mutants_of("labs/03_a/include/kev/lab03/a.hpp", HEADER))
               if one.kind in kinds and can_switch(one, HEADER)}
    renumbered = dict(enumerate(numbers.values()))
    return " ".join(switched(HEADER, renumbered).split()).replace("kev::switches::is_on", "on")


class Switches(unittest.TestCase):
    """What a switch stands around."""

    def test_an_order_with_two_weaker_ones_has_two_switches(self):
        self.assertIn("exchange(1, (on(0) ? std::memory_order_acquire : (on(1) ? std::memory_order_release : "
                      "std::memory_order_acq_rel)))", in_one_line({"order"}))

    def test_a_look_is_not_made_and_the_newest_value_not_asked_for(self):
        text = in_one_line({"look"})
        self.assertIn("if (!on(0) && (word_.exchange(1, std::memory_order_acq_rel) == 0)) return;", text)
        self.assertIn("(on(1) ? word_.load(std::memory_order_acquire) : kev::read_newest(word_));", text)
        self.assertIn("if (int const old = now();!on(2) && ( old == look())) state = 2;", text)

    def test_a_statement_is_dropped_but_no_declaration(self):
        text = in_one_line({"statement"})
        self.assertIn("else { if (!on(", text)
        self.assertIn(")) give(word_); }", text)
        self.assertIn(" std::lock_guard guard(line_); ", text)
        self.assertTrue(text.startswith("#pragma once #include <kev_switches.hpp>"), text)


if __name__ == "__main__":
    unittest.main()

"""How the files of lab 08 become one header."""
from __future__ import annotations

import unittest

from kev.build.single_header import OURS, hoisted, text


class SingleHeader(unittest.TestCase):
    def test_an_include_without_a_condition_goes_to_the_top_once(self):
        includes, others = hoisted(["#include <atomic>", "int a;", "#include <array>", "#include <atomic>"])
        self.assertEqual(includes, ["#include <array>", "#include <atomic>"])
        self.assertEqual(others, ["int a;"])

    def test_an_include_under_a_condition_stays_where_it_is(self):
        lines = ["#if defined(_MSC_VER)", "#include <intrin.h>", "#endif"]
        self.assertEqual(hoisted(lines), ([], lines))

    def test_of_several_empty_lines_one_stays(self):
        self.assertEqual(hoisted(["int a;", "", "", "int b;"])[1], ["int a;", "", "int b;"])

    def test_nothing_of_ours_is_included_and_each_public_type_is_there(self):
        whole = text()
        self.assertFalse([line for line in whole.splitlines() if OURS.match(line)])
        for name in ("class condition_variable :", "using mutex =", "bool sleep(void const* word"):
            self.assertIn(name, whole)

    def test_the_keyed_way_is_declared_at_most(self):
        self.assertNotIn("void release(void const* key) noexcept {", text())

    def test_the_locks_that_check_their_use_are_not_there(self):
        for name in ("class checked_mutex_word", "class [[nodiscard]] recorded_wait", "system_thread()"):
            self.assertNotIn(name, text())


if __name__ == "__main__":
    unittest.main()

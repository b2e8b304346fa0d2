"""What the check `public-headers` takes for a leak."""
from __future__ import annotations

import unittest

from kev.checks.public_headers import leaks
from kev.core.paths import ROOT


def of_ours(*lines: str) -> str:
    """Output of the preprocessor: these lines are of a header of ours, after a line of the C++ library."""
    return "\n".join(['# 1 "/usr/include/c++/12/chrono" 1', "#define chrono_macro 1", f'# 1 "{ROOT}/labs/a.hpp" 1', *lines])


class Leaks(unittest.TestCase):
    def test_a_macro_has_our_prefix(self):
        self.assertEqual(leaks(of_ours("#define KEV_A(x) x")), [])
        self.assertEqual(leaks(of_ours("#define spin(x) x")), ["labs/a.hpp:1: defines the macro spin"])

    def test_an_include_that_costs_much_is_found(self):
        self.assertEqual(leaks(of_ours("#include <chrono>")), [])
        self.assertEqual(leaks(of_ours("#include <thread> /* by clang */")), ["labs/a.hpp:1: includes <thread>"])

    def test_a_pragma_stands_between_push_and_pop(self):
        ignored = '#pragma GCC diagnostic ignored "-Wattributes"'
        pair = "#pragma GCC diagnostic push", "#pragma GCC diagnostic pop"
        self.assertEqual(leaks(of_ours(pair[0], ignored, pair[1])), [])
        self.assertEqual(len(leaks(of_ours(ignored))), 1)
        self.assertEqual(leaks(of_ours(pair[0])), ["an open push"])
        self.assertEqual(len(leaks(of_ours(pair[0], '#pragma GCC diagnostic ignored_attributes "clang::"', pair[1]))), 1)


if __name__ == "__main__":
    unittest.main()

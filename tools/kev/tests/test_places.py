"""A step's place is said by function and operation: it is found again, and stays when lines move."""
import unittest
from unittest import mock

from kev.core import cpp_source
from kev.core.errors import KevError
from kev.races import places, variants

SOURCE = """\
class lock {
    void take(int state) {
        // A remark.
        if (word.load(state) == 0) return;
        counter += 1;
        word.load(state);
    }
    void take(long) { word.load(1); }
    int word = 0;
};
"""
CHANGED = SOURCE.replace("    void take(int", "\n    /* more */\n    void take(int").replace(
    "        counter", "\n        // Another remark.\n        counter").replace("state", "seen")


class Places(unittest.TestCase):
    """place_of() and line_of()"""

    def setUp(self):
        self.addCleanup(places.scanned.cache_clear)
        self.addCleanup(places.line_of.cache_clear)

    def use(self, text):
        """Every file has this text."""
        self.enterContext(mock.patch.object(variants, "text_of", return_value=text))
        places.scanned.cache_clear()
        places.line_of.cache_clear()

    def test_the_function_the_operation_and_which_of_them(self):
        self.use(SOURCE)
        for line, operation, place in ((4, "load", "take, load 1"), (6, "load", "take, load 2"),
                                       (5, "read", "take, line 3"), (8, "load", "take 2, load 1"),
                                       (9, "write", ", line 8")):
            self.assertEqual(places.place_of("x.hpp", line, operation), f"x.hpp: {place}")
            self.assertEqual(places.line_of(f"x.hpp: {place}", "x.hpp"), line)

    def test_blank_lines_remarks_and_names_of_locals_change_no_place(self):
        self.use(SOURCE)
        lines = SOURCE.split("\n")
        before = {places.place_of("x.hpp", number, "load"): lines[number - 1] for number in (4, 5, 6, 8)}
        self.use(CHANGED)
        for place, line in before.items():
            now = CHANGED.split("\n")[places.line_of(place, "x.hpp") - 1]
            self.assertEqual(now, line.replace("state", "seen"))
        self.assertEqual(cpp_source.code_shape(SOURCE), cpp_source.code_shape(CHANGED))
        for before, after in (("load(state)", "get(state)"), ("+= 1", "+= 2")):
            self.assertNotEqual(cpp_source.code_shape(SOURCE), cpp_source.code_shape(SOURCE.replace(before, after)))

    def test_what_is_no_longer_there_is_an_error(self):
        self.use(SOURCE)
        for place in ("x.hpp: take, load 3", "x.hpp: gone, load 1"):
            with self.assertRaisesRegex(KevError, "no longer there: ./kev refresh"):
                places.line_of(place, "x.hpp")
        with self.assertRaisesRegex(KevError, "x.hpp:3 has no code"):
            places.place_of("x.hpp", 3, "load")

    def test_a_step_whose_place_is_gone_has_no_line(self):
        self.use(SOURCE)
        step = {"operation": "load", "function": "take", "file": "x.hpp", "line": 6}
        packed = places.placed(step)
        self.assertEqual(packed, {"operation": "load", "function": "take", "place": "x.hpp: take, load 2"})
        self.assertEqual(places.located(packed, None), step)
        self.use(SOURCE.replace("        word.load(state);\n", ""))
        self.assertEqual(places.located(packed, None), {**step, "line": 0})

    def test_a_header_of_a_lab_is_named_as_it_is_included(self):
        for path in ("labs/03_a/include/kev/lab03/x.hpp", "labs/03_a/broken/flaw/kev/lab03/x.hpp"):
            self.assertEqual(places.stored_file(path), "kev/lab03/x.hpp")
        self.assertEqual(places.stored_file("labs/03_a/tests/model/x.cpp"), "labs/03_a/tests/model/x.cpp")
        flaw = variants.broken("03", "no_recheck")
        self.assertEqual(places.real_file("kev/lab03/fast_mutex.hpp", flaw),
                         "labs/03_fast_mutex/broken/no_recheck/kev/lab03/fast_mutex.hpp")
        self.assertEqual(places.real_file("kev/lab03/spinning_mutex.hpp", flaw),
                         "labs/03_fast_mutex/include/kev/lab03/spinning_mutex.hpp")


if __name__ == "__main__":
    unittest.main()

"""Two neighboring statements exchanged: which pairs there are, and what the change is called."""
import unittest

from kev.mutation.mutants import mutants_of

FILE = "labs/03_a/include/kev/lab03/a.hpp"


def function(*lines):
    """A header whose one function has these lines."""
    return "#pragma once\nbool give() noexcept {\n" + "".join(f"    {line}\n" for line in lines) + "}\n"


def swaps(*lines):
    """The swaps of such a header."""
    return [one for one in mutants_of(FILE, function(*lines)) if one.kind == "swap"]


def pairs(*lines):
    """(first, second) of each of them."""
    return [one.statements for one in swaps(*lines)]


STORE, LOAD = "word_.store(0, std::memory_order_release);", "int const state = number_.load(std::memory_order_relaxed);"


class Pairs(unittest.TestCase):
    """What is exchanged, and what is not."""

    def test_neighbours_are_exchanged_whatever_comment_is_between_them(self):
        self.assertEqual(pairs(STORE, "// acquire: L1", "wake(); // why", "sleep();"),
                         [(STORE, "wake();"), ("wake();", "sleep();")])

    def test_a_declaration_and_an_if_can_be_neighbours(self):
        self.assertEqual(pairs(STORE, LOAD, "if (take()) return true;"),
                         [(STORE, LOAD), (LOAD, "if (take()) return true;")])

    def test_a_name_is_not_used_before_its_declaration(self):
        self.assertEqual(pairs(LOAD, "wake(state);"), [])
        self.assertEqual(pairs("wake(state);", LOAD), [])

    def test_a_jump_and_what_has_braces_stay(self):
        self.assertEqual(pairs("wake();", "return take();"), [])
        self.assertEqual(pairs("wake();", "if (a) {", "    b();", "}", "sleep();"), [])

    def test_of_an_if_with_else_no_half_is_taken(self):
        self.assertEqual(pairs("if (a()) b();", "else c();", "d();"), [("if (a()) b(); else c();", "d();")])

    def test_both_make_a_call_and_one_is_more_than_a_read_or_write(self):
        self.assertEqual(pairs("wake();", "++round;"), [])
        self.assertEqual(pairs("a_.write(1);", "b_.write(a.read());"), [])
        self.assertEqual(pairs("a_.write(1);", "wake();"), [("a_.write(1);", "wake();")])
        for text in ("count_call(&tally::wakes);", 'if (size != 4) refuse("the size");'):
            self.assertEqual(pairs("wake();", text), [])

    def test_members_of_a_class_are_no_statements(self):
        source = "class a {\n    void f() noexcept;\n    int g() const noexcept;\n};\n"
        self.assertEqual([one for one in mutants_of(FILE, source) if one.kind == "swap"], [])


class Change(unittest.TestCase):
    """The changed source, and its name."""

    def test_the_two_change_places_without_their_comments(self):
        change, = swaps(STORE + " // U1", "// then wake", "wake();")
        source = function(STORE + " // U1", "// then wake", "wake();")
        self.assertEqual(change.applied(source).split(), function("wake();", STORE).split())

    def test_the_name_has_both(self):
        self.assertEqual(swaps(STORE, "wake();")[0].name, f"a.hpp: give: [{STORE} wake(); -> wake(); {STORE}]")


if __name__ == "__main__":
    unittest.main()

"""The rule about actors is seen to read comments, titles and promises, and nothing else."""
import unittest
from pathlib import Path

from kev.checks import sentences


def lines(name, text):
    """The lines of the findings in a file of this name."""
    return [line for line, _ in sentences.check_actors(Path(name), text)]


class Comments(unittest.TestCase):
    """Comments of three languages."""

    def test_headless_sentences_are_found_where_they_stand(self):
        text = "int a; // whoever reads\n// The lock is free.\n// What is left is\n// nothing. And somebody waits.\n"
        self.assertEqual(lines("a.hpp", text), [1, 3, 4])

    def test_comments_of_c_are_read(self):
        self.assertEqual(lines("a.h", "/** What became of it. */\n/*\n * Who waits.\n */\n"), [1, 3])

    def test_a_sentence_goes_on_in_the_next_line(self):
        self.assertEqual(lines("a.cpp", "// It wakes the\n// other one.\n"), [1])

    def test_the_end_of_a_line_and_the_next_line_are_two_paragraphs(self):
        self.assertEqual(lines("a.cpp", "f(); // the other\ng(); // one thread\n"), [])

    def test_code_and_strings_are_no_comments(self):
        for name, text in (("a.cpp", 'say("// whoever");\n'), ("a.py", 'say("# whoever")\n'), ("a.md", "# Whoever\n"),
                           ("a.cmake", 'set(a "# whoever")\n')):
            self.assertEqual(lines(name, text), [], name)

    def test_python_and_cmake_are_read(self):
        self.assertEqual(lines("a.py", "a = 1  # somebody\n"), [1])
        self.assertEqual(lines("a.cmake", "set(a 1) # somebody\n# What is set.\n"), [1, 2])
        self.assertEqual(lines("CMakeLists.txt", "# What is set.\n"), [1])

    def test_a_question_may_be_asked(self):
        self.assertEqual(lines("a.cpp", "// What is left?\n"), [])


class Titles(unittest.TestCase):
    """Titles of tests, and promises."""

    def test_a_title_is_split_into_words(self):
        self.assertEqual(list(sentences.titles("TEST(Lock, WakesAThreadOnce) {}\n")), [(1, "Wakes a thread once")])

    def test_titles_are_read(self):
        for kind in ("TEST", "TEST_F", "TEST_P", "TYPED_TEST", "TYPED_TEST_P"):
            self.assertEqual(lines("a.cpp", f"\n{kind}(Lock, WakesThoseWhoWait) {{}}\n"), [2], kind)
        self.assertEqual(lines("a.cpp", "TEST(Lock, WhatIsLeftIsNothing) {}\n"), [1])

    def test_promises_are_read(self):
        self.assertEqual(lines("a.cpp", 'about.promise = "who owns it "\n    "may destroy it";\n'), [1])
        self.assertEqual(lines("a.cpp", 'require(a() == 1, "whoever waits is woken");\n'), [1])
        self.assertEqual(lines("a.cpp", 'require(a() == 1, "the waiter is woken");\n'), [])


if __name__ == "__main__":
    unittest.main()

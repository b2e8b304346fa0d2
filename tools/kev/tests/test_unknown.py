"""The check `unknown` finds a claim of ignorance that is not listed, and a row of the list that is out of date."""
import unittest

from kev.checks import every, unknown

HEAD = "| question | words | last search | searched |\n|---|---|---|---|\n"
ROW = "| why? | `the reason is not known` | 2026-11-24 | the manuals |\n"


class Unknown(unittest.TestCase):
    def test_a_listed_phrase_is_no_finding(self):
        self.assertEqual([], unknown.findings({"a.md": "So the reason is not known."}, HEAD + ROW))

    def test_a_phrase_that_is_not_listed_is_named_with_its_line(self):
        texts = {"a.md": "The reason is not known.\n\nOf Vista\nnobody has proved it."}
        [found] = unknown.findings(texts, HEAD + ROW.replace("the reason", "The reason"))
        self.assertTrue(found.startswith("a.md:4: "), found)
        self.assertIn("Of Vista nobody has proved it.", found)

    def test_other_words_with_the_same_phrase_do_not_cover_it(self):
        texts = {"a.md": "the reason is not known; the cause is not known"}
        self.assertEqual(1, len(unknown.findings(texts, HEAD + ROW)))

    def test_a_phrase_over_two_lines_of_a_comment_is_read_as_one(self):
        texts = {"a.hpp": "int a;\n    /// the reason is\n    /// not known\n"}
        self.assertEqual([], unknown.findings(texts, HEAD + ROW))
        self.assertIn("a.hpp:3: ", unknown.findings(texts, HEAD)[0])

    def test_words_that_stand_nowhere_any_more_are_named(self):
        [found] = unknown.findings({"a.md": "all is clear"}, HEAD + ROW)
        self.assertEqual("docs/unknown.md:3: no page or header says 'the reason is not known' any more", found)

    def test_a_row_needs_words_that_say_it_a_date_and_a_search(self):
        texts = {"a.md": "the reason is not known"}
        for row in (ROW.replace("2026-11-24", "soon"), ROW.replace("the manuals", ""), ROW.replace("`", ""),
                    ROW.replace("not known", "clear")):
            self.assertNotEqual([], unknown.findings(texts, HEAD + row), row)

    def test_the_head_of_a_second_table_is_no_row(self):
        texts = {"a.md": "the reason is not known; the cause is not known"}
        self.assertEqual([], unknown.findings(texts, f"{HEAD}{ROW}\n{HEAD}{ROW.replace('the reason', 'the cause')}"))

    def test_each_kind_of_phrase_is_found(self):
        for phrase in ("is not known", "we do not know", "nobody has proved it", "nobody promises it", "nobody says",
                       "nobody knows why", "no documentation says so", "is not settled", "nothing is proven",
                       "unproven", "is uncertain", "remains unknown"):
            self.assertEqual(1, len(unknown.findings({"a.md": f"This: {phrase}."}, HEAD)), phrase)

    def test_code_and_the_name_of_a_status_are_no_claim(self):
        self.assertEqual([], unknown.findings({"a.hpp": '/// The status by its name, or "unknown status".'}, HEAD))

    def test_lessons_headers_and_pages_are_read_and_the_tests_are_not(self):
        for name in ("README.md", "docs/windows.md", "docs/adr/0001.md", "labs/02_a/README.md", "labs/02_a/notes.md",
                     "labs/02_a/include/kev/lab02/gate.hpp", "common/worlds/native/kev/world.hpp"):
            self.assertTrue(unknown.READ.fullmatch(name), name)
        for name in ("labs/02_a/tests/gate_test.cpp", "labs/02_a/exercises/a/start/gate.hpp", "tools/kev/a.py"):
            self.assertFalse(unknown.READ.fullmatch(name), name)

    def test_it_is_one_of_the_checks(self):
        self.assertIn(unknown.CHECK, every.usual())


if __name__ == "__main__":
    unittest.main()

"""A lesson's exercises come from its manifest."""
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.site import exercise_page

MARK = "<!-- exercises -->"
ENTRY = {"id": "two-locks", "title": "Two locks", "level": "easy", "kind": "break", "points": 5, "minutes": 20, "lines": 3,
         "goal": "Break *it*.", "read": ["[The word](README.md#the-word)"], "hints": ["Look.", "Look `again`."],
         "mutant": "broken/flaw.patch", "verdict": "deadlock", "race": "V4/relay"}


class Section(unittest.TestCase):
    """expand()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.lesson = Path(folder.name) / "03_lab" / "README.md"
        (self.lesson.parent / "exercises").mkdir(parents=True)
        (self.lesson.parent / "exercises" / "exercises.json").write_text(json.dumps([ENTRY]), encoding="utf-8")

    def test_a_page_without_the_mark_stays_as_it_is(self):
        self.assertEqual(exercise_page.expand("text", self.lesson), "text")

    def test_everything_a_student_needs_is_there(self):
        text = exercise_page.expand(f"before\n\n{MARK}\n\nafter", self.lesson)
        for part in ("| 1 | [Two locks](#two-locks) | break it | easy | 5 | 20 | 3 |", "### 1. Two locks {: #two-locks }",
                     "Break *it*.", "Read first: [The word](README.md#the-word).", "[broken/flaw.patch](broken/flaw.patch)",
                     "../races/V4-relay.md", "```sh\n./kev exercise 03 start 1\n```", "Hint 2 of 2", "before", "after"):
            self.assertIn(part, text)

    def test_the_list_for_a_code_host_is_not_there_too(self):
        listed = "- write: [two](exercises/two-locks)\n- [b](exercises/b): c"
        text = exercise_page.expand(f"before\n\n{MARK}\n\n{listed}\n\nafter", self.lesson)
        self.assertNotIn("](exercises/", text)
        self.assertTrue(text.endswith("after"))

    def test_what_can_be_walked_through_is_to_be_walked_through(self):
        for graph, words in ((False, "on paper first"), (True, "under *Try it yourself*")):
            with mock.patch.object(exercise_page.race_data, "has_graph", return_value=graph):
                self.assertIn(words, exercise_page.expand(MARK, self.lesson))

    def test_a_hint_is_closed_until_it_is_asked_for(self):
        text = exercise_page.expand(MARK, self.lesson)
        self.assertEqual(text.count("<details "), 2)
        self.assertNotIn("<details open", text)


if __name__ == "__main__":
    unittest.main()

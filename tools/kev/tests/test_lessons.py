"""Every rule of the check `lessons` is seen to accept good text and to refuse bad text."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import lessons, wording
from kev.core import labs
from kev.core.paths import ROOT
from kev.races import race_data, variants

PRIMER = "docs/primer.md"
LESSON = """\
# Lab 03: a lock

**The question.** How small can a lock be?

![The idea](figures/idea.svg)
![The word](figures/word.svg)

<!-- code: a.hpp lock -->
```cpp
// What stands here is no prose, and somebody may say so.
```
<!-- /code -->

## M3

<!-- diff: broken/no_claim.patch code 1 -->
```diff
-a
+b
```
<!-- /diff -->

<!-- timeline: M3 -->
```text
step  owner            waiter           what came of it
-------------------------------------------------------
   1  lock: fetch_or                    m.word: free → owned
   2*                  lock: fetch_or   m.word: owned
```
<!-- /timeline -->

The owner acquires. **Step 2 is fatal**: the waiter comes.

## Exercises

- [one](exercises/one): a list of many words that nobody counts.
"""


def texts(rule):
    """The findings of a rule."""
    return [fault for _, fault in rule]


def rows(count):
    """So many rows of a schedule."""
    return "".join(f"{number:4}  lock: fetch_or\n" for number in range(1, count + 1))


class Shape(unittest.TestCase):
    """The rules for a lesson."""

    def schedules(self, text):
        return texts(lessons.check_schedules(text))

    def test_a_good_lesson(self):
        self.assertEqual([*lessons.check_words(LESSON), *lessons.check_length(LESSON, 30),
                          *lessons.check_order(LESSON), *lessons.check_schedules(LESSON)], [])

    def test_only_prose_is_counted(self):
        self.assertEqual(lessons.count_words("# One two\n\n[three](four.md) `five`\n\n| no | no |\n\n```\nno\n```\n"
                                             "<!-- no -->\n![no no](no.svg)\n\n   ```text\n   no\n   ```\n<b>six</b> -\n"), 5)
        self.assertRegex(texts(lessons.check_length("a b c\n", 2))[0], "^3 words of prose; 2 are allowed")

    def test_the_list_of_exercises_is_not_counted(self):
        self.assertEqual(lessons.count_words(LESSON), lessons.count_words(LESSON.partition("## Exercises")[0]))
        self.assertEqual(lessons.count_words("a\n\n## Exercises\n\nb\n\n## Further reading\n\nc\n"), 4)

    def test_code_comes_before_the_first_schedule(self):
        late = LESSON.replace("<!-- code: a.hpp lock -->", "").replace("<!-- /code -->", "")
        self.assertIn("no code stands on the page", texts(lessons.check_order(late))[0])
        self.assertEqual(len(texts(lessons.check_order(late + "<!-- code: a.hpp b -->\n<!-- /code -->\n"))), 1)

    def test_two_figures(self):
        for one in (LESSON.replace("![The word](figures/word.svg)", ""),
                    LESSON.replace("![The word](figures/word.svg)", "<!-- ![The word](figures/word.svg) -->")):
            self.assertEqual(texts(lessons.check_order(one)), ["there are 1 figures; 2 are needed"])

    def test_a_schedule_is_walked_through_by_number(self):
        mute = LESSON.replace("**Step 2 is fatal**: the waiter comes", "It is fatal")
        self.assertEqual(self.schedules(mute), ["M3: no paragraph beside it speaks of a step by its number"])
        self.assertEqual(self.schedules(mute.replace("## M3\n", "## M3\n\nThe end comes in step 2.\n")), [])
        self.assertEqual(len(self.schedules(mute + "\n## Other\n\nStep 2 is fatal.\n")), 1)

    def test_a_step_that_the_paragraph_names_has_a_row(self):
        self.assertEqual(texts(lessons.check_steps(LESSON)), [])
        self.assertEqual(texts(lessons.check_steps(LESSON.replace("Step 2 is fatal", "Step 9 is fatal"))),
                         ["M3: the paragraph names step 9, which has no row in the schedule"])
        many = LESSON.replace("The owner acquires", "In steps 1,\n3 to 7, and 8 it acquires")
        self.assertEqual(len(texts(lessons.check_steps(many))), 3)

    def test_lanes_have_names(self):
        self.assertEqual(self.schedules(LESSON.replace("owner            waiter", "thread 1         waiter")),
                         ["M3: the lane 'thread 1' has no name of its own: text.lanes in the scenario gives it one"])

    def test_a_long_schedule_is_folded(self):
        self.assertEqual(self.schedules(LESSON.replace("   1  lock", rows(13) + "   1  lock")), [])
        long = LESSON.replace("   1  lock", rows(14) + "   1  lock")
        self.assertEqual(self.schedules(long), ["M3: 16 rows stand open; more than 15 are to be in <details>"])
        folded = long.replace("<!-- timeline", "<details markdown=\"1\">\n<summary>16 steps</summary>\n\n<!-- timeline")
        self.assertEqual(self.schedules(folded.replace("<!-- /timeline -->", "<!-- /timeline -->\n\n</details>")), [])

    def test_the_change_stands_before_the_schedule(self):
        for bad in (LESSON.replace("broken/no_claim.patch", "broken/no_recheck.patch"),
                    LESSON.replace("<!-- diff: broken/no_claim.patch code 1 -->", "").replace("<!-- /diff -->", "")):
            self.assertEqual(self.schedules(bad), ["M3: its change does not stand before it: "
                                                   "<!-- diff: broken/no_claim.patch -->"])

    def test_a_race_of_a_correct_lock_needs_no_diff(self):
        self.assertEqual(lessons.without_diff("V4", set()), "")
        self.assertEqual(lessons.without_diff("no such race", set()), "")

    def test_every_exception_is_a_race_of_a_patch(self):
        for name, reason in lessons.WITHOUT_DIFF.items():
            race = race_data.load_one(name)
            self.assertTrue(reason and variants.broken(race["lab"], race["variant"]), name)


class Words(unittest.TestCase):
    """check_words()"""

    def found(self, text):
        return [(text.count("\n", 0, place) + 1, fault.split(":")[0]) for place, fault in lessons.check_words(text)]

    def test_a_sentence_without_a_head(self):
        for text in ("a.\n\nWhat follows is bad.\n", "a.\n\nIt is. **What follows\nis bad**: so.\n",
                     "a\n\n- Who waits must wait.\n",
                     "a\n\n1. Who comes\n   late must wait.\n", "a\n\n> What follows, `x?`.\n", "a\n\nWhat is there:\n\n- b\n"):
            self.assertEqual([line for line, _ in self.found(text)], [3], text)
            self.assertRegex(self.found(text)[0][1], "a sentence begins with 'Who|What' as a noun")

    def test_a_question_a_title_and_code_are_none(self):
        for text in ("What follows? Who\nknows?\n", "## What follows\n", "a\n\n**What the critics said.** They spoke.\n",
                     "| What | Who |\n", "```\nWhat follows is code.\n```\n", "It is what follows. `What` is a word.\n",
                     "- a\n- What is it, and\n  what does it cost?\n"):
            self.assertEqual(self.found(text), [], text)

    def test_pronouns_that_name_no_actor(self):
        for words in ("somebody", "Someone", "whoever", "the other one", "the same one", "that one", "those who wait"):
            self.assertEqual(len(self.found(f"It is {words}.\n")), 1, words)
        for words in ("nobody", "that one thread", "the other thread", "the same lock", "one of those", "that one of them"):
            self.assertEqual(self.found(f"It is {words}.\n"), [], words)

    def test_the_place_is_that_of_the_words(self):
        self.assertEqual(self.found("a\n\n- b\n- c. It\n  wakes somebody\n  else.\n"), [(5, "'somebody' names no actor")])
        self.assertEqual(list(wording.habits("Yes.  Who is there must go."))[0][0], 6)


class Run(unittest.TestCase):
    """run()"""

    def test_lessons_get_all_rules_and_pages_beside_them_the_words(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(lessons, "ROOT", Path(folder)):
            lab = labs.Lab("06", Path(folder) / "labs" / "06_x")
            lab.directory.mkdir(parents=True)
            (Path(folder) / "docs").mkdir()
            for page in (PRIMER, "docs/agreement.md"):
                (Path(folder) / page).write_text("Who waits must wait.\n", encoding="utf-8")
            (lab.directory / "README.md").write_text(LESSON + "\n## More\n\n" + "word " * 3_500, encoding="utf-8")
            (lab.directory / "notes.md").write_text("# Notes\n\n" + "word " * 9_000 + "\n\nAsk somebody.\n", encoding="utf-8")
            found = [each.split(":")[:2] for each in lessons.run([lab])]
            with mock.patch.object(lessons, "is_everything", lambda _: True):
                everywhere = [each.split(":")[:2] for each in lessons.run([lab])]
        of_the_lab = [["labs/06_x/README.md", "1"], ["labs/06_x/notes.md", "5"]]
        self.assertEqual(found, of_the_lab)
        self.assertEqual(sorted(everywhere), [[PRIMER, "1"], *of_the_lab])

    def test_the_primer_is_as_it_should_be(self):
        self.assertEqual(list(lessons.check_words((ROOT / PRIMER).read_text(encoding="utf-8"))), [])


if __name__ == "__main__":
    unittest.main()

"""The check `lessons`: each finding, and a page that has none."""
import tempfile
import unittest
from pathlib import Path

from kev.checks import lessons

SCHEDULE = """\
<!-- timeline: M3 -->
```text
step  {lane}    waiter  what came of it
---------------------------------------
{rows}
```
<!-- /timeline -->
"""
PAGE = """\
# Lab 03: a page

![the word](figures/word.svg) ![its states](figures/state_machine.svg)

<!-- code: a.hpp lock -->
```cpp
void lock();
```
<!-- /code -->

## A race

<!-- diff: broken/no_claim.patch -->
```diff
-a
+b
```
<!-- /diff -->

{schedule}
**Step 1 is fatal.**
"""


def schedule(rows: int = 3, lane: str = "owner") -> str:
    """A schedule of so many rows."""
    return SCHEDULE.format(lane=lane, rows="\n".join(f"{number:4}  lock: load" for number in range(1, rows + 1)))


def page(shown: str = "", **changed: str) -> str:
    """A lesson with this schedule, in which some words stand for others."""
    text = PAGE.format(schedule=shown or schedule())
    for old, new in changed.items():
        text = text.replace(old, new)
    return text


class Shape(unittest.TestCase):
    """The findings of a page of lab 03."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.lab = Path(folder.name) / "03_x"
        (self.lab / "broken").mkdir(parents=True)
        (self.lab / "broken" / "no_claim.patch").touch()  # M3's variant

    def findings(self, text: str, name: str = "README.md") -> list[str]:
        """Those of a page, without its name."""
        path = self.lab / name
        path.write_text(text, encoding="utf-8")
        return [finding.partition(": ")[2] for finding in lessons.findings_of(path)]

    def test_a_page_that_is_as_it_should_be_has_none(self) -> None:
        self.assertEqual(self.findings(page()), [])

    def test_a_lesson_that_is_too_long(self) -> None:
        self.assertEqual(self.findings(page() + "word " * 2500), ["2514 words of prose, and 2500 are the most"])
        self.assertEqual(self.findings(page() + "| word |\n" * 2500), [])
        self.assertEqual(self.findings(page() + f"<details>\n{'word ' * 2500}\n</details>\n"), [])

    def test_figures(self) -> None:
        self.assertEqual(self.findings(page(state_machine="states")), ["the state machine is not shown"])
        self.assertIn("fewer than 2 figures", self.findings(page().replace("word.svg", "word.png")))

    def test_a_schedule_before_any_code(self) -> None:
        self.assertIn("the first schedule comes before any code", self.findings(page(code="text")))

    def test_lanes_without_names(self) -> None:
        self.assertEqual(self.findings(page(schedule(lane="thread 1"))), ["M3: the lanes have no names"])

    def test_a_long_schedule_is_folded(self) -> None:
        self.assertEqual(self.findings(page(schedule(15))), [])
        self.assertEqual(self.findings(page(schedule(16))), ["M3: more than 15 rows, and not folded"])
        self.assertEqual(self.findings(page(f"<details>\n{schedule(16)}\n</details>\n")), [])

    def test_a_race_of_a_patch_shows_it(self) -> None:
        text = page().replace("<!-- diff", "<!-- none").replace("```diff", "```text")
        self.assertEqual(self.findings(text), ["M3: no code and no difference in its chapter"])
        (self.lab / "broken" / "no_claim.patch").unlink()
        self.assertEqual(self.findings(text), [])

    def test_a_schedule_is_told(self) -> None:
        untold = page().replace("**Step 1 is fatal.**", "So it hangs.")
        self.assertEqual(self.findings(untold), ["M3: no sentence of its section names a step by its number"])
        self.assertEqual(self.findings(untold, "notes.md"), [])

    def test_habits(self) -> None:
        for text in ("Whoever comes first waits.", "The lock is free. Somebody takes it.", "It is nobody's lock."):
            self.assertEqual(len(self.findings(text, "notes.md")), 1, text)
        for text in ("Who wakes the waiter?", "`Whoever`", "The owner knows who waits."):
            self.assertEqual(self.findings(text, "notes.md"), [], text)


if __name__ == "__main__":
    unittest.main()

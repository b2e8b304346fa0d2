"""Generated parts of pages, between two marks."""
import unittest
from pathlib import Path

from kev.core import blocks
from kev.core.errors import KevError

PAGE = Path("page.md")
TEXT = "a\n<!-- list -->\nold\n<!-- /list -->\nb <!-- number: x -->1<!-- /number --> c\n<!-- place: y -->\n"


class Refreshed(unittest.TestCase):
    """refreshed()"""

    def test_a_block_of_lines_and_one_inside_a_line(self):
        makers = {"list": lambda *_: "new\n", "number": lambda page, argument: f"{page.name} {argument}"}
        text, stale = blocks.refreshed(PAGE, TEXT, makers)
        self.assertEqual(text, TEXT.replace("old", "new").replace("-->1<", "-->page.md x<"))
        self.assertEqual([(block.title, block.line) for block in stale], [("list", 2), ("number: x", 5)])
        self.assertEqual(blocks.refreshed(PAGE, text, makers), (text, []))

    def test_an_empty_block_is_filled(self):
        text, stale = blocks.refreshed(PAGE, "<!-- list -->\n<!-- /list -->\n", {"list": lambda *_: "x"})
        self.assertEqual((text, len(stale)), ("<!-- list -->\nx\n<!-- /list -->\n", 1))

    def test_a_mark_that_is_not_closed_is_found_and_a_quoted_one_is_not(self):
        text = "```\n<!-- list -->\n```\n<!-- list -->\na\n<!-- /list -->\n\n<!-- list: z -->\n"
        self.assertEqual(list(blocks.unclosed(text, {"list": None})), [(8, "list")])

    def test_a_page_that_must_have_a_block_says_how(self):
        blocks.require(PAGE, TEXT, {"list": None})
        with self.assertRaisesRegex(KevError, "page.md has no place for place: it needs <!-- place --> and <!-- /place -->"):
            blocks.require(PAGE, TEXT, {"place": None})


class Placed(unittest.TestCase):
    """placed()"""

    def test_a_lone_mark_becomes_what_its_maker_writes(self):
        makers = {"a": lambda _: "A", "b": lambda argument: argument}
        self.assertEqual(blocks.placed("<!-- a --> <!-- b: 1 --> <!-- c -->", makers), "A 1 <!-- c -->")


if __name__ == "__main__":
    unittest.main()

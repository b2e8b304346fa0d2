"""Links in Markdown lead somewhere on a code host."""
import tempfile
import unittest
from pathlib import Path

from kev.checks import links


class Page(unittest.TestCase):
    """A page beside another page."""

    def setUp(self):
        self.page = Path(self.enterContext(tempfile.TemporaryDirectory(prefix="kev-links-"))) / "page.md"
        (self.page.parent / "other.md").write_text(
            "# A `lock`, and why\n## Twice\n## Twice\n```sh\n# no heading\n```\n<a id=\"M4\"></a>\n", encoding="utf-8")

    def dead(self, text: str) -> "list[str]":
        """The findings in a page with this text, without its folder."""
        self.page.write_text(text, encoding="utf-8")
        return [each.rpartition("/")[2] for each in links.dead_links_of(self.page)]

    def test_a_missing_file_is_named_with_its_line(self):
        self.assertEqual(["page.md:2: gone.md: there is no such file"], self.dead("[a](other.md)\n[b](gone.md)\n"))

    def test_a_heading_is_found_by_what_a_code_host_calls_it(self):
        self.assertEqual([], self.dead("[a](other.md#a-lock-and-why) [b](other.md#twice) [c](other.md#twice-1)"))
        self.assertEqual(["page.md:1: other.md#twice-2: the page has no such heading"],
                         self.dead("[a](other.md#twice-2)"))

    def test_a_line_of_code_that_begins_with_a_hash_is_no_heading(self):
        self.assertEqual(1, len(self.dead("[a](other.md#no-heading)")))

    def test_an_anchor_of_its_own_counts_as_written(self):
        self.assertEqual([], self.dead("[a](other.md#M4)"))
        self.assertEqual(1, len(self.dead("[a](other.md#m4)")))

    def test_links_within_the_page(self):
        self.assertEqual([], self.dead("# Here\n[a](#here)\n"))
        self.assertEqual(1, len(self.dead("# Here\n[a](#there)\n")))

    def test_pictures_and_links_in_html_are_links_too(self):
        self.assertEqual(3, len(self.dead('![a](a.svg) <img alt="b" src="b.svg"> <a href="c.md">c</a>')))

    def test_a_link_around_a_picture(self):
        self.assertEqual(["page.md:1: a.svg: there is no such file", "page.md:1: b.md: there is no such file"],
                         self.dead("[![a](a.svg)](b.md)"))

    def test_a_reference_below_the_text_is_a_link(self):
        self.assertEqual(1, len(self.dead("[a][b]\n\n[b]: gone.md\n")))

    def test_code_comments_and_other_sites_are_left_alone(self):
        self.assertEqual([], self.dead("`[a](gone.md)` <!-- [b](gone.md) --> [c](https://d.e/f.md)\n"
                                       "```text\n[g](gone.md)\n```\n"))


if __name__ == "__main__":
    unittest.main()

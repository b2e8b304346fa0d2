"""Links between the files of the repository become links between pages."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

try:
    from kev.site import pages
except ModuleNotFoundError as error:
    if error.name != "mkdocs":
        raise
    raise unittest.SkipTest("mkdocs is not here") from error


class Links(unittest.TestCase):
    """rewrite_links()"""

    def links(self, text):
        return pages.rewrite_links(text, pages.ROOT / "CONTRIBUTING.md", "contributing.md")

    def test_a_file_becomes_its_page_and_an_anchor_stays(self):
        self.assertEqual(self.links("[a](docs/checker.md#b) [c](labs/03_fast_mutex/README.md)"),
                         "[a](checker.md#b) [c](labs/03_fast_mutex.md)")

    def test_what_leads_elsewhere_or_is_code_stays(self):
        for text in ("[a](https://b.c/README.md)", "```\n[a](docs/checker.md)\n```"):
            self.assertEqual(self.links(text), text)

    def test_a_row_of_the_catalogue_becomes_the_page_of_the_race(self):
        self.assertEqual(self.links("[a](docs/races.md#M4) [b](docs/races.md)"), "[a](races/M4.md) [b](races.md)")
        self.assertEqual(self.links("[a](docs/races.md#nothing)"), "[a](races.md#nothing)")

    def test_the_readme_is_the_first_page(self):
        self.assertEqual(self.links("[a](README.md)"), "[a](index.md)")


class Unfilled(unittest.TestCase):
    """Places that no hook has filled."""

    def test_a_lone_mark_is_found_whatever_its_name_is(self):
        text = "<!-- races -->a<!-- /races --> <!-- code: x --> <!-- of the code: 1 -->"
        self.assertEqual(pages.unfilled(text), [])
        self.assertEqual(pages.unfilled(text + "<!-- headers to weaken --><!-- convoy -->"), ["headers to weaken", "convoy"])


class Folded(unittest.TestCase):
    """with_markdown_folded()"""

    def test_a_summary_has_its_own_line_and_what_follows_is_markdown(self):
        wanted = '<details markdown="1">\n<summary>a</summary>\n\n*b*\n\n</details>'
        for start in ('<details markdown="1">\n', '<details markdown="1">', "<details>\n", "<details>"):
            self.assertEqual(pages.with_markdown_folded(wanted.replace('<details markdown="1">\n', start)), wanted)

    def test_inside_of_a_list_it_is_taken_out_of_the_list(self):
        inside = "1. a\n\n   <details>\n   <summary>b</summary>\n\n   c\n     d\n   </details>\n\n2. e\n"
        self.assertEqual(pages.with_markdown_folded(inside), '1. a\n\n<details markdown="1">\n<summary>b</summary>\n\n'
                                                             "c\n  d\n</details>\n\n2. e\n")


class Beside(unittest.TestCase):
    """A lab with notes, another page and a figure beside its lesson."""

    def setUp(self):
        root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for name in ("03_x/README.md", "03_x/notes.md", "03_x/process_end.md", "03_x/figures/states.svg",
                     "03_x/results/linux.json", "04_y/README.md"):
            (root / "labs" / name).parent.mkdir(parents=True, exist_ok=True)
            (root / "labs" / name).write_text("# x\n", encoding="utf-8")
        self.enterContext(mock.patch.object(pages, "ROOT", root))
        self.lab = root / "labs" / "03_x"

    def test_the_navigation_has_the_lessons_and_a_lesson_leads_to_the_pages_beside_it(self):
        config = pages.on_config({"nav": [{"Home": "index.md"}, {"Labs": ["primer.md", "lessons"]}]})
        self.assertEqual(config["nav"][1]["Labs"],
                         ["primer.md", {"The labs": "labs/index.md"}, "labs/03_x.md", "labs/04_y.md"])
        self.assertIn("[Process end](process_end.md) · [Notes](notes.md) · ", pages.with_reference("# x\n", self.lab))

    def test_links_between_lesson_notes_and_figures(self):
        text = "[a](notes.md#b) ![c](figures/states.svg)"
        self.assertEqual(pages.rewrite_links(text, self.lab / "README.md", "labs/03_x.md"),
                         "[a](../labs/03_x/notes.md#b) ![c](../source/labs/03_x/figures/states.svg)")
        self.assertEqual(pages.rewrite_links("[a](results/linux.json)", self.lab / "README.md", "labs/03_x.md"),
                         "[a](../source/labs/03_x/results/linux.json)")
        text = "[a](README.md#b) ![c](figures/states.svg)"
        self.assertEqual(pages.rewrite_links(text, self.lab / "notes.md", "labs/03_x/notes.md"),
                         "[a](../../labs/03_x.md#b) ![c](../../source/labs/03_x/figures/states.svg)")


if __name__ == "__main__":
    unittest.main()

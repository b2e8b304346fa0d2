"""Links between the files of the repository become links between pages."""
import unittest

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

    def test_the_table_of_what_has_been_verified_is_a_page_of_its_own(self):
        self.assertEqual(self.links("[a](README.md#what-has-been-verified-where)"), "[a](verified.md)")
        self.assertEqual(self.links("[a](README.md)"), "[a](index.md)")


if __name__ == "__main__":
    unittest.main()

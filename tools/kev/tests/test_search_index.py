"""What the search of the site knows."""
import json
import tempfile
import unittest
from pathlib import Path

from kev.site import search_index

DOCS = [{"location": "labs/07.html", "title": "Lab 07", "text": "all of it"},
        {"location": "labs/07.html#a", "title": "A convoy", "text": "a part of it"},
        {"location": "reading.html", "title": "Reading", "text": "no section"},
        {"location": "races/M4.html", "title": "M4", "text": "A lost wake-up. Step by step [data]"},
        {"location": "races/M4.html#step-by-step", "title": "Step by step", "text": "[data]"},
        {"location": "source/labs/a.hpp.html", "title": "a.hpp", "text": "code"}]
KEPT = [("labs/07.html", ""), ("labs/07.html#a", "a part of it"), ("reading.html", "no section"),
        ("races/M4.html", "A lost wake-up. ")]


class SearchIndex(unittest.TestCase):
    """search_index"""

    def test_sources_and_schedules_are_left_out_and_no_text_is_there_twice(self):
        self.assertEqual([(doc["location"], doc["text"]) for doc in search_index.kept(DOCS)], KEPT)

    def test_the_index_becomes_a_script(self):
        with tempfile.TemporaryDirectory() as folder:
            written = Path(folder) / "search" / "search_index.json"
            written.parent.mkdir()
            written.write_text(json.dumps({"config": {"lang": ["en"]}, "docs": DOCS}), encoding="utf-8")
            search_index.on_post_build({"site_dir": folder})
            text = written.with_suffix(".js").read_text(encoding="utf-8")
            self.assertFalse(written.exists())
        self.assertTrue(text.startswith('kevIndexArrived({"config":{"lang":["en"]},"docs":[{"location":"labs/07.html"'))

    def test_the_script_comes_before_the_theme_and_from_the_same_folder(self):
        page = '<body>\n<script src="../assets/javascripts/bundle.1.min.js"></script>'
        self.assertEqual(search_index.on_post_page(page, None, None).split("\n")[1],
                         '<script src="../assets/search.js"></script>')


if __name__ == "__main__":
    unittest.main()

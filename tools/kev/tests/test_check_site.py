"""The check `site` is seen to find what it is there for."""
import tempfile
import unittest
from pathlib import Path

from kev.checks import site


class CheckSite(unittest.TestCase):
    """Small sites, each with one fault or none."""

    def findings(self, files):
        """The findings in a made-up site."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file, text in files.items():
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).write_text(text, encoding="utf-8")
            return [text for _, text in site.check(folder)]

    def test_accepts_local_loads_and_remote_links(self):
        page = ('<link rel=stylesheet href="a.css"><script src="a.js"></script><h2 id=x></h2>'
                '<a href="https://example.org/">elsewhere</a><a href="#x">here</a>'
                '<link rel=canonical href="https://example.org/">')
        self.assertEqual(self.findings({"index.html": page, "a.css": "b{}", "a.js": ""}), [])

    def test_refuses_a_link_to_nothing_and_to_no_place(self):
        self.assertEqual(len(self.findings({"index.html": '<script src="a.js"></script>'})), 1)
        self.assertEqual(len(self.findings({"index.html": '<a href="b.html">'})), 1)
        self.assertEqual(len(self.findings({"index.html": '<a href="b.html#y">', "b.html": "<p id=x>"})), 1)

    def test_refuses_an_empty_site(self):
        self.assertEqual(len(self.findings({})), 1)


if __name__ == "__main__":
    unittest.main()

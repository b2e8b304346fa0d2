"""check_pages is seen to find what it is there for, in small sites with one fault each."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.browser import check_pages, chromium

WIDE = '<meta name="viewport" content="width=device-width">'


@unittest.skipIf(chromium.missing(), chromium.missing())
class CheckPages(unittest.TestCase):
    """Each kind of finding."""

    def findings(self, page):
        """The findings in a site of one page."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "index.html").write_text(page, encoding="utf-8")
            return "\n".join(text for _, text in check_pages.check(Path(folder), check_pages.read_options([folder])))

    def test_accepts_a_page_without_a_fault(self):
        self.assertEqual(self.findings(f"{WIDE}<!-- races --><p>a</p><!-- /races --><!-- of the code: 1 -->"), "")

    def test_finds_errors_requests_width_and_empty_places(self):
        found = self.findings(f'{WIDE}<script>console.error("oh")</script>'
                              '<script>nowhere()</script><img src="http://127.0.0.1:9/a.png">'
                              '<div style="width:900px">wide</div><!-- headers to weaken -->')
        for text in ('"oh"', "nowhere is not defined", "asks for http://127.0.0.1:9/a.png", "pixels wide",
                     "nothing was put at <!-- headers to weaken -->"):
            self.assertIn(text, found)

    def findings_with_losses(self, losses):
        """The findings of a page without a fault, and the browsers that looked, if the first ones die of it."""
        look, tabs = check_pages.look_at, []

        def look_and_lose(tab, *others):
            tabs.append(tab)
            if len(tabs) <= losses:
                tab.driver.service.process.kill()
            return look(tab, *others)
        with mock.patch.object(check_pages, "look_at", look_and_lose):
            return self.findings(WIDE), tabs

    def test_looks_again_with_a_new_browser_when_one_is_lost(self):
        found, tabs = self.findings_with_losses(1)
        self.assertEqual(found, "")
        self.assertEqual(len({id(tab) for tab in tabs}), 2)

    def test_finds_a_page_that_loses_two_browsers(self):
        self.assertIn("the browser was lost twice", self.findings_with_losses(2)[0])


if __name__ == "__main__":
    unittest.main()

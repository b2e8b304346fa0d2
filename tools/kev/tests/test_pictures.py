"""Pictures are of the results beside them."""
import json
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import pictures
from kev.core.errors import KevError
from kev.core.labs import Lab
from kev.measure import figures, plots


class Folder(unittest.TestCase):
    """A lab with results of one figure, and an empty picture of it."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        root = Path(folder.name)
        self.lab = Lab("07", root / "labs" / "07_x")
        self.results = self.lab.directory / "results"
        self.results.mkdir(parents=True)
        self.picture = self.results / "some_figure.svg"
        self.picture.touch()
        self.write(5)
        overview = root / "overview.svg"
        overview.write_text(pictures.fingerprint([]), encoding="utf-8")
        for name, value in (("ROOT", root), ("OVERVIEW", overview), ("overview_figures", lambda: [])):
            patch = mock.patch.object(pictures, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def write(self, value):
        """Results with one figure."""
        made = figures.figure("some_figure", "A title", figures.LINUX, "ns", "bars", [figures.point("a", [value])])
        (self.results / "linux-intel.json").write_text(json.dumps({"figures": [made]}), encoding="utf-8")

    def findings(self):
        return pictures.run([self.lab])

    def test_an_empty_file_is_of_no_results(self):
        self.assertEqual(len(self.findings()), 1)

    def test_without_matplotlib_it_says_how_to_get_it(self):
        with mock.patch.object(pictures.plots, "available", return_value=False), \
                self.assertRaisesRegex(KevError, "apt-get install python3-matplotlib"):
            pictures.refresh([self.lab])

    @unittest.skipUnless(plots.available(), "matplotlib is not here")
    def test_new_results_make_it_stale_until_it_is_drawn_again(self):
        self.assertEqual(pictures.refresh([self.lab]), [])
        self.assertEqual(self.findings(), [])
        self.assertIn("<svg", self.picture.read_text(encoding="utf-8"))
        drawn = self.picture.stat().st_mtime_ns
        self.assertEqual(pictures.refresh([self.lab]), [])
        self.assertEqual(self.picture.stat().st_mtime_ns, drawn, "what is up to date stays as it is")
        self.write(6)
        self.assertIn("some_figure.svg:1: not of these results", self.findings()[0])

    @unittest.skipUnless(plots.available(), "matplotlib is not here")
    def test_a_figure_that_is_gone_is_named(self):
        self.picture.rename(self.results / "other.svg")
        self.assertIn("there is no figure 'other'", self.findings()[0])
        self.assertIn("there is no figure 'other'", pictures.refresh([self.lab])[0])


if __name__ == "__main__":
    unittest.main()

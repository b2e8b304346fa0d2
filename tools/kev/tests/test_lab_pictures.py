"""Pictures of lessons are of the results beside them."""
import contextlib
import io
import json
import tempfile
import unittest
from pathlib import Path

from kev.checks import lab_pictures
from kev.measure import figures, plots


@unittest.skipUnless(plots.available(), "matplotlib is not here")
class Pictures(unittest.TestCase):
    """main()"""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.results = self.root / "labs" / "07_x" / "results"
        self.results.mkdir(parents=True)
        self.picture = self.results / "some_figure.svg"
        self.picture.touch()
        self.write(5)

    def write(self, value):
        """Results with one figure."""
        made = figures.figure("some_figure", "A title", figures.LINUX, "ns", "bars", [figures.point("a", [value])])
        (self.results / "linux-2-cores.json").write_text(json.dumps({"figures": [made]}), encoding="utf-8")

    def run_it(self, *arguments):
        """(status, what was printed)"""
        text = io.StringIO()
        with contextlib.redirect_stdout(text):
            return lab_pictures.main(list(arguments), self.root), text.getvalue()

    def test_what_was_drawn_from_these_results_passes(self):
        self.assertEqual(self.run_it("--check")[0], 1, "an empty file is of no results")
        self.assertEqual(self.run_it()[0], 0)
        self.assertEqual(self.run_it("--check"), (0, ""))
        self.assertIn("<svg", self.picture.read_text(encoding="utf-8"))

    def test_new_results_make_it_stale(self):
        self.run_it()
        self.write(6)
        status, text = self.run_it("--check")
        self.assertEqual(status, 1)
        self.assertIn("some_figure.svg is not of these results", text)

    def test_a_figure_that_is_gone_is_named(self):
        self.picture.rename(self.results / "other.svg")
        status, text = self.run_it()
        self.assertEqual(status, 1)
        self.assertIn("there is no figure 'other'", text)


if __name__ == "__main__":
    unittest.main()

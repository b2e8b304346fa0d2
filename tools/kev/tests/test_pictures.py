"""Pictures that are files are drawn again when their data change, and only then."""
import re
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.measure import figures, pictures, plots


class Files(unittest.TestCase):
    """refresh() with one file."""

    def setUp(self):
        self.picture = Path(self.enterContext(tempfile.TemporaryDirectory())) / "some_figure.svg"
        self.value = 5
        self.enterContext(mock.patch.object(pictures, "FILES", {self.picture: (self.figure, pictures.drawn)}))

    def figure(self):
        """The data."""
        return figures.figure("some_figure", "A title", figures.LINUX, "ns", "bars", [figures.point("a", [self.value])])

    def test_without_matplotlib_it_says_how_to_get_it(self):
        with mock.patch.object(pictures.plots, "available", return_value=False), \
                self.assertRaisesRegex(KevError, "apt-get install python3-matplotlib"):
            pictures.refresh()

    @unittest.skipUnless(plots.available(), "matplotlib is not here")
    def test_new_data_draw_it_again(self):
        pictures.refresh()
        text, drawn = self.picture.read_text(encoding="utf-8"), self.picture.stat().st_mtime_ns
        self.assertIn("<svg", text)
        pictures.refresh()
        self.assertEqual(self.picture.stat().st_mtime_ns, drawn, "what is up to date stays as it is")
        self.value = 6
        pictures.refresh()
        self.assertNotEqual(self.picture.read_text(encoding="utf-8"), text)

    @unittest.skipUnless(plots.available(), "matplotlib is not here")
    def test_seven_points_have_seven_forms(self):
        points = [{**figures.point(name, [5 + number]), "x": number + 1} for number, name in enumerate("abcdefg")]
        figure = figures.figure("front", "A title", figures.LINUX, "us", "scatter", points, x_label="ns")
        drawn = re.findall(r'<path id="m\w+" d="([^"]+)" style="stroke: (#0a0b\w+)', plots._svg(figure))
        self.assertEqual(len({form for form in drawn if "z" in form[0]}), 7)

"""The results in the repository agree with one another where they have to."""
import json
import re
import unittest

from kev.core import labs


class Simulated(unittest.TestCase):
    """A simulation has no clock: its figures are the same in each world, or one of the files is of an older simulator."""

    def test_figures_are_the_same_in_each_file_of_a_lab(self):
        compared = 0
        for lab in labs.all_labs():
            known = {}
            for path in sorted((lab.directory / "results").glob("*.json")):
                for figure in json.loads(path.read_text(encoding="utf-8")).get("figures", []):
                    if not figure["title"].startswith("Simulated"):
                        continue
                    name = re.sub("-(linux|wine)-", "-", figure["id"])
                    rows = known.setdefault(name, figure["rows"])
                    self.assertEqual(figure["rows"], rows, f"{path.name}: {figure['id']}")
                    compared += rows is not figure["rows"]
        self.assertGreater(compared, 0, "nothing was compared")


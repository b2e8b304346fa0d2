"""The results in the repository agree with one another where they have to."""
import json
import re
import unittest

from kev.core import labs
from kev.core.paths import ROOT
from kev.measure import results


class Simulated(unittest.TestCase):
    """A simulation has no clock: its figures are the same in each world, or a file is of an older simulator."""

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


class Files(unittest.TestCase):
    """The content of the files, and how it is written."""

    def test_each_key_is_read_by_a_tool(self):
        tools = "".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "tools" / "kev").rglob("*.py"))
                        if "tests" not in path.parts)
        read = set(re.findall(r"""(?:data|each|results|then|found)(?:\[|\.get\()"(\w+)"(?!\] =)""", tools))
        for lab, path in results.files():
            keys = set(json.loads(path.read_text(encoding="utf-8")))
            self.assertEqual(keys - read, set(), f"{lab.number}, {path.name}")

    def test_each_is_written_as_kev_bench_writes(self):
        for lab, path in results.files():
            text = path.read_text(encoding="utf-8")
            self.assertTrue(results.to_text(json.loads(text)) == text, f"{lab.number}, {path.name}")

    def test_a_row_is_a_line(self):
        rows = [["a", 1, 2.5], ["b \u00b5", 3, 4]]
        text = results.to_text({"title": "x" * results.WIDTH, "rows": rows, "points": [rows] * 20})
        self.assertIn('\n "rows": [["a", 1, 2.5], ["b \u00b5", 3, 4]],\n', text)
        self.assertEqual(text.count('\n  [["a", 1, 2.5], ["b \u00b5", 3, 4]]'), 20)

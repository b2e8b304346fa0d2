"""Figures, the terminal and the page show the same numbers, and the page needs nothing else."""
import contextlib
import io
import json
import re
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

import samples
from kev.core import labs
from kev.measure import experiments, figures, google_benchmark, lab_report, plots, report, tour
from kev.measure.numbers import shown

PROGRAMS = {"lab02_pingpong_bench": samples.PINGPONG, "lab02_growth_bench": samples.GROWTH,
            "lab03_pair_bench": samples.PAIR, "lab03_article_bench": samples.ARTICLE}


def makers_of(program):
    """The words of the program's lab about its benchmarks."""
    return lab_report.makers(labs.find_lab(program[3:5]))


def experiment(name, bench, **printed):
    """The figure that lab 03 makes of what an experiment printed."""
    with mock.patch.object(experiments, "run_json", **printed):
        return lab_report.experiments(labs.find_lab("03"))[name](Path(name), bench)


def all_figures():
    """A figure of each kind."""
    made = [each for name, text in PROGRAMS.items() for each in figures.from_measurements(
        name, google_benchmark.read_results(text), figures.LINUX, makers_of(name))]
    litmus = experiment("byte_store_litmus", experiments.Bench(figures.WINE), side_effect=samples.LITMUS)
    return [*made, *figures.as_list(litmus)]


def data():
    """The data that a run would hand to the report."""
    section = {"number": "03", "title": "Lab <03>", "question": "Why & how?",
               "demonstrations": [{"world": figures.LINUX, "output": "a < b\n  c"}],
               "figures": all_figures(), "missing": ["x was not built."], "lesson": "../labs/03_fast_mutex/README.md"}
    return {"title": "A run", "subtitle": "now", "machine": {"Processor": "a & b"}, "notes": ["without x"],
            "labs": [section]}


class Cells(HTMLParser):
    """The texts of the cells of a page, and everything that it would load."""

    def __init__(self, text):
        super().__init__()
        self.cells, self.loads, self.links, self.identifiers, self.inside = [], [], [], [], False
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        """Collects."""
        values = dict(attrs)
        self.inside = tag == "td"
        if self.inside:
            self.cells.append("")
        self.identifiers += [values["id"]] if "id" in values else []
        if tag == "a":
            self.links += [values["href"]] if not values["href"].startswith("#") else []
            return
        self.loads += [value for key, value in attrs if key in ("src", "href", "xlink:href")
                       and not value.startswith(("#", "data:"))]

    def handle_endtag(self, tag):
        """Ends a cell."""
        self.inside = self.inside and tag != "td"

    def handle_data(self, text):
        """Collects a cell's text."""
        if self.inside:
            self.cells[-1] += text


class Figures(unittest.TestCase):
    """The figures that are made of measurements."""

    def test_a_benchmark_that_nobody_knows_is_shown_plainly(self):
        text = samples.file(samples.result("convoy/a", 10), samples.result("convoy/b/threads:2", 20))
        made = figures.from_measurements("lab07_convoy_bench", google_benchmark.read_results(text), figures.WINE, {})[0]
        self.assertEqual([value["label"] for value in made["points"]], ["a", "b/threads:2"])
        self.assertRegex(made["sentence"], "a is the fastest with .* ns; b/threads:2, the slowest, takes")

    def test_what_waiting_costs_beside_a_low_priority(self):
        printed = {"locks": [{"name": "nobody waits", "left": [10, 10]},
                             {"name": "sleep", "left": [10, 9], "alone": [8, 8], "nice": [8, 8], "idle": [0, 0]},
                             {"name": "yield", "left": [5, 5], "alone": [8, 8], "nice": [2, 2], "idle": [4, 4]}]}
        left, kept = experiment("yield_starvation", experiments.Bench(figures.LINUX, 2), return_value=printed)
        self.assertIn("The least is 0.5, of “yield”", left["sentence"])
        self.assertEqual([(value["label"], value["median"]) for value in kept["points"]],
                         [("sleep, nice 19", 1), ("yield, nice 19", 0.25), ("yield, SCHED_IDLE", 0.5)])


class Page(unittest.TestCase):
    """The page itself."""

    def write(self, contents):
        """The page and the JSON as written, and the page's cells."""
        with tempfile.TemporaryDirectory() as folder:
            path = report.write(Path(folder), contents)
            page = path.read_text(encoding="utf-8")
            stored = json.loads((Path(folder) / "report.json").read_text(encoding="utf-8"))
        return page, stored, Cells(page)

    def test_every_number_of_the_tables_is_in_the_json(self):
        _, stored, cells = self.write(data())
        expected = [shown(cell) for figure in stored["labs"][0]["figures"] for row in figure["rows"] for cell in row]
        expected += stored["machine"].values()
        self.assertEqual(cells.cells, expected)

    def test_it_loads_nothing(self):
        page, _, cells = self.write(data())
        self.assertEqual(cells.loads, [])
        self.assertEqual(cells.links, ["report.json", "../labs/03_fast_mutex/README.md"])
        self.assertNotRegex(page, r"<script|@import|url\(\s*['\"]?(?:https?:)?//")

    def test_it_opens_with_the_pictures_and_ends_with_the_machine(self):
        convoy = samples.figure("opening-07")
        convoy["sentence"] = "An acquisition takes as long."
        page, _, _ = self.write({**data(), "opening": [convoy], "not_in_the_opening": ["The price (lab 08)"]})
        order = [page.index(text) for text in ("<h1>", 'id="opening-07"', convoy["sentence"], "The price (lab 08)", "<nav",
                                               'id="lab03"', "id=method", "a &amp; b", "without x")]
        self.assertEqual(order, sorted(order))

    @unittest.skipUnless(plots.available(), "matplotlib is not here")
    def test_each_figure_has_a_picture_with_its_world_and_its_own_names(self):
        page, stored, cells = self.write(data())
        self.assertEqual(page.count("<svg"), len(stored["labs"][0]["figures"]))
        self.assertEqual([name for name in re.findall(r'(?:href="#|url\(#)([^")]+)', page) if name not in cells.identifiers],
                         [])
        self.assertEqual(len(cells.identifiers), len(set(cells.identifiers)))
        for figure in stored["labs"][0]["figures"]:
            picture = plots.draw(figure)
            self.assertIn(figure["world"], re.sub(r"<!--.*?-->", "", picture))
            self.assertNotRegex(picture, "|".join(plots.REPLACED))
            if figure["kind"] == "bars":  # the numbers in it are those of the table, to the last digit
                for value in figure["points"]:
                    self.assertIn(f">{shown(value['median'])}</text>", picture)

    def test_the_terminal_shows_numbers_of_the_json(self):
        for figure in all_figures():
            text = io.StringIO()
            with contextlib.redirect_stdout(text):
                tour.print_figure(figure)
            self.assertIn(shown(figure["points"][0]["median"]), text.getvalue())
            self.assertIn(figure["sentence"], text.getvalue())


class Points(unittest.TestCase):
    """figures.point()"""

    def test_the_median_lies_between_the_quartiles_however_all_are_rounded(self):
        for times_of in ([117370, 117663, 119945], [116514, 118011, 118180], [3], [1.23456, 2.0, 3.0]):
            value = figures.point("a", times_of)
            order = [value[key] for key in ("least", "low", "median", "high", "most")]
            self.assertEqual(order, sorted(order), times_of)

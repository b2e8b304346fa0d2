"""The lists in the pages are those of the repository; the graph of the labs is that of the build."""
import unittest
import xml.etree.ElementTree as ET
from unittest import mock

from kev.checks import lab_graph, lists
from kev.core import labs
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.course import exercises
from kev.races import race_data

NEEDS = {"01": [], "02": [], "03": ["02"], "04": ["02", "03"], "05": ["02", "04"], "06": ["02"]}


class Lists(unittest.TestCase):
    def test_the_pages_have_them_as_they_are(self):
        self.assertEqual(lists.run([]), [])

    def test_links_of_the_readme_are_as_seen_from_docs(self):
        with mock.patch.object(lists, "VERIFIED", "x"), mock.patch.object(lists, "ROOT") as root:
            root.__truediv__.return_value.read_text.return_value = "## x\n[a](docs/b.md#c) [d](e.md) [f](https://g)\n"
            self.assertEqual(lists.verified(lists.PAGES["verified"]), "[a](b.md#c) [d](../e.md) [f](https://g)")

    def test_each_race_with_a_schedule_is_a_row_with_an_anchor(self):
        text = lists.races(lists.PAGES["races"])
        for race in race_data.load():
            self.assertEqual(1, text.count(f'<a id="{race_data.stem_of(race["id"])}"></a>'), race["id"])

    def test_a_race_leads_to_the_heading_above_its_schedule(self):
        self.assertIn("[K1](../labs/02_keyed_event_api/README.md#", lists.races(lists.PAGES["races"]))

    def test_a_decision_without_a_status_is_named(self):
        with mock.patch.object(lists, "STATUS", lists.re.compile("no such line")):
            with self.assertRaisesRegex(KevError, r"docs/adr/0001-\S+ has no line such as '\*\*Accepted\*\*, "):
                lists.decisions(lists.PAGES["decisions"])

    def test_a_lab_without_a_question_is_named(self):
        with mock.patch.object(lists, "QUESTION", lists.re.compile("no such row()()()()")):
            with self.assertRaisesRegex(KevError, "README.md lacks the question of lab 01"):
                lists.lab_table(lists.PAGES["labs"])

    def test_a_lab_s_exercises_are_counted_and_added_up(self):
        text = lists.exercise_table(lists.PAGES["hours"])
        third = [each for each in exercises.everything() if each.lab.number == "03"]
        write, minutes = sum(each.kind == "write" for each in third), sum(each.minutes for each in third)
        row = next(line for line in text.splitlines() if line.startswith("| [03]"))
        self.assertTrue(row.endswith(f"| {write} | {len(third) - write} | {minutes / 60:.1f} | "
                                     f"{sum(each.points for each in third)} |"), row)
        self.assertIn(f"| all | {sum(each.kind == 'write' for each in exercises.everything())} |", text)


class Graph(unittest.TestCase):
    def test_the_picture_is_that_of_the_build(self):
        stored = lab_graph.PICTURE.read_text(encoding="utf-8")
        self.assertEqual(lab_graph.svg(), stored, "docs/assets/labs.svg is stale")

    def test_inside_a_page_each_lab_is_a_link_and_the_style_stays_inside(self):
        text = lab_graph.clickable(lambda lab: f"labs/{lab}.html")
        self.assertEqual(text.count("<a "), text.count("<rect "))
        self.assertIn('<a href="labs/03_fast_mutex.html"><rect ', text)
        self.assertIn('class="kev-map"', text)
        rules = text.partition("<style>")[2].partition("</style>")[0].split("}")[:-1]
        self.assertTrue(all(rule.startswith(".kev-map ") for rule in rules), rules)

    def test_an_arrow_is_left_out_where_a_longer_way_leads(self):
        self.assertEqual({("02", "03"), ("03", "04"), ("04", "05"), ("02", "06")}, set(lab_graph.arrows(NEEDS)))

    def test_each_lab_stands_below_what_it_needs_and_in_a_place_of_its_own(self):
        at = lab_graph.places(NEEDS)
        self.assertEqual(len(NEEDS), len(set(at.values())))
        for lab, below in NEEDS.items():
            for other in below:
                self.assertLess(at[other][1], at[lab][1])

    def test_the_longest_line_goes_straight_down(self):
        at = lab_graph.places(NEEDS)
        self.assertEqual(1, len({at[lab][0] for lab in ("02", "03", "04", "05")}))

    def test_every_lab_is_in_the_picture_by_name(self):
        drawn = {each.text for each in ET.fromstring(lab_graph.svg()).iter("{http://www.w3.org/2000/svg}text")}
        self.assertEqual({lab.directory.name.replace("_", " ", 1) for lab in labs.all_labs()}, drawn)

    def test_the_labs_page_shows_it(self):
        page = (ROOT / "docs" / "labs" / "index.md").read_text(encoding="utf-8")
        self.assertIn(f"(../assets/{lab_graph.PICTURE.name})", page)


if __name__ == "__main__":
    unittest.main()

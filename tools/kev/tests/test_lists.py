"""The lists in the pages are those of the repository; the graph of the labs is that of the build."""
import unittest
from unittest import mock

from kev.checks import lists
from kev.site import lab_graph
from kev.core.errors import KevError

NEEDS = {"01": [], "02": [], "03": ["02"], "04": ["02", "03"], "05": ["02", "04"], "06": ["02"]}


class Lists(unittest.TestCase):

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


if __name__ == "__main__":
    unittest.main()

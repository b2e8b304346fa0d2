"""Tables in Markdown."""
import unittest

from kev.core import markdown


class Table(unittest.TestCase):
    """table()"""

    def test_it_has_a_head_a_rule_and_a_line_for_each_row(self):
        self.assertEqual(markdown.table(["a", "b"], [["1", 2], ["x\\|y", ""]]),
                         "| a | b |\n|---|---|\n| 1 | 2 |\n| x\\|y |  |")

    def test_a_table_without_rows_has_its_head(self):
        self.assertEqual(markdown.table(["a"], []), "| a |\n|---|")


if __name__ == "__main__":
    unittest.main()

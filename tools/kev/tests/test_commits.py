"""The subjects of commits are short."""
import unittest
from unittest import mock

from kev.checks import commits
from kev.checks.registry import Skipped


class Subjects(unittest.TestCase):
    def test_a_long_one_is_named_with_its_commit(self):
        found = commits.long_subjects(f"abc1234 {'x' * 72}\ndef5678 {'y' * 73}\n")
        self.assertEqual([f"def5678: the subject has 73 characters, and 72 are the most: {'y' * 73}"], found)

    def test_only_what_a_branch_adds_is_read(self):
        with mock.patch.object(commits, "_log", {"origin/main..HEAD": "", "main..HEAD": "a b\n"}.__getitem__):
            self.assertEqual("a b\n", commits.new_commits())

    def test_on_the_base_the_newest_are_read(self):
        with mock.patch.object(commits, "_log", {"origin/main..HEAD": "", "main..HEAD": "", "-5": "c d\n"}.__getitem__):
            self.assertEqual("c d\n", commits.new_commits())

    def test_without_a_history_it_is_skipped(self):
        with mock.patch.object(commits, "_log", lambda which: ""), self.assertRaisesRegex(Skipped, "no history"):
            commits.new_commits()


if __name__ == "__main__":
    unittest.main()

"""The subjects of commits are short."""
import os
import subprocess
import tempfile
import unittest
from unittest import mock

from kev.checks import commits
from kev.checks.registry import Skipped

LONG = "y" * 73


class Subjects(unittest.TestCase):
    def test_a_long_one_is_named_with_its_commit(self):
        found = commits.long_subjects(f"abc1234 {'x' * 72}\ndef5678 {LONG}\n")
        self.assertEqual([f"def5678: the subject has 73 characters, and 72 are the most: {LONG}"], found)

    def test_one_that_is_known_is_not_named(self):
        self.assertEqual([], commits.long_subjects("".join(f"abc1234 {each}\n" for each in commits.KNOWN)))


class Histories(unittest.TestCase):
    """With a history of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        root = mock.patch.object(commits, "ROOT", self.folder)
        root.start()
        self.addCleanup(root.stop)

    def git(self, *words, date="2027-01-01T00:00:00Z"):
        subprocess.run(["git", "-C", self.folder, "-c", "user.name=n", "-c", "user.email=e", *words], check=True,
                       capture_output=True, env={"PATH": "/usr/bin:/bin", "GIT_COMMITTER_DATE": date, "HOME": self.folder})

    def commit(self, subject, **date):
        self.git("commit", "--allow-empty", "-m", subject, **date)

    def test_a_long_one_behind_many_others_is_found_on_the_main_branch(self):
        self.git("init", "-b", "main")
        self.commit(LONG)
        for number in range(7):
            self.commit(f"number {number}")
        self.assertEqual(1, len(commits.run([])))

    def test_a_long_one_of_a_merged_branch_is_found(self):
        self.git("init", "-b", "main")
        self.commit("first")
        self.git("checkout", "-b", "other")
        self.commit(LONG)
        for number in range(7):
            self.commit(f"number {number}")
        self.git("checkout", "main")
        self.git("merge", "--no-ff", "other", "-m", "Merge branch 'other'")
        self.assertEqual(1, len(commits.run([])))

    def test_those_before_the_rule_are_not_read(self):
        self.git("init", "-b", "main")
        self.commit(LONG, date="2026-11-23T00:00:00Z")
        self.commit("short")
        self.assertEqual([], commits.run([]))

    def test_without_git_it_is_skipped(self):
        with mock.patch.dict(os.environ, PATH=self.folder), self.assertRaises(Skipped):
            commits.new_commits()

    def test_without_a_history_it_is_skipped(self):
        with self.assertRaisesRegex(Skipped, "no history"):
            commits.run([])


if __name__ == "__main__":
    unittest.main()

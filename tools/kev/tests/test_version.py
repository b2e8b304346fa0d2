"""The version is stated once."""
import unittest

from kev.checks import version
from kev.core.errors import KevError


class Version(unittest.TestCase):
    def test_the_header_has_three_numbers(self):
        text = "int version_major = 1;\nint version_minor = 20;\nint version_patch = 3;\n"
        self.assertEqual("1.20.3", version.version(text))
        with self.assertRaisesRegex(KevError, "lacks version_major"):
            version.version("int version_major = 1;\n")

    def test_the_newest_section_of_the_changes_has_the_same(self):
        self.assertEqual([], version.contradicted_by("# Changes\n## 1.2.0, not released yet\n## 1.1.0\n", "1.2.0"))
        self.assertEqual(["CHANGELOG.md:2: the newest section is 1.1.0; version.hpp says 1.2.0"],
                         version.contradicted_by("# Changes\n## 1.1.0\n## 1.2.0\n", "1.2.0"))
        self.assertEqual(["CHANGELOG.md:1: has no section '## 1.2.3'"], version.contradicted_by("# Changes\n", "1.2.0"))

    def test_no_other_file_states_it(self):
        self.assertEqual([], version.wrong_versions())


if __name__ == "__main__":
    unittest.main()

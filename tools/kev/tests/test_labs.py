"""The labs and what each stands on, as the build declares it."""
import re
import tempfile
import unittest
from pathlib import Path

from kev.core import labs
from kev.core.errors import KevError


def included_by(lab: labs.Lab) -> "set[str]":
    """The labs of which this lab's headers and sources include a header."""
    files = [path for folder in ("include", "src") for path in (lab.directory / folder).rglob("*.[hc]pp")]
    text = "\n".join(path.read_text(encoding="utf-8") for path in files)
    return set(re.findall(r"#include <kev/lab(\d\d)/", text)) - {lab.number}


class Declared(unittest.TestCase):
    def lab_with(self, declaration: str) -> labs.Lab:
        """A lab 06 whose CMakeLists.txt consists of this text."""
        folder = tempfile.TemporaryDirectory(prefix="kev-labs-")
        self.addCleanup(folder.cleanup)
        (Path(folder.name) / "CMakeLists.txt").write_text(declaration, encoding="utf-8")
        return labs.Lab("06", Path(folder.name))

    def test_names_the_file_without_a_declaration(self):
        for text in ("project(x)\n", "kev_lab(05 LIBRARY 02)\n"):
            with self.assertRaisesRegex(KevError, r"CMakeLists.txt has no line 'kev_lab\(06 \.\.\.\)'"):
                labs.library_of(self.lab_with(text))


class Repository(unittest.TestCase):
    def test_no_library_includes_a_lab_that_it_does_not_declare(self):
        for lab in labs.all_labs():
            build = (lab.directory / "CMakeLists.txt").read_text(encoding="utf-8")
            for_sources = set(re.findall(r"/labs/(\d\d)_\w+/include\)", build))  # a header that no interface shows
            self.assertEqual(set(), included_by(lab) - set(labs.library_of(lab)) - for_sources, lab.directory.name)

    def test_a_lab_stands_on_earlier_ones_only(self):
        for lab in labs.all_labs():
            for number in labs.library_of(lab):
                self.assertLess(number, lab.number)


if __name__ == "__main__":
    unittest.main()

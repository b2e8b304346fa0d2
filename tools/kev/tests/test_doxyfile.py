"""The input of the API reference."""
import fnmatch
import re
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def setting(name):
    """The words of one setting."""
    text = (ROOT / "docs" / "Doxyfile").read_text(encoding="utf-8").replace("\\\n", " ")
    return re.search(rf"^{name} *= *(.*)$", text, re.MULTILINE).group(1).split()


def headers(root):
    """Those that are read, relative to the root, if the repository is there."""
    excluded = setting("EXCLUDE_PATTERNS")
    found = (path.relative_to(ROOT) for folder in setting("INPUT") for path in (ROOT / folder).rglob("*.hpp"))
    return [path for path in found if not any(fnmatch.fnmatch(f"{root}/{path}", pattern) for pattern in excluded)]


class Headers(unittest.TestCase):
    """INPUT and EXCLUDE_PATTERNS"""

    def test_each_header_is_read_once_and_no_copy_with_a_flaw_or_a_gap(self):
        names = Counter(path.as_posix().rpartition("/kev/lab")[2] for path in headers("/x")
                        if "/kev/lab" in path.as_posix())
        self.assertIn("03/fast_mutex.hpp", names)
        self.assertEqual([name for name, times in names.items() if times > 1], [])


if __name__ == "__main__":
    unittest.main()

"""What the API reference is made of."""
import fnmatch
import re
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def setting(name):
    """The words of one setting."""
    return re.search(rf"^{name} *= *(.*)$", (ROOT / "docs" / "Doxyfile").read_text(encoding="utf-8"),
                     re.MULTILINE).group(1).split()


class Headers(unittest.TestCase):
    """INPUT and EXCLUDE_PATTERNS"""

    def test_each_header_is_read_once_and_no_copy_with_a_flaw_or_a_gap(self):
        excluded = setting("EXCLUDE_PATTERNS")
        read = [path for folder in setting("INPUT") for path in (ROOT / folder).rglob("*.hpp")
                if not any(fnmatch.fnmatch(str(path), pattern) for pattern in excluded)]
        names = Counter(str(path).rpartition("/kev/lab")[2] for path in read if "/kev/lab" in str(path))
        self.assertIn("03/fast_mutex.hpp", names)
        self.assertEqual([name for name, times in names.items() if times > 1], [])


if __name__ == "__main__":
    unittest.main()

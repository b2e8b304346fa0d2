"""What the debuggers' scripts of lab 08 make of a word."""
from __future__ import annotations

import importlib.util
import re
import unittest
import xml.etree.ElementTree as xml

from kev.core.paths import ROOT

FOLDER = ROOT / "labs" / "08_mcf_style" / "product" / "debugging"
SPACE = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
EXPRESSION = re.compile(r"\(\(\*\(unsigned __int64\*\)this\) >> (\d+)\) & (0x[0-9a-f]+)$")
SPEC = importlib.util.spec_from_file_location("kev_gdb", FOLDER / "kev_gdb.py")
assert SPEC and SPEC.loader
kev_gdb = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(kev_gdb)


def natvis_fields() -> dict[str, list[tuple[str, int, int]]]:
    """{type: (field, lowest bit, mask)} of kev.natvis."""
    found = {}
    for type_ in xml.parse(FOLDER / "kev.natvis").getroot():
        kind = re.sub(r"^kev::lab08::(basic_)?|<.*>$", "", type_.get("Name", ""))
        matches = [(each.get("Name", ""), EXPRESSION.match(each.get("Expression", "")))
                   for each in type_.findall(f"{SPACE}Intrinsic")]
        found[kind] = [(name, int(match.group(1)), int(match.group(2), 16)) for name, match in matches if match]
    return found


class Debugging(unittest.TestCase):
    def test_words_in_words(self):
        for kind, word, text in (
                ("mutex", 0, "free"), ("mutex", 1 | 4 | 2 << 40, "locked, 2 sleeping, 1 spinning"),
                ("mutex", 1 << 32, "free, 1 called"),
                ("shared_mutex", 1 << 32 | 3 << 16, "a writer inside, 3 sleeping readers"),
                ("shared_mutex", 2 << 34 | 1 << 1, "2 readers inside, 1 sleeping writers"),
                ("counting_semaphore", 3 << 32, "3 free"), ("counting_semaphore", (2**32 - 2) << 32, "2 sleeping"),
                ("event", 1, "set"), ("once_flag", 1, "done"),
                ("once_flag", 1 << 8 | 1 << 32, "a thread is at it, 1 sleeping"),
                ("condition_variable", 2 << 50 | 77, "2 pending")):
            self.assertEqual(kev_gdb.describe(kind, word), text)

    def test_names(self):
        self.assertEqual(kev_gdb.kind_of("kev::v0_9::basic_mutex<kev::lab08::plain_mutex_word>"), ("mutex", False))
        self.assertEqual(kev_gdb.kind_of("kev::lab08::basic_recursive_mutex<kev::lab08::plain_mutex_word>"), ("mutex", True))
        self.assertEqual(kev_gdb.kind_of("kev_cond"), ("condition_variable", False))
        self.assertIsNone(kev_gdb.kind_of("std::mutex"))

    def test_visual_studio_has_the_same_fields(self):
        expected = {kind: [(name, lowest, (1 << width) - 1) for name, lowest, width in fields]
                    for kind, fields in kev_gdb.FIELDS.items()}
        self.assertEqual(natvis_fields(), expected)


if __name__ == "__main__":
    unittest.main()

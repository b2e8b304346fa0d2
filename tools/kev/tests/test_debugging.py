"""What the debuggers' scripts of lab 08 make of a word."""
from __future__ import annotations

import importlib.util
import re
import unittest
import xml.etree.ElementTree as xml

from kev.core.paths import ROOT

FOLDER = ROOT / "labs" / "08_mcf_style" / "library" / "debugging"
SPACE = "{http://schemas.microsoft.com/vstudio/debugger/natvis/2010}"
EXPRESSION = re.compile(r"\(\(\*\(unsigned __int64\*\)this\) >> (\d+)\) & (0x[0-9a-f]+)$")
SPEC = importlib.util.spec_from_file_location("kev_gdb", FOLDER / "kev_gdb.py")
assert SPEC and SPEC.loader
kev_gdb = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(kev_gdb)


def short(type_: xml.Element) -> str:
    """A type's name without its namespaces and arguments."""
    return re.sub(r"^(kev|lab08|v0_9|plain|library|::)*(basic_)?|<.*>$", "", type_.get("Name", ""))


def natvis_fields() -> dict[str, list[tuple[str, int, int]]]:
    """{type: (field, lowest bit, mask)} of kev.natvis."""
    found = {}
    for type_ in xml.parse(FOLDER / "kev.natvis").getroot():
        kind = short(type_)
        matches = [(each.get("Name", ""), EXPRESSION.match(each.get("Expression", "")))
                   for each in type_.findall(f"{SPACE}Intrinsic")]
        found[kind] = [(name, int(match.group(1)), int(match.group(2), 16)) for name, match in matches if match]
    return found


def members_of_natvis() -> dict[str, set[str]]:
    """{type: the members that kev.natvis reads of it} of the types that are more than a word."""
    found = {}
    for type_ in xml.parse(FOLDER / "kev.natvis").getroot():
        texts = [each.text or "" for each in type_.iter() if each.tag in (f"{SPACE}Item", f"{SPACE}DisplayString")]
        members = set(re.findall(r"\b[a-z]+_(?![a-z(])", " ".join(texts)))
        if members:
            found[short(type_)] = members
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

    def test_objects_in_words(self):
        for kind, words, text in (
                ("mutex", [1], "locked"), ("mutex", [1, 0xabc], "locked, owner thread 0xabc"), ("mutex", [0, 0], "free"),
                ("shared_mutex", [1 << 32, 0xabc], "a writer inside, writer thread 0xabc"),
                ("recursive_mutex", [0, 0, 0], "free"),
                ("recursive_mutex", [1 | 1 << 40, 0xabc, 2], "locked, 1 sleeping, depth 2, owner thread 0xabc"),
                ("recursive_mutex", [1, 0xabc, 0xabc, 2], "locked, depth 2, owner thread 0xabc"),
                ("latch", [2, 1 << 32], "2 left, 1 sleeping"), ("latch", [0, 1], "done")):
            self.assertEqual(kev_gdb.describe_object(kind, words), text)
        waits = [1 << 50, 3, 2, 7, 0]
        text = "2 of 3 missing, phase 7, 1 pending"
        self.assertEqual(kev_gdb.describe_object("barrier", [0, *waits]), text)
        self.assertEqual(kev_gdb.describe_object("barrier", [1, 0xabc, *waits], mutex_words=2), f"{text}, its mutex locked")

    def test_where_the_words_of_an_object_lie(self):
        for kind, size, pointer, places in (
                ("mutex", 8, 8, [(0, 8)]), ("mutex", 8, 4, [(0, 8)]), ("mutex", 16, 4, [(0, 8), (8, 4)]),
                ("recursive_mutex", 24, 8, [(0, 8), (8, 8), (16, 8)]), ("recursive_mutex", 16, 4, [(0, 8), (8, 4), (12, 4)]),
                ("latch", 16, 4, [(0, 4), (8, 8)]), ("shared_mutex", 16, 4, [(0, 8), (8, 4)])):
            self.assertEqual(kev_gdb.places(kind, size, pointer), places)
        for mutex, pointer, places in (
                (8, 8, [(0, 8), (8, 8), (16, 8), (24, 8), (32, 8)]), (8, 4, [(0, 8), (8, 8), (16, 4), (20, 4), (24, 4)]),
                (16, 4, [(0, 8), (8, 4), (16, 8), (24, 4), (28, 4), (32, 4)])):
            self.assertEqual(kev_gdb.places("barrier", 48, pointer, mutex), places)

    def test_names(self):
        for name, kind in (("kev::lab08::mutex", "mutex"), ("kev::v0_9::checked_mutex", "mutex"),
                           ("kev::v0_9::basic_recursive_mutex<kev::lab08::mutex>", "recursive_mutex"),
                           ("kev::v0_9::plain::shared_mutex", "shared_mutex"),
                           ("kev::v0_9::barrier<kev::v0_9::nothing_to_complete>", "barrier"), ("kev::v0_9::latch", "latch"),
                           ("kev_cond", "condition_variable"), ("__kev_mutex", "mutex"), ("__kev_once", "once_flag"),
                           ("std::mutex", None), ("kev::lab08::primitive_mutex", None)):
            self.assertEqual(kev_gdb.kind_of(name), kind)

    def test_visual_studio_has_the_same_fields(self):
        expected = {kind: [(name, lowest, (1 << width) - 1) for name, lowest, width in fields]
                    for kind, fields in kev_gdb.FIELDS.items()}
        self.assertEqual({kind: fields for kind, fields in natvis_fields().items() if fields}, expected)

    def test_visual_studio_reads_members_that_there_are(self):
        headers = ROOT / "labs" / "08_mcf_style" / "library" / "include" / "kev"
        found = members_of_natvis()
        self.assertEqual(set(found), {"checked_mutex", "checked_shared_mutex", "recursive_mutex", "latch", "barrier",
                                      "owner_note"})
        for kind, members in found.items():
            text = next(headers.rglob(f"{kind}.hpp")).read_text(encoding="utf-8")
            for member in members:
                self.assertRegex(text, rf"[\w>] {member}(\{{.*\}}| = .*)?;", f"{kind} has no {member}")


if __name__ == "__main__":
    unittest.main()

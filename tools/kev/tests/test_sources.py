"""The list of source repositories is derived from what the machine has."""
import io
import tarfile
import tempfile
import unittest
from pathlib import Path

from kev.build import benchmark_source

STANZAS = """\
# a comment
Types: deb
URIs: mirror://example/debian
Suites: stable stable-updates
Components: main
Signed-By: /usr/share/keyrings/archive.gpg

Types: deb deb-src
Enabled: no
URIs: mirror://example/off
Suites: x
"""


class Lists(unittest.TestCase):
    """source_lists()"""

    def lists(self, files):
        """The lists derived from made-up settings."""
        with tempfile.TemporaryDirectory() as name:
            settings = Path(name)
            (settings / "sources.list.d").mkdir()
            for file, text in files.items():
                (settings / file).write_text(text, encoding="utf-8")
            return benchmark_source.source_lists(settings)

    def test_one_line_format(self):
        text = "# deb mirror://example/no x main\ndeb [arch=amd64] mirror://example/a stable main\n" \
               "deb-src [arch=amd64] mirror://example/a stable main\n"
        self.assertEqual(self.lists({"sources.list": text}),
                         {"kev.list": "deb-src [arch=amd64] mirror://example/a stable main\n"})

    def test_stanza_format_keeps_the_key_and_leaves_disabled_ones_out(self):
        lists = self.lists({"sources.list.d/debian.sources": STANZAS})
        self.assertEqual(list(lists), ["kev.sources"])
        self.assertIn("Types: deb-src\nURIs: mirror://example/debian", lists["kev.sources"])
        self.assertIn("Signed-By: /usr/share/keyrings/archive.gpg", lists["kev.sources"])
        self.assertNotIn("off", lists["kev.sources"])

    def test_both_formats_together(self):
        lists = self.lists({"sources.list.d/debian.sources": STANZAS,
                            "sources.list.d/a.list": "deb mirror://example/b stable main\n"})
        self.assertEqual(sorted(lists), ["kev.list", "kev.sources"])

    def test_no_sources(self):
        self.assertEqual(self.lists({}), {})


class Unpack(unittest.TestCase):
    """_unpack()"""

    def test_takes_the_one_folder_and_nothing_outside(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with tarfile.open(folder / "a.tar.gz", "w:gz") as tar:
                for path in ("benchmark-1.7/CMakeLists.txt", "../outside"):
                    member = tarfile.TarInfo(path)
                    member.size = 1
                    tar.addfile(member, io.BytesIO(b"x"))
            benchmark_source._unpack(folder / "a.tar.gz", folder / "in" / "benchmark")
            self.assertEqual((folder / "in" / "benchmark" / "CMakeLists.txt").read_text(), "x")
            self.assertFalse((folder / "in" / "outside").exists() or (folder / "outside").exists())

"""Files are replaced whole or not at all."""
import os
import resource
import signal
import tempfile
import unittest
from pathlib import Path

from kev.core.errors import KevError
from kev.core.files import current_umask, require_file, require_room, write_atomically


class WriteAtomically(unittest.TestCase):
    """write_atomically()"""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.path = self.folder / "deep" / "report.json"

    def test_makes_the_folder_and_replaces_the_file(self):
        write_atomically(self.path, "one\n")
        write_atomically(self.path, "zwei ä\n")
        self.assertEqual(self.path.read_text(encoding="utf-8"), "zwei ä\n")
        self.assertEqual(os.listdir(self.path.parent), ["report.json"])

    def test_others_may_read_it_as_the_mask_allows(self):
        write_atomically(self.path, "x")
        self.assertEqual(self.path.stat().st_mode & 0o777, 0o666 & ~current_umask())

    def test_a_full_disk_leaves_the_old_file_and_nothing_else(self):
        write_atomically(self.path, "old")
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
        try:
            with self.assertRaises(KevError) as caught:
                write_atomically(self.path, "x" * 100_000)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
            signal.signal(signal.SIGXFSZ, handler)
        self.assertRegex(str(caught.exception), "left as it was.*the disk is full")
        self.assertEqual(self.path.read_text(encoding="utf-8"), "old")
        self.assertEqual(os.listdir(self.path.parent), ["report.json"])

    def test_a_file_in_the_way_is_named(self):
        (self.folder / "deep").write_text("not a folder", encoding="utf-8")
        with self.assertRaisesRegex(KevError, "deep"):
            write_atomically(self.path, "x")


class Explain(unittest.TestCase):
    """Messages for what the system refuses."""

    def test_too_little_room_is_said_before_the_work(self):
        with tempfile.TemporaryDirectory() as folder:
            require_room(folder, 0)
            with self.assertRaisesRegex(KevError, "MB are needed"):
                require_room(folder, 10**12)

    def test_a_folder_in_the_place_of_a_file_is_said_before_the_work(self):
        with tempfile.TemporaryDirectory() as folder:
            require_file(Path(folder) / "new.json", 0)
            with self.assertRaisesRegex(KevError, "choose another name"):
                require_file(Path(folder), 0)

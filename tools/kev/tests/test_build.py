"""Whose a build folder is."""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import cmake
from kev.core import files, labs
from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.course import exercises, overlay


class Owner(unittest.TestCase):
    """A folder in which something was built before."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        for patch in (mock.patch.dict(os.environ, KEV_BUILD_ROOT=str(self.folder)),
                      mock.patch.object(cmake, "_run_step")):
            self.enterContext(patch)

    def built(self, name, home, place=None):
        """A folder as CMake leaves it."""
        cache = self.folder / name / "CMakeCache.txt"
        cache.parent.mkdir()
        cache.write_text(f"CMAKE_CACHEFILE_DIR:INTERNAL={place or cache.parent}\n"
                         f"CMAKE_HOME_DIRECTORY:INTERNAL={home}\n", encoding="utf-8")
        return cache

    def test_ours_stays(self):
        lab = labs.find_lab("01")
        caches = [self.built("linux", ROOT), self.built("alone-01", lab.directory)]
        cmake.configure("linux")
        cmake.configure_alone(lab)
        self.assertTrue(all(cache.exists() for cache in caches))

    def test_exercises_are_there_after_a_move_and_so_is_the_lock(self):
        with overlay.only_one():
            self.built("exercises", self.folder / "gone", self.folder / "elsewhere")
            before = set(self.folder.iterdir())
            overlay.configure()
            self.assertLessEqual(before, set(self.folder.iterdir()))
        self.assertEqual([each.name for each in exercises.everything() if not overlay.folder(each).is_dir()], [])

    def test_that_of_another_repository_is_refused_and_stays(self):
        other = self.folder / "other"
        other.mkdir()
        cache = self.built("linux", other)
        with self.assertRaisesRegex(KevError, f"is the build of {other}, and this is {ROOT}.*KEV_BUILD_ROOT"):
            cmake.configure("linux")
        self.assertTrue(cache.exists())

    def test_that_of_one_that_is_gone_or_was_moved_is_dropped(self):
        for home, place in ((self.folder / "gone", None), (ROOT, self.folder / "elsewhere")):
            cache = self.built("linux", home, place)
            cmake.configure("linux")
            self.assertFalse(cache.parent.exists())


class Alone(unittest.TestCase):
    """Two commands at a time."""

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.enterContext(mock.patch.dict(os.environ, KEV_BUILD_ROOT=str(self.folder)))

    def test_the_second_build_in_a_folder_waits_for_the_first(self):
        """The lock is free again when the other process has ended."""
        code = ("import fcntl, sys\nwith open(sys.argv[1], 'w') as file:\n    fcntl.flock(file, fcntl.LOCK_EX)\n"
                "    print('has it', flush=True)\n    sys.stdin.read()")
        for work in (lambda: cmake.build("linux"), lambda: cmake.configure("linux")):
            with subprocess.Popen([sys.executable, "-c", code, str(self.folder / ".linux.building")], text=True,
                                  stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
                self.assertEqual(other.stdout.readline(), "has it\n")
                seen = []

                def wait(text, other=other, seen=seen):
                    seen.append((text, step.called))
                    other.stdin.close()

                with mock.patch.object(cmake, "_run_step") as step, \
                        mock.patch.object(files, "say", side_effect=wait):
                    work()
            self.assertEqual(seen, [("  linux: another kev builds here; waiting for it.", False)])
            self.assertTrue(step.called)

    def test_a_full_disk_is_said_before_the_work(self):
        with mock.patch.object(files.shutil, "disk_usage", return_value=mock.Mock(free=1_000_000)), \
                mock.patch.object(cmake, "_run_step", side_effect=AssertionError("it configures")):
            with self.assertRaisesRegex(KevError, "only 1 MB are free"):
                cmake.configure("linux")

    def test_where_nothing_can_be_written_it_says_how_to_build_elsewhere(self):
        (self.folder / "file").touch()
        with mock.patch.dict(os.environ, KEV_BUILD_ROOT=str(self.folder / "file")):
            with self.assertRaisesRegex(KevError, "cannot build in .*file: .*set KEV_BUILD_ROOT"):
                cmake.build("linux")


if __name__ == "__main__":
    unittest.main()

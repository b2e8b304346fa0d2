#!/usr/bin/env python3
"""Makes an archive, unpacks it into an empty folder, and runs it there as a person would: under Wine.

    try_zip.py BUILD EMULATOR            the runner, the probes, and programs that pass, hang and crash
    try_zip.py BUILD EMULATOR --whole    everything that CTest calls in this build, with as much time as it needs
"""
import functools
import json
import os
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import make_zip  # noqa: E402

BUILD, EMULATOR = sys.argv[1:3]
WHOLE = "--whole" in sys.argv
FEW = [("gtest", "windows_check_hangs", "windows_check_hangs.exe"),
       ("gtest", "windows_check_crashes", "windows_check_crashes.exe"),
       ("gtest", "lab02_misuse_test", "lab02_misuse_test.exe"), ("gtest", "no_such_program", "no_such_program.exe"),
       ("plain", "one_test", "windows_check_hangs.exe --gtest_filter=*Passes"),
       ("plain", "no_test", "windows_check_crashes.exe --gtest_filter=*Fails")]
# A program that crashes shall not wait for Wine's debugger.
ENVIRONMENT = {**os.environ, "WINEDLLOVERRIDES": "mscoree,mshtml,winedbg.exe="}
FOLDER = "32" if "32" in Path(BUILD).name else "64"


def call(room, *options, output=subprocess.DEVNULL):
    """Calls check.cmd in a folder."""
    script = "Z:" + str(Path(room) / "check.cmd").replace("/", "\\")
    return subprocess.run([EMULATOR, "cmd.exe", "/c", script, *options], check=False, env=ENVIRONMENT,
                          stdin=subprocess.DEVNULL, stdout=output)


def run(*options):
    """(status, report, page) of check.cmd from the archive, in an empty folder. Its name has letters that no code page has, but
    not for the whole archive: GoogleTest's death tests do not find their own program there."""
    with tempfile.TemporaryDirectory(prefix="kev windows check " + ("" if WHOLE else "проверка 検査 ")) as room:
        with zipfile.ZipFile(archive()) as packed:
            packed.extractall(room)
        status = call(room, *options, output=None if WHOLE else subprocess.DEVNULL).returncode
        found = Path(room) / "report"
        return status, json.loads((found / "report.json").read_bytes()), (found / "report.txt").read_text(encoding="utf-8")


@functools.lru_cache
def archive():
    """The archive, made once."""
    made = ROOM / "windows-check.zip"
    make_zip.make({FOLDER: BUILD}, made, *([] if WHOLE else [lambda _: FEW]))
    return made


@functools.lru_cache
def of_all():
    """A run of all that is in it."""
    return run(*(("--seconds", "3600", "--each", "600") if WHOLE else ("--seconds", "600", "--sample", "1", "--each", "15")))


class Zip(unittest.TestCase):
    """windows-check.zip"""

    def setUp(self):
        self.status, self.report, self.page = of_all()
        self.programs = {each["name"]: each for each in self.report["programs"]}

    def test_the_report_names_the_system_and_no_person(self):
        self.assertTrue(self.report["wine"])
        self.assertRegex(self.report["system"], r"^Wine \d+\.\d")
        self.assertRegex(self.report["build"], r"^\d+\.\d+\.\d+\.\d+$")
        self.assertTrue(self.report["processor"] and self.report["model"] and self.report["threads"])
        self.assertNotIn("kev windows check", json.dumps(self.report))

    def test_each_probe_answers(self):
        self.assertGreater(len(self.report["answers"]), 15)
        for each in self.report["answers"]:
            with self.subTest(probe=each["probe"]):
                self.assertTrue(each["answer"])
                self.assertNotIn("no answer in", each["answer"])
                self.assertNotIn("ended with 0x", each["answer"])
                self.assertNotIn("not loaded", each["answer"])

    def test_no_program_looks_for_a_file_of_this_machine(self):
        build = str(Path(BUILD).resolve() / "bin").encode()
        with zipfile.ZipFile(archive()) as packed:
            for name in packed.namelist():
                self.assertNotIn(build, packed.read(name), name)

    @unittest.skipUnless(WHOLE, "of the whole archive")
    def test_everything_passes(self):
        self.assertEqual([], [each for each in self.report["programs"] if each["state"] != "passed"], self.report["failures"])
        self.assertEqual(0, self.status)
        self.assertGreater(sum(each["passed"] for each in self.report["programs"]), 300)
        self.assertTrue(self.report["times"])


@unittest.skipIf(WHOLE, "with few programs")
class Few(unittest.TestCase):
    """What becomes of programs that do not pass"""

    setUp = Zip.setUp

    def test_one_that_hangs_is_ended_and_named(self):
        hung = self.programs["windows_check_hangs"]
        self.assertEqual(("hung", 1, 1), (hung["state"], hung["passed"], hung["failed"]))
        self.assertRegex(hung["said"], r"ended by its job after 1\d s, in Hangs.ForEver")

    def test_one_that_crashes_is_named_with_its_code_and_what_went_before(self):
        crashed = self.programs["windows_check_crashes"]
        self.assertEqual(("crashed", 0, 2, 1), tuple(crashed[key] for key in ("state", "passed", "failed", "skipped")))
        self.assertEqual("exit code 0xC0000005, in Crashes.ByANullPointer", crashed["said"])
        said = {each["test"]: each["output"] for each in self.report["failures"]}
        self.assertIn("as it should", said["Crashes.AfterOneThatFails"])
        self.assertIn("0xC0000005", said["Crashes.ByANullPointer"])

    def test_one_that_passes_and_one_that_is_not_there(self):
        self.assertEqual("passed", self.programs["lab02_misuse_test"]["state"])
        self.assertGreater(self.programs["lab02_misuse_test"]["passed"], 3)
        self.assertEqual("not run", self.programs["no_such_program"]["state"])
        self.assertIn("Windows does not start it: error 2", self.programs["no_such_program"]["said"])

    def test_a_plain_program_is_one_test(self):
        self.assertEqual(("passed", 1, 0), tuple(self.programs["one_test"][key] for key in ("state", "passed", "failed")))
        self.assertEqual(("failed", 0, 1), tuple(self.programs["no_test"][key] for key in ("state", "passed", "failed")))

    def test_the_page_says_all_this_and_the_status_too(self):
        self.assertEqual(1, self.status)
        for text in ("windows_check_hangs, %s bits: hung: ended by its job" % FOLDER, "exit code 0xC0000005", "as it should",
                     "release-order        ", "report.json"):
            self.assertIn(text, self.page)

    def test_from_inside_of_the_zip_file_it_says_that_it_must_be_unpacked(self):
        with tempfile.TemporaryDirectory() as room:  # where Windows puts what is opened in a zip file: this one file
            with zipfile.ZipFile(archive()) as packed:
                packed.extract("check.cmd", room)
            ended = call(room, output=subprocess.PIPE)
        self.assertEqual(2, ended.returncode)
        self.assertIn(b"please unpack it first", ended.stdout)

    def test_what_there_is_no_time_for_is_named(self):
        _, report, page = run("--seconds", "1")
        self.assertEqual({"not run"}, {each["state"] for each in report["programs"]})
        self.assertIn("6 programs: not run: the time for all was over", page)
        self.assertRegex(page, r"lab02_misuse_test +%s: not run" % FOLDER)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory(prefix="kev-zip-") as folder:
        ROOM = Path(folder)
        unittest.main(argv=sys.argv[:1], verbosity=2)

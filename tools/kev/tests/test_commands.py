"""The command line, and the small script that starts it."""
import argparse
import contextlib
import io
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import packages, setup
from kev.core import commands
from kev.core.errors import KevError
from kev.core.paths import ROOT

KEV = ROOT / "kev"


def call(*command, cwd=ROOT, path=None):
    """Runs a command: (status, output, errors)."""
    environment = {**os.environ, **({"PATH": path} if path else {})}
    done = subprocess.run([str(part) for part in command], cwd=cwd, capture_output=True, text=True,
                          check=False, env=environment, timeout=60)
    return done.returncode, done.stdout, done.stderr


class Script(unittest.TestCase):
    """./kev"""

    def test_every_command_explains_itself(self):
        for name in [*commands.COMMANDS, *commands.OF_MAINTAINERS]:
            status, output, _ = call(KEV, name, "--help")
            self.assertEqual(status, 0, name)
            self.assertIn(f"usage: kev {name}", output)

    def test_the_workflows_call_commands_and_options_that_there_are(self):
        texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / ".github" / "workflows").glob("*.yml"))]
        calls = {call for text in texts for call in re.findall(r"(?:run:|kev) \./kev (.+)$", text, re.MULTILINE)}
        self.assertIn("test", calls)
        for call in calls:
            words = re.sub(r"\$\{\{.*?\}\}", "linux", call).split()
            with self.subTest(call=call):
                self.assertTrue(callable(commands.parse(words).func))

    def test_an_option_may_stand_between_a_commands_words(self):
        for text, name, wanted in (("check style --no-install links", "names", ["style", "links"]),
                                   ("check --no-install style --lab 03 links", "names", ["style", "links"]),
                                   ("check --all", "names", []),
                                   ("exercise 03 --no-install check 1", "exercise", "1"),
                                   ("exercise 03 check --into x 1", "exercise", "1"),
                                   ("exercise 03", "action", "list"),
                                   ("autograder 01/announce -o x.zip 03/plain-data", "exercise",
                                    ["01/announce", "03/plain-data"])):
            with self.subTest(text):
                self.assertEqual(getattr(commands.parse(text.split()), name), wanted)

    def test_a_command_loads_its_own_modules_only(self):
        code = "import sys; from kev.core import commands; commands.make_parser('test'); print(len([name for name in " \
               "sys.modules if name.startswith('kev')]), 'kev.checks' in sys.modules)"
        _, output, _ = call(sys.executable, "-c", code, cwd=ROOT / "tools")
        number, checks = output.split()
        self.assertLess(int(number), 30)
        self.assertEqual(checks, "False")

    def test_a_closed_output_is_no_error(self):
        for closed in (">&-", "2>&-", "<&-", "<&- >&- 2>&-"):
            status, _, errors = call("/bin/sh", "-c", f'"$0" exercise {closed}', KEV)
            self.assertEqual((status, errors), (0, ""), closed)

    def test_a_closed_input_has_no_keys(self):
        status, _, errors = call("/bin/sh", "-c", '"$0" race M4 --step <&-', KEV)
        self.assertEqual((status, errors), (1, "kev: --step needs a terminal to read keys from\n"))

    def test_whoever_ends_it_ends_what_it_has_started(self):
        code = ("from kev.core import commands\nfrom kev.course import confine\n"
                "commands.end_in_order()\n"
                "confine.run(['sh', '-c', 'echo $$; exec sleep 60'], confine.Limits(), "
                "on_output=lambda text: print(text.decode(), flush=True))")
        with subprocess.Popen([sys.executable, "-c", code], env={**os.environ, "PYTHONPATH": str(ROOT / "tools")},
                              stdout=subprocess.PIPE, text=True) as started:
            child = int(started.stdout.readline())
            started.terminate()
            self.assertEqual(started.wait(timeout=30), 128 + signal.SIGTERM)
        with self.assertRaises(ProcessLookupError):
            os.kill(child, 0)

    def test_from_another_folder_and_through_links(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "a b").mkdir()
            (folder / "direct").symlink_to(KEV)
            (folder / "a b" / "again").symlink_to("../direct")
            for command in (folder / "direct", "./a b/again", "a b/again"):
                status, output, errors = call(command, "--help", cwd=folder)
                self.assertEqual((status, "COMMAND" in output), (0, True), errors)

    def test_without_python_and_without_apt_it_says_what_is_missing(self):
        text = KEV.read_text(encoding="utf-8").replace("/usr/bin/python3", "/nowhere/python3")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "kev").write_text(text, encoding="utf-8")
            for program in ("dirname", "id", "readlink"):
                (folder / program).symlink_to(f"/usr/bin/{program}")
            status, _, errors = call("/bin/sh", folder / "kev", "run", path=name)
        self.assertEqual(status, 1)
        self.assertIn("python3", errors)

    def test_an_unknown_lab_lists_the_known_ones(self):
        for command in ("lab", "bench", "test"):
            status, _, errors = call(KEV, command, "99")
            self.assertEqual(status, 1)
            self.assertRegex(errors, r"^kev: there is no lab '99'; known labs: \d\d \(")

    def test_what_cannot_be_is_refused_before_anything_is_built(self):
        status, _, errors = call(KEV, "docs", "--port", "65536")
        self.assertEqual(status, 2)
        self.assertIn("'65536' is not a port", errors)
        with tempfile.TemporaryDirectory() as folder:
            status, output, errors = call(KEV, "bench", "01", "--csv", folder)
        self.assertEqual((status, output), (1, ""))
        self.assertIn(folder, errors)


class Errors(unittest.TestCase):
    """main() turns what a user can mend into one line."""

    def test_a_full_disk_is_one_line_and_no_traceback(self):
        def fail(_options):
            raise OSError(28, "No space left on device", "x")
        text = io.StringIO()
        with mock.patch.object(commands, "parse", return_value=mock.Mock(func=fail)), \
                contextlib.redirect_stderr(text):
            self.assertEqual(commands.main([]), 1)
        self.assertRegex(text.getvalue(), "^kev: the disk is full")


class Packages(unittest.TestCase):
    """A missing part is named."""

    def setUp(self):
        absent = packages.Need("no-such-package", "a test", lambda: False)
        present = packages.Need("here", "a test", lambda: True)
        spare = packages.Need("spare", "a test", lambda: False, required=False)
        self.enterContext(mock.patch.dict(packages.FEATURES, {"all": [present], "some": [present, absent], "spare": [spare]}))

    def test_apt_is_not_ended_in_the_middle_of_a_package(self):
        def interrupt(*_):
            raise KeyboardInterrupt

        text, before = io.StringIO(), signal.signal(signal.SIGALRM, interrupt)
        self.addCleanup(signal.signal, signal.SIGALRM, before)
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, KEV_BUILD_ROOT=folder), \
                contextlib.redirect_stdout(text):
            script = ["sh", "-c", f"sleep 2; touch {folder}/done"]
            with mock.patch.object(packages, "as_root", return_value=script):
                signal.setitimer(signal.ITIMER_REAL, 1)
                with self.assertRaises(KeyboardInterrupt):
                    packages.apt("install", "some")
            self.assertTrue((Path(folder) / "done").exists())
        self.assertIn("Waiting for apt-get", text.getvalue())

    def test_what_was_asked_for_in_vain_is_not_asked_for_again(self):
        text = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, mock.patch.dict(os.environ, KEV_BUILD_ROOT=folder), \
                mock.patch.object(packages.shutil, "which", return_value="/usr/bin/apt-get"), \
                mock.patch.object(packages, "_install_by_apt") as apt, contextlib.redirect_stdout(text):
            for _ in range(2):
                self.assertTrue(packages.install(["spare"]))
                self.assertFalse(packages.install(["some"]))
            asked = [[need.apt for need in call.args[0]] for call in apt.call_args_list]
            self.assertEqual(asked, [["spare"], ["no-such-package"], ["no-such-package"]])
            self.assertIn("spare (a test; ./kev setup tries again)", text.getvalue())
            with mock.patch.dict(packages.FEATURES, {"spare": []}), mock.patch.object(packages, "SETUP", []):
                setup.main(argparse.Namespace(student=False))
            packages.install(["spare"])
            self.assertEqual(len(apt.call_args_list), 4)

    def test_who_wants_nothing_installed_is_told_what_is_missing(self):
        setup.require(["all", "spare"], install=False)
        with self.assertRaisesRegex(KevError, "^this needs what is not here: apt-get install no-such-package$"):
            setup.require(["some", "spare"], install=False)

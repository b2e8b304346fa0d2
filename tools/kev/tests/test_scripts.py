"""What the scripts refuse, they refuse in words."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[1] / "checks"


class Refused(unittest.TestCase):
    """No traceback."""

    def call(self, script, *words, path="."):
        """(status, errors) of a script that finds the modules in `path` first."""
        done = subprocess.run([sys.executable, TOOLS / script, *words], env={"PYTHONPATH": str(path)}, capture_output=True,
                              text=True, check=False)
        return done.returncode, done.stderr

    def test_no_programs_at_once(self):
        status, errors = self.call("agreement.py", "-j", "0")
        self.assertEqual(status, 2)
        self.assertIn("'0' is not a whole number above 0", errors)

    def test_pictures_without_matplotlib(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "matplotlib.py").write_text("raise ImportError\n", encoding="utf-8")
            for script in ("overview.py", "lab_pictures.py"):
                status, errors = self.call(script, path=folder)
                self.assertEqual(status, 1)
                self.assertRegex(errors, r"^\w+: .*apt-get install python3-matplotlib\n$")


if __name__ == "__main__":
    unittest.main()

"""The toolchain files: a compiler that is missing is named with its package."""
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from kev.core.paths import ROOT

FILE = ROOT / "common" / "cmake" / "linux-m32.cmake"


@unittest.skipUnless(shutil.which("cmake"), "cmake is not here")
class Of32Bits(unittest.TestCase):
    """linux-m32.cmake, with a compiler that does nothing but end"""

    def read(self, status):
        """Reads the file as CMake does before it looks for a compiler. `status` is how the compiler ends."""
        with tempfile.TemporaryDirectory() as room:
            compiler = Path(room, "compiler")
            compiler.write_text(f"#!/bin/sh\nexit {status}\n", encoding="ascii")
            compiler.chmod(0o755)
            return subprocess.run(["cmake", "-P", FILE], env={**os.environ, "CXX": str(compiler)}, check=False,
                                  capture_output=True, text=True)

    def test_one_that_makes_64_bit_programs_only_is_refused(self):
        answer = self.read(status=1)
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("g++-12-multilib", answer.stderr)

    def test_one_that_makes_32_bit_programs_is_taken(self):
        self.assertEqual(self.read(status=0).returncode, 0)


if __name__ == "__main__":
    unittest.main()

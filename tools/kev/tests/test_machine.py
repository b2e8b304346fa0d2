"""What results say of where they were measured."""
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import cmake
from kev.measure import machine


class Compiler(unittest.TestCase):
    """compiler()"""

    def test_one_that_a_toolchain_file_chose_is_named_too(self):
        with tempfile.TemporaryDirectory() as root, mock.patch.dict(os.environ, {"KEV_BUILD_ROOT": root}):
            self.assertEqual(machine.compiler("nt-mingw"), "")
            program = Path(root) / "a compiler"
            program.write_text("#!/bin/sh\necho this one 12.3\necho more\n", encoding="utf-8")
            program.chmod(0o755)
            found = cmake.directory("nt-mingw") / "CMakeFiles" / "3.25.1" / "CMakeCXXCompiler.cmake"
            found.parent.mkdir(parents=True)
            found.write_text(f'set(CMAKE_CXX_COMPILER "{program}")\nset(CMAKE_CXX_COMPILER_ARG1 "")\n', encoding="utf-8")
            self.assertEqual(machine.compiler("nt-mingw"), "this one 12.3")


if __name__ == "__main__":
    unittest.main()

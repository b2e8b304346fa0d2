"""The description of the machine in results."""
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.build import cmake
from kev.measure import machine

INTEL = """processor\t: 0
cpu family\t: 6
model\t\t: 85
model name\t: Intel(R) Xeon(R) Processor
stepping\t: 7
microcode\t: 0x1
flags\t\t: fpu hypervisor
"""


class Model(unittest.TestCase):
    """model()"""

    def test_a_processor_is_told_from_others_of_its_name(self):
        with mock.patch.object(machine, "_read", return_value=INTEL):
            self.assertEqual(machine.model(), "family 6, model 85, stepping 7, microcode 0x1")


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

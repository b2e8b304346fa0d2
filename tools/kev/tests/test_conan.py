"""The recipe for Conan, with functions in the place of Conan's own: what it exports is enough to configure the lab."""
from __future__ import annotations

import importlib.util
import shutil
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

from kev.build import single_header
from kev.core.paths import ROOT
from kev.core.process import run

RECIPE = ROOT / "labs" / "08_mcf_style" / "product" / "packages" / "conan" / "conanfile.py"


def load(_recipe, path: str) -> str:
    """As conan.tools.files.load()."""
    return Path(path).read_text(encoding="utf-8")


def copy(_recipe, pattern: str, source: str, target: str) -> None:
    """As conan.tools.files.copy(), for the patterns of the recipe: `*` matches slashes, too."""
    for path in Path(source).glob(pattern):
        shutil.copytree(path, Path(target) / path.relative_to(source)) if path.is_dir() else shutil.copy(path, target)


def recipe():
    """The recipe's class, as Conan would load it."""
    names = {"conan": {"ConanFile": object}, "conan.tools": {}, "conan.tools.files": {"copy": copy, "load": load},
             "conan.tools.cmake": {"CMake": object, "CMakeToolchain": object, "cmake_layout": object}}
    modules = {}
    for name, content in names.items():
        modules[name] = types.ModuleType(name)
        vars(modules[name]).update(content)
    spec = importlib.util.spec_from_file_location("conanfile", RECIPE)
    module = importlib.util.module_from_spec(spec)
    with mock.patch.dict(sys.modules, modules):
        spec.loader.exec_module(module)
    made = module.Kev()
    made.recipe_folder = str(RECIPE.parent)
    return made


class Recipe(unittest.TestCase):
    def test_the_version_is_that_of_the_header(self):
        made = recipe()
        made.set_version()
        self.assertEqual(made.version, single_header.version())

    @unittest.skipUnless(shutil.which("cmake"), "cmake is not here")
    def test_what_it_exports_is_enough_to_configure_the_lab(self):
        with tempfile.TemporaryDirectory() as folder:
            made = recipe()
            made.export_sources_folder = folder
            made.export_sources()
            result = run(["cmake", "-S", f"{folder}/labs/08_mcf_style", "-B", f"{folder}/build", "-DKEV_BUILD_TESTS=OFF",
                          "-DKEV_BUILD_BENCHMARKS=OFF", "-DKEV_BUILD_PROGRAMS=OFF"])
            self.assertTrue(result.ok, result.errors)


if __name__ == "__main__":
    unittest.main()

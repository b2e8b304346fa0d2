"""The locks as a package of Conan 2, built from the checkout that this file is a part of:

    conan create labs/08_mcf_style/library/packages/conan
"""
import re
from pathlib import Path

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load

SOURCES = ("LICENSE", "CHANGELOG.md", "common/*", "labs/02_*", "labs/03_*", "labs/04_*", "labs/05_*", "labs/08_*")


class Kev(ConanFile):
    """Static libraries, and the CMake package that they install."""
    name = "kev"
    description = "Locks of the size of a pointer, with time limits, for Windows and Linux"
    license = "MIT"
    package_type = "static-library"
    settings = "os", "compiler", "build_type", "arch"
    options = {"way": ["address", "keyed"], "checked": [True, False]}
    default_options = {"way": "address", "checked": False}

    def _checkout(self):
        return Path(self.recipe_folder).resolve().parents[4]

    def set_version(self):
        """The version is stated in one header."""
        text = load(self, str(self._checkout() / "labs/08_mcf_style/library/include/kev/version.hpp"))
        self.version = ".".join(re.findall(r"version_(?:major|minor|patch) = (\d+);", text))

    def export_sources(self):
        """The lab, and what it stands on."""
        for pattern in SOURCES:
            copy(self, pattern, str(self._checkout()), self.export_sources_folder)

    def layout(self):
        """The project of CMake is the lab."""
        cmake_layout(self, src_folder=".")

    def generate(self):
        """The options of CMake."""
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables.update(KEV_SLEEP_BY=str(self.options.way), KEV_CHECKED=bool(self.options.checked),
                                         KEV_BUILD_TESTS=False, KEV_BUILD_BENCHMARKS=False, KEV_BUILD_PROGRAMS=False)
        toolchain.generate()

    def build(self):
        """Compiles."""
        cmake = CMake(self)
        cmake.configure(build_script_folder="labs/08_mcf_style")
        cmake.build()

    def package(self):
        """Installs, with the license."""
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, str(Path(self.package_folder) / "licenses"))

    def package_info(self):
        """The installed kevConfig.cmake says what to link."""
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs.append("lib/cmake/kev")

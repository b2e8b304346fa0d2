"""Variants are patches: applied without fuzz, carried over where the reference has changed, refused where both have."""
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.errors import KevError
from kev.core.paths import ROOT
from kev.races import variants

HEADER = """\
/// @file
/// A lock.
#pragma once

class lock {
public:
    /// Takes it.
    void take() {
        int state = look();
        // relaxed: no data is passed.
        if (state == 0) return;
        sleep(state);
    }

private:
    int word_ = 0;
};
"""
PATCH = """\
M1: the thread does not look. The lock is taken twice.

--- a/include/kev/lab03/lock.hpp
+++ b/include/kev/lab03/lock.hpp
@@ -7,8 +7,7 @@
     /// Takes it.
     void take() {
         int state = look();
-        // relaxed: no data is passed.
-        if (state == 0) return;
+        // Nobody looks.
         sleep(state);
     }
\x20
"""
SCRIPT = ROOT / "common" / "cmake" / "kev_apply_patch.cmake"


def git(folder, *arguments):
    """Runs git there, as somebody."""
    subprocess.run(["git", "-C", str(folder), "-c", "user.name=n", "-c", "user.email=e", *arguments], check=True,
                   capture_output=True)


class Lab(unittest.TestCase):
    """A repository with one lab, one header, one patch."""

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.lab = self.root / "labs" / "03_lock"
        self.header = self.lab / "include" / "kev" / "lab03" / "lock.hpp"
        self.patch = self.lab / "broken" / "flaw.patch"
        for path, text in ((self.header, HEADER), (self.patch, PATCH)):
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
        self.enterContext(mock.patch.object(variants, "ROOT", self.root))
        variants.load.cache_clear()
        self.addCleanup(variants.load.cache_clear)
        self.addCleanup(variants.text_of.cache_clear)

    def change(self, before, after):
        """Changes the header."""
        text = self.header.read_text(encoding="utf-8")
        self.assertIn(before, text)
        self.header.write_text(text.replace(before, after), encoding="utf-8")


class Applied(Lab):
    """files(), text_of(), difference()"""

    def test_the_whole_file_has_the_change_and_nothing_else(self):
        whole = "labs/03_lock/broken/flaw/kev/lab03/lock.hpp"
        self.assertEqual(variants.text_of(whole), HEADER.replace(
            "        // relaxed: no data is passed.\n        if (state == 0) return;\n", "        // Nobody looks.\n"))
        self.assertEqual(variants.difference(variants.load(self.patch)) + "\n\n", PATCH[PATCH.index("---"):] + "\n")

    def test_lines_that_have_moved_are_found(self):
        self.change("#pragma once\n", "#pragma once\n\n\n")
        self.assertIn("Nobody looks.", variants.load(self.patch).files()["include/kev/lab03/lock.hpp"])

    def test_a_line_of_context_that_is_another_is_no_place_for_it(self):
        self.change("int state = look();", "int state = look_twice();")
        with self.assertRaisesRegex(KevError, "broken/flaw.patch no longer fits include/kev/lab03/lock.hpp"):
            variants.load(self.patch).files()

    def test_a_patch_may_add_a_file(self):
        self.patch.write_text("M1: one more. It hangs.\n\n--- /dev/null\n+++ b/include/kev/lab03/more.hpp\n"
                              "@@ -0,0 +1,2 @@\n+#pragma once\n+int more();\n", encoding="utf-8")
        self.assertEqual(variants.load(self.patch).files(),
                         {"include/kev/lab03/more.hpp": "#pragma once\nint more();\n"})
        self.assertEqual(variants.carry_over(check=True), [])


@unittest.skipUnless(shutil.which("git"), "git is not here")
class CarriedOver(Lab):
    """carry_over()"""

    def setUp(self):
        super().setUp()
        git(self.root, "init", "-q")
        git(self.root, "add", ".")
        git(self.root, "commit", "-qm", "first")

    def carried(self):
        """The variant's file after the patch was made anew; it is one that fits exactly."""
        self.assertEqual(variants.carry_over(check=True), ["labs/03_lock/broken/flaw.patch"])
        self.assertEqual(variants.carry_over(check=False), ["labs/03_lock/broken/flaw.patch"])
        self.assertEqual(variants.carry_over(check=True), [])
        return variants.load(self.patch).files()["include/kev/lab03/lock.hpp"]

    def test_to_look_changes_nothing(self):
        self.assertEqual(variants.carry_over(check=True), [])
        self.change("#pragma once\n", "#pragma once\n\n")
        variants.carry_over(check=True)
        self.assertEqual(self.patch.read_text(encoding="utf-8"), PATCH)

    def test_a_blank_line_moves_the_hunks(self):
        self.change("#pragma once\n", "#pragma once\n\n")
        self.carried()
        self.assertEqual(self.patch.read_text(encoding="utf-8"), PATCH.replace("-7,8 +7,7", "-8,8 +8,7"))

    def test_a_local_that_is_renamed_beside_the_change(self):
        self.change("int state = look();", "int seen = look();")
        self.change("sleep(state);", "sleep(seen);")
        text = self.carried()
        self.assertIn("int seen = look();\n        // Nobody looks.\n        sleep(seen);\n", text)
        self.assertIn("-        if (state == 0) return;\n", self.patch.read_text(encoding="utf-8"))

    def test_a_local_that_is_renamed_in_lines_that_the_variant_changes(self):
        self.patch.write_text(PATCH.replace("// Nobody looks.", "if (state > 5) return; // `state` may be 0"), "utf-8")
        git(self.root, "commit", "-qam", "another flaw")
        variants.load.cache_clear()
        for before in ("int state = look();", "if (state == 0) return;", "sleep(state);"):
            self.change(before, before.replace("state", "seen"))
        self.change("#pragma once\n", "#pragma once\n\n")
        self.assertIn("int seen = look();\n        if (seen > 5) return; // `seen` may be 0\n        sleep(seen);\n",
                      self.carried())

    def test_the_comment_of_a_line_that_the_variant_has_not(self):
        self.change("// relaxed: no data is passed.", "// relaxed: the lock passes no data here.")
        self.assertIn("look();\n        // Nobody looks.\n        sleep(state);", self.carried())
        self.assertIn("-        // relaxed: the lock passes no data here.\n", self.patch.read_text(encoding="utf-8"))

    def test_such_a_comment_while_code_has_changed_elsewhere(self):
        self.change("// relaxed: no data is passed.", "// relaxed: the lock passes no data here.")
        self.change("int word_ = 0;", "int number_ = 0;")
        self.assertIn("int number_ = 0;", self.carried())

    def test_what_both_have_changed_is_for_a_person(self):
        self.change("if (state == 0) return;", "if (state < 0) return;")
        for check in (True, False):
            with self.assertRaisesRegex(KevError, "flaw.patch no longer fits .*lock.hpp, where both have changed"):
                variants.carry_over(check)
        self.assertEqual(self.patch.read_text(encoding="utf-8"), PATCH)


STARTER = """\
--- a/include/kev/lab03/lock.hpp
+++ b/include/kev/lab03/lock.hpp
@@ -7,9 +7,7 @@
     /// Takes it.
     void take() {
         int state = look();
-        // relaxed: no data is passed.
-        if (state == 0) return;
-        sleep(state);
+        // TODO(you): and then?
     }
\x20
 private:
"""


@unittest.skipUnless(shutil.which("git"), "git is not here")
class StarterCarriedOver(Lab):
    """carry_over() of an exercise's start.patch"""

    def setUp(self):
        super().setUp()
        self.patch.unlink()
        self.patch = self.lab / "exercises" / "one" / "start.patch"
        self.patch.parent.mkdir(parents=True)
        self.patch.write_text(STARTER, encoding="utf-8")
        git(self.root, "init", "-q")
        git(self.root, "add", ".")
        git(self.root, "commit", "-qm", "first")

    def test_it_is_carried_over_as_others_are_and_needs_no_words(self):
        self.assertEqual(variants.carry_over(check=True), [])
        self.assertEqual(list(variants.complaints({})), [])
        self.change("#pragma once\n", "#pragma once\n\n")
        self.assertEqual(variants.carry_over(check=False), ["labs/03_lock/exercises/one/start.patch"])
        self.assertEqual(self.patch.read_text(encoding="utf-8"), STARTER.replace("-7,9 +7,7", "-8,9 +8,7"))

    def test_what_is_new_in_the_lines_that_it_leaves_out_is_left_out_too(self):
        self.change("if (state == 0) return;", "if (state < 0) return;")
        self.change("int word_ = 0;", "int number_ = 0;")
        variants.carry_over(check=False)
        self.assertEqual(variants.carry_over(check=True), [])
        text = variants.load(self.patch).files()["include/kev/lab03/lock.hpp"]
        self.assertIn("int state = look();\n        // TODO(you): and then?\n    }\n", text)
        self.assertIn("int number_ = 0;", text)

    def test_a_line_that_it_keeps_beside_them_is_for_a_person(self):
        self.change("int state = look();\n        // relaxed: no data is passed.\n        if (state == 0) return;",
                    "auto seen = observed();\n        if (seen < 0) return;")
        with self.assertRaisesRegex(KevError, "one/start.patch no longer fits .*lock.hpp, where both have changed"):
            variants.carry_over(check=False)
        self.assertEqual(self.patch.read_text(encoding="utf-8"), STARTER)


class Words(Lab):
    """complaints()"""

    def said(self, words):
        """The findings in a patch that begins with these words."""
        self.patch.write_text(PATCH.replace(PATCH.split("\n", maxsplit=1)[0], words), encoding="utf-8")
        variants.load.cache_clear()
        return " ".join(variants.complaints({("03", "flaw"): ["M1", "M1/weak"]}))

    def test_the_race_what_is_wrong_and_what_follows(self):
        self.assertEqual(self.said("M1: it does not look. It hangs."), "")
        self.assertEqual(self.said("M1, M1/weak: it does not look. It hangs."), "")
        self.assertIn("begin with the race and a colon", self.said("It does not look. It hangs."))
        self.assertIn("about M2, which is no case of it; known: M1, M1/weak",
                      self.said("M2: it does not look. It hangs."))
        self.assertIn("what follows in another", self.said("M1: it does not look."))


class Repository(unittest.TestCase):
    """The patches of the labs."""

    def test_each_fits_and_changes_less_than_half_of_the_file(self):
        every = variants.all_variants()
        self.assertGreater(len(every), 45)
        for variant in every:
            whole = sum(text.count("\n") for text in variant.files().values())
            changed = [line for line in variants.difference(variant).splitlines()
                       if line[:1] in ("+", "-") and not line.startswith(("+++ ", "--- "))]
            self.assertLess(2 * len(changed), whole, variant.shown)

    @unittest.skipUnless(shutil.which("cmake") and shutil.which("patch"), "cmake or patch is not here")
    def test_the_build_makes_the_same_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for number, variant in enumerate(variants.all_variants()):
                made = Path(folder) / str(number)
                answer = apply_as_the_build(variant, made)
                self.assertEqual(answer.returncode, 0, answer.stderr)
                found = {path.relative_to(made).as_posix(): path.read_text(encoding="utf-8")
                         for path in made.rglob("*.?pp")}
                self.assertEqual(found, {re.sub("^(library/)?include/", "", file): text
                                         for file, text in variant.files().items()}, variant.shown)


def apply_as_the_build(variant, folder):
    """Runs the script of the build."""
    patch = variant.path.relative_to(variant.lab).as_posix()
    return subprocess.run(["cmake", f"-DPATCH={patch}", f"-DLAB={variant.lab}", f"-DFOLDER={folder}",
                           f"-DPROGRAM={shutil.which('patch')}", "-P", str(SCRIPT)],
                          capture_output=True, text=True, check=False)


@unittest.skipUnless(shutil.which("cmake") and shutil.which("patch"), "cmake or patch is not here")
class BuildFails(Lab):
    """kev_apply_patch.cmake"""

    def test_a_patch_that_does_not_fit_is_named_and_leaves_nothing(self):
        self.change("int state = look();", "int state = look_twice();")
        answer = apply_as_the_build(variants.load(self.patch), self.root / "made")
        self.assertNotEqual(answer.returncode, 0)
        self.assertIn("labs/03_lock/broken/flaw.patch no longer fits include/kev/lab03/lock.hpp: ./kev refresh "
                      "carries it over, or change it by hand", " ".join(answer.stderr.split()))
        self.assertFalse(list(self.root.glob("made*")))


if __name__ == "__main__":
    unittest.main()

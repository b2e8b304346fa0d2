"""The block `diff`: what a lesson shows of a patch."""
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.checks import quotes
from kev.checks.patch_quotes import quoted_diff
from kev.core import labs
from kev.core.errors import KevError

PATCH = """\
M9: what is wrong. What follows.

--- a/include/kev/lab03/a.hpp
+++ b/include/kev/lab03/a.hpp
@@ -10,9 +10,9 @@
     }

     /// Wakes a waiter.
     void unlock() {
         // relaxed: a reason.
-        // relaxed: the old reason.
-        word_.store(0);
+        word_.store(1);
         wake();
     }

@@ -30,7 +30,7 @@
     int a;
     int b;
     int c;
-    int d;
+    long d;
     int e;
     int f;
     int g;
"""
MORE = """\
--- a/include/kev/lab03/b.hpp
+++ b/include/kev/lab03/b.hpp
@@ -1,1 +1,2 @@
 first
+second
"""
FIRST = """\
 void unlock() {
     // relaxed: a reason.
-    // relaxed: the old reason.
-    word_.store(0);
+    word_.store(1);
     wake();
 }"""
SECOND = """\
 int b;
 int c;
-int d;
+long d;
 int e;
 int f;"""


class Folder(unittest.TestCase):
    """A lab with a patch."""

    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.lab = labs.Lab("03", self.root / "labs" / "03_x")
        (self.lab.directory / "broken").mkdir(parents=True)
        self.page = self.lab.directory / "README.md"
        self.write(PATCH)

    def write(self, text):
        (self.lab.directory / "broken" / "x.patch").write_text(text, encoding="utf-8")

    def quoted(self, more=""):
        """The text between the fences."""
        lines = quoted_diff(self.page, f"broken/x.patch{more}").splitlines()
        self.assertEqual((lines[0], lines[-1]), ("```diff", "```"))
        return "\n".join(lines[1:-1])


class Quoted(Folder):
    """quoted_diff()"""

    def test_all_changes_without_headers_and_with_little_context(self):
        self.assertEqual(self.quoted(), f"{FIRST}\n...\n{SECOND}")

    def test_numbers_choose_changes(self):
        self.assertEqual(self.quoted(" 2"), SECOND)
        self.assertEqual(self.quoted(" 1 2"), self.quoted())
        with self.assertRaisesRegex(KevError, "broken/x.patch: there is no change 3; there are 2"):
            self.quoted(" 3")

    def test_without_the_comments(self):
        self.assertEqual(self.quoted(" code 1"), " void unlock() {\n-    word_.store(0);\n+    word_.store(1);\n"
                                                 "     wake();\n }")

    def test_a_patch_of_comments_has_no_code_to_show(self):
        self.write("x\n\n--- a/include/a.hpp\n+++ b/include/a.hpp\n@@ -1 +1 @@\n-// a\n+// b\n")
        self.assertEqual(self.quoted(), "-// a\n+// b")
        with self.assertRaisesRegex(KevError, "broken/x.patch changes nothing but comments in it"):
            self.quoted(" code")

    def test_several_files_are_named_and_one_can_be_chosen(self):
        self.write(PATCH + MORE)
        self.assertRegex(self.quoted(), r"(?s)^@@ a.hpp @@\n.*\n\.\.\.\n.*\n@@ b.hpp @@\n first\n\+second$")
        self.assertEqual(self.quoted(" b.hpp"), " first\n+second")
        self.assertEqual(self.quoted(" lab03/b.hpp"), " first\n+second")
        with self.assertRaisesRegex(KevError, "broken/x.patch changes nothing in c.hpp"):
            self.quoted(" c.hpp")


class Block(Folder):
    """The block in a page, as `quotes` sees it."""

    def test_empty_then_filled_then_stale(self):
        self.page.write_text("# x\n\n<!-- diff: broken/x.patch 2 -->\n<!-- /diff -->\n", encoding="utf-8")
        with mock.patch.object(quotes, "ROOT", self.root):
            self.assertEqual(quotes.run([self.lab]), ["labs/03_x/README.md:3: stale: diff: broken/x.patch 2 "
                                                      "(./kev refresh quotes)"])
            self.assertEqual(quotes.rewrite([self.page], quotes.MAKERS), [])
            self.assertIn(f"-->\n```diff\n{SECOND}\n```\n<!-- /diff -->", self.page.read_text(encoding="utf-8"))
            self.assertEqual(quotes.run([self.lab]), [])
            self.write(PATCH.replace("long d", "short d"))
            self.assertEqual(len(quotes.run([self.lab])), 1)


if __name__ == "__main__":
    unittest.main()

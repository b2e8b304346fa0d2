"""What the text of a submission may not have, and what no honest one is refused for."""
import contextlib
import io
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from kev.core.labs import all_labs, find_lab
from kev.core.process import run
from kev.course import cells, exercises, judge, overlay, prove, rules, samples

WRITE = exercises.find(find_lab("03"), "ways-in-and-out")
BREAK = exercises.find(find_lab("03"), "plain-data")


def complaint(text, exercise=WRITE):
    """About a file that has just this in it."""
    return rules.complaint(exercise, exercise.files()[0], text)


class Text(unittest.TestCase):
    """complaint()"""

    def test_starters_references_and_answers_have_nothing_of_it(self):
        for each in exercises.everything():
            for path in each.files():
                self.assertEqual(rules.complaint(each, path, exercises.starter_text(each, path)), "", each.name)
                if each.kind == "write":
                    self.assertEqual(rules.complaint(each, path, each.reference(path).read_text()), "", each.name)
                elif (each.answer / path).exists():
                    self.assertEqual(rules.complaint(each, path, (each.answer / path).read_text()), "", each.name)

    def test_no_directives_but_two(self):
        for line in ("#define lock unlock", "#if 1", "#line 3 \"labs/x.cpp\"", "  %: define X", "#inc\\\nlude_next <x>",
                     "#/**/define X", "#embed \"answer\"", "# 7 \"labs/x.cpp\"", "#include HEADER", "#pragma GCC poison x"):
            self.assertRegex(complaint(f"#pragma once\n{line}\n"), "of directives there are only", line)
        self.assertEqual(complaint("#pragma once\n#include <atomic> // why\n"), "")

    def test_a_header_is_found_on_the_include_path_alone(self):
        for name in ("<../labs/x.hpp>", "\"/proc/self/environ\"", "<kev/../../x>"):
            self.assertRegex(complaint(f"#include {name}\n"), "as the include path has it", name)

    def test_a_lock_is_not_made_of_another_lab(self):
        self.assertRegex(complaint("#include <kev/lab05/timed_mutex.hpp>\n"), "those that its starter includes")
        self.assertEqual(complaint("#include <kev/lab05/timed_mutex.hpp>\n", BREAK), "")

    def test_nor_does_it_know_what_tests_it(self):
        for text in ("int x = kev::checker::cases().size();", "using namespace testing;"):
            self.assertRegex(complaint(text), "knows nothing of what tests it", text)
        self.assertEqual(complaint("bool const x = kev::checker::add_case<y>(z);", BREAK), "")

    def test_quotes_hide_nothing(self):
        for text in ("char c = '\"'; asm(\"nop\"); char d = '\"';", "char c = u8'\"'; asm(\"\"); char d = u8'\"';",
                     "int n = 1'000'000; asm(\"\");", "auto s = \"//\"; asm(\"\");", "/* \" */ asm(\"\");"):
            self.assertRegex(complaint(text), "asm", text)
        for text in ("// asm", "/* #define X */", "auto s = \"asm #define\";", "char c = '\"'; // extern"):
            self.assertEqual(complaint(text), "", text)

    def test_what_is_the_compilers_own(self):
        for text in ("__attribute__((constructor)) void f();", "[[gnu::constructor]] void f();", "__asm__(\"\");",
                     "extern \"C\" int puts(char const*);", "auto x = R\"(\")\";", "_Pragma(\"once\")"):
            self.assertNotEqual(complaint(text), "", text)
        self.assertEqual(complaint("__extension__ using wide = __int128;"), "")


class Objects(unittest.TestCase):
    """out_of_place(), interposed()"""

    def test_the_reference_and_the_labs_own_scenarios_are_hidden(self):
        self.assertEqual([path.name for path in WRITE.hidden()], ["fast_mutex.hpp"])
        names = [path.name for path in BREAK.hidden()]
        self.assertIn("fast_mutex.cpp", names)
        self.assertIn("cases.hpp", names)
        sections = exercises.find(find_lab("01"), "take-it-back")
        self.assertNotIn("sections.hpp", [path.name for path in sections.hidden()])

    def test_what_was_read_is_seen(self):
        read = [str(path) for path in BREAK.hidden()]
        self.assertIn("of the lab's own", rules.out_of_place(BREAK, read, BREAK.hidden()))
        self.assertEqual(rules.out_of_place(BREAK, ["labs/x.hpp"], BREAK.hidden()), "")

    def test_a_function_of_the_systems_is_not_a_submissions(self):
        with tempfile.TemporaryDirectory() as folder:
            for text, words in (("#include <unistd.h>\nssize_t write(int, void const*, size_t n) { return n; }", "write"),
                                ("namespace x { int write() { return 1; } } int f() { return x::write(); }", "")):
                source, made = Path(folder) / "x.cpp", Path(folder) / "x.o"
                source.write_text(text, encoding="utf-8")
                self.assertTrue(run(["c++", "-c", source, "-o", made], timeout=60).ok)
                self.assertIn(words, rules.interposed([made]))
                self.assertEqual(bool(rules.interposed([made])), bool(words))


class Samples(unittest.TestCase):
    """The submissions that prove.py has graded for real."""

    def test_each_can_be_read_and_there_are_right_ones_and_wrong_ones_for_each_lab(self):
        read = [each for lab in all_labs() for each in samples.of_lab(lab.number)]
        self.assertTrue(any(each.words for each in read) and not all(each.words for each in read))
        for each in read:
            self.assertTrue(each.text.strip(), each.name)

    def test_a_wrong_one_that_does_not_even_compile_proves_nothing(self):
        sample = samples.named("07", "ticket_wrong_draws")
        verdict = judge.rejected(sample.exercise, "does not compile:\nerror")
        with mock.patch.object(judge, "judge", return_value=verdict), mock.patch.object(overlay, "forget"), \
                tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()):
            found = list(prove._wrong_grade(sample, cells.UNCONFINED, Path(folder)))
        self.assertIn("the message does not say 'livelock'", found[0])


if __name__ == "__main__":
    unittest.main()

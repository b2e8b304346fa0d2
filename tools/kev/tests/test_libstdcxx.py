"""The directives of the C++ library's tests."""
import pathlib
import tempfile
import types
import unittest

from kev.build.libstdcxx import parse, try_case
from kev.core.process import Result


class Directives(unittest.TestCase):
    """What a test's comments ask for."""

    def test_a_program_is_run_in_the_default_standard(self):
        case = parse("// { dg-do run }\n// { dg-require-gthreads \"\" }\n", False)
        self.assertEqual((case.action, case.options, case.reason), ("run", ("-std=gnu++17",), ""))

    def test_options_are_added_and_may_choose_the_standard(self):
        case = parse('// { dg-options "-std=gnu++2a" }\n// { dg-do run { target c++2a } }\n'
                     '// { dg-additional-options "-pthread" { target pthread } }\n', True)
        self.assertEqual(case.options, ("-std=gnu++2a", "-pthread"))
        self.assertEqual(case.reason, "")

    def test_an_expected_error_is_a_pass_if_the_compiler_complains(self):
        case = parse("// { dg-do compile { target c++11 } }\nint i = x; // { dg-error \"here\" }\n", False)
        self.assertEqual(case.action, "compile")
        self.assertTrue(case.fails_to_compile)

    def test_other_standards_and_systems_are_left_out(self):
        self.assertTrue(parse("// { dg-do compile { target { c++11_only || c++14_only } } }\n", False).reason)
        linux = "// { dg-do run { target *-*-linux* *-*-gnu* } }\n"
        self.assertTrue(parse(linux, True).reason)
        self.assertFalse(parse(linux, False).reason)

    def test_a_compiler_that_does_not_end_is_a_failure_also_where_an_error_is_expected(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "a.cc")
            layer = types.SimpleNamespace(is_windows=False, suffix="", work=pathlib.Path(folder), emulator=[],
                                          compile_command=lambda *_: ["true"])
            for text in ("int main() {}\n", 'int i = x; // { dg-error "here" }\n'):
                source.write_text(text, encoding="utf-8")
                outcome = try_case(source, "a.cc", layer, lambda *_: Result(-9, "", "", timed_out=True))
                self.assertEqual((outcome.state, outcome.reason),
                                 ("failed", "its compiler: it did not end in time and was stopped"))


if __name__ == "__main__":
    unittest.main()

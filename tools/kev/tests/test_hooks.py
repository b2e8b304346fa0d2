"""The hooks that make pages: what they put where."""
import base64
import importlib.util
import json
import re
import unittest

from kev.measure import lanes
from kev.site import convoy, reachable, traces, word_fields


class Convoy(unittest.TestCase):
    """The simulation's page."""

    def test_the_script_holds_the_module_or_says_why_there_is_none(self):
        held = json.loads(convoy.script(b"\0asm", "").split(" = ", 1)[1].rstrip(";\n"))
        self.assertEqual(base64.b64decode(held["module"]), b"\0asm")
        self.assertEqual(json.loads(convoy.script(None, "no clang").split(" = ", 1)[1].rstrip(";\n")),
                         {"module": None, "reason": "no clang"})

    @unittest.skipIf(convoy.cannot_compile(), "nothing here compiles to WebAssembly")
    def test_the_module_imports_nothing(self):
        module, reason = convoy.compiled()
        self.assertEqual(reason, "")
        self.assertEqual(module[:4], b"\0asm")
        self.assertNotIn(2, sections(module), "section 2 of a module is what it imports")

    def test_the_page_without_a_script_says_so(self):
        content = convoy.on_page_content("a <!-- convoy --> b", None, None, None)
        self.assertIn("<noscript>", content)
        self.assertEqual(convoy.on_page_content("nothing", None, None, None), "nothing")


def sections(module):
    """The numbers of a module's sections."""
    place, found = 8, []
    while place < len(module):
        number, size, shift, place = module[place], 0, 0, place + 1
        while True:
            size |= (module[place] & 0x7F) << shift
            shift, place = shift + 7, place + 1
            if module[place - 1] < 0x80:
                break
        found.append(number)
        place += size
    return found


@unittest.skipUnless(importlib.util.find_spec("pygments"), "Pygments, which colours the code, is not here")
class Home(unittest.TestCase):
    """The first page."""

    def setUp(self):
        from kev.site import home  # noqa: PLC0415  (only where it can be imported)
        self.home = home

    def test_each_step_of_the_race_has_its_sentence_and_the_broken_lock_three_lines(self):
        found = self.home.data()
        self.assertEqual([len(found[kind]["steps"]) for kind in ("broken", "corrected")],
                         [len(self.home.BROKEN), len(self.home.CORRECTED)])
        self.assertEqual(len(found["broken"]["lines"]), 3)

    def test_a_schedule_with_other_steps_stops_the_build(self):
        steps = self.home.race()["schedule"]["steps"][self.home.START - 1:]
        with self.assertRaises(SystemExit):
            self.home.played(["owner", "waiter"], steps[1:], self.home.BROKEN)


class WordFields(unittest.TestCase):
    """A state word as fields."""

    def test_a_word_of_the_known_layout_has_bits(self):
        self.assertEqual(word_fields.of_value(769, "owned, 1 waiting, waking"),
                         [["waiting", 9, 23, 1], ["waking", 8, 1, 1], ["owned", 0, 1, 1]])

    def test_a_word_whose_text_says_something_else_has_the_parts_of_the_text(self):
        self.assertEqual(word_fields.of_value(3, "owned, guarded"), [["owned", -1, 0, 1], ["guarded", -1, 0, 1]])

    def test_an_object_has_bits_in_all_its_steps_or_in_none(self):
        free, asleep = word_fields.of_value(0, "free"), word_fields.of_value(512, "free, 1 sleeping")
        found = word_fields.in_one_layout([
            {"object": "m.word", "before": "free", "after": "free", "fields": [free, free]}, {"object": "x"},
            {"object": "m.word", "before": "free", "after": "free, 1 sleeping", "fields": [free, asleep]},
            {"object": "other", "before": "free", "after": "free", "fields": [free, free]}])
        self.assertEqual(found[0]["fields"], [[["free", -1, 0, 1]]] * 2)
        self.assertEqual(found[3]["fields"], [free, free])


class Traces(unittest.TestCase):
    """The captured traces."""

    def test_a_trace_stands_in_the_page_with_all_its_stretches(self):
        for name in ("handoff_mutex", "unfair_mutex", "bounded_mutex"):
            content = traces.on_page_content(f"<!-- trace: {name} -->", None, None, None)
            text = re.search(r'json">(.*?)</script>', content).group(1)
            self.assertEqual(json.loads(text)["otherData"]["lock"], name)
            self.assertEqual(lanes.packed(text), (traces.FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
            self.assertIn(f'href="traces/{name}.json"', content)


class Reachable(unittest.TestCase):
    """Code that wraps, and text that scrolls."""

    FRAME = '<div class="{}highlight"><pre><span></span><code>{}</code></pre></div>'

    def test_of_a_text_only_blocks_with_long_lines_get_the_focus(self):
        short, long = (self.FRAME.format("language-text ", "x" * size) for size in (40, 41))
        self.assertEqual(reachable.on_page_content(short, None, None, None), short)
        self.assertIn('<code tabindex="0">', reachable.on_page_content(long, None, None, None))

    def test_marks_and_entities_are_no_letters(self):
        block = self.FRAME.format("", "<b>&lt;</b>" * 40)
        self.assertEqual(reachable.on_page_content(block, None, None, None), block)

    def test_a_line_of_code_has_its_indent(self):
        line = '<span id="line-0-1"><a id="x"></a><span class="w">    </span>f();\n</span>'
        found = reachable.on_page_content(self.FRAME.format("language-cpp ", line), None, None, None)
        self.assertIn('<pre class="kev-wraps">', found)
        self.assertIn('<span id="line-0-1" style="--i:4"><a', found)


if __name__ == "__main__":
    unittest.main()

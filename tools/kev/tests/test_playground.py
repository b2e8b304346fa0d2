"""The page on which the reader writes a lock: what it offers has the verdict that it should have, in the engine itself."""
import io
import json
import shutil
import subprocess
import tempfile
import unittest
import zipfile
from pathlib import Path

from kev.course import submissions

try:
    from kev.site import playground
except ModuleNotFoundError as error:
    if error.name not in ("mkdocs", "pygments"):
        raise
    raise unittest.SkipTest(f"{error.name} is not here") from error

ASK = """
const fs = require("fs"), questions = JSON.parse(fs.readFileSync(0, "utf8"));
const { check } = new Function(fs.readFileSync(process.argv[1], "utf8") + "\\nreturn kevEngine();")();
const answers = questions.map(({ files, options }) => {
    const found = check({ files, main: "scenario.cpp" }, { spurious: true, ...options });
    return found.verdict + (found.verdict === "error" ? ": " + found.message : "");
});
process.stdout.write(JSON.stringify(answers));
"""


@unittest.skipUnless(shutil.which("node"), "node is not here (apt-get install nodejs)")
class Verdicts(unittest.TestCase):
    """Every lock and every exercise of the page."""

    @classmethod
    def setUpClass(cls):
        everything, left_out = playground.headers(), playground.stood_for()
        cls.labs = {}
        for lab in playground.LABS:
            own = playground.lab_data(lab, everything, left_out)
            more = playground.exercise_script(lab, everything, left_out)
            cls.labs[lab] = {**own, **more, "headers": own["headers"], "all": {**own["headers"], **more["headers"]}}

    def ask(self, questions):
        """The verdicts: (files, options) each."""
        with tempfile.NamedTemporaryFile("w", suffix=".js", encoding="utf-8") as file:
            file.write(playground.engine())
            file.flush()
            text = json.dumps([{"files": files, "options": options} for files, options in questions])
            done = subprocess.run(["node", "-e", ASK, file.name], input=text, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_every_lock_has_its_verdict_in_its_first_scenario_and_runs_in_the_others(self):
        asked = [(lock, scenario, {**data["headers"], **lock["files"], "scenario.cpp": scenario["text"]})
                 for data in self.labs.values() for lock in data["locks"] for scenario in lock["scenarios"]]
        found = self.ask([(files, {"depth": lock["depth"], "livelock": lock.get("livelock", "")}) for lock, _, files in asked])
        for (lock, scenario, _), verdict in zip(asked, found):
            if scenario is lock["scenarios"][0]:
                self.assertEqual(verdict, lock["expected"], lock["id"])
            self.assertFalse(verdict.startswith("error"), f"{lock['id']}, {scenario['title']}: {verdict}")

    def test_a_break_it_is_solved_by_its_answer_and_not_by_its_starter(self):
        asked = []
        for lab, data in self.labs.items():
            for each in data["exercises"]:
                answer = self.answer_of(lab, each["id"])
                if each["kind"] == "break" and answer:
                    for text in (each["scenarios"][0]["text"], answer):
                        asked += [(each, {**data["all"], **each["mutant"], "scenario.cpp": text}),
                                  (each, {**data["all"], "scenario.cpp": text})]
        found = self.ask([(files, {"depth": each["depth"]}) for each, files in asked])
        for index in range(0, len(asked), 4):
            each = asked[index][0]
            self.assertNotEqual(found[index:index + 2], [each["verdict"], "every schedule"], each["name"])
            self.assertEqual(found[index + 2:index + 4], [each["verdict"], "every schedule"], each["name"])
        self.assertTrue(asked)

    def answer_of(self, lab, name):
        """The scenario of an exercise's answer; a lecturer may have taken the answers away."""
        found = list(playground.ROOT.glob(f"labs/{lab}_*/answers/{name}/scenario.cpp"))
        return playground.with_scenario(found[0].read_text(encoding="utf-8")) if found else ""

    def test_a_write_it_is_solved_by_the_reference_and_not_by_its_starter(self):
        for data in self.labs.values():
            for each in data["exercises"]:
                if each["kind"] != "write":
                    continue
                wanted = [case.get("wanted", "every schedule") for case in each["cases"]]
                for files, solves in ((data["all"], True), ({**data["all"], **each["files"]}, False)):
                    found = self.ask([(self.case_files(files, data["sources"], case), case.get("options", {"depth": 1}))
                                      for case in each["cases"]])
                    self.assertEqual(found == wanted, solves, f"{each['name']}: {found}")

    def case_files(self, files, sources, case):
        """The program of a case, as the page makes it."""
        if "text" in case:
            return {**files, "scenario.cpp": case["text"]}
        text = f"{sources[case['source']]}\nusing scenario = {case['type']};\n"
        return {**files, **sources, "scenario.cpp": text, "(lenient)": True}


@unittest.skipUnless(shutil.which("node"), "node is not here (apt-get install nodejs)")
class Scripts(unittest.TestCase):
    """What the page's scripts compute, apart from the page."""

    def run_script(self, text):
        """What a script writes that has the functions of program.js as `kev`."""
        program = (playground.ROOT / "docs" / "assets" / "write" / "program.js").read_text(encoding="utf-8")
        done = subprocess.run(["node", "-e", f"{program}\nconst kev = globalThis.kevWrite;\n(async () => {{ {text} }})();"],
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        return done.stdout

    def test_a_program_goes_through_the_address(self):
        found = self.run_script("""
            const data = { "a.hpp": "word ≠ 0;\\n".repeat(99) }, text = await kev.packed(data);
            process.stdout.write(JSON.stringify([/^[\\w-]+$/.test(text), text.length < 99, await kev.unpacked(text),
                                                 await kev.unpacked("z!")]));""")
        self.assertEqual(json.loads(found), [True, True, {"a.hpp": "word ≠ 0;\n" * 99}, None])

    def test_a_word_has_the_fields_that_its_constants_name(self):
        found = self.run_script("""
            const bits = kev.bitsOf(["inline constexpr std::uint32_t owned = 1; constexpr std::uint32_t waking = 1u << 8;"
              + " constexpr std::uint32_t one_waiter = 1u << 9; constexpr std::uint32_t max_waiters = 5;"]);
            process.stdout.write(JSON.stringify([kev.fieldsOf(1025, bits), kev.fieldsOf(2, bits)]));""")
        self.assertEqual(json.loads(found), [[["waiters", 9, 23, 2], ["waking", 8, 1, 0], ["owned", 0, 1, 1]], None])

    def test_each_order_call_and_look_is_a_change_and_no_comment_is(self):
        found = self.run_script("""
            const text = "// drop(me); memory_order_acquire\\n    if (a(b)) return;\\n"
              + "    x.store(1, std::memory_order_acq_rel);\\n    wake(this);\\n";
            process.stdout.write(JSON.stringify(kev.changesOf(text).map((each) =>
              [each.line, each.sign, kev.changed(text, each).split("\\n")[each.line - 1]])));""")
        self.assertEqual(json.loads(found), [
            [2, "skip", "    if (false) return;"], [3, "drop", "    ;"],
            [3, "→acquire", "    x.store(1, std::memory_order_acquire);"],
            [3, "→release", "    x.store(1, std::memory_order_release);"],
            [4, "drop", "    ;"]])

    def test_of_a_changed_header_the_page_has_only_the_lines_that_differ(self):
        before, after = "a\nb\nc\nd", "x\na\nc\nD\ne"
        lock = {"id": "m", "files": {"a.hpp": after, "new.hpp": "n"}}
        [small] = playground.shrunk([lock], {"a.hpp": before})
        found = self.run_script(f"process.stdout.write(JSON.stringify(kev.whole({json.dumps(small['files'])}, "
                                f"{json.dumps({'a.hpp': before})})));")
        self.assertEqual(json.loads(found), lock["files"])

    def test_the_file_to_hand_in_is_a_folder_that_the_grader_reads(self):
        data = self.run_script("""
            const blob = kev.zipped({ "03/sleep-and-wake/kev/lab03/fast_mutex.hpp": "// é\\n" });
            process.stdout.write(Buffer.from(await blob.arrayBuffer()));""")
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            with zipfile.ZipFile(io.BytesIO(data)) as file:
                self.assertIsNone(file.testzip())
                file.extractall(folder)
            [(exercise, places)] = submissions.find_works(folder, [])
            self.assertEqual((exercise.name, places), ("03/sleep-and-wake", [folder / "03" / "sleep-and-wake"]))
            self.assertEqual((places[0] / exercise.files()[0]).read_text(encoding="utf-8"), "// é\n")


class Text(unittest.TestCase):
    """What is cut out of pages and patches."""

    def test_a_listing_leads_to_its_lock_and_a_patch_to_its_race(self):
        lab = playground.ROOT / "labs" / "03_fast_mutex"
        self.assertEqual([playground.lock_of(lab / name) for name in
                          ("include/kev/lab03/fast_mutex.hpp", "broken/no_recheck.patch", "include/kev/lab03/no_such.hpp")],
                         ["fast_mutex", "M4", None])

    def test_a_patch_of_a_source_is_known_by_its_header(self):
        changed = playground.patched("04", Path("broken") / "releases_itself.patch")
        self.assertTrue(all(name.startswith(("kev/", "src:kev/")) for name in changed), list(changed))


if __name__ == "__main__":
    unittest.main()

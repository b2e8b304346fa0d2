"""The workflows are valid, end in time, and call commands that there are."""
import re
import unittest

try:
    import yaml
except ModuleNotFoundError as error:
    raise unittest.SkipTest("python3-yaml is not here") from error

from kev.core import commands
from kev.core.paths import ROOT

FILES = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
RUN_BY_HAND = {"arm64", "macos", "windows"}  # what has never run on its system


def workflow(path) -> dict:
    """The content of a file; YAML 1.1 reads the key `on` as true."""
    text = yaml.safe_load(path.read_text(encoding="utf-8"))
    return {**text, "on": text.get("on", text.get(True))}


def triggers(path) -> "set[str]":
    """The events that start a workflow."""
    return set(workflow(path)["on"])


class Workflows(unittest.TestCase):
    def test_every_job_has_a_time_limit(self):
        for path in FILES:
            for name, job in workflow(path)["jobs"].items():
                self.assertIn("timeout-minutes", job, f"{path.name}: {name}")

    def test_every_workflow_states_what_it_may_do(self):
        for path in FILES:
            self.assertEqual({"contents": "read"}, workflow(path)["permissions"], path.name)

    def test_a_pull_request_starts_one_job_and_a_newer_push_ends_it(self):
        asked = [path for path in FILES if "pull_request" in triggers(path)]
        self.assertEqual(["linux.yml"], [path.name for path in asked])
        self.assertEqual(1, len(workflow(asked[0])["jobs"]))
        self.assertTrue(workflow(asked[0])["concurrency"]["cancel-in-progress"])

    def test_what_never_ran_on_its_system_is_started_by_hand(self):
        self.assertEqual(RUN_BY_HAND, {path.stem for path in FILES if triggers(path) == {"workflow_dispatch"}})

    def test_kev_knows_every_command_and_option(self):
        calls = {call for path in FILES for call in re.findall(r"(?:run:|kev) \./kev (.+)$", path.read_text(encoding="utf-8"),
                                                               re.MULTILINE)}
        self.assertIn("test", calls)
        for call in calls:
            words = re.sub(r"\$\{\{.*?\}\}", "linux", call).split()
            with self.subTest(call=call):
                self.assertTrue(callable(commands.make_parser(words[0]).parse_args(words).func))


if __name__ == "__main__":
    unittest.main()

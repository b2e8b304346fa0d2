"""The timeline: lanes, decoded values, folded loops, the ending."""
import unittest
from xml.dom import minidom

from kev.races import timeline
from kev.races.timeline_svg import svg


def step(number, thread, operation, **more):
    """A step as the model programs write it."""
    return {"step": number, "thread": thread, "operation": operation, "function": "lock", **more}


def finding(**more):
    """A small deadlock."""
    steps = [step(1, 1, "fetch_or", object="m.word", before=0, after=1, before_text="free",
                  after_text="owned", order="acquire"),
             step(2, 2, "compare_exchange_weak", object="m.word", before=1, after=1,
                  before_text="owned", after_text="owned", note="fails", preempts=True),
             step(3, 2, "relax"),
             step(4, 2, "NtWaitForKeyedEvent", object="m", note="sleeps",
                  function="NtWaitForKeyedEvent")]
    return {"id": "M0", "variant": "broken", "title": "two threads", "promise": "both get the lock",
            "expected": "deadlock", "found": "deadlock", "bound": 2, "runs": 7,
            "budgets": {"stale_loads": 1},
            "schedule": {"threads": ["thread 1", "thread 2"], "preemptions": 1, "steps": steps,
                         "ending": ["thread 2 waits in NtWaitForKeyedEvent(m) forever"], **more}}


class TimelineTest(unittest.TestCase):
    def test_each_step_stands_in_the_lane_of_its_thread(self):
        rows = timeline.rows(finding()["schedule"])
        lane = rows[0].index("thread 2")
        self.assertEqual(rows[2].index("lock: fetch_or"), rows[0].index("thread 1"))
        self.assertEqual(rows[3].index("lock: CAS"), lane)
        self.assertEqual(rows[4].index("wait"), lane)

    def test_values_are_shown_in_words_and_only_changes_as_changes(self):
        text = "\n".join(timeline.timeline(finding()))
        self.assertIn("m.word: free → owned", text)
        self.assertIn("m.word: owned (fails)", text)

    def test_three_looks_in_a_row_that_read_the_same_are_one_line(self):
        looks = [step(number, 2, "load", object="told[0]", before=0, after=0) for number in (1, 3, 4)]
        rows = timeline.rows({"threads": ["owner", "spinner"], "steps": looks})
        self.assertEqual(len(rows), 3)
        self.assertTrue(rows[2].startswith("   1 ") and rows[2].endswith("told[0]: 0 (3 times)"), rows[2])
        self.assertEqual(len(timeline.rows({"threads": ["owner", "spinner"], "steps": looks[:2]})), 4)

    def test_a_preemption_is_marked_and_explained(self):
        lines = timeline.timeline(finding())
        self.assertTrue(any(line.startswith("   2*") for line in lines))
        self.assertIn("* the thread before could have gone on", lines)

    def test_a_loop_is_marked_and_said(self):
        lines = timeline.timeline(finding(loop={"first": 2, "last": 4}))
        self.assertIn("Steps 2 to 4 repeat forever.", lines)
        self.assertTrue(any(line.startswith("|  2") for line in lines))

    def test_the_last_line_says_that_the_promise_was_broken_or_is_in_question(self):
        self.assertEqual(timeline.timeline(finding())[-1], "Broken promise: both get the lock.")
        reached = {**finding(), "found": "reachable"}
        self.assertEqual(timeline.timeline(reached)[-1], "In question: both get the lock.")

    def test_the_picture_is_well_formed_and_complete(self):
        result = finding()
        result["promise"] = "a < b && c"
        text = svg(result)
        document = minidom.parseString(text)
        self.assertEqual(document.documentElement.tagName, "svg")
        self.assertEqual(len(document.getElementsByTagName("rect")), 3)
        self.assertIn("a &lt; b &amp;&amp; c", text)


if __name__ == "__main__":
    unittest.main()

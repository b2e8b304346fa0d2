"""The point of no return: found in the graph of all situations."""
import unittest

from kev.races import point_of_no_return


def step(number, thread, operation, **more):
    """A step of a schedule, or an event of a graph."""
    return {"step": number, "thread": thread, "operation": operation, **more}


def graph(events):
    """Two choices: the first move leads to a deadlock by way of another move, the second to a good end."""
    return {"events": events, "before": [], "moves": [{"events": [0]}, {"events": [1]}, {"events": [2]}],
            "ends": [{"found": "deadlock"}, {"found": ""}],
            "nodes": [[0, -1, 0, 1, 2, 3], [0, -1, 1, 2], [0, 0], [0, 1]]}


class PointOfNoReturn(unittest.TestCase):
    """step_of()."""

    def setUp(self):
        self.steps = [step(1, 1, "unlock"), step(2, 2, "sleep")]
        self.graph = graph([*self.steps, step(0, 2, "sleep")])

    def test_it_is_the_first_step_without_a_way_out(self):
        self.assertEqual(point_of_no_return.step_of(self.graph, self.steps), 1)

    def test_a_schedule_that_the_graph_does_not_know_has_none(self):
        self.assertEqual(point_of_no_return.step_of(self.graph, [step(1, 1, "other")]), 0)
        self.assertEqual(point_of_no_return.step_of(None, self.steps), 0)

    def test_a_step_with_a_way_out_is_not_it(self):
        self.graph["nodes"][1] += [2, 3]
        self.assertEqual(point_of_no_return.step_of(self.graph, self.steps), 2)

    def test_of_a_move_with_steps_of_the_thread_alone_it_is_the_first_step(self):
        alone = step(2, 1, "write")
        self.graph["events"].append(alone)
        self.graph["moves"][0]["events"] = [0, 3]
        self.assertEqual(point_of_no_return.step_of(self.graph, [self.steps[0], alone, step(3, 2, "sleep")]), 1)

    def test_of_a_last_move_without_a_step_it_is_the_step_before(self):
        self.graph["nodes"][1] += [2, 3]
        self.graph["moves"][1]["events"] = []
        self.assertEqual(point_of_no_return.step_of(self.graph, self.steps[:1]), 1)


if __name__ == "__main__":
    unittest.main()

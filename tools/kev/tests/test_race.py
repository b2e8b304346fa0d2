"""Tests of kev race: what it says of what it found."""
import argparse
import contextlib
import io
import unittest
from unittest import mock

from kev.races import race


class Words(unittest.TestCase):
    """What is printed where there is no schedule."""

    def shown(self, **found):
        """What is printed of a result."""
        result = {"id": "x", "variant": "v", "promise": "p", "as_expected": True, "bound": 1, "runs": 2} | found
        options = argparse.Namespace(svg=None, json=False, step=False, bound=1)
        with mock.patch.object(race, "_explore", return_value=[result]), \
                contextlib.redirect_stdout(io.StringIO()) as text:
            race._one(mock.Mock(id="x", variant="v", title="t"), options)
        return text.getvalue()

    def test_only_what_was_explored_to_the_end_is_said_to_be_kept(self):
        self.assertIn("Promise kept, within the bound: p.", self.shown(found="exhausted clean"))
        self.assertIn("Not seen to be broken: p.", self.shown(found="sampled clean"))


if __name__ == "__main__":
    unittest.main()

"""A run that must be over in time: a stage that would not end before is left out, and said to be."""
import time

# Seconds of a stage on two processors that nobody else uses, with nothing compiled before. Only their proportions
# matter much: how quick the machine is, the first stages show.
USUAL = {"Tools": 70, "Style": 120, "linux": 620, "nt-mingw": 570, "Exercises": 65, "Documents": 280, "linux-tsan": 320,
         "linux-portable": 80, "linux-asan": 300, **{f"lab 0{number} by itself": 12 for number in range(1, 9)}}
OTHERWISE = 60  # a stage that is not in the table


class Deadline:
    """The end of a run, so many minutes from now; None: there is none."""

    def __init__(self, minutes=None, usual=None, clock=time.monotonic):
        self.clock = clock
        self.usual = USUAL if usual is None else usual
        self.start = clock()
        self.seconds = minutes * 60 if minutes else None
        self.expected = self.taken = 0.0

    def expect(self, title):
        """How many seconds a stage will take, as far as the others have shown how quick this machine is."""
        pace = self.taken / self.expected if self.expected else 1.0
        return self.usual.get(title, OTHERWISE) * pace

    def leaves_time_for(self, title):
        """Whether a stage may begin."""
        return self.seconds is None or self.clock() - self.start + self.expect(title) <= self.seconds

    def took(self, title, seconds):
        """A stage is over."""
        self.expected += self.usual.get(title, OTHERWISE)
        self.taken += seconds

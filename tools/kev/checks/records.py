"""Steps of a refresh, made only by name, that ask checkers for an hour: the verdicts in docs/races/cases.tsv."""
from __future__ import annotations

from kev.checks.registry import Refresh
from kev.races import agreement, weak

REFRESH = Refresh("agreement", "the verdicts of all checkers in docs/races/cases.tsv (only by name)", agreement.ask,
                  features=("build",), usual=False)
REFRESH_WEAK = Refresh("weak", "the verdicts with a weak memory in docs/races/cases.tsv (only by name)", weak.ask,
                       features=("build",), seconds=weak.SECONDS, usual=False)

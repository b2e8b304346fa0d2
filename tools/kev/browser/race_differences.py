"""A question of race_player: are the lines in which the broken and the corrected lock differ marked in the code of both?"""
from collections.abc import Iterator

from kev.browser.chromium import Browser
from kev.site import race_page

SLIDER = ("(n => { const s = document.querySelector('#player input'); s.value = n;"
          " s.dispatchEvent(new Event('input', {bubbles: true})); })")
# The marked lines of each file in "The code that ran", and of each side how many marks its panes show at all positions,
# and whether a step of it is in a function with marks.
DIFFERING = """(() => {
  const marks = ':is(.race-differs, .race-lacks)';
  const lines = {};
  for (const figure of document.querySelectorAll('.race-code')) {
    const file = lines[figure.querySelector('figcaption a').textContent] ??= {all: [], marked: []};
    for (const line of figure.querySelectorAll('.race-line')) {
      file.all.push(Number(line.dataset.line));
      if (line.matches(marks)) file.marked.push(Number(line.dataset.line));
    }
  }
  const race = JSON.parse(document.getElementById('race-data').textContent);
  const due = steps => steps.some(step => document.querySelector(`#code-${step.code} ${marks}`));
  const seen = {left: 0, right: 0};
  for (let position = 0; position <= %d; ++position) {
    %s(position);
    for (const side of ['left', 'right'])
      seen[side] += document.querySelectorAll(`.race-pane.race-${side} ${marks}`).length;
  }
  return {lines, seen, due: {left: due(race.steps), right: due(race.corrected?.steps ?? [])}};
})()"""


def marked(tab: Browser, race: dict, last: int) -> Iterator[str]:
    """The lines in which the two locks differ are marked in their code, and in the panes of both."""
    if not race.get("corrected"):
        return
    found = tab.run(DIFFERING % (last, SLIDER))
    wanted = race_page.differences(race)
    for file, lines in found["lines"].items():
        expected = sorted(set(lines["all"]) & set(wanted.get(file, {})))
        if sorted(set(lines["marked"])) != expected:
            yield f"{file}: lines {lines['marked']} are marked as different instead of {expected}"
    yield from (f"no pane of the {name} lock marks a line in which the two locks differ"
                for side, name in (("left", "broken"), ("right", "corrected"))
                if found["due"][side] and not found["seen"][side])

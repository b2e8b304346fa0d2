"""The page of a race in a browser, and what it must do: step to its end and back, and let the reader find the race by hand.

Every position is looked at from inside the page, in one go; only the ways in, keys and buttons, are used as a reader
uses them.
"""
import json
import re
from collections.abc import Iterator

from kev.browser import race_differences
from kev.browser.chromium import Browser
from kev.browser.race_differences import SLIDER
from kev.course import exercises, schedule
from kev.races.timeline import LOST
from kev.site import narration

DESK, TELEPHONE = (1280, 900), (390, 844)
# The picture at a position, of the broken lock (left) and of the corrected one (right).
LOOK = """(() => {
  const side = name => {
    const text = what => document.querySelector(`#player .race-${name}${what}`)?.textContent ?? '';
    const panes = [...document.querySelectorAll(`#player .race-pane.race-${name}`)];
    return {words: text(' .race-words'), note: text(' .race-otherwise:not([hidden])'),
            row: text(' tr[aria-current] button').trim(), changed: text(' .race-changed'),
            lines: panes.map(pane => pane.querySelector('.race-here')?.dataset.line ?? ''),
            moves: panes.map(pane => pane.classList.contains('race-moves')),
            strips: text(' .race-strips'), fields: document.querySelectorAll(`#player .race-${name} .race-new`).length,
            end: text(' .race-end:not([hidden])')};
  };
  const position = Number(document.getElementById('player').dataset.position);
  return {position, left: side('left'), right: side('right')};
})()"""
# All positions by the arrow key, forth or back.
WALK = """((key, count) => Array.from({length: count}, () => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
  return %s;
}))""" % LOOK


def shown_steps(steps: list[dict]) -> list[dict]:
    """Those that have a line: a pause that is part of a spin has none."""
    return [step for step in steps if step["operation"] not in ("relax", "yield")]


def plays(tab: Browser, race: dict) -> Iterator[str]:
    """All findings on the page of a race."""
    tab.size(*DESK)
    last = tab.run("Number(document.getElementById('player')?.dataset.last ?? -1)")
    has = tab.run("Number(document.getElementById('player')?.dataset.steps ?? -1)")
    steps = shown_steps(race["schedule"]["steps"])
    if has != len(steps) or last < has:
        yield f"has {has} steps; the schedule has {len(steps)}"
        return
    positions = tab.run(f"{WALK}('ArrowRight', {last})")
    for position, (found, step) in enumerate(zip(positions, steps), 1):
        yield from is_at(found, position, step)
    yield from ends(positions, steps, race)
    yield from follows(positions, race)
    for position, found in zip(range(last - 1, -1, -1), tab.run(f"{WALK}('ArrowLeft', {last})")):
        yield from stands(found["position"], position, "the arrow key back")
    yield from ways_in(tab, last)
    yield from nothing_cut(tab)
    yield from words_change(positions, steps)
    yield from addresses(tab, steps)
    yield from race_differences.marked(tab, race, last)
    if race["found"] in LOST:
        yield from marks_are_told(tab, steps, race)
    if tab.run("Boolean(document.getElementById('try'))"):
        yield from tries(tab, race)


def nothing_cut(tab: Browser) -> Iterator[str]:
    """No column of the schedule is cut off, on a desk and on a telephone."""
    for width, height in (DESK, TELEPHONE):
        tab.size(width, height)
        wide = tab.run("[...document.querySelectorAll('#player .race-scroll:has(.race-steps)')].filter(box =>"
                       " box.clientWidth && box.scrollWidth > box.clientWidth)"
                       ".map(box => `${box.scrollWidth} pixels in ${box.clientWidth}`)")
        yield from (f"at {width} pixels a schedule is cut off: {text}" for text in wide)
    tab.size(*DESK)


def words_change(positions: list[dict], steps: list[dict]) -> Iterator[str]:
    """The fields of the state word: shown with the word's name, and marked where a step changes them."""
    for found, step in zip(positions, steps):
        if "after_text" not in step or "before_text" not in step or "old value" in step.get("note", ""):
            continue
        if step["object"] not in found["left"]["strips"]:
            yield f"step {step['step']}: the fields of {step['object']} are not shown"
        if step["before_text"] != step["after_text"] and not found["left"]["fields"] \
                and len(step["after_text"].split(", ")) >= len(step["before_text"].split(", ")):
            yield f"step {step['step']}: no field of {step['object']} is marked as new"


def marks_are_told(tab: Browser, steps: list[dict], race: dict) -> Iterator[str]:
    """The step that the lesson calls fatal is marked, and what the lesson says of it stands beside it. A page whose graph
    can be walked marks the step after which no choice avoids the bug, and its words say so."""
    def marked(kind: str) -> list[str]:
        return tab.run(f"[...document.querySelectorAll('#player .race-left tr:has(.race-{kind}) button')]"
                       ".map(button => button.textContent)")

    def text_at(number: str, part: str) -> str:
        tab.run(f"{SLIDER}({[str(step['step']) for step in steps].index(number) + 1})")
        return tab.run(f"document.querySelector('#player .race-left .race-{part}').textContent")
    wanted = narration.fatal_step(race["id"])
    if marked("fatal") != ([str(wanted)] if wanted else []):
        yield f"the lesson calls step {wanted} fatal, and marked is {marked('fatal')}"
    elif wanted and not re.search("is (the wrong step|fatal)", text_at(str(wanted), "lesson")):
        yield "what the lesson says of the fatal step is not there"
    lost = marked("lost")
    told = tab.run("[...document.querySelectorAll('article li')].map(each => each.textContent)"
                   ".find(each => each.startsWith('The turning point')) ?? ''")
    if set(re.findall(r"step (\d+)", told)) != {*lost, *marked("fatal")}:
        yield f"steps {', '.join([*lost, *marked('fatal')])} are marked, and the page says '{told}'"
    if tab.run("Boolean(document.getElementById('try'))") != bool(lost):
        yield f"the steps without a way back are {lost}"
    yield from (f"step {number} does not say that no choice avoids the {race['found']}" for number in lost
                if "no schedule ends well: no choice avoids" not in text_at(number, "words"))


def addresses(tab: Browser, steps: list[dict]) -> Iterator[str]:
    """Each step has an address, which leads to it and is there after a step."""
    for place in sorted({1, len(steps)}):
        number = steps[place - 1]["step"]
        tab.run(f"new Promise(done => {{ addEventListener('hashchange', () => done(true), {{once: true}});"
                f" history.replaceState(null, '', location.pathname); location.hash = '#step-{number}'; }})")
        yield from stands(tab.run("Number(document.getElementById('player').dataset.position)"), place,
                          f"the address of step {number}")
        tab.click("#player [data-to=first]")
        tab.click("#player [data-to=next]")
        found = tab.run("new Promise(done => setTimeout(() => done(location.hash), 400))")
        if found != f"#step-{steps[0]['step']}":
            yield f"after a step the address says '{found}'"
        tab.run("history.replaceState(null, '', location.pathname)")


def stands(found: int, wanted: int, after: str) -> Iterator[str]:
    """Whether the player is where it should be."""
    if found != wanted:
        yield f"stands at {found} instead of {wanted} after {after}"


def is_at(found: dict, position: int, step: dict) -> Iterator[str]:
    """The parts of the page that show one step: its sentence, its row, the line in its thread's pane, and the value it left."""
    yield from stands(found["position"], position, "the arrow key")
    shown, number, thread = found["left"], step["step"], step["thread"] - 1
    if not shown["words"].startswith(f"Step {number}: ") or step["operation"] not in shown["words"]:
        yield f"step {number}: says '{shown['words']}'"
    if shown["row"] != str(number) or not shown["moves"][thread]:
        yield f"step {number}: the row or the pane of its thread is not marked"
    if step["line"] and shown["lines"][thread] != str(step["line"]):
        yield f"step {number}: line {shown['lines'][thread] or 'none'} is marked instead of {step['line']}"
    after = str(step.get("after_text", step.get("after", "")))
    if "before" in step and not (step["object"] in shown["changed"] and after in shown["changed"]):
        yield f"step {number}: {step['object']} is not shown to be {after}"


def ends(positions: list[dict], steps: list[dict], race: dict) -> Iterator[str]:
    """The end: the promise is there, and only there."""
    if race["promise"] not in positions[len(steps) - 1]["left"]["end"]:
        yield "the end does not say which promise it is about"
    if any(found["left"]["end"] for found in positions[:len(steps) - 1]):
        yield "the end is said before it has come"


def follows(positions: list[dict], race: dict) -> Iterator[str]:
    """The corrected lock beside: each of its steps is told once, in order, and where it goes another way is said."""
    corrected = race.get("corrected")
    if not corrected:
        return
    told = " ".join(found["right"]["words"] for found in positions)
    steps = shown_steps([*corrected["before"], *(step for turn in corrected["turns"] for step in turn["steps"])])
    for number, step in enumerate(steps, 1):
        if f"Step {number}: " not in told or step["operation"] not in told:
            yield f"the corrected lock's step {number} is not told"
    notes = " ".join(found["right"]["note"] for found in positions)
    if "another way" not in notes and "did the same" not in notes:
        yield "where the corrected lock goes another way is not said"
    if not positions[-1]["right"]["end"]:
        yield "how the corrected lock's run ended is not said"


def ways_in(tab: Browser, last: int) -> Iterator[str]:
    """Real keys, the buttons, the slider, the rows."""
    def at(wanted: int, after: str) -> Iterator[str]:
        return stands(tab.run("Number(document.getElementById('player').dataset.position)"), wanted, after)
    tab.press("ArrowRight")
    yield from at(1, "a key")
    tab.press("ArrowLeft")
    yield from at(0, "a key")
    tab.click("#player [data-to=last]")
    yield from at(last, "the button to the end")
    tab.press("ArrowRight")
    yield from at(last, "the arrow key at the end")
    tab.click("#player [data-to=back]")
    yield from at(last - 1, "the button back")
    tab.click("#player [data-to=first]")
    tab.click("#player [data-to=next]")
    yield from at(1, "the button forward")
    tab.run(f"{SLIDER}({last})")
    yield from at(last, "the slider")
    tab.click("#player .race-left .race-steps tbody tr:first-child button")
    yield from at(1, "the button of the first step")


# Begins, and waits until the graph's script is there.
BEGIN = """new Promise(done => {
  document.querySelector('#try .race-begin').click();
  const look = () => document.querySelector('#try .race-lock') ? done(true) : setTimeout(look, 5);
  look();
})"""
# Goes where the hint says, or by the first choice, until no thread can go. The text at the end.
BY_HAND = """((by_hint) => {
  const lock = document.querySelector('#try .race-lock:not([hidden])');
  const clicked = [];
  for (let moves = 0; moves < 500; ++moves) {
    const choices = [...lock.querySelectorAll('.race-choices button')];
    if (!choices.length) break;
    let choice = choices[0];
    if (by_hint) {
      lock.querySelector('[data-tool=hint]').click();
      lock.querySelector('[data-tool=hint]').click();
      choice = lock.querySelector('.race-choices .race-hinted') ?? choice;
    }
    clicked.push(choice.textContent);
    choice.click();
  }
  const end = lock.querySelector('.race-end');
  return {moves: clicked.length, bug: end.classList.contains('race-bug'), end: end.hidden ? '' : end.textContent,
          left: lock.dataset.left};
})"""
UNDO_ALL = """(() => {
  const lock = document.querySelector('#try .race-lock:not([hidden])');
  let undone = 0;
  while (Number(lock.dataset.moves) > 0 && undone < 600) { lock.querySelector('[data-tool=undo]').click(); ++undone; }
  return undone;
})()"""


def tries(tab: Browser, race: dict) -> Iterator[str]:
    """The reader's own way: the hints lead to the finding in as many moves as they say, undo leads back; with the
    corrected lock there is nothing to find."""
    lost = race["found"] in LOST
    tab.run(BEGIN)
    wanted = int(tab.run("document.querySelector('#try .race-lock').dataset.left"))
    found = tab.run(f"{BY_HAND}(true)")
    if found["moves"] != wanted or found["left"] != "0":
        yield (f"by hand, the hints lead to {found['left']} moves from the end in {found['moves']} moves instead of "
               f"{wanted}")
    if found["bug"] != lost or (lost and race["promise"] not in found["end"]):
        yield f"by hand, the end says '{found['end']}'"
    yield from hands_in(tab, race)
    undone = tab.run(UNDO_ALL)
    if undone != found["moves"]:
        yield f"by hand, {undone} moves are taken back instead of {found['moves']}"
    yield from same_keys(tab, wanted)
    if not tab.run("Boolean(document.querySelector('#try [data-lock=correct]'))"):
        return
    tab.click("#try [data-lock=correct]")
    told = tab.run("document.querySelector('#try .race-lock:not([hidden]) .race-outcomes').textContent")
    found = tab.run(f"{BY_HAND}(false)")
    if tab.run("Boolean(document.querySelector('#try .race-lock:not([hidden]) .race-turns'))"):
        yield "the corrected lock, by hand: there is a line to hand in"
    if "No choice leads to a bug" not in told or found["bug"] or "every promise was kept" not in found["end"]:
        yield f"the corrected lock, by hand: {json.dumps(told)} {json.dumps(found)}"


def hands_in(tab: Browser, race: dict) -> Iterator[str]:
    """Where a schedule of the race is an exercise, the page prints the line that the grader accepts: that of the answer."""
    shown = tab.run("document.querySelector('#try .race-lock:not([hidden]) .race-turns')?.textContent ?? ''")
    exercise = next((each for each in exercises.everything() if each.scenario and each.race == race["id"]), None)
    if bool(shown) != bool(exercise):
        yield f"by hand, the line to hand in is '{shown}', and the exercise is {exercise.name if exercise else 'none'}"
    if not exercise or not exercise.answer.exists():  # a lecturer may have taken the answers away
        return
    expected = schedule.read((exercise.answer / exercises.SCHEDULE).read_text(encoding="utf-8"))
    if shown != expected:
        yield f"by hand, the line to hand in is '{shown}' instead of '{expected}'"


def same_keys(tab: Browser, wanted: int) -> Iterator[str]:
    """The keys: the number of a thread moves it, Backspace takes it back."""
    press = """(key => {
        const lock = document.querySelector('#try .race-lock:not([hidden])');
        (lock.querySelector('.race-choices button') ?? lock.querySelector('.race-end')).focus();
        const pressed = new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true});
        document.activeElement.dispatchEvent(pressed);
        return Number(lock.dataset.moves);
    })"""
    alone = tab.run("""(() => {
        const threads = [...document.querySelectorAll('#try .race-lock:not([hidden]) .race-choices button')]
          .map(button => button.dataset.thread);
        return threads.find(thread => threads.filter(each => each === thread).length === 1) ?? '';
    })()""")
    if alone and wanted and [tab.run(f"{press}('{alone}')"), tab.run(f"{press}('Backspace')")] != [1, 0]:
        yield "by hand, a thread's key does not move it, or Backspace does not take it back"

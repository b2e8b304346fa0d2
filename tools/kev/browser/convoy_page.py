"""The questions that check_pages asks of the convoy page and of the captured traces: their controls do what they say,
and the page counts what the program counts."""
import json
import random
import subprocess
from collections.abc import Iterator
from pathlib import Path

from kev.browser.chromium import Browser

LOOKS = 12  # at a run, by page and program
CASES = 60
SHARES = {"share_held": "held", "share_handed_off": "handed_off", "share_free": "free", "mean_waiting": "waited"}
COUNTS = {"acquisitions": "acquisitions", "waiting_at_the_end": "waiting", "most_waiting": "most_waiting",
          **{name: name for name in ("longest_wait", "most_overtaken", "switches", "sleeps", "futile_wakes",
                                     "hand_offs", "spins_won", "spins_lost", "turned_away", "spun", "events")}}
SPIN_MILLISECONDS = 10  # of lab 08's simulation: its tenths of an acquisition are then whole acquisitions
WINNERS = {"short": 2, "long": 0, "patient": 1}  # which of its three locks each situation is about
WAIT = """new Promise(resolve => { const wait = () => %s ? resolve(true)
    : setTimeout(wait, 10); wait(); })"""


def ready(tab: Browser, selector: str) -> None:
    """Waits until the page's script has done its first work."""
    tab.run(WAIT % f"document.querySelector({json.dumps(selector)})")


def shown(tab: Browser) -> dict:
    """The convoy page as it shows itself, once it has been drawn."""
    return tab.run("""new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(() => resolve({
        curve: document.querySelector('#convoy path.convoy-chosen').getAttribute('d'),
        verdict: document.getElementById('convoy').dataset.verdict,
        now: document.querySelector('.convoy-now').textContent,
        queue: document.querySelectorAll('.convoy-queue span').length,
        waiting: Number(document.getElementById('convoy').dataset.waiting)}))))""")


def spoken(tab: Browser) -> None:
    """Waits until the sentence stands on the page. It comes later than the picture, and what is below it then moves, so a
    click in that moment would miss."""
    tab.run(WAIT % "document.querySelector('.convoy-verdict').textContent"
                   " === document.getElementById('convoy').dataset.verdict")


def changes(tab: Browser, what: str, before: dict) -> bool:
    """Whether something shown becomes other than it was. A slow machine is given two hundred frames."""
    return any(shown(tab)[what] != before[what] for _ in range(100))


def example(tab: Browser, text: str) -> dict:
    """Chooses the example whose name begins so."""
    tab.run("[...document.querySelectorAll('.convoy-presets button')]"
            f".find(button => button.textContent.startsWith({json.dumps(text)})).click()")
    return shown(tab)


def moves(tab: Browser) -> Iterator[str]:
    """Every control of the convoy page changes what it should."""
    ready(tab, "#convoy[data-ready]")
    yield from numbers_of_the_article(tab)
    example(tab, "The same load")  # random times: all of the sliders matter
    tab.run("document.querySelector('#convoy [name=cores]').value = 4;"
            "document.querySelector('#convoy [name=cores]').dispatchEvent(new Event('input'))")
    for name in ("interval", "hold", "switch", "spin", "cores", "seed"):
        before = shown(tab)
        tab.run(f"document.querySelector('#convoy [name={name}]').focus()")
        for _ in range(3):
            tab.press("ArrowUp")
        if not changes(tab, "curve", before):
            yield f"the curve stays as it was when '{name}' is moved by the keyboard"
    for selector in ("[name=lock][value='0']", "[name=lock][value='3']", "[name=random]", "[name=wake_every_time]"):
        before = shown(tab)
        spoken(tab)
        tab.click(f"#convoy {selector}")
        if "wake" not in selector and not changes(tab, "verdict", before):
            yield f"the sentence stays as it was after a click at {selector}"
    yield from many_cores(tab)
    before = example(tab, "One comes early")
    tab.run("document.querySelector('#convoy [name=moment]').focus()")
    tab.press("Home")
    if not changes(tab, "now", before) or shown(tab)["queue"] >= before["queue"]:
        yield "the queue stays as it was when the moment is moved to the beginning"


def numbers_of_the_article(tab: Browser) -> Iterator[str]:
    """The examples show what the article and the lesson say."""
    if "No thread ever waits" not in (seen := example(tab, "The article"))["verdict"]:
        yield f"the article's load without a meeting: {seen['verdict']}"
    for name, waiting in (("One comes early", 6), ("… and so on", 3000), ("Unfair, and waiters", 0)):
        seen = example(tab, name)
        if seen["waiting"] != waiting:
            yield f"{name}: {seen['waiting']} wait in the end instead of {waiting}"


def cases() -> Iterator[dict]:
    """Loads of all kinds; the same in each run."""
    drawn = random.Random(7)
    for number in range(CASES):
        yield {"lock": number % 3, "random": drawn.randrange(2), "interval": drawn.randrange(500, 6000),
               "hold": drawn.randrange(0, 3000), "switch": drawn.randrange(0, 6000),
               "cores": drawn.choice((0, 0, 1, 2, 7)),
               "threads": drawn.choice((0, 0, 3, 20)), "spin": drawn.choice((0, 700, 3000)),
               "wake_every_time": drawn.randrange(2), "patience": drawn.choice((5000, 100000)),
               "time_slice": drawn.choice((0, 9000)), "no_boost": drawn.randrange(2),
               "disturb_at": 50000, "disturb_hold": drawn.choice((0, 40000)), "early": 0,
               "seed": drawn.randrange(1 << 40), "counter": drawn.randrange(2),
               "spinners_first": drawn.randrange(2)} | ({"early": 300} if number % 5 == 0 else {})


def arguments(case: dict, until: int) -> list[str]:
    """The same for the program."""
    given = dict(case)
    lock = ("hand-off", "unfair", "bounded")[given.pop("lock")]
    early = given.pop("early")
    line = ["--lock", lock, "--arrivals", "random" if given.pop("random") else "fixed"]
    line += ["--first", f"0,{early}"] if early and not given["threads"] else []
    for name in ("wake_every_time", "no_boost", "counter", "spinners_first"):
        line += [f"--{name.replace('_', '-')}"] if given.pop(name) else []
    for name, value in given.items():
        line += [f"--{name.replace('_', '-')}", str(value)]
    return [*line, "--until", str(until), "--points", str(LOOKS), "--output", "json"]


def counts_alike(tab: Browser, program: Path, until: int = 240_000) -> Iterator[str]:
    """Whether the page's simulation says in every case what the program says."""
    ready(tab, "#convoy[data-ready]")
    for case in cases():
        answer = subprocess.run([program, *arguments(case, until)], check=False, capture_output=True, text=True)
        if answer.returncode:
            yield f"the program refuses {case}: {answer.stderr.strip()[:200]}"
            continue
        expected = json.loads(answer.stdout)
        found = tab.run(f"kev.convoy.run({json.dumps(case)}, {until}, {LOOKS}).points")
        yield from differences(case, expected, found)


def differences(case: dict, expected: dict, found: list[dict]) -> Iterator[str]:
    """The differences between page and program."""
    last, totals = found[-1], expected["totals"]
    pairs = [(name, totals[name], last[key]) for name, key in COUNTS.items()]
    pairs += [(name, totals[name], float(f"{last[key] / last['time']:.10g}")) for name, key in SHARES.items()]
    pairs += [(f"{key} at {point['time']}", point[key], seen[key]) for point, seen in zip(expected["points"], found)
              for key in ("time", "waiting", "acquisitions")]
    wrong = [f"{name} is {there} in the program and {here} in the page" for name, there, here in pairs if there != here]
    if len(found) != len(expected["points"]):
        wrong.append(f"{len(found)} looks instead of {len(expected['points'])}")
    if wrong:
        yield f"{case}: {'; '.join(wrong[:3])}"


def counter_agrees(tab: Browser, program: Path) -> Iterator[str]:
    """Whether the page's spin counter does what the rules of lab 08's mutex do in lab 08's simulation."""
    ready(tab, "#convoy[data-ready]")
    answer = subprocess.run([program, "--output", "json", "--milliseconds", str(SPIN_MILLISECONDS), "--runs", "1"], check=False,
                            capture_output=True, text=True)
    if answer.returncode:
        yield f"lab 08's simulation ends with status {answer.returncode}: {answer.stderr.strip()[:200]}"
        return
    until = SPIN_MILLISECONDS * 1_000_000
    for row in json.loads(answer.stdout)["rows"]:
        load = spin_load(row)
        for kind, spin in (("never", 0), ("counter", round(1000 * row["patience_us"]))):
            seen = tab.run(f"kev.convoy.run({json.dumps(load | {'spin': spin})}, {until}, 1).last")
            yield from spin_differences(row, kind, seen, until)


def spin_load(row: dict) -> dict:
    """The parameters of a row of lab 08's simulation, for the page."""
    hold = round(1000 * row["hold_us"])
    return {"lock": 1, "random": 1, "interval": hold * row["processors"], "hold": hold, "switch": 4000,
            "cores": row["processors"], "threads": row["threads"], "time_slice": 1_000_000, "spinners_first": 1, "counter": 1,
            "seed": 1}


def spin_differences(row: dict, kind: str, seen: dict, until: int) -> Iterator[str]:
    """The differences between a row and the page: its acquisitions, and the share of the time that was spun away."""
    setting = f"{row['processors']} processors, {row['threads']} threads, held {row['hold_us']} us, {kind}"
    there = round(row[kind] * until / 1e6)
    if seen["acquisitions"] != there:
        yield f"{setting}: {there} acquisitions in lab 08's simulation and {seen['acquisitions']} in the page"
    spun = 100 * seen["spun"] / (until * row["processors"])
    if kind == "counter" and abs(spun - row["counter_spun"]) > 0.00501:  # two digits are printed
        yield f"{setting}: {row['counter_spun']} % spun away in lab 08's simulation and {spun:.3f} in the page"


def chooses(tab: Browser) -> Iterator[str]:
    """Each situation says which of its locks is the best, with its numbers, and only after a choice."""
    ready(tab, "#convoy-choices[data-ready]")
    for name, winner in WINNERS.items():
        place = f"#convoy-choices [data-situation={name}]"
        if tab.run(f"document.querySelector('{place} .convoy-answer').checkVisibility()"):
            yield f"situation {name}: the answer is there before the choice"
        for chosen in range(3):
            tab.run(f"document.querySelectorAll('{place} button')[{chosen}].click()")
            yield from (f"situation {name}, choice {chosen}: {text}" for text in answered(tab, place, chosen, winner))


def answered(tab: Browser, place: str, chosen: int, winner: int) -> Iterator[str]:
    """What is wrong with the answer to a choice."""
    found = tab.run(f"""(() => {{ const all = selector => [...document.querySelectorAll('{place} ' + selector)];
        return {{text: all('.convoy-answer')[0].textContent, pressed: all('button').map(b => b.ariaPressed),
        best: all('tbody tr').map(row => row.className), cells: all('tbody td').map(cell => cell.textContent)}}; }})()""")
    if (chosen == winner) != found["text"].startswith("Yes."):
        yield f"the answer is: {found['text'][:80]}"
    if [name == "convoy-chosen" for name in found["best"]] != [place == winner for place in range(3)]:
        yield f"another lock than number {winner} is marked as the best"
    if found["pressed"] != [str(place == chosen).lower() for place in range(3)]:
        yield "the chosen button is not the one that was pressed"
    if len(found["cells"]) != 9 or not all(any(letter.isdigit() for letter in cell) for cell in found["cells"]):
        yield "the table has not three numbers for each lock"


def many_cores(tab: Browser) -> Iterator[str]:
    """The slider goes to 64 cores, and then to as many as are wanted."""
    slider = "document.querySelector('#convoy [name=cores]')"
    for value, text in (("64", "64"), ("65", "as many as are wanted")):
        tab.run(f"{slider}.value = {value}; {slider}.dispatchEvent(new Event('input'))")
        found = tab.run(f"{slider}.parentElement.querySelector('output').textContent")
        if found != text:
            yield f"the slider for the cores says '{found}' at {value}"


def zooms(tab: Browser) -> Iterator[str]:
    """The views of the traces: there are lanes, and the keys zoom and move."""
    ready(tab, ".lanes[data-ready]")
    for number in range(1, 1 + tab.run("document.querySelectorAll('.lanes').length")):
        box = f"[...document.querySelectorAll('.lanes-box')][{number - 1}]"
        part = f"(() => {{ const b = {box}.dataset; return [Number(b.from), Number(b.to)]; }})()"
        if tab.run(f"{box}.querySelectorAll('.lanes-owning').length") < 10:
            yield f"trace {number}: no thread owns the lock"
        tab.run(f"{box}.focus()")
        first, last = tab.run(part)
        tab.press("+")
        near, far = tab.run(part)
        if not (first < near < far < last and abs((far - near) * 2 - (last - first)) < 1e-6):
            yield f"trace {number}: plus does not zoom in"
        tab.press("ArrowRight")
        if not tab.run(part)[0] > near:
            yield f"trace {number}: the arrow does not move it"
        tab.press("0")
        if tab.run(part) != [first, last]:
            yield f"trace {number}: zero does not show all"

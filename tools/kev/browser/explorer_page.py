"""The questions that check_pages asks of a page on which the reader weakens an order: the panel says what the records say,
and nothing is cut off."""
import json
from collections.abc import Iterator

from kev.browser.chromium import Browser
from kev.core.labs import find_lab
from kev.mutation import order_records as records
from kev.mutation.order_records import NOBODY, UNREACHED
from kev.site import explorer_page

SIZES = ((1280, 900), (390, 800))
CHOSEN = 3  # changes of a page: as different as it has them
STATES = {NOBODY: "clean", UNREACHED: "unreached"}


def weakens(tab: Browser, number: str, stem: str) -> Iterator[str]:
    """All findings of one page. `stem` is the page's own name."""
    header = next((one for one in explorer_page.headers_of(find_lab(number))
                   if one.page == f"explorer/{number}/{stem}.md"), None)
    if header is None:
        yield "is the page of a header that has no records"
        return
    names = explorer_page.ids(header.changes, header.source)
    kept = {name: record for name, (record, _) in zip(names, header.changes)}
    on_page = tab.run("[...document.querySelectorAll('.explorer-change')].map(each => each.dataset.change)")
    if sorted(on_page) != sorted(names):
        yield f"has {len(on_page)} buttons for {len(names)} changes"
        return
    for width, height in SIZES:
        tab.size(width, height)
        for name in chosen(kept):
            yield from says(tab, name, kept[name], width)
    yield from hides(tab, kept)


def chosen(kept: dict[str, records.Record]) -> list[str]:
    """Some changes, of as many worlds as there are."""
    by_world = {record["world"]: name for name, record in kept.items()}
    return list(dict.fromkeys([*by_world.values(), *kept]))[:CHOSEN]


def says(tab: Browser, name: str, record: records.Record, width: int) -> Iterator[str]:
    """A change that is chosen shows what its record says, in a page that is no wider than the window."""
    tab.click(f"#at-{name}")
    seen = tab.run("""new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve))).then(() => {
        const panel = document.getElementById('panel');
        const box = panel.getBoundingClientRect();
        const row = panel.querySelector('.race-current');
        const [step, table] = [row, row?.closest('div')].map(each => each?.getBoundingClientRect());
        return {change: panel.dataset.change, state: panel.dataset.state, text: panel.textContent, hash: location.hash,
                width: document.documentElement.scrollWidth, left: box.left, right: box.right,
                inner: innerWidth, shown: getComputedStyle(panel).display !== 'none',
                step: !row || (step.bottom > table.top && step.top < table.bottom)};
    })""")
    where = f"at {width} pixels, {name}"
    state = STATES.get(record["world"], "found")
    if (seen["change"], seen["state"], seen["hash"]) != (name, state, f"#{name}"):
        yield f"{where}: shows {seen['change']} as {seen['state']} instead of {state}"
    for text in (record.get("case", ""), f"{record['runs']:,}" if "runs" in record else ""):
        if text not in seen["text"]:
            yield f"{where}: does not say '{text}'"
    if not seen["step"]:
        yield f"{where}: the last step of the schedule is out of sight"
    if not seen["shown"] or seen["width"] > seen["inner"] or seen["left"] < 0 or seen["right"] > seen["inner"]:
        yield f"{where}: the page or its panel is cut: {json.dumps({**seen, 'text': ''})}"


def hides(tab: Browser, kept: dict[str, records.Record]) -> Iterator[str]:
    """With "Guess first" the panel shows a result only after the guess, and counts it."""
    name = next((name for name, record in kept.items() if record["world"] not in STATES), None)
    if name is None:
        return
    tab.run("document.getElementById('guess').click()")
    tab.run(f"document.getElementById('at-{name}').click()")
    if tab.run("document.querySelector('.explorer-verdict') !== null"):
        yield f"{name}: shows the result before the guess"
    tab.run("document.querySelector('[data-guess=breaks]')?.click()")
    score = tab.run("document.getElementById('score').textContent")
    if score != "1 of 1 guessed right." or not tab.run("document.querySelector('.explorer-verdict') !== null"):
        yield f"{name}: after a right guess the score is '{score}'"

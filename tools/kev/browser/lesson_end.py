"""The question that check_pages asks of the end of a lesson: its exercises lead to the pages that weaken an order of the
lab's headers, and a button copies the command that begins the first exercise."""
import json
from collections.abc import Iterator
from pathlib import Path

from kev.browser.chromium import Browser

LINKS = """[...document.querySelectorAll('article p')].filter(each => each.textContent.startsWith('Weaken an order'))
    .flatMap(each => [...each.querySelectorAll('a')].map(link => new URL(link.href).pathname))"""
# Marks the button of the first command; the theme gives a block its button when the reader comes to it. The copied text
# is kept, because a page may not read the clipboard.
FIND = """(async () => {
    const code = [...document.querySelectorAll('article pre > code')]
      .find(each => each.textContent.startsWith('./kev exercise'));
    if (!code) return false;
    code.scrollIntoView({block: 'center'});
    let button = null;
    for (let looks = 0; !button && looks < 200; ++looks) {
      await new Promise(done => setTimeout(done, 20));
      button = code.closest('pre').querySelector('.md-clipboard');
    }
    button?.setAttribute('data-first', '');
    addEventListener('copy', () => { window.kevCopied = document.activeElement.value; });
    return Boolean(button);
})()"""


def ends(tab: Browser, folder: Path, number: str) -> Iterator[str]:
    """All findings on a lab's lesson."""
    found = {Path(link).relative_to(folder).with_suffix("").as_posix() for link in tab.run(LINKS)}
    wanted = {page.relative_to(folder).with_suffix("").as_posix() for page in (folder / "explorer" / number).glob("*.html")}
    if found != wanted:
        yield f"its end leads to {sorted(found)} instead of {sorted(wanted)}"
    if not tab.run(FIND):
        yield "no button copies the command of the first exercise"
        return
    tab.click("[data-first]")
    copied = tab.run("window.kevCopied ?? ''")
    if copied.strip() != f"./kev exercise {number} start 1":
        yield f"the button of the first exercise copies {json.dumps(copied)}"

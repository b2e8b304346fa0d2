"""The question that check_pages asks of a lesson: printed, it is a handout that can be read."""
from collections.abc import Iterator

from kev.browser.chromium import Browser

PAPER = 794  # pixels: A4
LOOK = """(() => {
  const shown = each => each && getComputedStyle(each).display !== 'none';
  return {navigation: ['.md-header', '.md-sidebar', '.md-footer'].filter(name => shown(document.querySelector(name))),
    folded: document.querySelectorAll('details:not([open])').length, all: document.querySelectorAll('details').length,
    cut: [...document.querySelectorAll('pre > code')].filter(each => each.scrollWidth > each.clientWidth + 1)
      .map(each => each.textContent.slice(0, 40))};
})()"""


def prints(tab: Browser) -> Iterator[str]:
    """All findings on a lesson, which the tab shows."""
    tab.size(PAPER, 1123)
    tab.command("Emulation.setEmulatedMedia", media="print")
    tab.run("dispatchEvent(new Event('beforeprint'))")
    found = tab.run(LOOK)
    yield from (f"printed, {name} is there" for name in found["navigation"])
    if found["folded"]:
        yield f"printed, {found['folded']} of {found['all']} parts stay folded"
    yield from (f"printed, code is cut off: {text}" for text in found["cut"])
    tab.run("dispatchEvent(new Event('afterprint'))")
    if found["all"] and not tab.run(LOOK)["folded"]:
        yield "after printing everything stays open"
    tab.command("Emulation.setEmulatedMedia", media="")

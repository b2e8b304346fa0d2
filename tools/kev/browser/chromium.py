"""A headless Chromium that shows a page at a time, driven by Debian's chromium-driver and python3-selenium."""
from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
from pathlib import Path
from typing import Any, Optional

try:
    import urllib3
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver import ActionChains, Chrome, ChromeOptions
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.by import By
    from selenium.webdriver.remote.remote_connection import RemoteConnection
    SELENIUM = True
    LOST = (WebDriverException, urllib3.exceptions.HTTPError, OSError)
except ImportError:
    SELENIUM = False

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
# Without a screen Chromium finds no mouse, and pages take it for a telephone: give it a fine pointer that can hover.
MOUSE = "blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2"
PATIENCE = 120  # seconds until a browser that says nothing is given up; it bounds a hang, not a test

# Resolves when an element has stood still for two frames: on a slow machine a page may still be scrolling, or making
# room for something, when it is clicked.
AT_REST = """(e) => new Promise(resolve => {
    let last = {x: NaN, y: NaN};
    const look = () => {
        const here = e.getBoundingClientRect();
        if (here.x === last.x && here.y === last.y) return resolve(true);
        last = here;
        requestAnimationFrame(() => requestAnimationFrame(look));
    };
    e.scrollIntoView({block: 'center'});
    look();
})"""


class BrowserError(Exception):
    """The browser could not do what it was asked."""


class BrowserLost(BrowserError):
    """The browser ended, or has said nothing for PATIENCE seconds: it has to be replaced."""


def program() -> Optional[str]:
    """The browser's program, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)


def missing() -> str:
    """The reason why a browser cannot be used here, with the way to get it; '' if nothing does."""
    if not program():
        return "Chromium is not here (apt-get install chromium; Ubuntu has it as a snap only)"
    if not shutil.which("chromedriver"):
        return "chromedriver is not here (apt-get install chromium-driver)"
    return "" if SELENIUM else "selenium is not here (apt-get install python3-selenium)"


class Browser:
    """A running browser with a profile of its own; ends with the `with` block. Pages are loaded into its one tab one
    after the other. `errors` and `requests` are those of the last page."""

    def __init__(self) -> None:
        options = ChromeOptions()
        options.binary_location = program() or ""
        for word in ("headless", "disable-gpu", "no-first-run", "disable-background-networking",
                     "disable-component-update", "disable-dev-shm-usage", MOUSE,
                     *(["no-sandbox"] if os.geteuid() == 0 else [])):
            options.add_argument(f"--{word}")
        options.set_capability("goog:loggingPrefs", {"browser": "SEVERE", "performance": "ALL"})
        RemoteConnection.set_timeout(PATIENCE)
        try:
            self.driver = Chrome(service=Service(shutil.which("chromedriver") or ""), options=options)
        except LOST as error:
            raise BrowserError(f"the start: {error}") from error
        # They are noted now: those of a driver that has died cannot be found.
        self.children = [int(child) for children in Path(f"/proc/{self.driver.service.process.pid}/task").glob("*/children")
                         for child in children.read_text(encoding="ascii").split()]
        self.errors: list[str] = []
        self.requests: list[str] = []

    def __enter__(self) -> Browser:
        return self

    def __exit__(self, *_: object) -> None:
        self.driver.quit()

    def kill(self) -> None:
        """Ends a lost browser: without a question, which it would not answer."""
        driver = self.driver.service.process
        for child in self.children:
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)
        driver.kill()
        driver.wait()
        shutil.rmtree(self.driver.capabilities["chrome"]["userDataDir"], ignore_errors=True)

    def command(self, method: str, **parameters: Any) -> dict:
        """Sends a command of the DevTools protocol and returns its result."""
        try:
            return self.driver.execute_cdp_cmd(method, parameters)
        except LOST as error:
            raise BrowserLost(f"{method}: {error}") from error

    def size(self, width: int, height: int) -> None:
        """The size of the window, in pixels of CSS."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=False)

    def scheme(self, name: str, still: bool = False) -> None:
        """The scheme that the system is said to prefer: 'light' or 'dark'; `still`: without motion."""
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": name},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])

    def before_each_page(self, script: str) -> None:
        """Runs a script in each page, before its own."""
        self.command("Page.addScriptToEvaluateOnNewDocument", source=script)

    def go(self, address: str) -> None:
        """Loads a page, to its load event; deferred scripts have run then."""
        try:
            for log in ("browser", "performance"):  # of what the last page did after its load event
                self.driver.get_log(log)
            self.driver.get(address)
            self.errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
            events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        except LOST as error:
            raise BrowserLost(f"{address}: {error}") from error
        self.requests = [event["params"]["request"]["url"] for event in events
                         if event["method"] == "Network.requestWillBeSent"]

    def run(self, expression: str) -> Any:
        """The value of an expression of JavaScript in the page; a promise is awaited."""
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def click(self, selector: str) -> None:
        """Clicks in the middle of an element with the mouse, as a reader does: what covers it gets the click."""
        self.run(f"({AT_REST})(document.querySelector({json.dumps(selector)}))")
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        self._act(ActionChains(self.driver, duration=0).move_to_element(element).click())

    def touch(self, selector: str) -> None:
        """Taps in the middle of an element with a finger."""
        x, y = self.run(f"""({AT_REST})(document.querySelector({json.dumps(selector)})).then(() => {{
            const box = document.querySelector({json.dumps(selector)}).getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];
        }})""")
        self.command("Emulation.setTouchEmulationEnabled", enabled=True)
        self.run("window.kevTapped = new Promise(done => addEventListener('click', () => done(true), {once: true})); 0")
        self.command("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.command("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.run("window.kevTapped")
        self.command("Emulation.setTouchEmulationEnabled", enabled=False)

    @staticmethod
    def _act(actions: ActionChains) -> None:
        try:
            actions.perform()
        except LOST as error:
            raise BrowserLost(str(error)) from error

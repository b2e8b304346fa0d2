"""Drives a headless Chromium by its DevTools protocol, over two pipes: nothing is needed besides the browser.

The protocol: each message is JSON and ends with a zero byte; the browser reads them from its file 3 and writes to
its file 4. https://chromedevtools.github.io/devtools-protocol/ describes the commands.
"""
import json
import os
import select
import shutil
import signal
import subprocess
import tempfile
import time

PATIENCE = 120  # seconds until a browser that says nothing is given up; it bounds a hang, not a test
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "Home": 36, "End": 35, "Tab": 9, "Enter": 13}


class BrowserError(Exception):
    """The browser ended, or could not do what it was asked."""


def program():
    """The browser's program, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Browser:
    """A running browser with a profile of its own; ends with the `with` block."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="kev-browser-")
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()
        command = [program(), "--headless", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage",
                   f"--user-data-dir={self.profile}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        # The shell gives the pipes the numbers that the browser expects.
        shell = ["sh", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "sh", *command]
        self.process = subprocess.Popen(shell, pass_fds=(to_read, to_write), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_read)
        os.close(to_write)
        self.rest, self.number, self.listeners = b"", 0, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.to_write)
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.to_read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def command(self, method, session=None, **parameters):
        """Sends a command and returns its result; events that come before it go to the tabs."""
        self.number += 1
        wanted = self.number
        message = {"id": wanted, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.to_write, data):]
        while True:
            answer = self.next_message()
            if answer.get("id") != wanted:
                continue
            if "error" in answer:
                raise BrowserError(f"{method}: {answer['error']['message']}")
            return answer["result"]

    def next_message(self):
        """The next message; an event is handed to its tab, too."""
        end = time.monotonic() + PATIENCE
        while b"\0" not in self.rest:
            ready, _, _ = select.select([self.to_read], [], [], max(0, end - time.monotonic()))
            piece = os.read(self.to_read, 1 << 16) if ready else b""
            if not piece:
                raise BrowserError("the browser has ended" if ready else "the browser does not answer")
            self.rest += piece
        text, self.rest = self.rest.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message and message.get("sessionId") in self.listeners:
            self.listeners[message["sessionId"]](message["method"], message["params"])
        return message

    def tab(self):
        """A new tab."""
        target = self.command("Target.createTarget", url="about:blank")["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Tab(self, session)


class Tab:
    """One tab: pages are loaded into it one after the other. `errors` and `requests` are those of the last page."""

    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.errors, self.requests, self.loaded = [], [], False
        browser.listeners[session] = self._event
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(f"{domain}.enable")

    def command(self, method, **parameters):
        """Sends a command to this tab."""
        return self.browser.command(method, self.session, **parameters)

    def _event(self, method, parameters):
        if method == "Page.loadEventFired":
            self.loaded = True
        elif method == "Network.requestWillBeSent":
            self.requests.append(parameters["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            self.errors.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and parameters["type"] in ("error", "assert"):
            self.errors.append(" ".join(str(part.get("value", part.get("description"))) for part in parameters["args"]))
        elif method == "Log.entryAdded" and parameters["entry"]["level"] == "error":
            self.errors.append(f"{parameters['entry']['text']} {parameters['entry'].get('url', '')}")

    def size(self, width, height, mobile=False):
        """The size of the window, in pixels of CSS."""
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1,
                     mobile=mobile)

    def scheme(self, name):
        """What the system is said to prefer: 'light' or 'dark'."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def go(self, address):
        """Loads a page, to its load event; deferred scripts have run then."""
        self.errors, self.requests, self.loaded = [], [], False
        answer = self.command("Page.navigate", url=address)
        if "errorText" in answer:
            raise BrowserError(f"{address}: {answer['errorText']}")
        while not self.loaded:
            self.browser.next_message()

    def run(self, expression):
        """The value of an expression of JavaScript in the page; a promise is awaited."""
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return answer["result"].get("value")

    def press(self, key):
        """Presses a key and lets it go."""
        for kind in ("rawKeyDown", "keyUp"):
            self.command("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=KEYS[key])

    def click(self, selector):
        """Clicks in the middle of an element with the mouse, as a reader does: what covers it gets the click."""
        place = self.run(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); "
                         "e.scrollIntoView({block: 'center'}); const b = e.getBoundingClientRect(); "
                         "return {x: b.x + b.width / 2, y: b.y + b.height / 2}; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

"""Drives a headless Chromium by its DevTools protocol, over two pipes: nothing is needed besides the browser.

Several threads may use it at once, each with a tab of its own: a thread of the browser's reads what comes and hands
it to whom it is for.

The protocol: each message is JSON and ends with a zero byte; the browser reads them from its file 3 and writes to
its file 4. https://chromedevtools.github.io/devtools-protocol/ describes the commands.
"""
import json
import os
import queue
import shutil
import signal
import subprocess
import tempfile
import threading

# Without a screen Chromium finds no mouse, and pages take it for a telephone: give it a fine pointer that can hover.
MOUSE = "--blink-settings=primaryPointerType=4,availablePointerTypes=4,primaryHoverType=2,availableHoverTypes=2"
PATIENCE = 120  # seconds until a browser that says nothing is given up; it bounds a hang, not a test
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Home": 36, "End": 35, "Tab": 9, "Enter": 13,
        "+": 187, "-": 189, "0": 48}


class BrowserError(Exception):
    """The browser ended, or could not do what it was asked."""


def program():
    """The browser's program, or None."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


# The middle of an element, once it has stood still for two frames: on a slow machine a page may still be scrolling, or
# making room for something, when it is asked.
AT_REST = """(e) => new Promise(resolve => {
    let last = {x: NaN, y: NaN};
    const look = () => {
        const b = e.getBoundingClientRect(), here = {x: b.x + b.width / 2, y: b.y + b.height / 2};
        if (here.x === last.x && here.y === last.y) return resolve(here);
        last = here;
        requestAnimationFrame(() => requestAnimationFrame(look));
    };
    look();
})"""


def waited_for(answers):
    """The next one of a queue; the browser's end and its silence are errors."""
    try:
        answer = answers.get(timeout=PATIENCE)
    except queue.Empty:
        raise BrowserError("the browser does not answer") from None
    if answer is None:
        raise BrowserError("the browser has ended")
    return answer


class Browser:
    """A running browser with a profile of its own; ends with the `with` block."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="kev-browser-")
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()
        command = [program(), "--headless", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", MOUSE,
                   f"--user-data-dir={self.profile}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        # The shell gives the pipes the numbers that the browser expects.
        shell = ["sh", "-c", f'exec "$@" 3<&{to_read} 4>&{to_write}', "sh", *command]
        self.process = subprocess.Popen(shell, pass_fds=(to_read, to_write), stdin=subprocess.DEVNULL,
                                        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        os.close(to_read)
        os.close(to_write)
        self.number, self.listeners, self.answers = 0, {}, {}
        self.lock = threading.Lock()  # of the numbers, the table of answers, and the pipe to write to
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        self.reader.join(PATIENCE)  # the pipe has ended
        os.close(self.to_write)
        os.close(self.to_read)
        shutil.rmtree(self.profile, ignore_errors=True)

    def command(self, method, session=None, **parameters):
        """Sends a command and returns its result."""
        answer = queue.SimpleQueue()
        with self.lock:
            self.number += 1
            number = self.number
            self.answers[number] = answer
            message = {"id": number, "method": method, "params": parameters}
            if session:
                message["sessionId"] = session
            self._write(json.dumps(message).encode() + b"\0")
        found = waited_for(answer)
        if "error" in found:
            raise BrowserError(f"{method}: {found['error']['message']}")
        return found["result"]

    def _write(self, data):
        while data:
            try:
                data = data[os.write(self.to_write, data):]
            except BrokenPipeError as error:
                raise BrowserError("the browser has ended") from error

    def _read(self):
        """Hands each message to whom it is for, until the browser ends."""
        rest = b""
        while piece := os.read(self.to_read, 1 << 16):
            *messages, rest = (rest + piece).split(b"\0")
            for text in messages:
                self._hand_out(json.loads(text))
        with self.lock:
            waiting, self.answers = [*self.answers.values(), *(tab.loads for tab in self.listeners.values())], {}
        for each in waiting:
            each.put(None)

    def _hand_out(self, message):
        if "id" in message:
            with self.lock:
                answer = self.answers.pop(message["id"])
            answer.put(message)
        elif message.get("sessionId") in self.listeners:
            self.listeners[message["sessionId"]].on_event(message["method"], message["params"])

    def tab(self):
        """A new tab, which shares no storage with the others."""
        context = self.command("Target.createBrowserContext")["browserContextId"]
        target = self.command("Target.createTarget", url="about:blank", browserContextId=context)["targetId"]
        session = self.command("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        return Tab(self, session)


class Tab:
    """One tab: pages are loaded into it one after the other. `errors` and `requests` are those of the last page."""

    def __init__(self, browser, session):
        self.browser, self.session = browser, session
        self.errors, self.requests, self.loads = [], [], queue.SimpleQueue()
        browser.listeners[session] = self
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.command(f"{domain}.enable")

    def command(self, method, **parameters):
        """Sends a command to this tab."""
        return self.browser.command(method, self.session, **parameters)

    def on_event(self, method, parameters):
        """Takes note of what happens in the tab."""
        if method == "Page.loadEventFired":
            self.loads.put(method)
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

    def before_each_page(self, script):
        """Runs a script in each page, before its own."""
        self.command("Page.addScriptToEvaluateOnNewDocument", source=script)

    def go(self, address):
        """Loads a page, to its load event; deferred scripts have run then."""
        self.errors, self.requests, self.loads = [], [], queue.SimpleQueue()
        answer = self.command("Page.navigate", url=address)
        if "errorText" in answer:
            raise BrowserError(f"{address}: {answer['errorText']}")
        waited_for(self.loads)

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
        place = self.run(f"((e) => {{ e.scrollIntoView({{block: 'center'}}); return ({AT_REST})(e); }})"
                         f"(document.querySelector({json.dumps(selector)}))")
        for kind in ("mousePressed", "mouseReleased"):
            self.command("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

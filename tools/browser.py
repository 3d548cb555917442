# SPDX-License-Identifier: GPL-2.0-or-later
"""A headless Chromium for tests, driven over a pair of pipes by the DevTools protocol; needs nothing but Python."""

import contextlib
import fcntl
import json
import os
import select
import shutil
import subprocess
import time

_FLAGS = (
    "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update --disable-sync --disable-dev-shm-usage "
    "--remote-debugging-pipe"
).split()
_DEADLINE_SECONDS = 240  # of one answer: a machine may be busy, but it never takes that long


class Missing(Exception):
    """There is no browser on this machine."""


class BrowserError(Exception):
    """The browser refused, ended, or did not answer."""


def find():
    path = shutil.which("chromium")
    if path is None:
        raise Missing("chromium is not installed (Debian package chromium)")
    return path


class Browser:
    """`with Browser(directory) as browser`: a browser with an empty profile in the directory."""

    def __init__(self, directory):
        self._directory = directory
        self._number = 0
        self._received = b""
        self.events = []  # since the last navigation, each {"method": ..., "params": ...}

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            self._start(stack)
            target = self._ask("Target.createTarget", {"url": "about:blank"})["targetId"]
            self._session = self._ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
            for domain in ("Page", "Runtime", "Log", "Network"):
                self.ask(f"{domain}.enable")
            self._stack = stack.pop_all()  # what is left open, unless something above failed
        return self

    def __exit__(self, *_):
        self._stack.close()

    def _start(self, stack):
        path = find()
        home = os.path.join(self._directory, "home")
        os.makedirs(home, exist_ok=True)
        log = stack.enter_context(open(os.path.join(self._directory, "browser.log"), "wb"))
        with contextlib.ExitStack() as theirs:
            theirs_in, self._out = os.pipe()
            theirs.callback(os.close, theirs_in)
            ours = stack.enter_context(contextlib.ExitStack())
            ours.callback(os.close, self._out)
            self._in, theirs_out = os.pipe()
            theirs.callback(os.close, theirs_out)
            stack.callback(os.close, self._in)
            # Out of the way of 3 and 4, where the browser expects them.
            moved = []
            for fd in (theirs_in, theirs_out):
                moved.append(fcntl.fcntl(fd, fcntl.F_DUPFD, 10))
                theirs.callback(os.close, moved[-1])

            def give_pipes():
                os.dup2(moved[0], 3)
                os.dup2(moved[1], 4)

            self._process = subprocess.Popen(  # pylint: disable=consider-using-with,subprocess-popen-preexec-fn
                [path, *_FLAGS, f"--user-data-dir={os.path.join(self._directory, 'profile')}", "about:blank"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, preexec_fn=give_pipes, pass_fds=(3, 4), env={**os.environ, "HOME": home},
            )
        stack.callback(self._end)
        stack.callback(ours.close)

    def _end(self):
        """Called when our end of its pipe is closed, on which it ends."""
        try:
            self._process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    _session = None

    def _message(self, deadline):
        while b"\0" not in self._received:
            left = deadline - time.monotonic()
            ready = left > 0 and select.select([self._in], [], [], left)[0]
            if not ready:
                raise BrowserError("the browser did not answer in time")
            part = os.read(self._in, 1 << 20)
            if not part:
                raise BrowserError("the browser ended; its last words are in browser.log")
            self._received += part
        text, self._received = self._received.split(b"\0", 1)
        return json.loads(text)

    def _ask(self, method, parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        deadline = time.monotonic() + _DEADLINE_SECONDS
        while True:
            answer = self._message(deadline)
            if answer.get("id") == self._number:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self._keep(answer)

    def _keep(self, event):
        if "method" in event:
            self.events.append(event)

    def ask(self, method, **parameters):
        """The result of a command of the protocol."""
        return self._ask(method, parameters)

    def wait_for(self, method):
        """The parameters of the first such event since the last navigation."""
        deadline = time.monotonic() + _DEADLINE_SECONDS
        while True:
            for event in self.events:
                if event["method"] == method:
                    return event["params"]
            self._keep(self._message(deadline))

    def navigate(self, url):
        """Opens a page and returns when all that belongs to it was loaded."""
        self.events = []
        self.ask("Page.navigate", url=url)
        self.wait_for("Page.loadEventFired")

    def evaluate(self, expression):
        """The value of a JavaScript expression in the page; of a promise, what it becomes."""
        result = self.ask("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise BrowserError(details.get("exception", {}).get("description") or details["text"])
        return result["result"].get("value")

    def prefer(self, scheme):
        """`light` or `dark`."""
        self.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def resize(self, width, height):
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def press_tab(self):
        for kind in ("rawKeyDown", "keyUp"):
            self.ask("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)

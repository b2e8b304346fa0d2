"""`kev docs`: builds the site and shows it."""
import argparse
import contextlib
import functools
import http.server
import shutil
import webbrowser
from pathlib import Path

from kev.build.setup import prepare
from kev.core.arguments import port
from kev.core.errors import KevError
from kev.core.paths import ROOT, shown
from kev.core.process import run
from kev.core.terminal import Progress, say
from kev.races import race_data
from kev.site import building

DEFAULT_PORT = 8000


def add_parser(subparsers: argparse._SubParsersAction) -> None:
    """Adds the command."""
    parser = subparsers.add_parser(
        "docs", help="build the site and serve it on this machine",
        description="Builds the site (the lessons, the races, the decisions, the API reference) into site/, or below "
                    "KEV_BUILD_ROOT, and serves it on the loopback address until Ctrl-C. The site loads nothing from "
                    "the network.")
    parser.add_argument("--models", action="store_true",
                        help="build the model programs first, and have them make what the site shows of all situations")
    parser.add_argument("--build", action="store_true", help="only build")
    parser.add_argument("--open", action="store_true", help="open it in the browser")
    parser.add_argument("--port", type=port, default=DEFAULT_PORT,
                        help=f"where to serve (default {DEFAULT_PORT})")
    parser.add_argument("--no-install", action="store_true", help="install nothing")
    parser.set_defaults(func=main)


def build_site(folder: Path) -> None:
    """The pages, then the API reference below them (the pages' build empties the folder)."""
    reason = building.cannot_build()
    if reason:
        raise KevError(f"cannot build the site: {reason}")
    steps = [("pages", building.mkdocs_command(folder))]
    if shutil.which("doxygen"):
        steps.append(("API reference", building.doxygen_command(folder)))
    for title, command in steps:
        progress = Progress.begun(title)
        result = run(command, cwd=ROOT)
        progress.done("done" if result.ok else "FAILED")
        if not result.ok:
            raise KevError(f"{title}: {result.complaint(40)}")


def explore(build: bool) -> None:
    """The situations of each race that is small enough, for "try it yourself". What was made of this code is there already.
    What is not built is left out, and its page says how to get it."""
    missing = race_data.make_graphs(build)
    if missing:
        say(f"{missing} graphs of situations are left out: ./kev docs --models builds the programs that make them")


def listen(folder: Path, number: int) -> http.server.ThreadingHTTPServer:
    """A server of the folder on the loopback address, which has its port from now on."""
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    try:
        return http.server.ThreadingHTTPServer(("127.0.0.1", number), handler)
    except OSError as error:
        raise KevError(f"cannot serve on port {number}: {error.strerror}; try --port") from error


def serve(server: http.server.ThreadingHTTPServer, browse: bool) -> None:
    """Serves until Ctrl-C."""
    address = f"http://127.0.0.1:{server.server_address[1]}/"
    say(f"{address} (Ctrl-C ends it)")
    if browse:
        webbrowser.open(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        say()


def main(options: argparse.Namespace) -> int:
    """Runs the command."""
    folder = building.folder()
    # Before the minutes that the rest takes: the port may be another's.
    with contextlib.ExitStack() as stack:
        server = None if options.build else stack.enter_context(listen(folder, options.port))
        building.require_folder()
        prepare(["docs", *(["build"] if options.models else [])], install=not options.no_install)
        explore(options.models)
        build_site(folder)
        if server:
            serve(server, options.open)
        elif options.open:
            webbrowser.open((folder / "index.html").as_uri())
    say(shown(folder / "index.html"))
    return 0

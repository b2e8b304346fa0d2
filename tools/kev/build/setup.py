"""`kev setup`: installs everything at once."""
from kev.build import packages
from kev.core.errors import KevError
from kev.core.terminal import heading, say

SOURCE = "benchmark (source)"


def add_parser(subparsers):
    """Adds the command."""
    parser = subparsers.add_parser(
        "setup", help="install everything that any command needs",
        description="Installs the compiler, the libraries, Wine, Valgrind and the tools of the site; clang, a "
                    "compiler for ARM64 with qemu, Rust and a browser, too, which only some checks and "
                    "comparisons want: with apt-get (as root or with sudo). Fetches the source of Google "
                    "Benchmark for the Windows build. What is there already stays as it is.")
    parser.add_argument("--student", action="store_true", help="only what the exercises need")
    parser.set_defaults(func=main)


def prepare(features, install=True):
    """Installs what these features miss. Each command calls it first. True if nothing required
    is missing afterwards."""
    complete = packages.install(features) if install else not packages.required(features)
    if "wine" in features and packages.available("wine") and install:
        _get_benchmark_source()
    return complete


def _get_benchmark_source():
    """Asks for it, unless it was asked for in vain: where there is no network, that takes minutes each time."""
    from kev.build import benchmark_source
    if SOURCE in packages.asked_in_vain() and benchmark_source.benchmark_source() is None:
        say("Still missing: the source of Google Benchmark (./kev setup tries again).")
    elif benchmark_source.get_benchmark_source() is None:
        packages.remember_in_vain([SOURCE])


def require(features, install=True):
    """The same for a command that can do nothing without all of these features: an error names what is missing."""
    for feature in features:
        if reason := packages.supported(feature):
            raise KevError(reason)
    if not prepare(features, install):
        raise KevError(f"this needs what is not here: apt-get install {' '.join(packages.required(features))}")


def main(options):
    """Runs the command."""
    heading("Setup")
    packages.forget_in_vain()
    if options.student:
        complete = prepare(["exercises"])
        say("All that the exercises need is there." if complete else "Something is missing; see above.")
        return 0 if complete else 1
    from kev.build import benchmark_source
    complete = prepare(packages.SETUP)
    if benchmark_source.benchmark_source() is None and packages.available("wine"):
        say("Without the source of Google Benchmark the Windows build has no benchmarks.")
    say("All that is required is there." if complete else "Something required is missing; see above.")
    return 0 if complete else 1

"""The programs that `tools/dev/real` runs on each lock: what each needs, how it is called, and what it says of its speed."""
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from kev.core.paths import ROOT, build_root

DRIVERS = ROOT / "tools" / "real"
SYSTEM_PYTHON = "/usr/bin/python3"  # Debian's: another one may be linked without threads of the system
BYTES = 12_000_000
OBJECTS = 200


@dataclass(frozen=True)
class Program:
    """One program. Without a pattern, its speed is one run over the time of the run."""
    name: str
    kind: str
    package: str
    needs: str
    command: tuple
    pattern: str = ""
    starts_server: bool = False
    unpack: tuple = ()

    def is_there(self):
        """Whether the program is installed."""
        return bool(shutil.which(self.needs)) or Path(self.needs).exists()

    def speed(self, output, seconds):
        """Its own figure of merit, where more is better; None if it is not in the output."""
        if not self.pattern:
            return 1 / seconds
        found = re.search(self.pattern, output)
        return float(found.group(1)) if found else None

    def is_wrong(self, folder):
        """Whether what it wrote into the file `output` of the folder is no archive of `text`. Others check their results
        themselves."""
        if not self.unpack:
            return False
        with open(folder / "output", "rb") as output:
            made = subprocess.run(self.unpack, check=False, stdin=output, capture_output=True).stdout
        return made != (folder / "text").read_bytes()


# For lab 05's figure only: nothing in it contends but the interpreter's threads for their lock.
LOOPS = Program("Python loops", "interpreter", "python3", SYSTEM_PYTHON,
                (SYSTEM_PYTHON, DRIVERS / "python_loops.py", "2000000"))


def programs():
    """All programs. They run in a folder that has `text`, a file to compress, and the compiled driver of LevelDB."""
    objects = sorted(map(str, (build_root() / "linux").glob("labs/**/*.o")))[:OBJECTS]
    return [
        Program("xz", "compressor", "xz-utils", "xz", ("xz", "-T4", "-1", "--block-size=200000", "-kfc", "text"),
                unpack=("xz", "-dc")),
        Program("pigz", "compressor", "pigz", "pigz", ("pigz", "-p4", "-b32", "-kfc", "text"),
                unpack=("gzip", "-dc")),
        Program("lbzip2", "compressor", "lbzip2", "lbzip2", ("lbzip2", "-n4", "-1", "-kfc", "text"),
                unpack=("bzip2", "-dc")),
        Program("zstd", "compressor", "zstd", "zstd", ("zstd", "-q", "-T4", "-6", "-B512KiB", "-kfc", "text"),
                unpack=("zstd", "-dc")),
        Program("sysbench threads", "benchmark of locks", "sysbench", "sysbench",
                ("sysbench", "threads", "--threads=8", "--thread-locks=2", "--time=1", "run"),
                r"total number of events:\s+(\d+)"),
        Program("sysbench mutex", "benchmark of locks", "sysbench", "sysbench",
                ("sysbench", "mutex", "--threads=8", "--mutex-num=4", "--mutex-locks=20000", "--mutex-loops=100", "run")),
        Program("stress-ng sem", "benchmark of semaphores", "stress-ng", "stress-ng",
                ("stress-ng", "--sem", "1", "--timeout", "1", "--metrics-brief"),
                r"\bsem\s+\d+\s+[\d.]+\s+[\d.]+\s+[\d.]+\s+([\d.]+)"),
        Program("Python queue", "interpreter", "python3", SYSTEM_PYTHON,
                (SYSTEM_PYTHON, DRIVERS / "python_queue.py", "10000")),
        Program("SQLite", "database", "python3", SYSTEM_PYTHON,
                (SYSTEM_PYTHON, DRIVERS / "sqlite_threads.py", "1500")),
        Program("LevelDB", "database", "libleveldb-dev", "/usr/include/leveldb/db.h",
                ("./leveldb_readers", "database", "60000")),
        Program("memcached", "server", "memcached", "memcached",
                (sys.executable, DRIVERS / "memcached_load.py", "40000"), r"requests per second: ([\d.]+)",
                starts_server=True),
        Program("Apache", "web server", "apache2-bin apache2-utils", "/usr/sbin/apache2",
                (sys.executable, DRIVERS / "apache_load.py", "8000"), r"Requests per second:\s+([\d.]+)",
                starts_server=True),
        Program("Guile", "garbage-collected runtime", "guile-3.0", "guile",
                ("guile", "--no-auto-compile", DRIVERS / "guile_threads.scm", "30000")),
        Program("lld", "linker", "lld", "ld.lld",
                ("ld.lld", "--threads=4", "-r", "-z", "muldefs", "-o", "linked", *objects)),
    ]

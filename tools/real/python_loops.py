"""Python threads that compute and never sleep: each gets the interpreter's lock when its time limit is over."""
import sys
import threading

LOOPS = int(sys.argv[1])
THREADS = 4

sums = []


def compute():
    """Adds numbers."""
    total = 0
    for number in range(LOOPS):
        total += number
    sums.append(total)


threads = [threading.Thread(target=compute) for _ in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(sums != [LOOPS * (LOOPS - 1) // 2] * THREADS)

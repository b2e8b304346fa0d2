"""Python threads that pass numbers through a queue: they contend for the interpreter's lock."""
import queue
import sys
import threading

NUMBERS = int(sys.argv[1])
THREADS = 4

numbers = queue.Queue(maxsize=64)


def produce():
    """Puts this thread's share."""
    for number in range(NUMBERS):
        numbers.put(number)


threads = [threading.Thread(target=produce) for _ in range(THREADS)]
for thread in threads:
    thread.start()
total = sum(numbers.get() for _ in range(NUMBERS * THREADS))
for thread in threads:
    thread.join()
sys.exit(total != THREADS * NUMBERS * (NUMBERS - 1) // 2)

"""Threads that use one SQLite connection: they contend for the mutex of the connection, and for Python's lock."""
import sqlite3
import sys
import threading

QUERIES = int(sys.argv[1])
THREADS = 4
ROWS = 1000

database = sqlite3.connect(":memory:", check_same_thread=False)
database.execute("create table numbers (number integer)")
database.executemany("insert into numbers values (?)", [(number,) for number in range(ROWS)])
wrong = []


def ask():
    """Asks for the same sum again and again."""
    for _ in range(QUERIES):
        answer = database.cursor().execute("select sum(number) from numbers").fetchone()[0]
        if answer != ROWS * (ROWS - 1) // 2:
            wrong.append(answer)


threads = [threading.Thread(target=ask) for _ in range(THREADS)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
sys.exit(bool(wrong))

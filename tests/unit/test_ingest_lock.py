"""Writers get their turn in order and at once, whatever becomes of the others."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from ingest.lock import WriterBusyError, writer_lock

ROOT = Path(__file__).parents[2]
PROMPTLY_S = 2.0  # on a busy machine; within it far less than anybody would wait

HOLD = """
import sys, time
from pathlib import Path
from ingest.lock import writer_lock

print("asks", flush=True)
with writer_lock(Path(sys.argv[1]), holder="another", wait_s=60):
    print("holds", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def lock(tmp_path):
    return tmp_path / "home" / "writer.lock"


def another(lock):
    """A process that asks for the lock and keeps it."""
    command = [sys.executable, "-c", HOLD, str(lock)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    process.stdout.readline()
    return process


def end(process):
    process.send_signal(signal.SIGKILL)
    process.communicate()


def seconds_to_get(lock, wait_s=60.0):
    started = time.monotonic()
    with writer_lock(lock, holder="me", wait_s=wait_s):
        return time.monotonic() - started


class Writer(threading.Thread):
    """Asks `n_times` in a row, and notes its name when its turn comes."""

    def __init__(self, lock, name, order, n_times=1):
        super().__init__()
        self.lock, self.sign, self.order, self.n_times = lock, name, order, n_times

    def run(self):
        for _ in range(self.n_times):
            with writer_lock(self.lock, holder=self.sign, wait_s=60):
                self.order.append(self.sign)
                time.sleep(0.02)


def test_who_asks_again_and_again_leaves_the_others_their_turns(lock):
    order = []
    writers = [Writer(lock, name, order, n_times=12) for name in "ab"]

    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()

    first = min(order.index("a"), order.index("b"))
    both = order[max(order.index("a"), order.index("b")) : -4]
    assert first == 0
    assert "aaa" not in "".join(both)
    assert "bbb" not in "".join(both)


def test_turns_come_in_the_order_of_asking(lock):
    order = []
    writers = [Writer(lock, name, order) for name in "abcd"]

    with writer_lock(lock, holder="first", wait_s=0):
        for writer in writers:
            writer.start()
            time.sleep(0.2)
    for writer in writers:
        writer.join()

    assert order == [*"abcd"]


def test_the_turn_comes_at_once(lock):
    gaps = []
    for _ in range(5):
        process = another(lock)
        process.stdout.readline()
        started = threading.Timer(0.3, end, [process])
        started.start()
        gaps.append(seconds_to_get(lock) - 0.3)

    assert min(gaps) < 0.05  # a look every tenth of a second would seldom be so quick
    assert max(gaps) < PROMPTLY_S


def test_lock_of_a_killed_holder_goes_to_who_waits(lock):
    holder = another(lock)
    holder.stdout.readline()
    waiting = another(lock)

    end(holder)

    assert waiting.stdout.readline() == b"holds\n"
    end(waiting)
    assert seconds_to_get(lock) < PROMPTLY_S


def test_killed_waiter_keeps_nobody_waiting(lock):
    with writer_lock(lock, holder="first", wait_s=0):
        waiting = [another(lock) for _ in range(3)]
        time.sleep(0.2)
        for process in waiting:
            end(process)

    assert seconds_to_get(lock) < PROMPTLY_S


def test_who_gave_up_keeps_nobody_waiting(lock):
    with writer_lock(lock, holder="first", wait_s=0):
        for wait_s in (0.0, 0.05, 0.05):
            with pytest.raises(WriterBusyError, match=r"first .* for \d s"):
                seconds_to_get(lock, wait_s)

    assert seconds_to_get(lock) < PROMPTLY_S
    assert seconds_to_get(lock, 0.0) < PROMPTLY_S


def test_who_does_not_wait_is_refused_while_others_do(lock):
    holder, waiting = another(lock), another(lock)
    holder.stdout.readline()
    time.sleep(0.2)

    with pytest.raises(WriterBusyError, match=f"process {holder.pid} "):
        seconds_to_get(lock, 0.0)

    end(waiting)
    end(holder)

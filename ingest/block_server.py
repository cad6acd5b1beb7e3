"""A worker process: reads blocks from stdin, answers with their results on stdout.

It ends when its stdin does, so that none outlives the process that started it,
however that one ended.
"""

import gc
import itertools
import os
import pickle
import struct
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from typing import IO, cast

from ingest.block import BlockResult, read_block
from ingest.lines import Block
from ingest.verification import Verify

BLOCKS_A_COLLECTION = 32
SIZE = struct.Struct("<Q")  # bytes of the pickle that follows

Request = tuple[Block, Verify, bool, bool, bool, bool]
Answer = BlockResult | BaseException


def send(out: IO[bytes], message: Request | Answer) -> None:
    """Write one message."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    out.write(SIZE.pack(len(data)))
    out.write(data)
    out.flush()


def receive(source: IO[bytes]) -> object:
    """The next message; None at the end."""
    head = source.read(SIZE.size)
    if len(head) < SIZE.size:
        return None
    return pickle.loads(source.read(SIZE.unpack(head)[0]))  # noqa: S301 - our own


class _NoPandas(MetaPathFinder):
    """Arrow reads pandas in at its first array if it can: 0.2 s, 44 MB, for nothing."""

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        if fullname == "pandas":
            raise ModuleNotFoundError(f"{fullname} is of no use here", name=fullname)
        return None


def main() -> None:
    """Serve until stdin ends."""
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # no stray print in between
    sys.meta_path.insert(0, _NoPandas())
    gc.freeze()
    gc.disable()  # blocks make many objects, but hardly any cycle
    for number in itertools.count(1):
        request = receive(sys.stdin.buffer)
        if request is None:
            return
        block, verify, keep, at_once, compiled, makes_code = cast("Request", request)
        try:
            answer: Answer = read_block(
                block,
                verify,
                keep=keep,
                at_once=at_once,
                compiled=compiled,
                makes_code=makes_code,
            )
        except Exception as error:
            answer = error
        send(out, answer)
        del request, block, answer
        if number % BLOCKS_A_COLLECTION == 0:
            gc.collect()


if __name__ == "__main__":
    main()

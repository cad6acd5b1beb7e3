"""What is read ahead comes as it would have come without."""

import threading

import pytest

from rating.store.ahead import AHEAD, read_ahead


def test_items_come_in_their_order_from_another_thread():
    threads = set()

    def items():
        for number in range(20):
            threads.add(threading.get_ident())
            yield number

    assert list(read_ahead(items())) == list(range(20))
    assert threading.get_ident() not in threads


def test_error_is_raised_where_its_item_would_have_come():
    def items():
        yield 1
        raise ValueError("torn")

    ahead = read_ahead(items())

    assert next(ahead) == 1
    with pytest.raises(ValueError, match="torn"):
        next(ahead)


def test_no_more_is_read_than_may_wait_and_nothing_after_the_last_that_is_wanted():
    n_read = []

    def items():
        for number in range(100):
            n_read.append(number)
            yield number

    ahead = read_ahead(items())
    next(ahead)
    ahead.close()

    assert len(n_read) <= 1 + AHEAD

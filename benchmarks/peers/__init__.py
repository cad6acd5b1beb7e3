"""Public rating systems on our hands, each in a process of its own.

They live in `.venv-peers` (`make .make/peers`), never among the packages of the
product: a module here may import the standard library, numpy and its own peer.
"""

"""The presets by name, with their table options."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final

from engine.options import UnknownRulesetError
from engine.ruleset import Ruleset
from engine.rulesets import classic, coastal, partnership, tiles

_BUILDERS: Final[dict[str, Callable[[str, Mapping[str, object]], Ruleset]]] = {
    "coastal": coastal.build,
    "coastal-cla-strict": coastal.build,
    "classic-4": classic.build,
    "classic-2": classic.build,
    "classic-6x3": classic.build,
    "partnership": partnership.build,
    "tiles-10000": tiles.build,
    "tiles-1": tiles.build,
    "tiles-3": tiles.build,
    "tiles-arena": tiles.build,
}
PRESETS: Final = tuple(_BUILDERS)
ALIASES: Final = {"classic": "classic-4", "tiles": "tiles-10000"}


def canonical_name(name: str) -> str:
    """The preset's own name; aliases are resolved.

    Raises
    ------
    UnknownRulesetError
        No preset has this name.
    """
    name = ALIASES.get(name, name)
    if name not in _BUILDERS:
        raise UnknownRulesetError(
            f"ruleset {name!r} is unknown: the presets are {', '.join(PRESETS)}"
        )
    return name


def award_rules() -> Mapping[str, int | None]:
    """Account points a round, by the presets that award any; None: the stake once."""
    return tiles.AWARD_PER_ROUND


def get_ruleset(name: str, options: Mapping[str, object] | None = None) -> Ruleset:
    """The ruleset of a preset with these table options; the same object each time.

    Raises
    ------
    UnknownRulesetError, UnknownOptionError, OptionValueError
        What the hand log refuses under the codes that these errors carry.
    """
    preset = canonical_name(name)
    if not options:
        return _built(preset, ())
    # The type belongs to the key: True is 1 for a dict, but not for an option.
    key = tuple((k, type(v).__name__, v) for k, v in sorted(options.items()))
    try:
        return _built(preset, key)
    except TypeError:  # a value that cannot be a key is none that an option takes
        return _BUILDERS[preset](preset, options)


@lru_cache(maxsize=256)
def _built(preset: str, key: tuple[tuple[str, str, object], ...]) -> Ruleset:
    return _BUILDERS[preset](preset, {name: value for name, _, value in key})

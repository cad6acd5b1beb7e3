-- Statistics of chosen_sides.sql, which comes first. grain: statistic; units: points, counts, shares.
-- The interval of a mean takes games as the unit of sampling, since hands of one
-- game resemble each other: ratio estimator, W. G. Cochran, Sampling Techniques
-- (3rd ed., 1977), section 6.3. The interval of a share is Wilson's.
game_sums as (
    select
        chosen_sides.game_id,
        unnest([
            {'statistic': 'won', 'is_share': true, 'n': count(won), 'total': count(*) filter (won)},
            {'statistic': 'points', 'is_share': false, 'n': count(points), 'total': sum(points)},
            {'statistic': 'margin', 'is_share': false, 'n': count(margin), 'total': sum(margin)},
            {'statistic': 'canastas', 'is_share': false, 'n': count(n_canastas), 'total': sum(n_canastas)},
            {'statistic': 'natural', 'is_share': false, 'n': count(n_natural_canastas), 'total': sum(n_natural_canastas)},
            {'statistic': 'mixed', 'is_share': false, 'n': count(n_mixed_canastas), 'total': sum(n_mixed_canastas)},
            {'statistic': 'wild', 'is_share': false, 'n': count(n_wild_canastas), 'total': sum(n_wild_canastas)},
            {'statistic': 'aces', 'is_share': false, 'n': count(n_aces_canastas), 'total': sum(n_aces_canastas)},
            {'statistic': 'sevens', 'is_share': false, 'n': count(n_sevens_canastas), 'total': sum(n_sevens_canastas)},
            {'statistic': 'opened', 'is_share': true, 'n': count(opened), 'total': count(*) filter (opened)},
            {'statistic': 'opening_turn', 'is_share': false, 'n': count(opening_turn), 'total': sum(opening_turn)},
            {'statistic': 'opening_points', 'is_share': false, 'n': count(opening_points), 'total': sum(opening_points)},
            {'statistic': 'pile_takes', 'is_share': false, 'n': count(n_pile_takes), 'total': sum(n_pile_takes)},
            {'statistic': 'pile_cards', 'is_share': false, 'n': coalesce(sum(n_pile_takes), 0), 'total': sum(n_pile_cards)},
            {'statistic': 'went_out', 'is_share': true, 'n': count(went_out), 'total': count(*) filter (went_out)},
            {'statistic': 'concealed', 'is_share': true, 'n': count(*) filter (went_out), 'total': count(*) filter (was_concealed)},
            {'statistic': 'held', 'is_share': false, 'n': count(held), 'total': sum(held)},
            {'statistic': 'penalised', 'is_share': true, 'n': count(penalties), 'total': count(*) filter (penalties < 0)},
            {'statistic': 'penalties', 'is_share': false, 'n': count(penalties), 'total': sum(penalties)},
            {'statistic': 'special_hand', 'is_share': true, 'n': count(*), 'total': count(special_hand)}
        ]) as part
    from chosen_sides
    group by chosen_sides.game_id
),

parts as (
    select
        game_sums.part.statistic as statistic,
        game_sums.part.is_share as is_share,
        cast(game_sums.part.n as bigint) as n,
        cast(coalesce(game_sums.part.total, 0) as double) as total
    from game_sums
    where game_sums.part.n > 0
),

totals as (
    select
        parts.statistic,
        any_value(parts.is_share) as is_share,
        cast(sum(parts.n) as bigint) as n,
        count(*) as n_games,
        sum(parts.total) as total,
        sum(parts.total) / sum(parts.n) as value
    from parts
    group by parts.statistic
),

errors as (
    select
        totals.statistic,
        1.96 * sqrt(
            sum(power(parts.total - totals.value * parts.n, 2))
            * any_value(totals.n_games) / nullif(any_value(totals.n_games) - 1, 0)
        ) / any_value(totals.n) as half_width
    from totals
    inner join parts on parts.statistic = totals.statistic
    group by totals.statistic
)

select
    totals.statistic,
    totals.is_share,
    totals.n,
    totals.n_games,
    totals.value,
    case when totals.is_share
        then wilson_low(cast(totals.total as bigint), totals.n)
        else totals.value - errors.half_width
    end as low,
    case when totals.is_share
        then wilson_high(cast(totals.total as bigint), totals.n)
        else totals.value + errors.half_width
    end as high
from totals
inner join errors on errors.statistic = totals.statistic

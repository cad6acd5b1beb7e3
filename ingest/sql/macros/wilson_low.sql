-- Wilson score interval for k of n, 95 %, without continuity correction:
-- E. B. Wilson, JASA 22 (1927) 209-212. 1.959963984540054 = normal quantile of 0.975.
create or replace macro wilson_low(k, n) as
    case
        when n > 0 then greatest(
            0.0,
            (
                k / n + 1.959963984540054 ** 2 / (2.0 * n)
                - 1.959963984540054 * sqrt(
                    (k / n) * (1.0 - k / n) / n
                    + 1.959963984540054 ** 2 / (4.0 * n * n)
                )
            ) / (1.0 + 1.959963984540054 ** 2 / n)
        )
    end;

comment on macro wilson_low is 'Lower end of the 95 % Wilson interval of the share k / n, in [0, 1]; null where n is 0.';

-- Wilson score interval for k of n, 95 %, without continuity correction:
-- E. B. Wilson, JASA 22 (1927) 209-212. 1.959963984540054 = normal quantile of 0.975.
create or replace macro wilson_low(k, n) as
    case
        when n > 0 then greatest(
            0.0::double,
            (
                k::double / n + 1.959963984540054::double ** 2 / (2 * n::double)
                - 1.959963984540054::double * sqrt(
                    (k::double / n) * (1 - k::double / n) / n
                    + 1.959963984540054::double ** 2 / (4 * n::double * n)
                )
            ) / (1 + 1.959963984540054::double ** 2 / n)
        )
    end;

comment on macro wilson_low is 'Lower end of the 95 % Wilson interval of the share k / n, in [0, 1]; null where n is 0.';

-- Upper end of the interval of wilson_low.
create or replace macro wilson_high(k, n) as
    case
        when n > 0 then least(
            1.0,
            (
                k / n + 1.959963984540054 ** 2 / (2.0 * n)
                + 1.959963984540054 * sqrt(
                    (k / n) * (1.0 - k / n) / n
                    + 1.959963984540054 ** 2 / (4.0 * n * n)
                )
            ) / (1.0 + 1.959963984540054 ** 2 / n)
        )
    end;

comment on macro wilson_high is 'Upper end of the 95 % Wilson interval of the share k / n, in [0, 1]; null where n is 0.';

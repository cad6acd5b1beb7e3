-- Upper end of the interval of wilson_low.
create or replace macro wilson_high(k, n) as
    case
        when n > 0 then least(
            1.0::double,
            (
                k::double / n + 1.959963984540054::double ** 2 / (2 * n::double)
                + 1.959963984540054::double * sqrt(
                    (k::double / n) * (1 - k::double / n) / n
                    + 1.959963984540054::double ** 2 / (4 * n::double * n)
                )
            ) / (1 + 1.959963984540054::double ** 2 / n)
        )
    end;

comment on macro wilson_high is 'Upper end of the 95 % Wilson interval of the share k / n, in [0, 1]; null where n is 0.';

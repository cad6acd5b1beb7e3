-- Null where there is nothing to divide by, instead of an error or infinity.
create or replace macro safe_ratio(a, b) as
    cast(a as double) / nullif(cast(b as double), 0);

comment on macro safe_ratio is 'a / b as a double; null where b is 0 or null.';

-- The day that an instant counts to for somebody whose day begins at an hour of
-- their clock. The clock on the wall decides, so a night on which it is changed has
-- one hour more or less and its day still begins when that clock shows the hour.
create or replace macro day_of(instant, zone, day_start) as
    cast(timezone(zone, instant) - to_hours(day_start) as date);

comment on macro day_of is 'The date that a timestamptz counts to in a time zone (AREA/CITY) where a day begins at the hour day_start, 0 to 23: with 5, 01:30 counts to the day before.';

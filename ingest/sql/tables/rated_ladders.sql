create table if not exists rated_ladders (
    ladder_no utinyint not null,
    ladder varchar not null
);

comment on table rated_ladders is 'One ladder that has been rated. Grain: ladder_no. rating_changes is made from it; stays in the warehouse.';
comment on column rated_ladders.ladder_no is 'Its number, from 0, in the order in which ladders were first rated.';
comment on column rated_ladders.ladder is '`<ruleset family>/<mode>`.';

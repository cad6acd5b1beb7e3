-- Tables and views with their comments, estimated rows and columns, by name.
with

relations as (
    select
        duckdb_tables.schema_name,
        duckdb_tables.table_name as name,
        duckdb_tables.comment,
        duckdb_tables.estimated_size as n_rows
    from duckdb_tables()
    where not duckdb_tables.internal
    union all by name
    select
        duckdb_views.schema_name,
        duckdb_views.view_name as name,
        duckdb_views.comment,
        null as n_rows
    from duckdb_views()
    where not duckdb_views.internal
),

columns as (
    select
        duckdb_columns.schema_name,
        duckdb_columns.table_name as name,
        list({
            'name': duckdb_columns.column_name,
            'data_type': lower(duckdb_columns.data_type),
            'comment': coalesce(duckdb_columns.comment, '')
        } order by duckdb_columns.column_index) as columns
    from duckdb_columns()
    where not duckdb_columns.internal
    group by duckdb_columns.schema_name, duckdb_columns.table_name
)

select
    relations.name,
    coalesce(relations.comment, '') as comment,
    relations.n_rows,
    columns.columns
from relations
inner join columns
    on columns.schema_name = relations.schema_name
    and columns.name = relations.name
order by relations.name

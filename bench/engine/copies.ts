// Many rows like those that are there, made inside the database.
import type pg from 'pg';

/**
 * Copies every operation that `which` selects `times` over. Their ids sort by time as ours do; `changes` are SQL
 * expressions by column, in which `n` counts the copies. Indexes are made anew afterwards, which is faster.
 */
export async function copyOperations(
  client: pg.Client,
  which: string,
  times: number,
  changes: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = 'public' and table_name = 'operations' and is_generated = 'NEVER' order by ordinal_position`,
  );
  const expressions: Readonly<Record<string, string>> = { id: idOf, ...changes };
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => expressions[name] ?? name);
  await withoutIndexes(client, async () => {
    await client.query(
      `insert into operations (${names.join(', ')})
       select ${values.join(', ')} from (
         select o.*, row_number() over () as n from operations o cross join generate_series(1, $1) where ${which}
       ) as copies`,
      [times],
    );
  });
}

/** Digits are letters of our ids too. The sequence keeps later copies apart from those of before. */
const idOf = `'op_0' || lpad(nextval('bench_copies')::text, 25, '0')`;

async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('create sequence if not exists bench_copies');
  await client.query(`set maintenance_work_mem = '512MB'`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
     from pg_index where indrelid = 'operations'::regclass and not indisprimary`,
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  for (const { definition } of indexes) await client.query(definition);
}

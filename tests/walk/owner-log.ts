// Which transaction changed rows of which organizations, as the database's own triggers see it.
import type { Fleet } from './fleet.ts';

/** A transaction that changed rows of several organizations: its statements, and how many owners there were. */
export interface Crossing {
  readonly statements: readonly string[];
  readonly tables: readonly string[];
  readonly owners: number;
}

/** From now on every row that is changed in a table with an owner is logged, in the transaction that changes it. */
export async function watchOwners({ query }: Fleet): Promise<readonly string[]> {
  const owned = await query(`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'organization_id' order by 1`);
  await query('create table owner_log (tx bigint, owner text, changed text, statement text)');
  await query(`create function log_owner() returns trigger language plpgsql as $$
    begin
      insert into owner_log values (txid_current(),
        case tg_op when 'DELETE' then old.organization_id else new.organization_id end, tg_table_name, current_query());
      return null;
    end $$`);
  const names = owned.map(({ name }) => String(name));
  for (const name of names) {
    await query(`create trigger ${name}_owner after insert or update or delete on ${name}
      for each row execute function log_owner()`);
  }
  return names;
}

/** The tables whose rows were changed since. */
export async function changedTables({ query }: Fleet): Promise<readonly string[]> {
  return (await query('select distinct changed from owner_log order by 1')).map(({ changed }) => String(changed));
}

/** What changed rows of more than one organization in one transaction. */
export async function crossings({ query }: Fleet): Promise<readonly Crossing[]> {
  const rows = await query(`select array_agg(distinct statement) as statements, array_agg(distinct changed) as tables,
      count(distinct owner)::int as owners
    from owner_log group by tx having count(distinct owner) > 1`);
  return rows as unknown as readonly Crossing[];
}

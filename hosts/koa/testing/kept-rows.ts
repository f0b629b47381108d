// A count and a digest of each table but the request log, without the times of the last use of keys and sessions.
import { createHash } from 'node:crypto';
import type { Database } from '../../../adapters/knex-sqlite/index.ts';

const uses: Readonly<Record<string, readonly string[]>> = {
  api_keys: ['last_used_at'],
  console_sessions: ['seen_at', 'expires_at'],
};

export async function keptRows({ knex }: Pick<Database, 'knex'>): Promise<Readonly<Record<string, string>>> {
  const tables: { name: string }[] = await knex('sqlite_master')
    .where({ type: 'table' })
    .whereNot({ name: 'request_log' })
    .select('name');
  const entries = tables.map(async ({ name }) => {
    const rows: Record<string, unknown>[] = await knex(name).select();
    const unused = Object.fromEntries((uses[name] ?? []).map((column) => [column, 0]));
    const kept = JSON.stringify(rows.map((row) => ({ ...row, ...unused })));
    return [name, `${rows.length} rows, ${createHash('sha256').update(kept).digest('hex').slice(0, 16)}`] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

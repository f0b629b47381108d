// `npm run bench exports`: how fast `list.export` makes the file of 200,000 operations, against a bare cursor that reads the
// same rows of the same database. `--rows=20000` exports fewer; `--database=sqlite` is one of both.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import type { Knex } from 'knex';
import { operations } from '../../adapters/knex/queue/operation-row.ts';
import { openPostgres } from '../../adapters/knex-postgres/index.ts';
import { type Database, openSqlite } from '../../adapters/knex-sqlite/index.ts';
import type { Operation, Plane } from '../../core/index.ts';
import { type Composition, compose } from '../../hosts/composition/compose.ts';
import { readConfig } from '../../hosts/composition/config.ts';
import { bar } from '../bars.ts';
import { withDatabase } from '../engine/server.ts';
import { withServer } from '../engine/with-server.ts';
import { chosen, type DatabaseKind, databaseKinds, type Flags, whole } from '../flags.ts';
import { table } from '../measure.ts';
import { numbersOf } from '../retention/fill.ts';

const formats = ['csv', 'json'] as const;
type Format = (typeof formats)[number];
/** Of 200,000 rows, a file is to be made in so many seconds. */
const most = { rows: 200_000, seconds: 43 };
const cursorRows = 1_000;

interface Stage {
  readonly name: DatabaseKind;
  readonly url: string;
  readonly open: () => Promise<Database>;
  readonly rows: number;
}

export async function benchExports(flags: Flags): Promise<void> {
  const rows = whole(flags.rows, flags.quick ? 20_000 : most.rows);
  const wanted = chosen(flags.database, databaseKinds);
  const found: (readonly (string | number)[])[] = [];
  const measure = async (stage: Stage) => void found.push(...(await measured(stage)));
  if (wanted.includes('sqlite')) {
    const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-exports-'));
    const filename = path.join(folder, 'exports.db');
    await measure({ name: 'sqlite', url: `sqlite:${filename}`, open: () => openSqlite({ filename }), rows }).finally(
      () => rmSync(folder, { recursive: true, force: true }),
    );
  }
  if (wanted.includes('postgres'))
    await withServer('Exports', async (server) => {
      const url = await server.fresh();
      await measure({ name: 'postgres', url, open: () => openPostgres({ url }), rows });
    });
  table(
    `The file of ${rows.toLocaleString('en')} operations, by one worker; the bar is ${most.seconds} s for ${most.rows.toLocaleString('en')}`,
    ['database', 'format', 'seconds', 'CPU (s)', 'rows/s', 'cursor rows/s', 'ratio', 'file (MiB)', 'more memory (MiB)'],
    found,
  );
}

async function measured({ name, url, open, rows }: Stage): Promise<(readonly (string | number)[])[]> {
  const database = await open();
  await database.migrate();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'ledgerport-bench-'));
  const composition = await compose(readConfig({ DATABASE_URL: url, DATA_DIR: dataDir, LOG_LEVEL: 'silent' }), 'bench');
  try {
    const { id: organizationId } = await composition.core.access.createOrganization({ name: 'Bench', plan: 'paid' });
    const plane: Plane = { organizationId, environment: 'test' };
    await fillOperations(database.knex, numbersOf[name](rows), plane);
    await database.knex.raw(name === 'postgres' ? 'vacuum analyze' : 'analyze');
    const found: (readonly (string | number)[])[] = [];
    for (const format of formats) {
      const cursorSeconds = await readBy(name, url, plane, rows);
      const { seconds, cpuSeconds, bytes, moreMebibytes } = await exported(composition, plane, format, rows);
      const text = `${name}, ${format}: seconds for ${most.rows.toLocaleString('en')} rows`;
      bar(text, (seconds * most.rows) / rows, { most: most.seconds });
      const figures = [seconds, cpuSeconds, rows / seconds, rows / cursorSeconds, cursorSeconds / seconds];
      found.push([name, format, ...figures, bytes / 2 ** 20, moreMebibytes]);
    }
    return found;
  } finally {
    await composition.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Ended operations of one plane, each with a step, as a service leaves them. */
async function fillOperations(knex: Knex, numbers: string, { organizationId, environment }: Plane): Promise<void> {
  const base = 1_000_000_000_000;
  const at = `${Date.now() - 86_400_000} + n`;
  const text = (bytes: number) => `'{"note":"${'x'.repeat(bytes)}"}'`;
  await knex.raw(
    `insert into operations (id, organization_id, environment, type, state, connection_id, subject, input, result,
      attempts, replays, run, attempt_count, max_attempts, lapses, lease_token, metadata, request_id, created_at,
      started_at, updated_at, finished_at, lane, queue_key, group_key)
    select 'op_0' || (${base} + n), ?, ?, 'notification.process', 'succeeded', 'conn_' || (n % 1000), 'record ' || n,
      ${text(200)}, ${text(60)}, '[]', '[]', 1, 1, 10, 0, 1, '{}', 'req_' || n, ${at}, ${at}, ${at}, ${at}, '', '', ''
    from ${numbers}`,
    [organizationId, environment],
  );
  await knex.raw(
    `insert into operation_steps (operation_id, organization_id, name, state, result, started_at, finished_at)
    select 'op_0' || (${base} + n), ?, 'hydrate', 'succeeded', ${text(60)}, ${at}, ${at} from ${numbers}`,
    [organizationId],
  );
}

/** Seconds in which a bare cursor reads the operations with their steps, in the order of the list. */
async function readBy(name: DatabaseKind, url: string, plane: Plane, rows: number): Promise<number> {
  const columns = operations.columns.map((column) => `o.${column}`).join(', ');
  const sql = `select ${columns}, s.name, s.result as step_result, s.started_at as step_started_at
    from operations o left join operation_steps s on s.operation_id = o.id
    where o.organization_id = '${plane.organizationId}' and o.environment = '${plane.environment}'
    order by o.created_at desc, o.id desc`;
  const began = performance.now();
  const read = name === 'sqlite' ? bySqlite(url.slice('sqlite:'.length), sql) : await byPostgres(url, sql);
  // Beside them, the operation of the file before.
  if (read < rows) throw new Error(`the cursor read ${read} rows of ${rows}`);
  return (performance.now() - began) / 1_000;
}

function bySqlite(filename: string, sql: string): number {
  const database = new Sqlite(filename, { readonly: true });
  let read = 0;
  for (const _row of database.prepare(sql).iterate()) read += 1;
  database.close();
  return read;
}

function byPostgres(url: string, sql: string): Promise<number> {
  return withDatabase(url, async (client) => {
    await client.query('begin; set local enable_seqscan = off');
    await client.query(`declare walk no scroll cursor for ${sql}`);
    for (let read = 0; ; ) {
      const { rows } = await client.query(`fetch ${cursorRows} from walk`);
      read += rows.length;
      if (rows.length < cursorRows) return read;
    }
  });
}

/** Asks for the file as a member does, and works until it is made. */
async function exported({ core }: Composition, plane: Plane, format: Format, rows: number) {
  const member = { ...plane, memberId: 'user_bench', sessionId: 'csn_bench', role: 'owner', email: 'a@bench.example' };
  const signedIn = { ...member, requestId: 'req_bench' } as never;
  const asked = { list: 'operations', filter: {}, format } as const;
  const before = process.memoryUsage.rss();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const [began, cpuBefore] = [performance.now(), process.cpuUsage()];
  const made = await core.console.exports.create(signedIn, plane.environment, asked, { body: asked });
  if ('chunks' in made) throw new Error(`${rows} rows were answered at once`);
  const { id } = made.value;
  const caller = { ...plane, actor: 'user_bench', requestId: 'req_bench' } as never;
  let operation: Operation = made.value;
  while (operation.state !== 'succeeded') {
    if (operation.state === 'failed' || operation.state === 'dead_letter')
      throw new Error(JSON.stringify(operation.error));
    for (const leased of await core.worker.claim(10)) await core.worker.run(leased, new AbortController().signal);
    operation = await core.operations.find(caller, id);
    if (operation.state === 'retrying') await sleep(100);
  }
  const seconds = (performance.now() - began) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  clearInterval(watch);
  const result = operation.result as { readonly rows: number; readonly bytes: number; readonly is_whole: boolean };
  // The export's own operation may be in its list.
  if (!result.is_whole || result.rows < rows) throw new Error(`the file has ${result.rows} rows of ${rows}`);
  return { seconds, cpuSeconds: (user + system) / 1e6, bytes: result.bytes, moreMebibytes: (peak - before) / 2 ** 20 };
}

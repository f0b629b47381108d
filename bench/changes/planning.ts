// Planning the reconciliation of very many connections: what a tick takes, and what it lets wait.
import { setTimeout as sleep } from 'node:timers/promises';
import { runSchedules } from '../../core/engine/run-schedules.ts';
import { reconcileSchedule } from '../../core/use-cases/sync/reconcile-schedule.ts';
import { withDatabase } from '../engine/server.ts';
import { shown, spreadOf, table } from '../measure.ts';
import { type Deployment, openDeployment } from './deployment.ts';
import { type ChangesFlagValues, changesOptions } from './options.ts';
import { withServer } from './with-server.ts';

/** The planner's clock begins here, however long it takes to fill the database. */
const beganMs = Date.now();
const tickMs = 5_000;
const intervalMs = 15 * 60_000;
const ticks = 24;
const tickMost = 1_000;
const apps = 1_000;
/** What the planner may let wait, with one part more. */
const waitingMost = 12_000;
/** A connection of another app is planned in the tick in which it is due, or in the next one. */
const latestMs = 2 * tickMs;

export async function benchPlanning(flags: ChangesFlagValues): Promise<void> {
  const { connections } = changesOptions(flags);
  await withServer('Planning', async (server) => {
    const deployment = await openDeployment(server);
    console.log(`${connections.toLocaleString('en')} connections: a tenth of one app, the others of ${apps} apps.`);
    await fill(deployment, connections);
    await server.calm(deployment.databaseUrl);
    const steady = await run(deployment, 'spread over 15 minutes, each ended before the next tick', ended);
    await overdue(deployment, `app_key = 'app_0'`);
    const flooded = await run(deployment, 'one app with all its connections overdue', ended);
    await overdue(deployment, 'true');
    const after = await run(deployment, 'after a downtime of three hours, no worker yet', async () => {});
    show([steady, flooded, after]);
    const all = [steady, flooded, after];
    bar(
      `each tick below ${tickMost} ms`,
      all.every(({ tookMs }) => Math.max(...tookMs) < tickMost),
    );
    bar('every connection that is due is planned', steady.rows >= (connections * ticks * tickMs * 0.95) / intervalMs);
    bar('one app delays no other', steady.lateMs <= latestMs && flooded.lateMs <= latestMs);
    bar(`at most ${waitingMost} wait`, after.mostWaiting <= waitingMost);
    await deployment.close();
  });
}

interface Run {
  readonly name: string;
  readonly tookMs: readonly number[];
  /** Operations that were queued. */
  readonly rows: number;
  readonly mostWaiting: number;
  /** How long the longest due connection of the apps apart from the large one has waited at the end of a tick. */
  readonly lateMs: number;
}

const sqlOf = (deployment: Deployment) => (text: string) =>
  withDatabase(deployment.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

async function fill(deployment: Deployment, connections: number): Promise<void> {
  const sql = sqlOf(deployment);
  const plane = await deployment.core.access.createOrganization({ name: 'Bench', plan: 'paid' });
  const app = `'app_' || case when n % 10 = 0 then 0 else n % ${apps} end`;
  const id = `'conn_' || lpad(n::text, 26, '0')`;
  const now = beganMs;
  await sql(`insert into connections (id, organization_id, environment, external_account_id, provider, app_key,
      provider_tenant_id, provider_tenant_name, status, retention_mode, scopes, metadata, created_at, updated_at)
    select ${id}, '${plane.id}', 'test', 'account-' || n, 'ledger', ${app}, 'tenant-' || n, 'Books', 'active', 'cached',
      '[]', '{}', ${now}, ${now} from generate_series(1, ${connections}) n`);
  await sql(`insert into reconciliations (connection_id, organization_id, environment, app_key, due_at, interval_ms)
    select ${id}, '${plane.id}', 'test', ${app}, ${now} + (random() * ${intervalMs})::bigint, ${intervalMs}
    from generate_series(1, ${connections}) n`);
}

async function overdue(deployment: Deployment, which: string): Promise<void> {
  const sql = sqlOf(deployment);
  await ended(deployment);
  await sql(`update reconciliations set due_at = due_at - ${3 * 3_600_000} where ${which}`);
  await sql('vacuum analyze reconciliations');
}

/** What workers do with what was planned, at once. */
async function ended(deployment: Deployment): Promise<void> {
  const sql = sqlOf(deployment);
  await sql('truncate operations cascade');
  await sql('update reconciliations set planned_at = null where planned_at is not null');
}

async function run(deployment: Deployment, name: string, between: (of: Deployment) => Promise<void>): Promise<Run> {
  const sql = sqlOf(deployment);
  const [first] = await sql('select coalesce(max(tick_at), 0) as at from schedule_ticks');
  let nowMs = Math.max(beganMs, Number(first?.['at']));
  const ports = { ...deployment.ports, clock: { ...deployment.ports.clock, now: () => new Date(nowMs) } };
  const plan = runSchedules(ports, [reconcileSchedule(ports)]);
  const counted = async (what: string) => Number((await sql(`select ${what} as n`))[0]?.['n'] ?? 0);
  const tookMs: number[] = [];
  let [rows, mostWaiting, lateMs] = [0, 0, 0];
  for (let tick = 0; tick < ticks; tick++) {
    nowMs += tickMs;
    const before = await counted('(select count(*) from operations)');
    const began = performance.now();
    await plan();
    tookMs.push(performance.now() - began);
    const waiting = await counted('(select count(*) from operations)');
    rows += waiting - before;
    mostWaiting = Math.max(mostWaiting, waiting);
    const oldest = await counted(`(select min(due_at) from reconciliations where app_key <> 'app_0')`);
    lateMs = Math.max(lateMs, nowMs - oldest);
    await between(deployment);
    await sleep(50);
  }
  return { name, tookMs, rows, mostWaiting, lateMs };
}

function show(runs: readonly Run[]): void {
  table(
    `${ticks} ticks of ${tickMs / 1000} s`,
    ['connections', 'ms a tick', 'slowest', 'operations', 'most wait', 'late s'],
    runs.map(({ name, tookMs, rows, mostWaiting, lateMs }) => [
      ...[name, shown(spreadOf(tookMs).median), shown(Math.max(...tookMs))],
      ...[rows.toLocaleString('en'), mostWaiting.toLocaleString('en'), shown(lateMs / 1000)],
    ]),
  );
}

function bar(what: string, isMet: boolean): void {
  console.log(`${what}: ${isMet ? 'met' : 'missed'}`);
  if (!isMet) process.exitCode = 1;
}

// Automations that real workers run at a real Tryton server, both killed again and again in the middle of a call.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { until } from '../../../contract-tests/testing/until.ts';
import type { Caller } from '../../../core/domain/caller.ts';
import type { ApiKeyId, RequestId } from '../../../core/domain/ids.ts';
import { compose } from '../../../hosts/composition/compose.ts';
import { readConfig } from '../../../hosts/composition/config.ts';
import { type HostProcess, startHost } from '../../../tests/walk/processes.ts';
import { type CuttingProxy, type Exchange, startCuttingProxy } from './cutting-proxy.ts';
import { type Connected, connect } from './fault-books.ts';
import { localRules, type TestTryton } from './tryton-server.ts';

export type KilledRuns = Awaited<ReturnType<typeof openKilledRuns>>;

/** Whose process is killed, and when: its call has not arrived, is being worked on, or is committed. */
const kills = (['worker', 'server'] as const).flatMap((victim) =>
  (['before', 'during', 'after'] as const).map((moment) => ({ victim, moment })),
);

/** An operation whose workers died five times is given up. */
const lapsesMost = 3;
const connectionsMost = 4;

/** How often something is killed in one wave of operations. More at once, and outages would use up all attempts. */
const killsAWave = kills.length;

export async function openKilledRuns(tryton: TestTryton) {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-killed-'));
  const env = {
    DATABASE_URL: `sqlite:${path.join(folder, 'killed.db')}`,
    DATA_DIR: folder,
    TRYTON_ALLOWED_HOSTS: localRules.allowedHosts.join(),
    WEBHOOK_ALLOW_CIDRS: localRules.allowCidrs.join(),
    ALLOW_HTTP: 'true',
    WORKER_PORT: '0',
    WORKER_CONCURRENCY: '4',
    LOG_LEVEL: 'warn',
  };
  const composition = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }), 'walk');
  const { core, database, close } = composition;
  const { knex } = database;
  const organization = await core.access.createOrganization({ name: 'Killed', plan: 'paid' });
  const caller: Caller = {
    ...{ organizationId: organization.id, environment: 'test' },
    ...{ actor: 'key_killed' as ApiKeyId, requestId: 'r-killed' as RequestId },
  };
  const proxies: CuttingProxy[] = [];
  const connections: Connected[] = [];
  for (let i = 0; i < connectionsMost; i++) {
    const proxy = await startCuttingProxy(tryton.url, pass);
    proxies.push(proxy);
    // The proxies stand for servers of their own; the service would know them as one tenant's.
    await knex('connections').update({ provider_identity: null });
    connections.push(await connect(composition, caller, { server_address: proxy.url, database: tryton.database }));
  }
  let worker: HostProcess | undefined;
  let isServerUp = true;
  let [calls, killAt, killsMost] = [0, Number.POSITIVE_INFINITY, 0];
  let said = '';
  const done: string[] = [];
  const defects: unknown[] = [];

  async function pass(exchange: Exchange): Promise<void> {
    if (++calls !== killAt) return exchange.answer(await exchange.forward());
    const turn = kills[done.length % kills.length] ?? kills[0];
    const { victim, moment } = { ...turn, ...((await lapses()) >= lapsesMost && { victim: 'server' as const }) };
    const answering = moment === 'before' ? undefined : exchange.forward().catch(() => {});
    if (moment === 'after') await answering;
    done.push(`${victim} ${moment}`);
    await (victim === 'worker' ? killWorker() : killServer()).catch((error: unknown) => void defects.push(error));
    exchange.cut();
    await answering;
    killAt = done.length < killsMost ? calls + randomInt(2, 8) : Number.POSITIVE_INFINITY;
    if (victim === 'worker') await startWorker().catch((error: unknown) => void defects.push(error));
  }

  async function lapses(): Promise<number> {
    const [row] = await knex('operations').where({ state: 'running' }).max({ most: 'lapses' });
    return Number(row?.['most'] ?? 0);
  }

  async function killWorker(): Promise<void> {
    await worker?.kill('SIGKILL');
    said += worker?.output().slice(-2_000) ?? '';
    worker = undefined;
  }

  /** In place of the minute after which its leases are over, and nothing that the last worker sent is on its way. */
  async function startWorker(): Promise<void> {
    await until('the end of all calls', () => proxies.every(({ underWay }) => underWay() === 0));
    await knex('operations')
      .where({ state: 'running' })
      .update({ lease_expires_at: Date.now() - 1 });
    await knex('record_leases').delete();
    await knex('request_budgets').delete();
    await settle();
    worker = startHost('hosts/worker/main.ts', env);
  }

  async function killServer(): Promise<void> {
    isServerUp = false;
    await tryton.kill();
    await tryton.start();
    isServerUp = true;
  }

  /** In place of the minute after which a mark decides. */
  async function settle(): Promise<void> {
    const waiting = knex('operations').select('id').where({ stage: 'timer' });
    await knex('operation_steps')
      .whereNotNull('attempt_first_sent_at')
      .whereIn('operation_id', worker ? waiting : knex('operations').select('id'))
      .decrement('attempt_first_sent_at', 70_000);
    await knex('operations').where({ stage: 'timer' }).update({ due_at: Date.now() });
  }

  return {
    ...{ core, caller, connections, done },
    /** Works off all operations, up to their end. */
    async wave(withinMs: number): Promise<void> {
      killsMost = done.length + killsAWave;
      killAt = calls + 2;
      if (!worker) await startWorker();
      const unfinished = () =>
        knex('operations').whereIn('state', ['queued', 'running', 'retrying']).whereLike('type', 'automation.%');
      await until(
        'the end of all operations',
        async () => {
          if (defects.length > 0) throw defects[0];
          if (isServerUp && worker) await settle();
          return (await unfinished()).length === 0;
        },
        withinMs,
      ).catch(async (error: unknown) => {
        const left = JSON.stringify(await unfinished()).slice(0, 3_000);
        throw new Error(`${error}: after ${done.join(', ')}: ${left}\n${said}${worker?.output().slice(-4_000)}`);
      });
      killAt = Number.POSITIVE_INFINITY;
    },
    async close() {
      await worker?.kill('SIGKILL');
      for (const proxy of proxies) await proxy.close();
      await close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Two HTTP hosts and two workers on one database, each killed once or oftener, while people edit their books at the ledger.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../contract-tests/testing/until.ts';
import type { JsonObject } from '../../core/domain/json.ts';
import { resourceIdOf } from '../../core/families/resource-id.ts';
import { connected, write } from '../../core/use-cases/testing/connecting.ts';
import { type Client, clientOf } from './client.ts';
import type { CrashLedger, CrashWorld } from './crash-world.ts';
import { type EditedBooks, nameOf, openEditedBooks } from './edited-books.ts';
import { type LossyNotices, startLossyNotices } from './lossy-notices.ts';
import { createClockHand } from './moved-clock.ts';
import { answering, freePort, type HostProcess } from './processes.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Judgement, judge, type ToldEvent } from './told-revisions.ts';

export interface HeardPlan {
  readonly seed: number;
  /** Records of each family in each company. */
  readonly each: number;
  readonly rounds: number;
  /** Edits of each company and round. */
  readonly edits: number;
  readonly killsARound: number;
  readonly companies: number;
}

export interface Heard {
  readonly judgements: readonly Judgement[];
  readonly receiver: Receiver;
  readonly eventIds: readonly string[];
  readonly kills: readonly string[];
  readonly fates: LossyNotices['fates'];
  /** Of our own, and how many of them had no answer at first. */
  readonly writes: { made: number; lost: number };
  /** What our own writes made more than once. */
  readonly twice: readonly string[];
  readonly seconds: number;
}

/** An hour of the clock passes, whatever the rounds. */
const hourMs = 3_600_000;
const minutes = '15';
/** Then the clock moves on all the same, because what a killed worker holds is free again only by the clock. */
const calmWithinMs = 4_000;
const settings = {
  FOLLOW_MINUTES: minutes,
  RECONCILE_INTERVAL_MINUTES: minutes,
  TEST_CLOCK_TOLERANCE_SECONDS: '20000',
};

/** The same numbers for the same seed; when processes meet is chance all the same. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Company {
  readonly books: EditedBooks;
  readonly connectionId: string;
  readonly atFirst: ReadonlyMap<string, number>;
}

export async function hear(world: CrashWorld, ledger: CrashLedger, plan: HeardPlan): Promise<Heard> {
  const beganMs = performance.now();
  const random = createRandom(plan.seed);
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-heard-'));
  world.onClose(async () => rmSync(folder, { recursive: true, force: true }));
  const hand = createClockHand(path.join(folder, 'clock'));
  await ledger.sandbox.control('POST', 'quirks', { limits: { minute: null, day: null, concurrent: null } });
  const ports = [await freePort(), await freePort()];
  const urls = ports.map((port) => `http://localhost:${port}`);
  const fleet = createFleet(world, hand.file, ports);
  await fleet.startAll();
  const notices = await startLossyNotices(urls, random);
  world.onClose(notices.close);
  const receiver = await startReceiver({ now: hand.now, isRefused: () => random() < 0.03 });
  world.onClose(receiver.close);
  const { companies, clients } = await openCompanies(world, ledger, plan, { random, notices, receiver, urls });
  const writes = { made: 0, lost: 0 };
  const ownNames: string[] = [];

  /** A write of ours is tried under its key at either host until it is answered, as callers do. */
  const written = async (method: string, route: string, body: JsonObject): Promise<void> => {
    const headers = { 'idempotency-key': crypto.randomUUID() };
    writes.made += 1;
    for (let tries = 0; ; tries++) {
      const client = clients[(tries + writes.made) % clients.length] as Client;
      const answer = await client.call(method, route, body, headers).catch(() => undefined);
      if (answer && answer.status < 300) return;
      if (tries === 0) writes.lost += 1;
      const isOpen = !answer || answer.status >= 500 || [409, 429].includes(answer.status);
      if (!isOpen || tries > 200) throw new Error(`${method} ${route}: ${JSON.stringify(answer?.body)}`);
      await pause(150);
    }
  };
  const writeOwn = async ({ books, connectionId }: Company, busy: Set<string>): Promise<void> => {
    const place = `/v1/connections/${connectionId}`;
    const wanted = [...books.records.values()].filter(({ type, native }) =>
      type === 'contacts' ? native['ContactStatus'] === 'ACTIVE' : type === 'quotes' && native['Status'] === 'DRAFT',
    );
    const all = Array.from({ length: Math.max(2, Math.ceil(plan.edits / 12)) }, async () => {
      const record = wanted[Math.floor(random() * wanted.length)];
      if (record === undefined || random() < 0.3) {
        const name = `Made by us ${Math.floor(random() * 1e9)}`;
        ownNames.push(name);
        return written('POST', `${place}/contacts`, { name });
      }
      if (busy.has(nameOf(record))) return;
      busy.add(nameOf(record));
      const id = resourceIdOf(record.type, record.providerId);
      const change = record.type === 'contacts' ? { first_name: `Our ${random()}` } : { title: `Our ${random()}` };
      await written('PATCH', `${place}/${record.type}/${id}`, change);
    });
    await Promise.all(all);
  };
  const readOne = async ({ books, connectionId }: Company): Promise<void> => {
    const all = [...books.records.values()];
    const record = all[Math.floor(random() * all.length)];
    if (!record) return;
    const id = resourceIdOf(record.type, record.providerId);
    await clients[0]?.call('GET', `/v1/connections/${connectionId}/${record.type}/${id}`).catch(() => {});
  };

  const doomed = fleet.doomed(random, plan.rounds * plan.killsARound);
  for (let round = 0; round < plan.rounds; round++) {
    const killing = (async () => {
      for (const name of doomed.splice(0, plan.killsARound)) {
        await pause(100 + random() * 700);
        await fleet.kill(name);
      }
    })();
    for (const company of companies) {
      if (random() < 0.4) await ledger.sandbox.control('POST', 'notifications', { skip: 1 });
      if (random() < 0.4) await ledger.sandbox.control('POST', 'notifications', { reorder: 3 });
      const half = Math.ceil(plan.edits / 2);
      const busy = new Set<string>();
      const own = writeOwn(company, busy);
      const edited = company.books.edit(half, busy);
      await Promise.all([edited, readOne(company)]);
      await own;
      await company.books.look();
      await company.books.edit(half, new Set());
    }
    await killing;
    await fleet.untilCalm(hand.now, calmWithinMs);
    await ledger.sandbox.control('POST', 'notifications', { redeliver: 2 });
    const stepMs = hourMs / plan.rounds;
    hand.move(stepMs);
    await ledger.sandbox.control('POST', 'clock', { advance_seconds: stepMs / 1000 });
  }
  await notices.release();
  // Two rounds of walks: what waited for the first one's budget, and what a lost worker had, are done by the second.
  for (let quiet = 0; quiet < 3; quiet++) {
    await fleet.untilCalm(hand.now, calmWithinMs);
    hand.move(hourMs);
    await ledger.sandbox.control('POST', 'clock', { advance_seconds: hourMs / 1000 });
    await fleet.untilWalked(hand.now);
  }
  await fleet.untilCalm(hand.now, 60_000, true);
  for (const { books } of companies) await books.look();
  const all = await eventsOf(world);
  const judgements = companies.map(({ books, connectionId, atFirst }) => {
    const events = all.filter((event) => event.connectionId === connectionId);
    return judge({ events, records: books.records.values(), atFirst });
  });
  const made = companies.flatMap(({ books }) => [...books.records.values()]);
  const names = made.flatMap(({ type, revisions }) => (type === 'contacts' ? [revisions[0]?.fields['name']] : []));
  return {
    ...{ judgements, receiver, writes, fates: notices.fates, kills: fleet.kills },
    eventIds: all.map(({ id }) => id),
    twice: ownNames.filter((name) => names.filter((one) => one === name).length !== 1),
    seconds: (performance.now() - beganMs) / 1000,
  };
}

interface Given {
  readonly random: () => number;
  readonly notices: LossyNotices;
  readonly receiver: Receiver;
  readonly urls: readonly string[];
}

async function openCompanies(
  world: CrashWorld,
  { sandbox }: CrashLedger,
  plan: HeardPlan,
  { random, notices, receiver, urls }: Given,
): Promise<{ readonly companies: readonly Company[]; readonly clients: readonly Client[] }> {
  const { service, composition } = world;
  const { core } = composition;
  const caller = await world.organization({ notified: true });
  const { organizationId } = caller;
  const [app] = await world.query(`select id from provider_apps where organization_id = '${organizationId}'`);
  const webhook_url = `${notices.url}/webhooks/ledger/${app?.['id']}`;
  await sandbox.control('POST', 'apps', { client_id: organizationId, webhook_url });
  const body = { url: receiver.url, event_types: ['*'] };
  const { signingSecret } = (await core.webhooks.createEndpoint(caller, { write: write(body) })).value;
  receiver.trust(signingSecret ?? '');
  const { secret } = await core.access.issueKey({ ...caller, name: 'heard' });
  const companies: Company[] = [];
  for (let i = 0; i < plan.companies; i++) {
    const books = await openEditedBooks(sandbox, random, `Heard ${world.kind} ${i}`);
    await books.fill(plan.each);
    const { tenantId } = books;
    const { id: connectionId } = await connected(service, caller, tenantId, { external_account_id: tenantId });
    const atFirst = new Map([...books.records].map(([name, { revisions }]) => [name, revisions.length - 1]));
    companies.push({ books, connectionId, atFirst });
  }
  const synced = `select id from events where type = 'sync.completed'`;
  await until('the first syncs', async () => (await world.query(synced)).length >= plan.companies);
  return { companies, clients: urls.map((url) => clientOf(url, secret)) };
}

const roles = ['http 0', 'http 1', 'worker 0', 'worker 1'] as const;
type Role = (typeof roles)[number];

function createFleet(world: CrashWorld, clockFile: string, ports: readonly number[]) {
  const running = new Map<Role, HostProcess>();
  const kills: Role[] = [];
  const start = async (role: Role): Promise<void> => {
    const [what = '', index = ''] = role.split(' ');
    const port = ports[Number(index)];
    const own = what === 'http' ? { PORT: String(port) } : {};
    const host = world.start('tests/walk/moved-host.ts', { ...settings, ...own, MOVED_CLOCK: clockFile }, [what]);
    running.set(role, host);
    if (what === 'http') await answering(host, `http://localhost:${port}/ready`);
  };
  const count = async (where: string): Promise<number> =>
    Number((await world.query(`select count(*) as n from operations where ${where}`))[0]?.['n']);
  const open = `type not in ('retention.purge', 'connection.reconcile', 'connection.follow')`;
  return {
    kills,
    startAll: async () => void (await Promise.all(roles.map(start))),
    /** Each at least once, if there are so many, in any order. */
    doomed: (random: () => number, times: number): Role[] =>
      Array.from({ length: Math.ceil(times / roles.length) }, () =>
        roles
          .map((role) => ({ role, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ role }) => role),
      )
        .flat()
        .slice(0, times),
    async kill(role: Role): Promise<void> {
      await running.get(role)?.kill('SIGKILL');
      kills.push(role);
      await start(role);
    },
    /** Waits until nothing is due, or nothing but what lost workers hold; `strictly`: fails if it never is. */
    async untilCalm(now: () => Date, withinMs: number, strictly = false): Promise<void> {
      const due = () =>
        count(`state in ('queued', 'retrying', 'running') and due_at <= ${now().getTime()} and ${open}`);
      await until('calm', async () => (await due()) === 0, withinMs).catch((error: unknown) => {
        if (strictly) throw new Error(`${String(error)}\n${output()}`);
      });
    },
    /** Waits until each connection was walked and reconciled at this hour of the clock. */
    async untilWalked(now: () => Date): Promise<void> {
      const since = now().getTime() - 60_000;
      const left = `select connection_id from family_walks where type in ('contacts', 'quotes', 'payments') and
        (walked_at is null or walked_at < ${since})`;
      await until('walks', async () => (await world.query(left)).length === 0).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${output()}`);
      });
    },
  };
  function output(): string {
    return [...running].map(([role, host]) => `${role}\n${host.output().slice(-3_000)}`).join('\n');
  }
}

async function eventsOf(world: CrashWorld): Promise<readonly ToldEvent[]> {
  const rows = await world.query(
    'select id, type, connection_id, sequence, data from events where connection_id is not null order by sequence',
  );
  return rows.map((row): ToldEvent => {
    const data = (typeof row['data'] === 'string' ? JSON.parse(row['data']) : row['data']) as JsonObject;
    return {
      id: String(row['id']),
      type: String(row['type']),
      connectionId: String(row['connection_id']),
      sequence: Number(row['sequence']),
      change: String(data['change']),
      changed: (data['changed'] ?? []) as string[],
      record: (data['record'] ?? {}) as JsonObject,
    };
  });
}

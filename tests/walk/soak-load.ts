// Mixed load of a deployment in which answers are lost and processes die; remembers what must be true afterwards.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../contract-tests/testing/until.ts';
import { at, type Body, type Client, invoiceBody, textAt } from './client.ts';
import type { Fleet } from './fleet.ts';

export interface SoakBooks {
  readonly connectionId: string;
  readonly tenantId: string;
  readonly contactId: string;
}

interface Made extends SoakBooks {
  readonly reference: string;
  readonly key: string;
  readonly id: string;
  readonly providerId: string;
}

export interface Ledgered {
  /** Invoices that were answered 201, by their references. */
  readonly made: Made[];
  /** References of automations that were accepted. */
  readonly automated: { readonly reference: string; readonly tenantId: string; readonly operationId: string }[];
  /** Provider's ids of invoices that were paid at the ledger. */
  readonly paid: Set<string>;
  /** Requests by what came of them in the end. */
  readonly counts: Record<string, number>;
}

const triesMost = 60;
const waitMostMs = 3_000;

/** Repeats what may be repeated, as a careful client does: the same key, after the time that was asked for. */
async function persistent(client: Client, method: string, path: string, body: unknown, key: string): Promise<Body> {
  for (let tried = 1; tried <= triesMost; tried++) {
    const answer = await client.call(method, path, body, { 'idempotency-key': key }).catch(() => undefined);
    if (answer && answer.status < 300) return answer.body;
    if (answer && at(answer.body, 'retryable') !== true) throw new Error(JSON.stringify(answer.body));
    const seconds = Number(answer ? (at(answer.body, 'retry_after_seconds') ?? 0.2) : 0.2);
    await sleep(Math.min(seconds * 1000, waitMostMs));
  }
  throw new Error(`${method} ${path} was refused ${triesMost} times`);
}

type Act = (fleet: Fleet, books: SoakBooks, kept: Ledgered) => Promise<string>;

const create: Act = async ({ first, second }, books, kept) => {
  const [reference, key] = [`soak-${randomUUID()}`, randomUUID()];
  const client = Math.random() < 0.5 ? first : second;
  const path = `/v1/connections/${books.connectionId}/invoices`;
  const body = await persistent(client, 'POST', path, invoiceBody(books.contactId, reference), key);
  const [id, providerId] = [textAt(body, 'data.item.id'), textAt(body, 'data.item.provider_id')];
  kept.made.push({ ...books, reference, key, id, providerId });
  return 'created';
};

const again: Act = async ({ second }, _books, kept) => {
  const made = kept.made.at(Math.floor(Math.random() * kept.made.length));
  if (!made) return 'nothing yet';
  const path = `/v1/connections/${made.connectionId}/invoices`;
  const body = await persistent(second, 'POST', path, invoiceBody(made.contactId, made.reference), made.key);
  if (at(body, 'data.item.id') !== made.id) throw new Error(`another answer for the key of ${made.reference}`);
  return 'replayed';
};

const pay: Act = async ({ sandbox }, _books, kept) => {
  const unpaid = kept.made.findLast(({ providerId }) => !kept.paid.has(providerId));
  if (!unpaid) return 'nothing yet';
  kept.paid.add(unpaid.providerId);
  await sandbox.control('POST', 'payments', { tenant_id: unpaid.tenantId, invoice_id: unpaid.providerId });
  return 'paid';
};

const automate: Act = async ({ first }, books, kept) => {
  const reference = `soak-${randomUUID()}`;
  const input = { invoice: invoiceBody(books.contactId, reference), deliver: 'none' };
  const asked = { connection_id: books.connectionId, recipe: 'invoice.create_and_deliver', input };
  const body = await persistent(first, 'POST', '/v1/automations', asked, randomUUID());
  kept.automated.push({ reference, tenantId: books.tenantId, operationId: textAt(body, 'data.operation_id') });
  return 'automated';
};

const sync: Act = async ({ second }, { connectionId }) => {
  await persistent(second, 'POST', `/v1/connections/${connectionId}/sync`, { scope: 'invoices' }, randomUUID());
  return 'synced';
};

const read = (path: (books: SoakBooks) => string): Act => {
  return async ({ first }, books) => {
    const answer = await first.call('GET', path(books)).catch(() => undefined);
    return answer === undefined ? 'read without an answer' : `read ${answer.status}`;
  };
};

const acts: readonly (readonly [number, Act])[] = [
  [4, create],
  [2, pay],
  [1, again],
  [1, automate],
  [0.2, sync],
  [4, read(({ connectionId }) => `/v1/connections/${connectionId}/invoices?limit=20`)],
  [1, read(({ connectionId, contactId }) => `/v1/connections/${connectionId}/contacts/${contactId}`)],
  [1, read(() => '/v1/operations?limit=50')],
  [0.5, read(() => '/v1/connections/conn_unknown')],
];
const weight = acts.reduce((sum, [share]) => sum + share, 0);

function pick(): Act {
  let drawn = Math.random() * weight;
  for (const [share, act] of acts) {
    drawn -= share;
    if (drawn < 0) return act;
  }
  return create;
}

const pauseMs = 150;
const connectionsAnActor = 8;

/** Until it is enough; throws what no client could explain. */
export async function load(
  fleet: Fleet,
  all: readonly SoakBooks[],
  isEnough: (kept: Ledgered) => boolean,
): Promise<Ledgered> {
  const kept: Ledgered = { made: [], automated: [], paid: new Set(), counts: {} };
  const actor = async () => {
    while (!isEnough(kept)) {
      const books = all[Math.floor(Math.random() * all.length)];
      if (!books) return;
      const what = await pick()(fleet, books, kept);
      kept.counts[what] = (kept.counts[what] ?? 0) + 1;
      // More than the provider's budget of the connections would only measure the budget.
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: Math.ceil(all.length / connectionsAnActor) }, actor));
  return kept;
}

/** One thing that goes wrong, drawn at random. */
export async function disturb({ sandbox, workers, startWorker }: Fleet, round: number): Promise<string> {
  const paths = ['/api.xro/2.0/Invoices*', '/api.xro/2.0/*', '/connect/token'];
  const actions = [{ drop: 'after' }, { drop: 'before' }, { status: 500 }, { status: 503 }, { hang_ms: 2_000 }];
  const [path, action] = [paths[round % paths.length], actions[round % actions.length]];
  await sandbox.control('POST', 'faults', { match: { path }, action, times: 2 });
  if (round % 5 === 0) {
    const victim = workers.shift();
    startWorker();
    await victim?.kill('SIGKILL');
    return 'a worker was killed';
  }
  if (round % 7 === 0) await sandbox.control('POST', 'notifications', { redeliver: 3 });
  if (round % 11 === 0) await sandbox.control('POST', 'notifications', { skip: 1 });
  return `${JSON.stringify(action)} at ${path}`;
}

/** Waits until nothing is under way, as long as it becomes less; says what is left when it does not within `patienceMs`. */
export async function settled({ query }: Fleet, patienceMs: number): Promise<void> {
  // What the clock begins later is not waited for.
  const open = `from operations where state in ('queued', 'running', 'retrying') and type <> 'retention.purge'
    and due_at < ${Date.now() + 120_000}`;
  const left = async () => Number((await query(`select count(*)::int as n ${open}`))[0]?.['n']);
  for (let before = await left(); before > 0; ) {
    const fewer = async () => ((await left()) < before ? true : undefined);
    if (await until('fewer operations', fewer, patienceMs).catch(() => false)) before = await left();
    else {
      const rows = await query(`select type, state, due_at, right(attempts, 300) as attempts ${open} limit 5`);
      throw new Error(`${before} operations do not end: ${JSON.stringify(rows)}`);
    }
  }
}

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../contract-tests/testing/until.ts';
import { connected, subscribe, textAt } from './client.ts';
import { type Fleet, startFleet } from './fleet.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { disturb, type Ledgered, load, type SoakBooks, settled } from './soak-load.ts';
import { leftovers, type Sample, sample } from './soak-watch.ts';

export interface SoakOptions {
  readonly seconds: number;
  readonly connections: number;
  readonly disturbEveryMs: number;
  readonly say: (line: string) => void;
}

export interface SoakReport {
  readonly kept: Ledgered;
  readonly samples: readonly Sample[];
  /** How often each reference stands in the books, where it is not once. */
  readonly wrongAtLedger: readonly string[];
  /** Paid invoices whose `invoice.paid` did not come as exactly one event. */
  readonly wrongAtReceiver: readonly string[];
  /** Connections whose sequences have holes or twins. */
  readonly wrongSequences: readonly string[];
  readonly refusals: readonly string[];
  readonly leftovers: Readonly<Record<string, number>>;
  readonly events: number;
}

/** Each is done at least once, however slow the machine is. */
export const workKinds = ['created', 'paid', 'replayed', 'automated'] as const;
const lateMostMs = 120_000;

/** Runs a deployment under mixed load and random faults, and counts at both ends. */
export async function soak({ seconds, connections, disturbEveryMs, say }: SoakOptions): Promise<SoakReport> {
  const fleet = await startFleet();
  const receiver = await startReceiver({ failing: 0.05 });
  const samples: Sample[] = [];
  try {
    const books = await open(fleet, receiver, connections);
    const startedMs = Date.now();
    let ended = false;
    const over = () => ended;
    const isEnough = ({ counts }: Ledgered) => {
      const passedMs = Date.now() - startedMs;
      const isWhole = workKinds.every((kind) => counts[kind] !== undefined);
      ended ||= passedMs > seconds * 1000 && (isWhole || passedMs > seconds * 1000 + lateMostMs);
      return ended;
    };
    const disturbing = repeatedly(disturbEveryMs, over, async (round) => say(await disturb(fleet, round)));
    const watching = repeatedly(Math.max(1_000, seconds * 10), over, async () => {
      const seen = await sample(fleet, startedMs);
      samples.push(seen);
      say(JSON.stringify(seen));
    });
    const [kept] = await Promise.all([load(fleet, books, isEnough), disturbing, watching]);
    await fleet.sandbox.control('DELETE', 'faults');
    return { ...(await count(fleet, receiver, books, kept)), samples };
  } finally {
    await fleet.stop();
    await receiver.close();
  }
}

async function repeatedly(everyMs: number, over: () => boolean, work: (round: number) => Promise<void>): Promise<void> {
  for (let round = 1; !over(); round++) {
    await work(round);
    await sleep(everyMs);
  }
}

async function open(fleet: Fleet, receiver: Receiver, many: number): Promise<readonly SoakBooks[]> {
  await fleet.sandbox.control('POST', 'quirks', {
    limits: { minute: null, day: null, concurrent: null, app_minute: null },
  });
  await subscribe(fleet.first, receiver, ['*']);
  const books: SoakBooks[] = [];
  for (let n = 0; n < many; n++) {
    const made = await fleet.sandbox.control('POST', 'organisations', { name: `Soak ${n}`, seed: 'empty' });
    const tenantId = String(made['tenant_id']);
    const connecting = { externalAccountId: randomUUID(), tenantIds: [tenantId] };
    const connectionId = await connected(fleet.first, fleet.sandbox, connecting);
    const path = `/v1/connections/${connectionId}/contacts`;
    const contact = await fleet.first.expecting(201, 'POST', path, { name: 'Soak customer' });
    books.push({ connectionId, tenantId, contactId: textAt(contact, 'data.item.id') });
  }
  return books;
}

const settleMs = 180_000;

async function count(fleet: Fleet, receiver: Receiver, books: readonly SoakBooks[], kept: Ledgered) {
  await settled(fleet, settleMs);
  // What a skipped notification left out is found by reconciliation, here asked for.
  for (const { connectionId } of books) {
    await fleet.first.expecting(202, 'POST', `/v1/connections/${connectionId}/sync`, { scope: 'invoices' });
  }
  await settled(fleet, settleMs);
  const paidEvents = () => receiver.received.filter(({ type }) => type === 'invoice.paid');
  const told = () => new Set(paidEvents().map(({ data }) => textAt(data, 'invoice.provider_id')));
  await until('every paid invoice to be told of', () => told().size >= kept.paid.size, settleMs).catch(() => undefined);
  return {
    kept,
    wrongAtLedger: await wrongAtLedger(fleet, books, kept),
    wrongAtReceiver: wrongPaid(kept, paidEvents()),
    wrongSequences: wrongSequences(receiver),
    refusals: receiver.refusals,
    leftovers: await leftovers(fleet),
    events: new Set(receiver.received.map(({ id }) => id)).size,
  };
}

async function wrongAtLedger({ sandbox }: Fleet, books: readonly SoakBooks[], { made, automated }: Ledgered) {
  const times = new Map<string, number>();
  for (const { tenantId } of books) {
    for (const invoice of await sandbox.documents(tenantId, 'Invoices')) {
      const reference = String(invoice['Reference']);
      times.set(reference, (times.get(reference) ?? 0) + 1);
    }
  }
  const known = [...made, ...automated].map(({ reference }) => reference);
  const lost = known.filter((reference) => times.get(reference) !== 1);
  const foreign = [...times.keys()].filter((reference) => !known.includes(reference));
  return [...lost, ...foreign.map((reference) => `unknown ${reference}`)];
}

function wrongPaid({ paid }: Ledgered, events: Receiver['received']): readonly string[] {
  const ids = new Map<string, Set<string>>();
  for (const { id, data } of events) {
    const providerId = textAt(data, 'invoice.provider_id');
    ids.set(providerId, (ids.get(providerId) ?? new Set()).add(id));
  }
  return [...paid].filter((providerId) => ids.get(providerId)?.size !== 1);
}

function wrongSequences({ received }: Receiver): readonly string[] {
  const byConnection = new Map<string, Map<number, string>>();
  const wrong = new Set<string>();
  for (const { id, connection_id, sequence } of received) {
    const seen = byConnection.get(connection_id) ?? new Map<number, string>();
    if ((seen.get(sequence) ?? id) !== id) wrong.add(`${connection_id}: two events ${sequence}`);
    byConnection.set(connection_id, seen.set(sequence, id));
  }
  for (const [connection, seen] of byConnection) {
    const last = Math.max(...seen.keys());
    for (let n = 1; n <= last; n++) if (!seen.has(n)) wrong.add(`${connection}: no event ${n} of ${last}`);
  }
  return [...wrong];
}

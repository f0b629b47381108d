// Live reads of one connection that wait at the same time share a call to the provider.
import { secondsAfter } from '../../domain/backoff.ts';
import type { ConnectionId } from '../../domain/ids.ts';
import type { CachedRecord, LedgerRecord } from '../../domain/ledger-record.ts';
import type { PaymentProjection } from '../../domain/payment-transition.ts';
import { type ResourceType, recordName } from '../../domain/resource.ts';
import { batched } from '../../engine/batch.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ProjectionStore } from '../../ports/record-stores.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { familyTraitsOf } from '../providers/provider-of.ts';
import { ifThere } from '../resources/read-live.ts';
import { knowingDiscounts } from '../sync/known-discounts.ts';
import { createPaces, quietLeastMs } from './pace.ts';

interface Asker {
  readonly ledger: Ledger;
  /** When the record changed, by the provider's clock; undefined if the provider did not say. */
  readonly changedAt: Date | undefined;
}

interface ReadAsk extends Asker {
  readonly type: ResourceType;
  readonly providerId: string;
}

/** The result of a shared call for one record. */
export interface SharedRead {
  /** Undefined if the provider has no such record. */
  readonly record: CachedRecord | undefined;
  /** The revision of an invoice that was announced before the read; null if none was. */
  readonly announcedBefore: string | null;
}
type Answer = SharedRead | { readonly error: unknown };

interface KeptRead {
  readonly begun: number;
  readonly answer: Promise<Answer>;
}

/** What the running attempts of one connection share. */
interface ReadPool {
  attempts: number;
  /** Numbers attempts and calls in the order in which they begin, because clocks of two machines cannot. */
  begun: number;
  /** By family and id, oldest first. */
  readonly reads: Map<string, KeptRead>;
  readonly asking: Map<ResourceType, (ask: ReadAsk) => Promise<Answer>>;
}

/** The most calls of one family under way, so that a read shortly after the first need not wait for the first to end. */
const callsAtOnce = 2;
/** The most reads kept while attempts of a connection never pause. */
const keptMost = 200;
/** The most records looked for in one list. */
const listedMost = 40;
const listPagesMost = 3;
/** Changes earlier than this before the latest one are read alone. */
const listSpanMs = 600_000;
/** A list begins this long before the earliest change. */
const listMarginSeconds = 60;

/**
 * Lets attempts of one connection read together. At most `callsAtOnce` calls are under way; later reads share the next
 * call, and so do those that come in quick succession. A read that began after an attempt did serves that attempt, too. Nothing is kept once no attempt of the connection
 * runs.
 */
export function createReader(ports: CorePorts) {
  const pools = new Map<ConnectionId, ReadPool>();
  const announced = batched(ports.storage.projections.find);

  const readGroup = async (pool: ReadPool, asks: readonly ReadAsk[]): Promise<readonly Answer[]> => {
    const begun = ++pool.begun;
    const distinct = [...new Map(asks.map((ask) => [ask.providerId, ask])).values()];
    const reading = answersOf(ports, announced, distinct as [ReadAsk]);
    for (const ask of distinct) keep(pool, ask, { begun, answer: reading.then((of) => of(ask.providerId)) });
    const of = await reading;
    return asks.map(({ providerId }) => of(providerId));
  };
  const paceOf = createPaces(ports.clock);
  const pause = () => ports.clock.wait(quietLeastMs);
  const ask = (pool: ReadPool, asked: ReadAsk): Promise<Answer> => {
    const { type, ledger } = asked;
    const most = familyTraitsOf(ledger.provider, type).together.reads || listedMost;
    const pace = paceOf(recordName(type, ledger.connection.id));
    const grouping = { most, atOnce: callsAtOnce, gather: pace.gather, pause };
    const shared = pool.asking.get(type) ?? batched((asks) => readGroup(pool, asks), grouping);
    pool.asking.set(type, shared);
    pace.arrived();
    return shared(asked);
  };
  /** Runs an attempt with `read`, which throws like a read of that record alone, but returns no record for NOT_FOUND. */
  return async <T>(
    asker: Asker,
    attempt: (read: (type: ResourceType, providerId: string) => Promise<SharedRead>) => Promise<T>,
  ): Promise<T> => {
    const { id } = asker.ledger.connection;
    const pool = pools.get(id) ?? { attempts: 0, begun: 0, reads: new Map(), asking: new Map() };
    pools.set(id, pool);
    pool.attempts += 1;
    const since = ++pool.begun;
    try {
      return await attempt(async (type, providerId) => {
        const known = pool.reads.get(recordName(type, providerId));
        const serves = known && known.begun > since;
        const answer = await (serves ? known.answer : ask(pool, { ...asker, type, providerId }));
        if ('error' in answer) throw answer.error;
        return answer;
      });
    } finally {
      pool.attempts -= 1;
      if (pool.attempts === 0) pools.delete(id);
    }
  };
}

function keep({ reads }: ReadPool, ask: ReadAsk, read: KeptRead): void {
  const key = recordName(ask.type, ask.providerId);
  reads.delete(key);
  reads.set(key, read);
  for (const oldest of reads.keys()) {
    if (reads.size <= keptMost) break;
    reads.delete(oldest);
  }
  // A failure counts for those who share the call; later readers call again.
  void read.answer.then((answer) => {
    if ('error' in answer && reads.get(key) === read) reads.delete(key);
  });
}

type Announced = (invoice: Parameters<ProjectionStore['find']>[0][number]) => Promise<PaymentProjection | undefined>;

/** Never rejects. */
async function answersOf(
  ports: CorePorts,
  announced: Announced,
  asks: readonly [ReadAsk, ...ReadAsk[]],
): Promise<(providerId: string) => Answer> {
  const [{ ledger, type }] = asks;
  const connectionId = ledger.connection.id;
  try {
    const before = new Map<string, string>();
    // Looked up before the provider is asked, so that the revision orders reads.
    const projections = await Promise.all(
      type === 'invoices' ? asks.map((ask) => announced({ connectionId, providerInvoiceId: ask.providerId })) : [],
    );
    for (const known of projections) if (known) before.set(known.providerInvoiceId, known.providerRevision);
    const fetchedAt = ports.clock.now();
    const found = await readAll(ports, asks);
    return (providerId) => {
      const one = found.get(providerId);
      if (one && 'error' in one) return one;
      return { record: one && { ...one, fetchedAt }, announcedBefore: before.get(providerId) ?? null };
    };
  } catch (error) {
    return () => ({ error });
  }
}

type Found = LedgerRecord | { readonly error: unknown } | undefined;

/**
 * Reads records of one family in few calls. One that a joint answer leaves out, tells twice or cannot show is read alone,
 * and fails or counts as gone alone.
 */
async function readAll(
  { storage }: CorePorts,
  asks: readonly [ReadAsk, ...ReadAsk[]],
): Promise<ReadonlyMap<string, Found>> {
  const [{ ledger, type }] = asks;
  const ids = asks.map(({ providerId }) => providerId);
  const { together } = familyTraitsOf(ledger.provider, type);
  const found = together.reads > 0 ? await askedFor(ledger, type, ids) : await listed(ledger, asks);
  const place = { connectionId: ledger.connection.id, type };
  const shown = [...found.values()].filter((one) => one !== undefined && 'providerId' in one);
  for (const record of await knowingDiscounts(storage, place, shown)) found.set(record.providerId, record);
  for (const id of ids.filter((id) => !found.has(id))) {
    found.set(id, await ifThere(ledger.read(type, id)).catch((error: unknown) => ({ error })));
  }
  return found;
}

/** The records that joint answers show once. What an answer leaves out is asked for again while answers show more. */
async function askedFor(ledger: Ledger, type: ResourceType, ids: readonly string[]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const refused = new Set<string | null>();
  let left = ids;
  for (let isTelling = true; isTelling && left.length > 1; ) {
    const before = found.size;
    const { records, unreadable } = await ledger.readMany(type, left);
    for (const id of unreadable) refused.add(id);
    for (const [id, [record, ...twins]] of Map.groupBy(records, ({ providerId }) => providerId)) {
      if (twins.length > 0) refused.add(id);
      else if (record) found.set(id, record);
    }
    left = left.filter((id) => !found.has(id) && !refused.has(id));
    isTelling = found.size > before;
  }
  return found;
}

/** The records that the provider lists as changed since the earliest of these changes. */
async function listed(ledger: Ledger, asks: readonly [ReadAsk, ...ReadAsk[]]): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  const moments = asks.flatMap(({ changedAt }) => changedAt?.getTime() ?? []);
  const missing = new Set(asks.map(({ providerId }) => providerId));
  const earliest = Math.max(Math.min(...moments), Math.max(...moments) - listSpanMs);
  const since = secondsAfter(new Date(earliest), -listMarginSeconds);
  let after: string | null = null;
  for (let pages = 0; moments.length > 1 && pages < listPagesMost; pages++) {
    const page = await ledger.list(asks[0].type, { since, after });
    for (const record of page.records) {
      found.set(record.providerId, record);
      missing.delete(record.providerId);
    }
    after = page.next;
    if (after === null || missing.size <= 1) break;
  }
  return found;
}

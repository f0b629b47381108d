// Keeps batches that came at one time: identities, cursors and the work that they start, in one commit.
import type { OperationId } from '../../domain/ids.ts';
import { hasSequence } from '../../domain/notification.ts';
import { type CursorMove, cursorMoveOf } from '../../domain/notification-cursor.ts';
import type { Operation } from '../../domain/operation.ts';
import type { AppKey } from '../../domain/provider-app.ts';
import { systemPlane } from '../../domain/system-plane.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { ReadsToTake } from '../../ports/notification-store.ts';
import type { Stores } from '../../ports/storage.ts';
import { draftAppReconciliation } from '../sync/reconcile-app.ts';
import { type Arrival, type Draft, type Drafts, draftWork } from './draft-work.ts';

type Ports = Pick<CorePorts, 'storage' | 'digester' | 'clock' | 'ids' | 'wakeUp'>;

/** What became of a batch. */
export interface Kept {
  /** Operations that it put into the queue. */
  readonly queued: number;
  /** Notifications that start work and were known. */
  readonly duplicate: number;
  readonly skipped: Draft['skipped'];
  /** Null where the batch has no numbers. */
  readonly cursor: CursorMove | null;
}

/** A notification that starts work, once even if several of the batches hold it. */
interface News {
  readonly draft: Draft;
  readonly app: AppKey;
  readonly identity: string;
  readonly operation: Operation;
}

export function keepBatches(ports: Ports) {
  return async (arrivals: readonly Arrival[]): Promise<readonly Kept[]> => {
    const drafts = await draftWork(ports, arrivals);
    const news = newsOf(drafts.drafts);
    const outcome =
      (await takePlain(ports, drafts, news)) ??
      (await ports.storage.transaction((stores) => keepAll(ports, stores, drafts.drafts, news)));
    const kept = drafts.drafts.map((draft) => keptOf(draft, news, outcome));
    if (kept.some(({ queued, cursor }) => queued > 0 || cursor === 'gap')) ports.wakeUp.signal();
    return kept;
  };
}

function newsOf(drafts: readonly Draft[]): readonly News[] {
  const news = new Map<string, News>();
  for (const draft of drafts) {
    const { app } = draft.receiver;
    for (const [identity, operation] of draft.operations) {
      const place = `${app} ${identity}`;
      if (!news.has(place)) news.set(place, { draft, app, identity, operation });
    }
  }
  return [...news.values()];
}

interface Outcome {
  /** Those that were not known. */
  readonly fresh: ReadonlySet<News>;
  readonly cursors: ReadonlyMap<Draft, CursorMove>;
  /** Whether an operation stands in the queue under its own id. */
  readonly isQueued: (id: OperationId) => boolean;
}

/** What nearly all batches are: they follow the ones before and start nothing but reads. Undefined for all others. */
async function takePlain(
  { storage, clock }: Ports,
  drafts: Drafts,
  news: readonly News[],
): Promise<Outcome | undefined> {
  if (news.some(({ operation }) => !isRead(operation))) return undefined;
  const last = new Map(drafts.cursors);
  const cursors = new Map<Draft, CursorMove>();
  for (const draft of drafts.drafts.filter(({ batch }) => hasSequence(batch))) {
    const { receiver, batch } = draft;
    const move = cursorMoveOf(last.get(receiver.app) ?? null, batch.firstSequence, batch.lastSequence);
    if (move === 'first' || move === 'gap') return undefined;
    cursors.set(draft, move);
    if (move === 'next') last.set(receiver.app, batch.lastSequence);
  }
  const moves = moved(drafts, last);
  const isIdle = moves.length === 0 && news.length === 0;
  const known = isIdle ? new Set() : await storage.notifications.takeReads({ cursors: moves, news, at: clock.now() });
  if (!known) return undefined;
  const fresh = new Set(news.filter(({ operation }) => !known.has(operation.id)));
  return { fresh, cursors, isQueued: () => true };
}

function moved({ cursors }: Drafts, reached: ReadonlyMap<AppKey, number | null>): ReadsToTake['cursors'] {
  return [...reached].flatMap(([app, last]) => {
    const before = cursors.get(app) ?? null;
    return before === null || last === null || last === before ? [] : [{ app, before, last }];
  });
}

/**
 * Several apps' rows are held in one order. Behind a gap any of the app's connections may have missed something; one
 * operation finds out which there are.
 */
async function keepAll(
  ports: Ports,
  stores: Stores,
  drafts: readonly Draft[],
  news: readonly News[],
): Promise<Outcome> {
  const now = ports.clock.now();
  const apps = [...new Set(drafts.map(({ receiver }) => receiver.app))].sort();
  const cursors = new Map<Draft, CursorMove>();
  for (const app of apps) {
    for (const draft of drafts.filter(({ receiver, batch }) => receiver.app === app && hasSequence(batch))) {
      const { firstSequence, lastSequence } = draft.batch;
      cursors.set(draft, await stores.notifications.moveCursor(app, firstSequence, lastSequence, now));
    }
  }
  const fresh = new Set<News>();
  for (const app of apps) for (const one of await takeNew(stores, app, news, now)) fresh.add(one);
  const operations = [...new Set([...fresh].map(({ operation }) => operation))];
  const reads = operations.filter(isRead);
  if (reads.length > 0) await stores.operations.insert(reads);
  const behindGaps = drafts
    .filter((draft) => cursors.get(draft) === 'gap')
    .map(({ receiver: { app, own }, requestId }) => draftAppReconciliation(ports, own ?? systemPlane, app, requestId));
  const shared = [...operations.filter((operation) => !isRead(operation)), ...behindGaps];
  const doers = new Set(shared.length > 0 ? await stores.operations.insertCoalesced(shared) : []);
  for (const { id } of reads) doers.add(id);
  return { fresh, cursors, isQueued: (id) => doers.has(id) };
}

async function takeNew(stores: Stores, app: AppKey, news: readonly News[], now: Date): Promise<readonly News[]> {
  const ofApp = news.filter((one) => one.app === app);
  if (ofApp.length === 0) return [];
  const identities = ofApp.map(({ identity }) => identity);
  const taken = new Set(await stores.notifications.takeNew(app, identities, now));
  return ofApp.filter(({ identity }) => taken.has(identity));
}

function isRead({ type }: Operation): boolean {
  return type === 'notification.process';
}

/** A sync that is queued already, by whomever, does for this batch too. */
function keptOf(draft: Draft, news: readonly News[], { fresh, cursors, isQueued }: Outcome): Kept {
  const own = news.filter((one) => one.draft === draft && fresh.has(one));
  const operations = new Set(own.map(({ operation }) => operation));
  return {
    queued: [...operations].filter(({ id, requestId }) => requestId === draft.requestId && isQueued(id)).length,
    duplicate: draft.operations.size - own.length,
    skipped: draft.skipped,
    cursor: cursors.get(draft) ?? null,
  };
}

// Reads lists from a standby while it is known to hold all that was stored until a moment ago.
//
// How late a standby is, it does not know itself: `pg_last_xact_replay_timestamp()` grows while the primary is idle. So its
// beats are compared with those that this process has seen on the primary (epoch.ts): a standby that holds a beat holds every
// commit before it. Each beat was made after the last look at the primary that did not show it, by this process's own
// steady clock: neither another machine's clock nor a jump of this one's counts.
import { type LateStores, lateReads, type ReadReplica, type ReplicaState, ServiceError } from '#core/ports';
import type { Held, Seen } from './epoch.ts';

/** What a look at the standby shows. */
export interface ReplicaLook extends Held {
  /** False once it takes writes itself. */
  readonly isStandby: boolean;
}

export interface ReplicaSource {
  readonly stores: LateStores;
  /** Also looks for the mark of the beat that was last seen. Rejects within a few seconds if the server does not answer. */
  look(seen: Seen | undefined): Promise<ReplicaLook>;
}

export interface ReplicaOptions {
  /** Nothing that was stored longer ago is missing in an answer. */
  readonly lagSeconds: number;
  /** A read that takes longer is given up, and the primary is asked (default 3,000). */
  readonly patienceMs?: number;
  /** Called for each read, and when the state has changed. */
  readonly onRead?: (from: 'replica' | 'primary') => void;
  readonly onState?: (state: ReplicaState, why?: unknown) => void;
  /** A steady clock in milliseconds (default `performance.now`). */
  readonly steadyMs?: () => number;
}

export interface WatchedReplica extends ReadReplica {
  /** Tells what a look at the primary has shown that began at `begunMs` by the steady clock. */
  primarySeen(seen: Seen, begunMs: number): void;
  /** Looks at the standby; call it once a second. Never rejects, and looks once at a time. */
  refresh(): Promise<void>;
  /** How old what the standby may lack is, in seconds; undefined while nobody knows. */
  behindSeconds(): number | undefined;
}

export const replicaPatienceMs = 3_000;
/** After so many failed reads in a row the primary alone is read for a while, so that not every request waits for one. */
const [failuresMost, restMs] = [3, 10_000];
/** Beats of the primary that are remembered: one a second. */
const beatsMost = 4_096;
const writersMost = 10_000;

export function readReplica({ stores, look }: ReplicaSource, options: ReplicaOptions): WatchedReplica {
  const { lagSeconds, patienceMs = replicaPatienceMs, onRead, steadyMs = () => performance.now() } = options;
  const beats = beatsOf();
  const writers = writersOf(lagSeconds * 1000, steadyMs);
  const standing = standingOf(lagSeconds * 1000, steadyMs, options.onState);
  const picked = pickedFrom(stores);
  let looking: Promise<void> | undefined;
  const refreshed = async (): Promise<void> => {
    try {
      const asked = beats.latest;
      const found = await look(asked);
      standing.judge(found.isStandby ? beats.compare(found, asked) : 'other');
    } catch (error) {
      standing.become('unreachable', error);
    }
  };
  return {
    ...{ state: standing.state, behindSeconds: standing.behindSeconds, primarySeen: beats.seen, wrote: writers.note },
    refresh() {
      looking ??= refreshed().finally(() => {
        looking = undefined;
      });
      return looking;
    },
    async attempt(organizationId, read) {
      const mayRead = standing.state() === 'reading' && !writers.wroteLately(organizationId);
      try {
        const found = mayRead ? { value: await within(patienceMs, read(picked)) } : undefined;
        if (found) standing.answered();
        onRead?.(found ? 'replica' : 'primary');
        return found;
      } catch (error) {
        onRead?.('primary');
        // A refusal, such as of a cursor, is no fault of the server: the primary refuses alike.
        if (!(error instanceof ServiceError)) standing.failed(error);
        return undefined;
      }
    },
  };
}

/** Whether the standby may be read now. */
function standingOf(lagMs: number, steadyMs: () => number, onState: ReplicaOptions['onState']) {
  let state: ReplicaState = 'starting';
  /** All that was stored before this time is on the standby; undefined while nobody knows. */
  let wholeUntilMs: number | undefined;
  let restsUntilMs = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const isFresh = () => wholeUntilMs !== undefined && steadyMs() - wholeUntilMs < lagMs;
  const become = (next: ReplicaState, why?: unknown): void => {
    if (next === state) return;
    state = next;
    onState?.(next, why);
  };
  return {
    become,
    /** Between two looks the standby may fall behind. */
    state: (): ReplicaState => (state === 'reading' && !isFresh() ? 'behind' : state),
    behindSeconds: () => (wholeUntilMs === undefined ? undefined : (steadyMs() - wholeUntilMs) / 1000),
    judge(known: Known | 'other' | undefined): void {
      if (known === 'other') {
        wholeUntilMs = undefined;
        become('no_standby');
        return;
      }
      wholeUntilMs = known?.afterMs ?? wholeUntilMs;
      if (steadyMs() < restsUntilMs) return;
      if (isFresh()) become('reading');
      else become(wholeUntilMs === undefined ? 'starting' : 'behind');
    },
    answered(): void {
      failures = 0;
    },
    failed(error: unknown): void {
      failures += 1;
      if (failures < failuresMost) return;
      failures = 0;
      restsUntilMs = steadyMs() + restMs;
      become('failed', error);
    },
  };
}

/** Of the stores only what may be read late: not even a cast reaches more. */
function pickedFrom(stores: LateStores): LateStores {
  const all = stores as unknown as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  const picked = Object.entries<readonly string[]>(lateReads).map(([store, methods]) => [
    store,
    Object.fromEntries(methods.map((method) => [method, all[store]?.[method]])),
  ]);
  return Object.fromEntries(picked) as LateStores;
}

/** A beat of the primary, and a time after which it was made. */
interface Known {
  readonly mark: string;
  readonly afterMs: number;
}

/** What this process has seen of the primary's beats. */
function beatsOf() {
  const known = new Map<number, Known>();
  let latest: Seen | undefined;
  let begunBeforeMs: number | undefined;
  return {
    get latest() {
      return latest;
    },
    seen(now: Seen, begunMs: number): void {
      // After a loss, and at another database, what was seen before says nothing.
      const isOther = latest !== undefined && (latest.databaseId !== now.databaseId || now.beat < latest.beat);
      if (isOther) known.clear();
      // A beat that the first look shows may have been made at any time before.
      const isNew = latest !== undefined && (isOther || now.beat > latest.beat);
      if (isNew && begunBeforeMs !== undefined && now.mark !== '') {
        known.set(now.beat, { mark: now.mark, afterMs: begunBeforeMs });
      }
      for (const oldest of known.keys()) {
        if (known.size <= beatsMost) break;
        known.delete(oldest);
      }
      [latest, begunBeforeMs] = [now, begunMs];
    },
    /**
     * The latest known beat that the standby holds, which was asked for `latest`. `other` if it has another history than the
     * primary; undefined if it shows none of the known beats: a later look does.
     */
    compare(held: Held, latest: Seen | undefined): Known | 'other' | undefined {
      if (!latest) return undefined;
      const isOtherSystem = held.system !== null && latest.system !== null && held.system !== latest.system;
      if (isOtherSystem || held.databaseId !== latest.databaseId) return 'other';
      const isAhead = held.beat >= latest.beat;
      const [beat, mark] = isAhead ? [latest.beat, held.slotMark] : [held.beat, held.mark];
      const own = known.get(beat);
      if (!own) return undefined;
      return own.mark === mark ? own : 'other';
    },
  };
}

/** Who has changed something within the lag. Bounded: of too many, all count as writers for that time. */
function writersOf(lagMs: number, steadyMs: () => number) {
  const latest = new Map<string, number>();
  let allUntilMs = Number.NEGATIVE_INFINITY;
  return {
    note(organizationId: string): void {
      const now = steadyMs();
      if (latest.size >= writersMost) {
        for (const [id, at] of latest) if (now - at >= lagMs) latest.delete(id);
      }
      if (latest.size >= writersMost) {
        latest.clear();
        allUntilMs = now + lagMs;
      }
      latest.set(organizationId, now);
    },
    wroteLately(organizationId: string): boolean {
      const now = steadyMs();
      if (now < allUntilMs) return true;
      const at = latest.get(organizationId);
      if (at === undefined || now - at < lagMs) return at !== undefined;
      latest.delete(organizationId);
      return false;
    },
  };
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`the replica did not answer within ${ms} ms`)), ms);
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Notices when the database holds less than this process, or an earlier one on this machine, has seen of it.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseWatch, Log } from '#core';
import { StorageUnavailable } from '#core/ports';
import type { Config } from './config.ts';
import { addDatabaseState, type HostMetrics } from './host-metrics.ts';
import type { Database } from './open-database.ts';
import type { Shutdown } from './shutdown.ts';

/** A file of SQLite goes back only while it is closed, and each beat waits for its disk. */
const usualMs = { postgres: 1_000, sqlite: 10_000 };
const keptEveryMs = 5_000;

interface Watched {
  readonly config: Pick<Config, 'database' | 'dataDir' | 'wentBack'>;
  readonly database: Pick<Database, 'epoch' | 'place'>;
  readonly log: Log;
  readonly metrics: HostMetrics;
  readonly shutdown: Shutdown;
  /** Told what each look shows, and when it began by the steady clock. */
  readonly replica?: { primarySeen(seen: Seen, begunMs: number): void } | undefined;
  /** The pause between two looks; by default a second, for SQLite ten. */
  readonly everyMs?: number;
}

type Look = Awaited<ReturnType<Database['epoch']['look']>>;
type Seen = Look['seen'];
type State = Awaited<ReturnType<Database['epoch']['state']>>;

/**
 * Looks once, so that a process that starts after a loss serves nothing before it knows, and then every second (SQLite: ten),
 * and at once when a connection shows that a standby has become the primary. What was seen is also kept in a file of the data
 * folder, if that can be written, for the process that is started next.
 */
export async function watchDatabase({
  config,
  database,
  log,
  metrics,
  shutdown,
  replica,
  everyMs = usualMs[config.database.kind],
}: Watched): Promise<DatabaseWatch> {
  const { epoch, place } = database;
  const memory = memoryOf(config, log);
  const closing = new AbortController();
  let seen = memory.read();
  let state: State = { wentBack: null, accepted: null };
  let isKnown = true;
  let isFailing = false;
  let moves = 0;
  const looking = async (): Promise<void> => {
    const [movesBefore, begunMs] = [moves, performance.now()];
    const found = await epoch.look(seen, new Date());
    tell(log, state, found);
    seen = found.seen;
    state = found;
    replica?.primarySeen(seen, begunMs);
    if (found.wentBack && config.wentBack === 'continue') {
      await epoch.accept(new Date());
      log.warn('the database has gone back, and the work goes on, because DATABASE_WENT_BACK is continue');
      state = await epoch.state();
    }
    memory.write(seen);
    isFailing = false;
    // What moved meanwhile is looked at next.
    isKnown = moves === movesBefore;
  };
  const watching = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      const { promise: moved, resolve: wake } = Promise.withResolvers<void>();
      onMove = wake;
      await Promise.race([pause(everyMs, undefined, { signal: closing.signal, ref: false }), moved]).catch(() => {});
      // While the database is away, every request says so.
      if (!closing.signal.aborted) await looking().catch(failed);
    }
  };
  const failed = (error: unknown): void => {
    if (!isFailing) log.warn('the database could not be compared with what was seen of it', { error: String(error) });
    isFailing = true;
  };
  let onMove = (): void => {};
  place.onMove(() => {
    moves += 1;
    isKnown = false;
    onMove();
  });
  try {
    await looking();
  } catch (error) {
    if (!(error instanceof StorageUnavailable)) throw error;
    // It takes no writes now; until it does, nobody knows.
    isKnown = false;
    failed(error);
  }
  const ended = watching();
  shutdown.add('the watch of the database', async () => {
    closing.abort();
    await ended;
    if (seen) memory.write(seen, true);
  });
  addDatabaseState(metrics, () => state.wentBack !== null);
  return {
    state: () => (state.wentBack ? 'went_back' : isKnown ? 'kept' : 'checking'),
    loss: () => lossOf(state),
  };
}

/** For operators' commands, which neither watch nor beat. */
export async function databaseAsStored({ epoch }: Pick<Database, 'epoch'>): Promise<DatabaseWatch> {
  const state = await epoch.state();
  return { state: () => (state.wentBack ? 'went_back' : 'kept'), loss: () => lossOf(state) };
}

function lossOf({ accepted }: State) {
  if (!accepted) return null;
  return { since: new Date(accepted.since), until: new Date(accepted.until) };
}

/** One sentence for operators: how far the database went back, and what to do. */
export function sentenceOf({ seenBeat, heldBeat, heldUntil }: NonNullable<State['wentBack']>): string {
  const lost = seenBeat > heldBeat ? `, ${seenBeat - heldBeat} beats before what was seen of it` : '';
  return (
    `this database has gone back to ${heldUntil}${lost}: what was stored later is lost. Nothing is written at the ` +
    'provider until "ledgerport admin database accept" (docs/operate.md)'
  );
}

function tell(log: Log, before: State, { wentBack, accepted }: State): void {
  if (wentBack && !before.wentBack) log.error(sentenceOf(wentBack), undefined, { database: 'went_back', ...wentBack });
  if (!wentBack && before.wentBack) log.info('the loss of the database was accepted', { ...accepted });
}

/** A folder that cannot be written costs only the memory of the next process. */
function memoryOf({ dataDir, database }: Watched['config'], log: Log) {
  const file = path.join(dataDir, 'database-seen.json');
  const isNone = database.kind === 'sqlite' && database.filename === ':memory:';
  let keptAtMs = Number.NEGATIVE_INFINITY;
  let isWarned = false;
  const read = (): Seen | undefined => {
    try {
      return isNone ? undefined : (JSON.parse(readFileSync(file, 'utf8')) as Seen);
    } catch {
      return undefined;
    }
  };
  return {
    read,
    write(seen: Seen, isLast = false): void {
      if (isNone || (!isLast && performance.now() - keptAtMs < keptEveryMs)) return;
      keptAtMs = performance.now();
      const stored = read();
      // Another process on this machine may know more.
      if (stored?.databaseId === seen.databaseId && stored.beat > seen.beat) return;
      try {
        mkdirSync(dataDir, { recursive: true, mode: 0o700 });
        const draft = `${file}.${process.pid}`;
        writeFileSync(draft, JSON.stringify(seen), { mode: 0o600 });
        renameSync(draft, file);
      } catch (error) {
        if (!isWarned) log.info('what was seen of the database is not kept in DATA_DIR', { error: String(error) });
        isWarned = true;
      }
    },
  };
}

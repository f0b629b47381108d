// Stores what is billed a moment after it was answered, in commits that many share and that wait for no flush to disk.
import { setTimeout } from 'node:timers/promises';
import type { Log, UsageEvent, UsageStore } from '#core/ports';
import { createPauses } from './call-journal.ts';

/** An event is at least so old when it is stored: its answer has left, so a process that dies counts none too many. */
const gatherMs = 50;
const batchMost = 500;
/** Beyond it whoever adds an event waits until there is room, and is refused after a while: it is not counted then. */
const waitingMost = 2_000;
const patienceMs = 5_000;
const retryMs = 1_000;

/** An event keeps its id, under which a store takes it once however often it is tried. */
export function storeBilled({ store, log }: { store: Pick<UsageStore, 'insert'>; log: Pick<Log, 'info' | 'warn'> }) {
  const waiting: UsageEvent[] = [];
  const pauses = createPauses();
  let writing: Promise<void> | undefined;
  let room = Promise.withResolvers<void>();
  /** Whether the database refused the last try. */
  let isRefused = false;

  /** False when the database did not take them: they wait on. */
  const isStored = async (events: readonly UsageEvent[]): Promise<boolean> => {
    try {
      await store.insert(events);
      waiting.splice(0, events.length);
      room.resolve();
      room = Promise.withResolvers();
      if (isRefused) log.info('billed usage is stored again');
      isRefused = false;
    } catch (error) {
      if (!isRefused) log.warn('billed usage could not be stored and is tried again', { error: String(error) });
      isRefused = true;
    }
    return !isRefused;
  };
  const writeAll = async (): Promise<void> => {
    while (waiting.length > 0) {
      let due = waiting.length;
      await pauses.pause(gatherMs);
      while (due > 0) {
        const batch = waiting.slice(0, Math.min(due, batchMost));
        if (await isStored(batch)) due -= batch.length;
        else if (!pauses.ended()) await pauses.pause(retryMs);
        else if (!(await isStored(batch))) {
          log.warn('billed usage is lost: the process ends and the database takes none', { events: waiting.length });
          waiting.length = 0;
          due = 0;
        }
      }
    }
    writing = undefined;
  };
  return {
    async add(event: UsageEvent): Promise<void> {
      for (const until = performance.now() + patienceMs; waiting.length >= waitingMost; ) {
        const leftMs = until - performance.now();
        if (leftMs <= 0) throw new Error('billed usage cannot be stored');
        await Promise.race([room.promise, setTimeout(leftMs, undefined, { ref: false })]);
      }
      waiting.push(event);
      writing ??= writeAll();
    },
    /** Stores what waits, without waiting for its time. */
    async close(): Promise<void> {
      pauses.end();
      await writing;
    },
  };
}

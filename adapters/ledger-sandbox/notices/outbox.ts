/** Puts announced changes into batches, with sequence numbers per app, pauses, gaps and disorder. */
import type { AppRecord } from '../access/app-record.ts';
import type { Books } from '../books/books.ts';
import type { JsonObject } from '../http/json.ts';
import type { BatchQueue } from './batch-queue.ts';
import type { EventRecord } from './event-record.ts';

const maxEventsPerBatch = 50;
const maxWaitingEvents = 10_000;

/** Splits events into runs of consecutive sequence numbers, at most a batch long. */
function runsOf(events: readonly EventRecord[]): readonly (readonly EventRecord[])[] {
  const runs: EventRecord[][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const isNext = run && run.length < maxEventsPerBatch && run.at(-1)?.sequence === event.sequence - 1;
    if (isNext) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

export function createOutbox(books: Books, queue: BatchQueue, log: (message: string) => void) {
  const held = { isPaused: false, skips: 0, reorders: 0 };
  return {
    held,
    /** Gives the event the app's next number. A skipped event takes its number and is never delivered. */
    add(app: AppRecord, event: JsonObject): void {
      const sequence = app.sequence + 1;
      books.apps.put({ ...app, sequence });
      if (held.skips > 0) {
        held.skips -= 1;
        return;
      }
      if (books.events.size >= maxWaitingEvents) {
        const [oldest] = books.events.list();
        if (oldest) books.events.remove(oldest.id);
        log('the notification outbox is full: the oldest event was dropped');
      }
      books.events.put({ id: `${app.id}|${sequence}`, updated: sequence, clientId: app.id, sequence, event });
    },
    /** Makes batches of waiting events. A reorder waits for all its events unless `isOverdue`. */
    pack(clientId: string, isOverdue: boolean): void {
      const waiting = books.events.find('app', clientId).toSorted((a, b) => a.sequence - b.sequence);
      if (waiting.length === 0 || (waiting.length < held.reorders && !isOverdue)) return;
      const disordered = waiting.slice(0, held.reorders);
      held.reorders = isOverdue ? 0 : held.reorders - disordered.length;
      for (const event of disordered.toReversed()) queue.enqueue(clientId, [event]);
      for (const run of runsOf(waiting.slice(disordered.length))) queue.enqueue(clientId, run);
    },
    clear(): void {
      Object.assign(held, { isPaused: false, skips: 0, reorders: 0 });
    },
  };
}

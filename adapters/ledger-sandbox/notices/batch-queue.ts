import { randomInt } from 'node:crypto';
import type { Books } from '../books/books.ts';
import type { BatchRecord } from './batch-record.ts';
import type { EventRecord } from './event-record.ts';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const entropy = (): string => Array.from({ length: 20 }, () => letters[randomInt(26)]).join('');

const bodyOf = (events: readonly EventRecord[]): string =>
  JSON.stringify({
    events: events.map((record) => record.event),
    firstEventSequence: events[0]?.sequence ?? 0,
    lastEventSequence: events.at(-1)?.sequence ?? 0,
    entropy: entropy(),
  });

/** Keeps batches in the order in which they were made; a batch's bytes never change. */
export function createBatchQueue(books: Books, now: () => number) {
  let order = books.batches.list().at(-1)?.updated ?? 0;

  function put(batch: Pick<BatchRecord, 'clientId' | 'first' | 'last' | 'body'>): void {
    order += 1;
    const { clientId, first, last, body } = batch;
    const place = { id: `${clientId}|${order}`, updated: order };
    books.batches.put({ ...place, clientId, first, last, body, attempts: 0, nextAttemptAt: now() });
  }

  return {
    /** Makes one batch of the events. */
    enqueue(clientId: string, events: readonly EventRecord[]): void {
      const [first, last] = [events[0]?.sequence ?? 0, events.at(-1)?.sequence ?? 0];
      put({ clientId, first, last, body: bodyOf(events) });
      for (const event of events) books.events.remove(event.id);
    },
    /** Queues the same bytes again. */
    repeat: put,
    due: (clientId: string): BatchRecord | undefined =>
      books.batches.list().find((batch) => batch.clientId === clientId && batch.nextAttemptAt <= now()),
  };
}

export type BatchQueue = ReturnType<typeof createBatchQueue>;

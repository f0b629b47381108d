/** Delivers notifications shortly after the change, signed and in order, and retries after a failure. */
import { type Books, grantKey } from '../books/books.ts';
import type { JsonObject } from '../http/json.ts';
import { createBatchQueue } from './batch-queue.ts';
import { createOutbox } from './outbox.ts';
import { createSender } from './sender.ts';
import { createWaker } from './waker.ts';

const gatherMs = 15;
const longestHoldMs = 1000;
/** The pause before changes that the disk refused are stored again. */
const commitAgainMs = 1000;

export interface Announcement {
  readonly category: string;
  readonly change: string;
  readonly id: string;
  readonly data: JsonObject | undefined;
}

export interface NotifierPorts {
  readonly books: Books;
  readonly signatureHeader: string;
  now(): number;
  baseUrl(): string;
  isSuppressed(): boolean;
  log(message: string): void;
}

const paths: Readonly<Record<string, string>> = {
  INVOICE: 'Invoices',
  CONTACT: 'Contacts',
  CREDITNOTE: 'CreditNotes',
  PAYMENT: 'Payments',
  PREPAYMENT: 'Prepayments',
  OVERPAYMENT: 'Overpayments',
};

function eventOf({ now, baseUrl }: NotifierPorts, tenantId: string, announcement: Announcement): JsonObject {
  const { category, change, id, data } = announcement;
  return {
    resourceUrl: `${baseUrl()}/api.xro/2.0/${paths[category] ?? category}/${id}`,
    resourceId: id,
    eventDateUtc: new Date(now()).toISOString().slice(0, 23),
    eventType: change,
    eventCategory: category,
    tenantId,
    tenantType: 'ORGANISATION',
    ...(data === undefined ? {} : { data }),
  };
}

/** Returns the apps that are notified of a tenant's changes. */
const listeners = (books: Books, tenantId: string): readonly string[] =>
  books.apps
    .list()
    .filter(({ id, webhookUrl, webhookKey }) => {
      const isListening = Boolean(webhookUrl) && Boolean(webhookKey);
      return isListening && books.connections.find('grant', grantKey(id, tenantId)).length > 0;
    })
    .map((app) => app.id);

/**
 * Stores the changes; false when the disk refuses them, e.g. because it is full, so that they wait for the next time.
 */
function isKept({ books, log }: NotifierPorts): boolean {
  try {
    books.commit();
    return true;
  } catch (error) {
    log(`the books could not be written: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

export type Notifier = ReturnType<typeof createNotifier>;

export function createNotifier(ports: NotifierPorts) {
  const { books, now, log } = ports;
  const queue = createBatchQueue(books, now);
  const outbox = createOutbox(books, queue, log);
  const waker = createWaker(pump);
  let isRunning = false;
  let heldSince: number | undefined;
  const isOpen = () => isRunning && !outbox.held.isPaused;
  const sender = createSender({ ...ports, queue, isOpen, rested: () => wake(gatherMs), keep: () => isKept(ports) });

  function wake(ms: number): void {
    if (isOpen()) waker.in(ms);
  }

  /** Batches waiting events, starts one sender per app, then sleeps until the next attempt is due. */
  function pump(): void {
    if (!isOpen()) return;
    const isOverdue = heldSince !== undefined && performance.now() - heldSince >= longestHoldMs;
    for (const { id } of books.apps.list()) outbox.pack(id, isOverdue);
    if (outbox.held.reorders === 0) heldSince = undefined;
    if (!isKept(ports)) {
      wake(commitAgainMs);
      return;
    }
    for (const { id } of books.apps.list()) void sender.send(id);
    const resting = books.batches.list().filter((batch) => !sender.isSending(batch.clientId));
    for (const batch of resting) wake(Math.max(gatherMs, batch.nextAttemptAt - now()));
    if (heldSince !== undefined) wake(longestHoldMs);
  }

  return {
    /** Adds the events of one call for every app that listens to the tenant. The caller commits. */
    announce(tenantId: string, announcements: readonly Announcement[]): void {
      if (announcements.length === 0 || ports.isSuppressed()) return;
      for (const clientId of listeners(books, tenantId)) {
        for (const announcement of announcements) {
          const app = books.apps.get(clientId);
          if (app) outbox.add(app, eventOf(ports, tenantId, announcement));
        }
      }
      if (outbox.held.reorders > 0) heldSince ??= performance.now();
      wake(gatherMs);
    },
    start(): void {
      isRunning = true;
      wake(gatherMs);
    },
    close(): void {
      isRunning = false;
      waker.stop();
    },
    /** Sends due retries after the clock was moved. */
    wake: () => wake(0),
    pause(value: boolean): void {
      outbox.held.isPaused = value;
      wake(0);
    },
    /** The next `count` events take their sequence numbers and are lost. */
    skip(count: number): void {
      outbox.held.skips += count;
    },
    /** The next `count` events are delivered one by one in reverse order. */
    reorder(count: number): void {
      outbox.held.reorders += count;
    },
    /** Sends the last `count` batches again, byte for byte. */
    redeliver(count: number): void {
      for (const batch of sender.sent.slice(-count)) queue.repeat(batch);
      wake(0);
    },
    clear(): void {
      outbox.clear();
      sender.sent.length = 0;
    },
  };
}

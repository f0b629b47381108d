/** Posts an app's due batches one after the other and decides when each is tried again. */
import type { Books } from '../books/books.ts';
import type { BatchQueue } from './batch-queue.ts';
import type { BatchRecord } from './batch-record.ts';
import { postNotification, signedPosting } from './post-notification.ts';

/** The provider tries at once, then ever more rarely, about every 15 minutes, for a day. */
const retrySeconds = [1, 5, 30, 300];
const lateRetrySeconds = 900;
const maxAttempts = 100;
const maxRemembered = 100;

export interface SenderPorts {
  readonly books: Books;
  readonly queue: BatchQueue;
  readonly signatureHeader: string;
  now(): number;
  /** False while deliveries are paused. */
  isOpen(): boolean;
  /** Called when an app has no more due batches. */
  rested(): void;
  /** Stores changes now or later; never throws. */
  keep(): boolean;
  log(message: string): void;
}

export function createSender(ports: SenderPorts) {
  const { books, queue, now } = ports;
  const sent: BatchRecord[] = [];
  const sending = new Set<string>();

  function remember(batch: BatchRecord): void {
    sent.push(batch);
    if (sent.length > maxRemembered) sent.shift();
  }

  async function post(batch: BatchRecord): Promise<number> {
    const app = books.apps.get(batch.clientId);
    if (!app?.webhookUrl || !app.webhookKey) return 0;
    return postNotification(signedPosting(app.webhookUrl, app.webhookKey, batch.body, ports.signatureHeader));
  }

  async function attempt(batch: BatchRecord): Promise<void> {
    if (batch.attempts === 0) remember(batch);
    const status = await post(batch);
    if (!ports.isOpen() || !books.batches.get(batch.id)) return;
    const attempts = batch.attempts + 1;
    if (status === 200 || attempts >= maxAttempts) books.batches.remove(batch.id);
    else {
      const seconds = retrySeconds[batch.attempts] ?? lateRetrySeconds;
      books.batches.put({ ...batch, attempts, nextAttemptAt: now() + seconds * 1000 });
      ports.log(`notification ${batch.first}-${batch.last} answered ${status}; next attempt in ${seconds} s`);
    }
    ports.keep();
  }

  return {
    /** Delivered batches by first attempt, the newest last. */
    sent,
    isSending: (clientId: string): boolean => sending.has(clientId),
    async send(clientId: string): Promise<void> {
      if (sending.has(clientId) || !queue.due(clientId)) return;
      sending.add(clientId);
      try {
        for (let batch = queue.due(clientId); batch && ports.isOpen(); batch = queue.due(clientId))
          await attempt(batch);
      } finally {
        sending.delete(clientId);
        ports.rested();
      }
    },
  };
}

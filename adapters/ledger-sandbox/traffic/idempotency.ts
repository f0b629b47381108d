/** The provider's idempotency: keys of one app, six minutes from the first call; errors are stored like successes. */
import { createHash } from 'node:crypto';
import type { Shelf } from '../books/shelf.ts';
import type { Reply } from '../http/message.ts';
import { jsonReply } from '../http/problems.ts';
import type { KeptAnswer } from './kept-answer.ts';

const longestKey = 128;
const windowSeconds = 360;
/** After this many new answers, expired ones are removed. */
const sweepEvery = 100;

export type Claim =
  | { readonly kind: 'answer'; readonly reply: Reply }
  | { readonly kind: 'wait'; readonly reply: Promise<Reply> }
  | {
      readonly kind: 'first';
      /** Stores the answer; call it before the books are committed. */
      keep(reply: Reply): void;
      /** Lets waiting calls with the same key go on, with the answer or without one. */
      release(reply: Reply | undefined): void;
    };

interface Running {
  readonly fingerprint: string;
  readonly reply: Promise<Reply>;
}

const refusal = (Message: string): Reply =>
  jsonReply(400, { ErrorNumber: 10, Type: 'IdempotencyKeyException', Message });
const clash = refusal('The idempotency key has already been used with a different request.');
const tooLong = refusal(`The idempotency key must not be longer than ${longestKey} characters.`);
const lost: Reply = { status: 500, headers: {}, body: '' };

export function fingerprintOf(method: string, path: string, body: Uint8Array): string {
  return createHash('sha256').update(`${method} ${path}\n`).update(body).digest('hex');
}

export function createIdempotency(kept: Shelf<KeptAnswer>, now: () => number) {
  const running = new Map<string, Running>();

  let untilSweep = sweepEvery;

  function sweep(): void {
    untilSweep -= 1;
    if (untilSweep > 0) return;
    untilSweep = sweepEvery;
    for (const answer of kept.list()) {
      if (answer.expiresAt > now()) break;
      kept.remove(answer.id);
    }
  }

  return {
    claim(clientId: string, key: string, fingerprint: string): Claim {
      if (key.length > longestKey) return { kind: 'answer', reply: tooLong };
      const id = `${clientId}|${key}`;
      const twin = running.get(id);
      if (twin) {
        const isSame = twin.fingerprint === fingerprint;
        return isSame ? { kind: 'wait', reply: twin.reply } : { kind: 'answer', reply: clash };
      }
      const before = kept.get(id);
      if (before && before.expiresAt > now()) {
        return { kind: 'answer', reply: before.fingerprint === fingerprint ? before : clash };
      }
      const { promise, resolve } = Promise.withResolvers<Reply>();
      const startedAt = now();
      running.set(id, { fingerprint, reply: promise });
      return {
        kind: 'first',
        keep({ status, headers, body }) {
          sweep();
          const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
          const expiresAt = startedAt + windowSeconds * 1000;
          kept.put({ id, updated: startedAt, fingerprint, status, headers, body: text, expiresAt });
        },
        release(reply) {
          running.delete(id);
          resolve(reply ?? lost);
        },
      };
    },
  };
}

export type Idempotency = ReturnType<typeof createIdempotency>;

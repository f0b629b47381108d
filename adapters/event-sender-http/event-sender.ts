import type { lookup as dnsLookup } from 'node:dns';
import {
  deliveryConnectTimeoutMs,
  deliveryExcerptMaxBytes,
  deliveryTimeoutMs,
  type EventSender,
  retryAfterSeconds,
} from '#core/ports';
import { addressRule } from './address-rule.ts';
import { refusedDestination } from './destination.ts';
import { guardedAgents } from './guarded-agents.ts';
import { failureText, type Post, type PostBounds, post, StaleConnection } from './post.ts';

export interface EventSenderOptions {
  /** Ranges such as `127.0.0.0/8` that may be dialled though they are not public; for development only. */
  readonly allowCidrs: readonly string[];
  /** Plain http too; for development only. */
  readonly allowHttp: boolean;
  readonly bounds?: Partial<PostBounds>;
  /** Resolves names in place of the system's look-up; what it gives is judged all the same. */
  readonly resolve?: typeof dnsLookup;
}

/** Posts to public addresses, unless the options allow others; an address is judged when it is dialled. */
export function createEventSender({ allowCidrs, allowHttp, bounds, resolve }: EventSenderOptions): EventSender {
  const mayDial = addressRule(allowCidrs);
  const refuses = (url: string) => refusedDestination(url, allowHttp, mayDial);
  const within = { totalTimeoutMs: deliveryTimeoutMs, connectTimeoutMs: deliveryConnectTimeoutMs, ...bounds };
  const keptAlive = guardedAgents(mayDial, resolve, true);
  const fresh = guardedAgents(mayDial, resolve);
  return {
    refuses,
    send: async (message) => {
      const refused = refuses(message.url);
      if (refused !== undefined) return { kind: 'failed', error: refused, durationMs: 0 };
      const startedMs = performance.now();
      const passedMs = () => Math.round(performance.now() - startedMs);
      const asked: Post = { ...message, headers: { ...ownHeaders, ...message.headers } };
      try {
        const { status, retryAfter, beginning } = await post(asked, keptAlive, within).catch((error: unknown) => {
          if (!(error instanceof StaleConnection)) throw error;
          // Should it have arrived after all: receivers tell events apart by their ids.
          return post(asked, fresh, { ...within, totalTimeoutMs: within.totalTimeoutMs - passedMs() });
        });
        const excerpt = excerptOf(beginning, deliveryExcerptMaxBytes);
        const putOff = retryAfterSeconds(retryAfter, new Date()) ?? null;
        return { kind: 'answered', status, excerpt, retryAfterSeconds: putOff, durationMs: passedMs() };
      } catch (error) {
        return { kind: 'failed', error: failureText(error), durationMs: passedMs() };
      }
    },
  };
}

// An answer is not decoded, so that 64 KiB read are 64 KiB held.
const ownHeaders = { 'content-type': 'application/json', 'user-agent': 'ledgerport', 'accept-encoding': 'identity' };

/** The beginning of a body as text of at most `maxBytes` in UTF-8: no half characters, and no NUL, which databases refuse. */
export function excerptOf(bytes: Uint8Array, maxBytes: number): string {
  const text = decoded(bytes.subarray(0, maxBytes)).replaceAll('\0', '\ufffd');
  const encoded = new TextEncoder().encode(text);
  // What was not UTF-8 has grown into replacement characters.
  return encoded.length <= maxBytes ? text : decoded(encoded.subarray(0, maxBytes));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: true });
}

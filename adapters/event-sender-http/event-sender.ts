import type { lookup as dnsLookup } from 'node:dns';
import {
  deliveryConnectTimeoutMs,
  deliveryExcerptMaxBytes,
  deliveryTimeoutMs,
  type EventSender,
  retryAfterSeconds,
} from '#core/ports';
import { addressRule, guardedLookup } from '../outgoing-http/address-rule.ts';
import { refusedDestination } from '../outgoing-http/destination.ts';
import { type KeepingBounds, keepConnections, keepingBounds } from './kept-connections.ts';
import { failureText, type PostBounds, post } from './post.ts';

export interface EventSenderOptions {
  /** Private ranges that may be dialled, such as `127.0.0.0/8`; for development only. */
  readonly allowCidrs: readonly string[];
  /** Allows plain http; for development only. */
  readonly allowHttp: boolean;
  readonly bounds?: Partial<PostBounds>;
  readonly keeping?: Partial<KeepingBounds>;
  /** Resolves names in place of the system's resolver; the sender still judges the addresses. */
  readonly resolve?: typeof dnsLookup;
}

export function createEventSender({
  allowCidrs,
  allowHttp,
  bounds,
  keeping,
  resolve,
}: EventSenderOptions): EventSender {
  const mayDial = addressRule(allowCidrs);
  const refuses = (url: string) => refusedDestination(url, allowHttp, mayDial);
  const within = { totalTimeoutMs: deliveryTimeoutMs, connectTimeoutMs: deliveryConnectTimeoutMs, ...bounds };
  const connections = keepConnections(guardedLookup(mayDial, resolve), { ...keepingBounds, ...keeping });
  return {
    refuses,
    send: async (message) => {
      const refused = refuses(message.url);
      if (refused !== undefined) return { kind: 'failed', error: refused, durationMs: 0 };
      const startedMs = performance.now();
      const passedMs = () => Math.round(performance.now() - startedMs);
      try {
        const asked = { ...message, headers: { ...ownHeaders, ...message.headers } };
        const { status, retryAfter, beginning } = await post(asked, connections, within);
        const excerpt = excerptOf(beginning, deliveryExcerptMaxBytes);
        const putOff = retryAfterSeconds(retryAfter, new Date()) ?? null;
        return { kind: 'answered', status, excerpt, retryAfterSeconds: putOff, durationMs: passedMs() };
      } catch (error) {
        return { kind: 'failed', error: failureText(error), durationMs: passedMs() };
      }
    },
  };
}

// Asks for an unencoded answer, so that a small body cannot unpack to a large one.
const ownHeaders = { 'content-type': 'application/json', 'user-agent': 'ledgerport', 'accept-encoding': 'identity' };

/**
 * Returns the beginning of a body, at most `maxBytes` of UTF-8 without half characters and without NUL, which databases
 * refuse.
 */
export function excerptOf(bytes: Uint8Array, maxBytes: number): string {
  const text = decoded(bytes.subarray(0, maxBytes)).replaceAll('\0', '\ufffd');
  const encoded = new TextEncoder().encode(text);
  // A replacement character can be longer than the bytes that it replaces.
  return encoded.length <= maxBytes ? text : decoded(encoded.subarray(0, maxBytes));
}

function decoded(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes, { stream: true });
}

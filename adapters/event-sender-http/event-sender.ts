import got, { type Request, type Response } from 'got';
import {
  deliveryConnectTimeoutMs,
  deliveryExcerptMaxBytes,
  deliveryReadMaxBytes,
  deliveryTimeoutMs,
  type EventSender,
  type SendResult,
} from '#core';
import { addressRule } from './address-rule.ts';
import { refusedDestination } from './destination.ts';
import { excerptOf } from './excerpt.ts';
import { failureText } from './failure-text.ts';
import { guardedAgents } from './guarded-agents.ts';
import { retryAfterSeconds } from './retry-after.ts';

export interface EventSenderOptions {
  /** Ranges such as `127.0.0.0/8` that may be dialled though they are not public; for development only. */
  readonly allowCidrs: readonly string[];
  /** Plain http too; for development only. */
  readonly allowHttp: boolean;
  readonly bounds?: Partial<SendBounds>;
}

interface SendBounds {
  readonly totalTimeoutMs: number;
  readonly connectTimeoutMs: number;
}

export function createEventSender({ allowCidrs, allowHttp, bounds }: EventSenderOptions): EventSender {
  const mayDial = addressRule(allowCidrs);
  const options = gotOptions({
    totalTimeoutMs: deliveryTimeoutMs,
    connectTimeoutMs: deliveryConnectTimeoutMs,
    ...bounds,
  });
  const agent = guardedAgents(mayDial);
  const refuses = (url: string) => refusedDestination(url, allowHttp, mayDial);
  return {
    refuses,
    send: async (message) => {
      const refused = refuses(message.url);
      if (refused !== undefined) return { kind: 'failed', error: refused, durationMs: 0 };
      const startedMs = performance.now();
      const durationMs = () => Math.round(performance.now() - startedMs);
      try {
        const { body, headers } = message;
        const stream = got.stream.post(message.url, {
          ...options,
          agent,
          body,
          headers: { ...ownHeaders, ...headers },
        });
        return { ...(await answerOf(stream)), durationMs: durationMs() };
      } catch (error) {
        return { kind: 'failed', error: failureText(error), durationMs: durationMs() };
      }
    },
  };
}

// An answer is not decoded, so that 64 KiB read are 64 KiB held.
const ownHeaders = { 'content-type': 'application/json', 'user-agent': 'ledgerport', 'accept-encoding': 'identity' };

function gotOptions({ totalTimeoutMs, connectTimeoutMs }: SendBounds) {
  return {
    throwHttpErrors: false,
    followRedirect: false,
    decompress: false,
    retry: { limit: 0 },
    timeout: {
      lookup: connectTimeoutMs,
      connect: connectTimeoutMs,
      secureConnect: connectTimeoutMs,
      request: totalTimeoutMs,
    },
  } as const;
}

type Answer = Omit<Extract<SendResult, { kind: 'answered' }>, 'durationMs'>;

async function answerOf(stream: Request): Promise<Answer> {
  const { statusCode, headers } = await new Promise<Response>((resolve, reject) => {
    stream.on('error', reject);
    stream.once('response', resolve);
  });
  const begin = await beginningOf(stream);
  return {
    kind: 'answered',
    status: statusCode,
    excerpt: excerptOf(begin, deliveryExcerptMaxBytes),
    retryAfterSeconds: retryAfterSeconds(headers['retry-after'], Date.now()),
  };
}

/** What arrives of the body in time, up to the bound. The status has been given; a body that breaks off changes nothing. */
async function beginningOf(stream: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Uint8Array>) {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= deliveryReadMaxBytes) break;
    }
  } catch {
    // Nothing to do: see above.
  } finally {
    stream.destroy();
  }
  return Buffer.concat(chunks).subarray(0, deliveryReadMaxBytes);
}

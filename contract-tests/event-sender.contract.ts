import { equal, ok } from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { EventSender } from '#core/ports';
import type { Clause, Contract } from './contract.ts';

export interface EventSenders {
  /** Configured for development: plain http, and 127.0.0.0/8 may be dialled. */
  readonly development: EventSender;
  /** Configured as in production but for plain http: only public addresses may be dialled. */
  readonly guarded: EventSender;
}

const message = { headers: { 'Service-Event': 'evt_1' }, body: '{"name":"Māori – 日本"}' };

/** Runs `work` with the address of a receiver on this machine. */
async function withReceiver<T>(listener: RequestListener, work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function sent(sender: EventSender, listener: RequestListener): ReturnType<EventSender['send']> {
  return withReceiver(listener, (url) => sender.send({ ...message, url }));
}

const clauses: readonly Clause<EventSenders>[] = [
  {
    name: 'posts the exact bytes with the headers given',
    async check({ development }) {
      const seen: string[] = [];
      const result = await sent(development, async (request, response) => {
        const chunks: Uint8Array[] = [];
        for await (const chunk of request) chunks.push(chunk as Uint8Array);
        seen.push(`${request.method} ${request.headers['service-event']} ${Buffer.concat(chunks).toString('utf8')}`);
        response.writeHead(202).end('thanks');
      });
      equal(seen.join(), `POST evt_1 ${message.body}`);
      ok(result.kind === 'answered' && result.status === 202 && result.excerpt === 'thanks');
      ok(result.durationMs >= 0);
    },
  },
  {
    name: 'follows no redirect and passes on every status',
    async check({ development }) {
      for (const status of [301, 302, 307, 308, 400, 410, 500]) {
        let calls = 0;
        const result = await sent(development, (request, response) => {
          calls += 1;
          response.writeHead(status, { location: `http://${request.headers.host}/again` }).end();
        });
        ok(result.kind === 'answered' && result.status === status, String(status));
        equal(calls, 1);
      }
    },
  },
  {
    name: 'keeps 8 KiB of an answer and ends a gigantic one',
    async check({ development }) {
      const result = await sent(development, (_request, response) => {
        const more = () => {
          while (response.write('x'.repeat(16_384)));
        };
        response.on('drain', more);
        more();
      });
      ok(result.kind === 'answered');
      equal(Buffer.byteLength(result.excerpt), 8 * 1024);
    },
  },
  {
    name: 'understands Retry-After in seconds and as a date, up to a day',
    async check({ development }) {
      const told = async (header: string) => {
        const result = await sent(development, (_request, response) =>
          response.writeHead(503, { 'retry-after': header }).end(),
        );
        return result.kind === 'answered' ? result.retryAfterSeconds : undefined;
      };
      equal(await told('120'), 120);
      equal(await told('nonsense'), null);
      equal(await told('99999999'), 86_400);
      const inTenSeconds = await told(new Date(Date.now() + 10_000).toUTCString());
      ok(typeof inTenSeconds === 'number' && inTenSeconds >= 8 && inTenSeconds <= 11, String(inTenSeconds));
    },
  },
  {
    name: 'a connection that fails is a result with words, never a throw',
    async check({ development }) {
      const closed = await sent(development, (request) => request.socket.destroy());
      const nobody = await development.send({ ...message, url: 'http://127.0.0.1:1/' });
      for (const result of [closed, nobody]) {
        ok(result.kind === 'failed' && result.error.length > 5);
        ok(!result.error.includes('127.0.0.1'), 'the words tell addresses');
      }
    },
  },
  {
    name: 'dials no address that is not public, by name or by number, and reaches nothing there',
    async check({ guarded }) {
      let calls = 0;
      const count: RequestListener = (_request, response) => {
        calls += 1;
        response.end();
      };
      await withReceiver(count, async (url) => {
        for (const host of [
          '127.0.0.1',
          'localhost',
          '2130706433',
          '127.1',
          '[::ffff:127.0.0.1]',
          '[::1]',
          '0.0.0.0',
        ]) {
          const result = await guarded.send({ ...message, url: url.replace('127.0.0.1', host) });
          equal(result.kind, 'failed', host);
        }
      });
      equal(calls, 0);
    },
  },
  {
    name: 'says beforehand what can never be a destination',
    async check({ guarded }) {
      const never = ['', 'not a url', 'ftp://example.com/', 'https://user:pass@example.com/', 'https://10.0.0.1/'];
      for (const url of [...never, 'https://[fe80::1]/', 'https://localhost/', 'https://example.com:22/']) {
        const why = guarded.refuses(url);
        ok(why !== undefined && why.length > 5, url);
        equal((await guarded.send({ ...message, url })).kind, 'failed', url);
      }
      equal(guarded.refuses('https://example.com/hook'), undefined);
      equal(guarded.refuses('https://example.com:8443/hook?a=1'), undefined);
    },
  },
];

export const eventSenderContract: Contract<EventSenders> = { port: 'EventSender', clauses };

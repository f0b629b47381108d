// Requests with bytes changed, on sockets: each is answered in HTTP or its connection ends; the host goes on.
import { expect } from 'chai';
import fc from 'fast-check';
import type { OrganizationId } from '#core';

import { answersIn, rawConnection } from '../../hosts/koa/testing/raw-socket.ts';
import { apiKey } from '../../hosts/koa/testing/sample-values.ts';
import { type ServedApp, serveApp } from '../../hosts/koa/testing/served-app.ts';
import { runsOf } from '../../tools/run-length.ts';

const runs = runsOf({ long: 1_500, short: 500 });
const atOnce = 25;
const withinMs = 10_000;

const lines = ['Host: x', `Authorization: Bearer ${apiKey}`, 'Content-Type: application/json', 'Idempotency-Key: k'];
const originals = [
  `${['GET /v1/connections?limit=1 HTTP/1.1', ...lines].join('\r\n')}\r\n\r\n`,
  `${['POST /v1/webhook-endpoints HTTP/1.1', ...lines, 'Content-Length: 9'].join('\r\n')}\r\n\r\n{"a":"b"}`,
  `${['POST /v1/automations HTTP/1.1', ...lines, 'Transfer-Encoding: chunked'].join('\r\n')}\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${['GET /health HTTP/1.1', ...lines, 'Connection: keep-alive'].join('\r\n')}\r\n\r\nGET /ready HTTP/1.0\r\n\r\n`,
];

const parts = [
  '\r',
  '\n',
  '\r\n',
  '\r\n\r\n',
  '\0',
  ' ',
  '\t',
  ':',
  ';',
  ',',
  '\x7f',
  '\xff',
  '0',
  '-1',
  '%',
  '%00',
  '\\',
  '//',
  '?',
];
const headers = [
  'Host: y',
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Expect: 100-continue',
  'Connection: close',
  'Upgrade: h2c',
  'Trailer: X',
  'TE: trailers',
  'Range: bytes=0-',
  `X: ${'y'.repeat(9000)}`,
  `Cookie: ${'a=b; '.repeat(500)}`,
];
const piece = fc.oneof(
  fc.constantFrom(...parts),
  fc.constantFrom(...headers).map((header) => `\r\n${header}`),
  fc.string({ unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)), maxLength: 8 }),
);
const change = fc.tuple(fc.nat({ max: 400 }), fc.nat({ max: 6 }), piece);
const anyBytes = fc
  .tuple(fc.constantFrom(...originals), fc.array(change, { maxLength: 4 }), fc.constantFrom(1, 1, 1, 3))
  .map(([original, changes, times]) =>
    changes
      .reduce(
        (text, [at, gone, put]) => text.slice(0, at % text.length) + put + text.slice((at % text.length) + gone),
        original,
      )
      .repeat(times),
  );

describe('requests with bytes changed', () => {
  let app: ServedApp;
  before(async () => {
    const short = { headersTimeoutMs: 100, requestTimeoutMs: 150, timeoutCheckMs: 20, keepAliveTimeoutMs: 50 };
    app = await serveApp({}, short);
    // Of one organization so many would be too many changes in a minute.
    let requests = 0;
    const { authenticate } = app.core.access;
    app.core.access.authenticate = async (...asked) => {
      const organizationId = `org_${requests++ % 50}` as OrganizationId;
      return { ...(await authenticate(...asked)), organizationId };
    };
  });
  after(() => app.close(200));

  async function come(text: string): Promise<string> {
    const connection = rawConnection(app.url);
    const late = setTimeout(() => connection.socket.destroy(new Error('hangs')), withinMs);
    connection.send(text);
    connection.socket.end();
    const came = await connection.ended;
    clearTimeout(late);
    if (connection.socket.errored?.message === 'hangs') throw new Error(`no end within ${withinMs} ms`);
    return came;
  }

  it(`are answered in HTTP, never with 500, ${runs} times`, async () => {
    const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 30));
    const queue = fc.sample(anyBytes, { numRuns: runs, seed });
    const statuses: Record<number, number> = {};
    const one = async () => {
      for (let text = queue.pop(); text !== undefined; text = queue.pop()) {
        const told = `FUZZ_SEED=${seed} ${JSON.stringify(text).slice(0, 1000)}`;
        const came = await come(text).catch((error: Error) => expect.fail(`${error.message} ${told}`));
        const answers = answersIn(came);
        // Bytes that are no request end the connection at once where an earlier request is still unanswered.
        const isNothing = came === '' || /^(HTTP\/1\.1 100 Continue\r\n\r\n)+$/.test(came);
        expect(isNothing || answers.length > 0, `${told} gives ${came}`).to.equal(true);
        for (const { status, headers: said } of answers) {
          statuses[status] = (statuses[status] ?? 0) + 1;
          expect(status, told).to.be.oneOf([200, 201, 202, 204, 302, 400, 401, 404, 405, 408, 413, 415, 417, 431]);
          expect(said, told).to.include.keys('x-request-id', 'x-content-type-options');
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    expect(app.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
    expect((await app.call('GET', '/health')).status).to.equal(200);
    expect(Object.keys(statuses)).to.include.members(['200', '400', '401']);
  });
});

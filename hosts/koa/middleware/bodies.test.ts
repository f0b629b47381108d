import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import type { Context } from '../request-state.ts';
import { type RunningServer, serve } from '../serve.ts';
import { rawConnection } from '../testing/raw-socket.ts';
import { until } from '../testing/served-app.ts';
import { readJson, readRawBody } from './bodies.ts';

describe('a body', () => {
  const outcomes: unknown[] = [];
  let server: RunningServer;

  before(async () => {
    const app = new Koa();
    app.use(async (ctx) => {
      const read: (ctx: Context) => Promise<unknown> = ctx.path === '/raw' ? readRawBody : readJson;
      outcomes.push(await read(ctx as unknown as Context).catch((error: Error) => error.message));
      ctx.status = 200;
    });
    server = await serve(app, { host: '127.0.0.1', port: 0 });
  });
  beforeEach(() => {
    outcomes.length = 0;
  });
  after(() => server.close(100));

  const packed = gzipSync(JSON.stringify({ name: 'Mühle '.repeat(9) }));

  for (const [kind, encoding] of [
    ['compressed', 'gzip'],
    ['plain', 'identity'],
  ]) {
    it(`is over when its client leaves in the middle of it (${kind})`, async () => {
      const connection = rawConnection(server.url);
      await once(connection.socket, 'connect');
      const head = ['POST / HTTP/1.1', 'Host: x', 'Content-Type: application/json', `Content-Encoding: ${encoding}`];
      connection.socket.write(`${head.join('\r\n')}\r\nContent-Length: ${packed.length}\r\n\r\n`);
      connection.socket.end(packed.subarray(0, 20));
      await until(() => outcomes.length === 1);
      expect(outcomes).to.deep.equal(['the body could not be read']);
    });
  }

  it('is unpacked for JSON, and left as it came where a signature is over it, whatever its headers say', async () => {
    const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
    await fetch(server.url, { method: 'POST', headers, body: packed });
    await fetch(`${server.url}/raw`, { method: 'POST', headers, body: packed });
    await fetch(`${server.url}/raw`, { method: 'POST', headers: { 'content-encoding': 'unknown' }, body: packed });
    expect(outcomes).to.deep.equal([{ name: 'Mühle '.repeat(9) }, packed, packed]);
  });
});

import { connect } from 'node:net';
import { expect } from 'chai';
import Koa from 'koa';
import { type RunningServer, serve } from './serve.ts';

describe('what is not HTTP', () => {
  let server: RunningServer;
  before(async () => {
    server = await serve(new Koa(), { host: '127.0.0.1', port: 0 });
  });
  after(() => server.close(100));

  const exchange = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(text));
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk.toString();
      });
      socket.on('close', () => resolve(answer));
      socket.on('error', reject);
    });

  const cases: readonly [string, string, number][] = [
    ['garbage', 'hello there\r\n\r\n', 400],
    ['a header without end', `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  ];
  for (const [name, text, status] of cases) {
    it(`${name} is refused with a request id and in JSON`, async () => {
      const answer = await exchange(text);
      expect(answer).to.match(new RegExp(`^HTTP/1.1 ${status} `));
      expect(answer).to.match(/\r\nX-Request-ID: req_[0-9a-f-]{36}\r\n/);
      expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).to.include({ success: false, code: 'BAD_REQUEST' });
    });
  }
});

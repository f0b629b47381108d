import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect } from 'chai';
import { serve } from './serve.ts';
import { type RawConnection, rawConnection } from './testing/raw-socket.ts';
import { until } from './testing/served-app.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;
const appOf = (handler: Handler) => ({ callback: () => handler });
const local = { host: '127.0.0.1', port: 0 };

describe('serve', () => {
  it('tells its address and frees it when closed', async () => {
    const server = await serve(
      appOf((_, response) => response.end('hello')),
      local,
    );
    expect(await (await fetch(server.url)).text()).to.equal('hello');
    await server.close(1000);
    const refused = await fetch(server.url).then(
      () => false,
      () => true,
    );
    expect(refused).to.equal(true);
  });

  it('rejects when the port is taken', async () => {
    const first = await serve(
      appOf(() => {}),
      local,
    );
    const port = Number(new URL(first.url).port);
    const second = await serve(
      appOf(() => {}),
      { ...local, port },
    ).catch((error: NodeJS.ErrnoException) => error.code);
    expect(second).to.equal('EADDRINUSE');
    await first.close(100);
  });
});

describe('many new connections while the host works without a pause', () => {
  it('are served in about the order in which they come', async () => {
    const workMs = 4;
    let served = 0;
    const handler: Handler = (_, response) => {
      const until = performance.now() + workMs;
      while (performance.now() < until);
      served += 1;
      response.end('done');
    };
    const server = await serve(appOf(handler), local);
    /** Counts the requests served until this one was, instead of the time, because the machine may be busy. */
    const asked = async (connection: RawConnection): Promise<number> => {
      const servedBefore = served;
      const before = connection.text().length;
      connection.send('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await once(connection.socket, 'data');
      expect(connection.text().slice(before)).to.match(/^HTTP\/1.1 200/);
      return served - servedBefore;
    };
    const open = () => Array.from({ length: 24 }, () => rawConnection(server.url));
    const regulars = open();
    const steady: number[] = [];
    let isOver = false;
    const busy = regulars.map(async (connection) => {
      while (!isOver) steady.push(await asked(connection));
    });
    await until(() => steady.length > 100, 10_000);
    const newcomers = open();
    const waited = await Promise.all(newcomers.map(asked));
    isOver = true;
    await Promise.all(busy);
    const usual = steady.sort((a, b) => a - b)[steady.length >> 1] ?? Number.NaN;
    expect(Math.max(...waited), `usually ${usual} requests`).to.be.below(5 * usual);
    for (const { socket } of [...regulars, ...newcomers]) socket.destroy();
    await server.close(0);
  });
});

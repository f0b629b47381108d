import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
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

  it('lets a running request finish, and ends its connection', async () => {
    let finish: (() => void) | undefined;
    const server = await serve(
      appOf((_, response) => {
        finish = () => response.end('done');
      }),
      local,
    );
    const answer = fetch(server.url);
    await until(() => finish !== undefined);
    let closed = false;
    const began = Date.now();
    const closing = server.close(10_000).then(() => {
      closed = true;
    });
    expect(closed).to.equal(false);
    finish?.();
    expect(await (await answer).text()).to.equal('done');
    await closing;
    expect(Date.now() - began).to.be.below(3000);
  });

  it('breaks off what has not finished after the grace', async () => {
    let arrived = false;
    const server = await serve(
      appOf(() => {
        arrived = true;
      }),
      local,
    );
    const answer = fetch(server.url).then(
      () => 'answered',
      () => 'broken',
    );
    await until(() => arrived);
    const before = Date.now();
    await server.close(50);
    expect(await answer).to.equal('broken');
    expect(Date.now() - before).to.be.below(3000);
  });

  it('does not wait for idle connections', async () => {
    const server = await serve(
      appOf((_, response) => response.end()),
      local,
    );
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    const before = Date.now();
    await server.close(10_000);
    expect(Date.now() - before).to.be.below(3000);
    socket.destroy();
  });

  it('refuses headers of more than 16 KiB', async () => {
    const server = await serve(
      appOf((_, response) => response.end()),
      local,
    );
    const outgoing = request(server.url, { headers: { 'X-Big': 'x'.repeat(17 * 1024) } });
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).to.equal(431);
    incoming.resume();
    await server.close(100);
  });

  it('speaks TLS with the files it is given', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ledgerport-tls-'));
    const keyFile = path.join(folder, 'key.pem');
    const certFile = path.join(folder, 'cert.pem');
    const options = [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '1',
    ];
    execFileSync('openssl', [...options, '-subj', '/CN=localhost', '-keyout', keyFile, '-out', certFile], {
      stdio: 'ignore',
    });
    const server = await serve(
      appOf((_, response) => response.end('secret')),
      { ...local, tls: { certFile, keyFile } },
    );
    expect(server.url).to.match(/^https:/);
    const outgoing = secureRequest(server.url, { rejectUnauthorized: false });
    outgoing.end();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(String(await incoming.toArray())).to.equal('secret');
    await server.close(100);
    await rm(folder, { recursive: true });
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
    /** How many requests were served until this one was, not how long that took: the machine may be busy. */
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

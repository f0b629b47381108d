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

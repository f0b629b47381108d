import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { createLedgerGateway, sandboxProfile } from './index.ts';
import {
  fixedClock,
  json,
  refusalOf,
  type ScriptedProvider,
  scriptedProvider,
  someId,
  someWrite,
} from './testing/scripted-provider.ts';

const bounds = { connectTimeoutMs: 200, responseTimeoutMs: 200, totalTimeoutMs: 400, maxBytes: 100_000 };
/** For calls that are not meant to time out. */
const roomy = { ...bounds, connectTimeoutMs: 10_000, responseTimeoutMs: 10_000, totalTimeoutMs: 20_000 };
const record = { Invoices: [{ InvoiceID: someId }] };

describe('calls on real sockets', () => {
  let provider: ScriptedProvider;
  let tcp: Server | undefined;
  afterEach(async () => {
    await provider?.close();
    tcp?.close();
  });

  const scripted = async (listener: RequestListener, within = bounds) => {
    provider = await scriptedProvider(listener, { bounds: within });
    const startedMs = performance.now();
    const error = await refusalOf(provider.gateway.send(provider.access, someWrite, 'key'));
    return { error, tookMs: performance.now() - startedMs };
  };
  /** Opens a gateway on a raw socket server; returns how a write ends there. */
  const raw = async (onSocket: (socket: Socket) => void, scheme = 'http') => {
    tcp = createTcpServer((socket) => {
      socket.on('error', () => undefined);
      onSocket(socket);
    });
    await new Promise<void>((resolve) => tcp?.listen(0, '127.0.0.1', () => resolve()));
    return writeTo(`${scheme}://127.0.0.1:${(tcp.address() as AddressInfo).port}`);
  };
  const writeTo = async (url: string) => {
    const gateway = createLedgerGateway({ profile: sandboxProfile(url), clock: fixedClock, bounds });
    const reported: unknown[] = [];
    const access = { accessToken: 't', tenantId: 't', report: (call: unknown) => void reported.push(call) };
    const error = await refusalOf(gateway.send(access, someWrite, 'key'));
    expect(reported).to.have.length(1);
    return error;
  };

  it('no listener: unavailable, certainly not applied', async () => {
    const error = await writeTo('http://127.0.0.1:1');
    expect(error.code).to.equal('PROVIDER_UNAVAILABLE');
    expect(error.details.outcome).to.equal('not_applied');
  });

  it('a TLS handshake that stalls or fails: certainly not applied', async () => {
    const stalled = await raw(() => undefined, 'https');
    expect([stalled.code, stalled.details.outcome]).to.eql(['PROVIDER_TIMEOUT', 'not_applied']);
    tcp?.close();
    const failed = await raw((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'), 'https');
    expect([failed.code, failed.details.outcome]).to.eql(['PROVIDER_UNAVAILABLE', 'not_applied']);
  });

  it('closed before the answer: unavailable, outcome unknown', async () => {
    const { error } = await scripted((request) => request.socket.destroy());
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_UNAVAILABLE', 'unknown']);
  });

  it('closed in the middle of the answer: unavailable, outcome unknown', async () => {
    const { error } = await scripted((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"Invoices":[', () => response.destroy());
    });
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_UNAVAILABLE', 'unknown']);
  });

  it('no answer: time-out, outcome unknown', async () => {
    const { error, tookMs } = await scripted(() => undefined);
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_TIMEOUT', 'unknown']);
    expect(tookMs).to.be.within(150, 10_000);
  });

  it('a dripping body: time-out within the whole bound', async () => {
    const { error, tookMs } = await scripted((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const timer = setInterval(() => response.write(' '), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_TIMEOUT', 'unknown']);
    expect(tookMs).to.be.within(300, 10_000);
  });

  it('dripping headers: time-out', async () => {
    const error = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const timer = setInterval(() => socket.write('x-a: b\r\n'), 20);
      socket.on('close', () => clearInterval(timer));
    });
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_TIMEOUT', 'unknown']);
  });

  it('an answer that is no HTTP: unavailable, outcome unknown', async () => {
    const error = await raw((socket) => socket.end('nonsense\r\n\r\n'));
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_UNAVAILABLE', 'unknown']);
  });

  it('an answer beyond the bound is given up', async () => {
    const { error } = await scripted((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(`{"a":"${'x'.repeat(1_000_000)}"}`);
    }, roomy);
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_ERROR', 'unknown']);
    expect(error.message).to.contain('100000 bytes');
  });

  it('a small packed answer that unpacks to a gigantic one is given up', async () => {
    const { error } = await scripted((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(20_000_000, 0x20)));
    }, roomy);
    expect(error.code).to.equal('PROVIDER_ERROR');
  });

  it('makes a read anew that met a kept connection which the provider had just closed', async () => {
    const sockets: Socket[] = [];
    let answered = 0;
    const server = createServer((request, response) => {
      // The second call on a kept connection finds it closing.
      if (sockets.includes(request.socket)) return request.socket.destroy();
      sockets.push(request.socket);
      answered += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
    });
    tcp = server;
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const gateway = createLedgerGateway({ profile: sandboxProfile(url), clock: fixedClock, bounds: roomy });
    const statuses: (number | null)[] = [];
    const access = {
      accessToken: 't',
      tenantId: 't',
      report: ({ status }: { status: number | null }) => void statuses.push(status),
    };
    await gateway.read(access, 'invoices', someId);
    await gateway.read(access, 'invoices', someId);
    expect(answered).to.equal(2);
    expect(statuses).to.eql([200, 200]);
  });

  it('sends a write once, on a connection of its own, and says when its answer is lost', async () => {
    const ports: (number | undefined)[] = [];
    provider = await scriptedProvider((request, response) => {
      ports.push(request.socket.remotePort);
      if (request.method !== 'GET') return request.socket.destroy();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
    });
    await provider.gateway.read(provider.access, 'invoices', someId);
    const error = await refusalOf(provider.gateway.send(provider.access, someWrite, 'key'));
    expect([error.code, error.details.outcome]).to.eql(['PROVIDER_UNAVAILABLE', 'unknown']);
    expect(ports).to.have.length(2);
    expect(new Set(ports).size).to.equal(2);
    expect(provider.reported.map(({ status }) => status)).to.eql([200, null]);
  });

  it('uses one connection for reads in a row', async () => {
    const ports = new Set<number | undefined>();
    provider = await scriptedProvider((request, response) => {
      ports.add(request.socket.remotePort);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(record));
    });
    for (let i = 0; i < 5; i++) await provider.gateway.read(provider.access, 'invoices', someId);
    expect(ports.size).to.equal(1);
  });

  it('sends what the provider needs: bearer, tenant, Accept, its key, the exact bytes', async () => {
    provider = await scriptedProvider(json(record));
    await provider.gateway.send(provider.access, someWrite, 'key-1');
    const [request] = provider.received;
    expect(request?.headers).to.include({
      authorization: `Bearer ${provider.access.accessToken}`,
      'ledger-tenant-id': 'tenant-1',
      accept: 'application/json',
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
    });
    expect(request).to.include({
      method: 'PUT',
      path: '/api.xro/2.0/Invoices?unitdp=4',
      body: someWrite.payload['body'],
    });
  });
});

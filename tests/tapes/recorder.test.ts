import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import got from 'got';
import nock from 'nock';
import { type Recorder, startRecorder } from '../../tools/tapes/recorder.ts';

const bytes = Buffer.from([0x25, 0x50, 0xff, 0x00]);

describe('recording', () => {
  let server: Server;
  let recorder: Recorder;
  let url: string;
  beforeEach(async () => {
    server = createServer((request, response) => {
      if (request.url === '/bytes') return response.writeHead(200, { 'content-type': 'application/pdf' }).end(bytes);
      if (request.url === '/none') return response.writeHead(204).end();
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"a":1}'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    recorder = startRecorder();
  });
  afterEach(() => {
    recorder.stop();
    server.closeAllConnections();
    server.close();
    expect(nock.isActive()).to.equal(false);
  });

  it('hears method, path, headers, bodies and status, in order, each once', async () => {
    await got.put(`${url}/json?a=%22b%22`, { json: { b: [1] }, headers: { 'idempotency-key': 'k' } });
    await got(`${url}/bytes`);
    await got.delete(`${url}/none`);
    const heard = await recorder.take();
    expect(heard.map(({ request, status }) => [request.method, request.path, request.body, status])).to.eql([
      ['PUT', '/json?a=%22b%22', '{"b":[1]}', 200],
      ['GET', '/bytes', '', 200],
      ['DELETE', '/none', '', 204],
    ]);
    expect(heard[0]?.request.headers).to.include({ 'idempotency-key': 'k', 'content-type': 'application/json' });
    expect(heard.map(({ body }) => body)).to.eql([Buffer.from('{"a":1}'), bytes, Buffer.alloc(0)]);
    expect(await recorder.take()).to.eql([]);
  });

  it('changes nothing for the one who asks', async () => {
    expect(await got(`${url}/json`).json()).to.eql({ a: 1 });
    expect(Buffer.from(await got(`${url}/bytes`).buffer())).to.eql(bytes);
  });
});

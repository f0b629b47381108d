import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import Koa from 'koa';
import { consolePages } from './index.ts';

describe('the console’s files, mounted alone', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerport-assets-'));
  let server: Server;
  let url: string;

  const keep = (name: string, text: string) => {
    const file = path.join(folder, name);
    writeFileSync(file, text);
    writeFileSync(`${file}.gz`, gzipSync(text));
    writeFileSync(`${file}.br`, brotliCompressSync(text));
  };
  const get = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(url + at, { method, headers, redirect: 'manual' });

  before(async () => {
    const app = new Koa();
    app.use(consolePages(pathToFileURL(`${folder}/`)));
    server = createServer(app.callback());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  });

  after(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says how to build them while they are not built', async () => {
    const answer = await get('/console/');
    expect(answer.status).to.equal(503);
    expect(await answer.text()).to.contain('npm run build:console');
    for (const at of ['/docs/api', '/docs/events']) expect((await get(at)).status, at).to.equal(503);
  });

  it('serves the page at every address below /console, and those of /docs, under a strict policy', async () => {
    keep('index.html', '<!doctype html><title>x</title>');
    keep('api.html', '<!doctype html><title>x</title>');
    keep('events.html', '<!doctype html><title>x</title>');
    keep('app-ABC.js', 'let a = 1;');
    const console = ['/console', '/console/', '/console/test/operations/op_1?state=failed'];
    for (const at of [...console, '/docs/api', '/docs/events']) {
      const answer = await get(at);
      expect(answer.status, at).to.equal(200);
      expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).to.equal('no-cache');
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).to.match(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:/);
      expect(policy).to.contain("frame-ancestors 'none'").and.not.to.contain('unsafe');
      expect(await answer.text()).to.contain('<title>x</title>');
    }
  });

  it('lets browsers keep what is named by its content, and knows it again', async () => {
    const answer = await get('/console/assets/app-ABC.js');
    expect(answer.headers.get('cache-control')).to.equal('public, max-age=31536000, immutable');
    expect(answer.headers.get('vary')).to.equal('Accept-Encoding');
    const etag = answer.headers.get('etag') ?? '';
    // Without this Cache-Control, fetch would ask for a fresh copy.
    const again = await get('/console/assets/app-ABC.js', { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' });
    expect(again.status).to.equal(304);
  });

  it('sends what was compressed beforehand', async () => {
    for (const [accepted, sent] of [
      ['br, gzip', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await get('/console/assets/app-ABC.js', { 'Accept-Encoding': accepted });
      expect(answer.headers.get('content-encoding')).to.equal(sent);
      expect(await answer.text()).to.equal('let a = 1;');
    }
  });

  it('has nothing beside its own files, and leaves everything else alone', async () => {
    for (const at of [
      '/console/assets/app-XYZ.js',
      '/console/assets/..%2findex.html',
      '/consoles',
      '/docs/api/x',
      '/v1/providers',
    ]) {
      expect((await get(at)).status, at).to.equal(404);
    }
    expect((await get('/console/', {}, 'POST')).status).to.equal(404);
  });

  it('is where the root leads', async () => {
    const answer = await get('/');
    expect([answer.status, answer.headers.get('location')]).to.deep.equal([302, '/console/']);
  });
});

import { expect } from 'chai';
import { type AsideServer, serveAside } from '../composition/serve-aside.ts';
import { health, readiness } from './health.ts';
import type { HoldReason, WorkerStatus } from './start-worker.ts';

const lanes = { automation: 0, notification: 0, delivery: 0, sync: 0, maintenance: 0 };

describe('the health of a worker, over a socket', () => {
  const opened: AsideServer[] = [];
  const holds: HoldReason[] = [];
  const hands = { stuck: false, ping: async () => true };
  const status = (): WorkerStatus => ({
    slots: 3,
    running: lanes,
    parked: lanes,
    holds,
    stuckLoops: hands.stuck ? ['claiming'] : [],
  });

  async function serve(port = 0): Promise<AsideServer> {
    const server = await serveAside('127.0.0.1', port, {
      '/health': () => health(status()),
      '/ready': () => readiness(status(), hands.ping),
      '/broken': () => Promise.reject(new Error('a secret')),
      '/text': async () => new Response('ü', { headers: { 'Content-Type': 'text/plain' } }),
    });
    opened.push(server);
    return server;
  }

  async function ask(path: string, init: RequestInit = {}) {
    const { url } = opened[0] ?? (await serve());
    const response = await fetch(url + path, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) };
  }

  afterEach(async () => {
    holds.splice(0);
    Object.assign(hands, { stuck: false, ping: async () => true });
    await Promise.all(opened.splice(0).map((server) => server.close()));
  });

  it('lives, and says what holds it back', async () => {
    expect(await ask('/health')).to.deep.include({ status: 200, body: { status: 'ok', holding: [] } });
    holds.push('draining');
    expect((await ask('/health')).body).to.deep.equal({ status: 'ok', holding: ['draining'] });
  });

  it('asks to be restarted when a loop does not move any more', async () => {
    hands.stuck = true;
    expect(await ask('/health')).to.deep.include({
      status: 503,
      body: { status: 'stuck', loops: ['claiming'], holding: [] },
    });
  });

  it('is ready, and says why not', async () => {
    expect(await ask('/ready')).to.deep.include({ status: 200, body: { status: 'ready' } });
    for (const reason of ['draining', 'database_down'] as const) {
      holds.push(reason);
      const { status: code, body } = await ask('/ready');
      expect([code, body], reason).to.deep.equal([503, { status: 'not_ready', reasons: [reason] }]);
      holds.splice(0);
    }
  });

  it('is not ready while the database fails or does not answer', async () => {
    for (const ping of [async () => false, () => Promise.reject(new Error('down'))]) {
      hands.ping = ping;
      expect((await ask('/ready')).body).to.deep.equal({ status: 'not_ready', reasons: ['database_down'] });
    }
    hands.ping = () => new Promise(() => {});
    expect((await ask('/ready')).status).to.equal(503);
  });

  it('answers GET and HEAD of what it knows, and says nothing of what broke', async () => {
    expect((await ask('/other')).status).to.equal(404);
    expect((await ask('/constructor')).status).to.equal(404);
    const posted = await ask('/health', { method: 'POST', body: 'x'.repeat(100_000) });
    expect([posted.status, posted.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    const head = await ask('/health?x=1', { method: 'HEAD' });
    expect([head.status, head.body]).to.deep.equal([200, undefined]);
    expect(await ask('/broken')).to.deep.include({ status: 500, body: { status: 'error' } });
    const text = await fetch(`${opened[0]?.url}/text`);
    expect([text.headers.get('content-type'), await text.text()]).to.deep.equal(['text/plain', 'ü']);
  });

  it('rejects a port that is taken, and frees its own', async () => {
    const first = await serve();
    const port = Number(new URL(first.url).port);
    const taken = await serve(port).catch((error: NodeJS.ErrnoException) => error.code);
    expect(taken).to.equal('EADDRINUSE');
    await first.close();
    await serve(port);
  });
});

import type { ServerResponse } from 'node:http';
import { expect } from 'chai';
import { type RunningServer, serve } from '../serve.ts';
import { recognize } from '../shares.ts';
import { answersIn, type RawConnection, rawConnection } from '../testing/raw-socket.ts';
import { until } from '../testing/served-app.ts';
import type { Handler } from './exchanges.ts';

const request = (line: string) => `${line}\r\nHost: x\r\n\r\n`;

describe('too many requests at once', () => {
  const waiting: (() => void)[] = [];
  const slowly = (_: unknown, response: ServerResponse) => void waiting.push(() => response.end('done'));

  it('are refused with 503 until others are through, but health is always told', async () => {
    const app = {
      callback: () => (incoming, response) => {
        if (incoming.url === '/health') return response.end('well');
        return slowly(incoming, response);
      },
    } as { callback(): Handler };
    const server = await serve(app, { host: '127.0.0.1', port: 0, limits: { requests: 2 } });
    const running = [fetch(server.url), fetch(server.url)];
    await until(() => waiting.length === 2);
    const refused = await fetch(server.url);
    expect([refused.status, refused.headers.get('retry-after')]).to.deep.equal([503, '1']);
    expect(refused.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(await refused.json()).to.include({
      code: 'RATE_LIMITED',
      reason: 'host_busy',
      retryable: true,
      retry_after_seconds: 1,
    });
    expect(await (await fetch(`${server.url}/health`)).text()).to.equal('well');
    for (const finish of waiting.splice(0)) finish();
    for (const answer of running) expect(await (await answer).text()).to.equal('done');
    const after = fetch(server.url);
    await until(() => waiting.length === 1);
    waiting.pop()?.();
    expect((await after).status).to.equal(200);
    await server.close(200);
  });

  it('count until their work is through, though their clients have left', async () => {
    let finish = () => {};
    const work = new Promise<void>((resolve) => {
      finish = resolve;
    });
    let begun = 0;
    const handler: Handler = (_, response) => (++begun > 3 ? slowly(_, response) : work);
    const app = { callback: () => handler };
    const server = await serve(app, { host: '127.0.0.1', port: 0, limits: { requests: 3 } });
    const left = Array.from({ length: 3 }, () => rawConnection(server.url));
    for (const { send } of left) send(request('GET / HTTP/1.1'));
    await until(() => begun === 3);
    for (const { socket, ended } of left) {
      socket.destroy();
      await ended;
    }
    expect((await fetch(server.url)).status).to.equal(503);
    finish();
    await expectPlaces(server.url, 3);
    await server.close(0);
  });

  describe('that a client has pipelined', () => {
    const pipelined = ['/a', '/b', '/c'].map((path) => request(`GET ${path} HTTP/1.1`)).join('');
    let begun: string[];
    let answers: (() => void)[];
    let server: RunningServer;

    /** Opens a connection and waits until its first request has begun. */
    async function first(withKey: boolean, text = pipelined, requests = 3): Promise<RawConnection> {
      [begun, answers] = [[], []];
      const handler: Handler = (incoming, response) => {
        const { url = '' } = incoming;
        begun.push(url);
        if (url === '/') return slowly(incoming, response);
        if (withKey) recognize(incoming, 'org_1');
        answers.push(() => response.end(`that was ${url}`));
      };
      server = await serve({ callback: () => handler }, { host: '127.0.0.1', port: 0, limits: { requests } });
      const many = rawConnection(server.url);
      many.send(text);
      await until(() => answers.length === 1);
      return many;
    }

    it('begin one after the other; each counts, and none begins once its client has left', async () => {
      const many = await first(true);
      expect((await fetch(server.url)).status).to.equal(503);
      answers.shift()?.();
      await many.until(/that was \/a/);
      await until(() => answers.length === 1);
      expect(begun).to.deep.equal(['/a', '/b']);
      many.socket.destroy();
      await many.ended;
      answers.shift()?.();
      await expectPlaces(server.url, 3);
      expect(begun).to.not.include('/c');
      await server.close(0);
    });

    it('are taken up to five: the rest is left unread, and the last answer says so', async () => {
      const many = await first(true, pipelined.repeat(40), 6);
      const other = fetch(server.url);
      await until(() => waiting.length === 1);
      waiting.pop()?.();
      expect((await other).status).to.equal(200);
      await until(() => {
        answers.shift()?.();
        return many.socket.closed;
      });
      const told = answersIn(await many.ended).map(({ headers }) => headers['connection']);
      expect(told).to.deep.equal([...Array(4).fill('keep-alive'), 'close']);
      expect(begun.filter((url) => url !== '/')).to.have.length(5);
      await expectPlaces(server.url, 6);
      await server.close(0);
    });

    it('do not begin behind the last answer of a connection, such as when the server closes', async () => {
      const many = await first(true);
      const closing = server.close(5_000);
      answers.shift()?.();
      expect(await many.ended).to.match(/Connection: close[\s\S]*that was \/a$/);
      await closing;
      expect(begun).to.deep.equal(['/a']);
    });

    it('make room for others where no key is known', async () => {
      const many = await first(false);
      const other = fetch(server.url);
      await many.ended;
      await until(() => waiting.length === 1);
      waiting.pop()?.();
      expect((await other).status).to.equal(200);
      await server.close(0);
    });
  });

  /** Checks that exactly `places` requests run at once. */
  async function expectPlaces(url: string, places: number): Promise<void> {
    const after: Promise<Response>[] = [];
    await until(() => {
      if (waiting.length < places) after.push(fetch(url));
      return waiting.length === places;
    });
    for (const done of waiting.splice(0)) done();
    const statuses = (await Promise.all(after)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).to.have.length(places);
  }
});

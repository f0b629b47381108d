import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request as secureRequest } from 'node:https';
import { connect as secureConnect } from 'node:tls';
import { expect } from 'chai';
import { serve } from '../serve.ts';
import { answersIn, rawConnection } from '../testing/raw-socket.ts';
import { until } from '../testing/served-app.ts';
import { tlsFolder } from '../testing/tls-files.ts';
import type { Handler } from './exchanges.ts';

const get = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const local = { host: '127.0.0.1', port: 0 };

describe('closing', () => {
  it('lets a request finish that is half sent, ends connections that bring none, and takes no other', async () => {
    const app = { callback: (): Handler => (_, response) => response.end('hello') };
    const server = await serve(app, { ...local, limits: { lastRequestMs: 300 } });
    const silent = rawConnection(server.url);
    const half = rawConnection(server.url);
    half.send(get.slice(0, 20));
    const used = rawConnection(server.url);
    used.send(get);
    await used.until(/hello/);
    const began = Date.now();
    const closing = server.close(60_000);
    half.send(get.slice(20));
    const [answer] = answersIn(await half.ended);
    expect([answer?.status, answer?.headers['connection']]).to.deep.equal([200, 'close']);
    await Promise.all([silent.ended, used.ended, closing]);
    expect(Date.now() - began).to.be.below(10_000);
    expect(await fetch(server.url).catch(() => 'refused')).to.equal('refused');
  });

  it('lets an answer run out that is half read', async () => {
    let chunks = 0;
    const app = {
      callback: (): Handler => (_, response) => {
        const more = setInterval(() => {
          response.write('chunk ');
          if (++chunks < 10) return;
          clearInterval(more);
          response.end('end');
        }, 20);
      },
    };
    const server = await serve(app, local);
    const answer = await fetch(server.url);
    const closing = server.close(60_000);
    expect(await answer.text()).to.equal(`${'chunk '.repeat(10)}end`);
    await closing;
  });

  it('waits for work whose client has left, but not longer than it is given', async () => {
    for (const [graceMs, workMs] of [
      [5000, 300],
      [200, 100_000],
    ] as const) {
      let began = false;
      let ended = false;
      const app = {
        callback: (): Handler => () => {
          began = true;
          return new Promise<void>((resolve) => {
            const timer = setTimeout(() => {
              ended = true;
              resolve();
            }, workMs);
            timer.unref();
          });
        },
      };
      const server = await serve(app, local);
      const left = rawConnection(server.url);
      left.send(get);
      await until(() => began);
      left.socket.destroy();
      const since = Date.now();
      await server.close(graceMs);
      expect(ended).to.equal(workMs < graceMs);
      expect(Date.now() - since).to.be.below(10_000);
    }
  });

  it('is as orderly and as bounded over TLS, in the middle of a handshake too', async () => {
    const tls = await tlsFolder();
    let finish: (() => void) | undefined;
    const app = {
      callback: (): Handler => (_, response) => {
        finish = () => response.end('done');
      },
    };
    const server = await serve(app, { ...local, tls: tls.files, limits: { lastRequestMs: 100 } });
    const handshaking = rawConnection(server.url);
    handshaking.send('\x16\x03\x01');
    const silent = secureConnect({ port: Number(new URL(server.url).port), rejectUnauthorized: false });
    await once(silent, 'secureConnect');
    const outgoing = secureRequest(server.url, { rejectUnauthorized: false }).end();
    await until(() => finish !== undefined);
    const began = Date.now();
    const closing = server.close(1000);
    await once(silent.resume(), 'close');
    finish?.();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.headers.connection).to.equal('close');
    expect(String(await incoming.toArray())).to.equal('done');
    await closing;
    await handshaking.ended;
    expect(Date.now() - began).to.be.below(10_000);
    await tls.remove();
  });
});

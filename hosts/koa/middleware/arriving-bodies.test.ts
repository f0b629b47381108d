import { EventEmitter } from 'node:events';
import { expect } from 'chai';
import sinon from 'sinon';
import { ServiceError } from '#core';
import type { Context } from '../request-state.ts';
import { createShares } from '../shares.ts';
import { answersIn, rawConnection } from '../testing/raw-socket.ts';
import { serveApp } from '../testing/served-app.ts';
import { arrivingBodies } from './arriving-bodies.ts';

describe('bodies of unknown senders', () => {
  let clock: sinon.SinonFakeTimers;
  beforeEach(() => {
    clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  });
  afterEach(() => clock.restore());

  /** A body that arrives as the test says. */
  function arriving(bodies: ReturnType<typeof arrivingBodies>, complete = false) {
    const req = Object.assign(new EventEmitter(), { complete });
    const headers: Record<string, string> = {};
    const ctx = { req, set: (name: string, value: string) => Object.assign(headers, { [name]: value }) };
    const read = () => new Promise<string>((resolve) => req.once('end', () => resolve('whole')));
    let outcome = 'open';
    void bodies.read(ctx as unknown as Context, read).then(
      (value) => {
        outcome = value;
      },
      (error: unknown) => {
        outcome = error instanceof ServiceError ? `${error.details.reason}, ${headers['Connection']}` : 'a defect';
      },
    );
    return {
      send: (bytes: number) => req.emit('data', Buffer.alloc(bytes)),
      end: () => req.emit('end'),
      async outcome() {
        for (let turn = 0; turn < 10; turn++) await undefined;
        return outcome;
      },
    };
  }
  const dropped = 'body_too_slow, close';

  it('may take ten seconds at a kilobyte a second, and no longer', async () => {
    const bodies = arrivingBodies(createShares(0));
    const steady = arriving(bodies);
    for (let second = 0; second < 10; second++) {
      expect(await steady.outcome(), `after ${second} s`).to.equal('open');
      steady.send(1000);
      clock.tick(1000);
    }
    clock.tick(250);
    expect(await steady.outcome()).to.equal(dropped);
  });

  it('may pause in the first second, and are dropped when they bring less than a kilobyte a second after it', async () => {
    const bodies = arrivingBodies(createShares(0));
    const [quiet, slow, good] = [arriving(bodies), arriving(bodies), arriving(bodies)];
    clock.tick(1000);
    expect(await quiet.outcome()).to.equal('open');
    slow.send(900);
    good.send(5000);
    clock.tick(500);
    expect(await quiet.outcome()).to.equal(dropped);
    expect(await slow.outcome()).to.equal('open');
    clock.tick(500);
    expect(await slow.outcome()).to.equal(dropped);
    clock.tick(1000);
    good.end();
    expect(await good.outcome()).to.equal('whole');
  });

  it('are fifty at once: one more makes the slowest go, and itself is read', async () => {
    const bodies = arrivingBodies(createShares(0));
    const all = Array.from({ length: 50 }, () => arriving(bodies));
    for (const [index, body] of all.entries()) body.send(index === 30 ? 2_000 : 20_000);
    clock.tick(1_500);
    const newcomer = arriving(bodies);
    expect(await all[30]?.outcome()).to.equal(dropped);
    newcomer.end();
    expect(await newcomer.outcome()).to.equal('whole');
    for (const [index, body] of all.entries()) if (index !== 30) expect(await body.outcome()).to.equal('open');
  });

  it('that have only just come go in their order where fifty others have too', async () => {
    const bodies = arrivingBodies(createShares(0));
    const all = Array.from({ length: 50 }, () => {
      clock.tick(10);
      return arriving(bodies);
    });
    all[0]?.send(10_000);
    const later = [arriving(bodies), arriving(bodies)];
    expect(await Promise.all(all.slice(0, 3).map((body) => body.outcome()))).to.deep.equal([dropped, dropped, 'open']);
    for (const body of later) expect(await body.outcome()).to.equal('open');
  });

  it('that are here already take no place and are not dropped, however many come at once', async () => {
    const bodies = arrivingBodies(createShares(0));
    const arrivingOnes = Array.from({ length: 50 }, () => arriving(bodies));
    const here = Array.from({ length: 200 }, () => arriving(bodies, true));
    for (const body of [...arrivingOnes, ...here]) expect(await body.outcome()).to.equal('open');
    clock.tick(20_000);
    for (const body of here) {
      expect(await body.outcome()).to.equal('open');
      body.end();
      expect(await body.outcome()).to.equal('whole');
    }
    for (const body of arrivingOnes) expect(await body.outcome()).to.equal(dropped);
  });

  it('leave a place when they end, and when they are given up', async () => {
    const bodies = arrivingBodies(createShares(0));
    const ctx = { req: new EventEmitter() } as unknown as Context;
    const lasting = arriving(bodies);
    for (let i = 0; i < 60; i++) {
      const whole = arriving(bodies);
      whole.end();
      expect(await whole.outcome()).to.equal('whole');
      const givenUp = bodies.read(ctx, () => Promise.reject(new Error('no JSON')));
      expect(await givenUp.catch((error: Error) => error.message)).to.equal('no JSON');
    }
    expect(await lasting.outcome()).to.equal('open');
    expect(ctx.req.listenerCount('data')).to.equal(0);
  });
});

describe('a body that trickles', () => {
  const doors: Readonly<Record<string, string>> = {
    '/accounting/session': 'Content-Type: application/json\r\nOrigin: https://api.ledgerport.test',
    '/webhooks/ledger': 'X-Ledger-Signature: right',
    '/connect/choose': 'Content-Type: application/x-www-form-urlencoded',
  };

  it('is 408 within two seconds at every door, in the words of that door, and the connection ends', async () => {
    const app = await serveApp();
    const answers = await Promise.all(
      Object.entries(doors).map(async ([path, headers]) => {
        const slow = rawConnection(app.url);
        slow.send(`POST ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: 999\r\n\r\n `);
        return { path, answers: answersIn(await slow.ended) };
      }),
    );
    for (const { path, answers: told } of answers) {
      expect(told, path).to.have.length(1);
      expect(told[0]?.status, path).to.equal(408);
      expect(told[0]?.headers['connection'], path).to.equal('close');
      expect(told[0]?.body, path).to.match(/the body took too long to arrive/i);
    }
    expect(app.lines.filter(({ level }) => level === 'error')).to.deep.equal([]);
    await app.close(500);
  });
});

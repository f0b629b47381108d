import { expect } from 'chai';
import fc from 'fast-check';
import { unauthorized } from '#core';
import { createRate } from './shares.ts';
import { type ServedApp, serveApp } from './testing/served-app.ts';

describe('the rate of a key', () => {
  it('lets a minute’s requests through at once, then as many a minute, and says how long to wait', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 300 }),
        (perMinute, gapsMs) => {
          let now = 1_000_000;
          const rate = createRate(perMinute, () => now);
          const taken: number[] = [];
          for (const gapMs of gapsMs) {
            now += gapMs;
            const wait = rate('key');
            if (wait === 0) taken.push(now);
            else expect(wait).to.be.within(1, Math.ceil(60 / perMinute));
          }
          for (const [first, at] of taken.entries()) {
            for (const [last, until] of taken.entries()) {
              const allowed = perMinute + ((until - at) / 60_000) * perMinute;
              if (last > first) expect(last - first + 1).to.be.at.most(allowed + 1.01);
            }
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('takes a request again when it said so, and not before', () => {
    let now = 0;
    const rate = createRate(6, () => now);
    for (let made = 0; made < 6; made++) expect(rate('key')).to.equal(0);
    expect(rate('key')).to.equal(10);
    now = 9_900;
    expect(rate('key')).to.equal(1);
    now = 10_000;
    expect([rate('key'), rate('key')]).to.deep.equal([0, 10]);
    expect(rate('other')).to.equal(0);
  });

  it('remembers so many keys and no more', () => {
    const rate = createRate(1, () => 0);
    for (let key = 0; key < 10_001; key++) rate(`key-${key}`);
    expect([rate('key-10000'), rate('key-1')]).to.deep.equal([60, 60]);
    expect(rate('key-0')).to.equal(0);
  });
});

describe('API_KEY_RATE_LIMIT', () => {
  let app: ServedApp;
  afterEach(() => app.close(200));

  it('answers 429 with when to try again, to reads and writes, before a body is read', async () => {
    app = await serveApp({ keyRequestsPerMinute: 2 });
    for (const path of ['/v1/connections', '/v1/operations'])
      expect((await app.call('GET', path)).status).to.equal(200);
    for (const [method, options] of [
      ['GET', {}],
      ['POST', { body: 'no JSON' }],
    ] as const) {
      const answer = await app.call(method, '/v1/webhook-endpoints', options);
      expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([429, '30']);
      expect(await answer.json()).to.include({
        ...{ code: 'RATE_LIMITED', reason: 'api_key', retryable: true, retry_after_seconds: 30 },
      });
    }
    expect((await app.call('GET', '/health')).status).to.equal(200);
  });

  it('is nothing to those without a key, who are told nothing of it', async () => {
    app = await serveApp({ keyRequestsPerMinute: 1 });
    app.core.access.authenticate = async () => {
      throw unauthorized('unknown');
    };
    for (let asked = 0; asked < 5; asked++) {
      expect((await app.call('GET', '/v1/connections')).status).to.equal(401);
    }
  });

  it('is off unless it is set', async () => {
    app = await serveApp();
    for (let asked = 0; asked < 50; asked++) expect((await app.call('GET', '/v1/connections')).status).to.equal(200);
  });
});

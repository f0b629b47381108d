import { expect } from 'chai';
import { errorCodes } from '../core/domain/errors.ts';
import { errorOfAnswer, LedgerportError } from './errors.ts';
import { type RetryRule, retryDelayMs } from './retry.ts';
import { refused } from './testing/scripted-fetch.ts';

const rule: RetryRule = { maxRetries: 3, backoffMs: 100, random: () => 1 };

async function delayAfter(answer: Response, attempt = 1): Promise<number | undefined> {
  return retryDelayMs(errorOfAnswer(answer, await answer.text(), 'req_1'), attempt, rule);
}

const html = (status: number, headers: Readonly<Record<string, string>> = {}) =>
  new Response('<h1>proxy</h1>', { status, headers });

describe('whether a try is followed by another', () => {
  for (const code of errorCodes) {
    it(`is as the service says of ${code}, unless what became of the write is unknown`, async () => {
      const says = (more: object) => delayAfter(refused(500, { code, ...more }));
      expect(await says({ retryable: true })).to.equal(100);
      expect(await says({ retryable: true, outcome: 'not_applied' })).to.equal(100);
      expect(await says({ retryable: false, outcome: 'unknown' })).to.equal(100);
      expect(await says({ retryable: false })).to.equal(undefined);
      expect(await says({ retryable: false, outcome: 'not_applied' })).to.equal(undefined);
    });
  }

  const answers: readonly (readonly [string, Response, number | undefined])[] = [
    ['a proxy that is asked too often', html(429, { 'Retry-After': '2' }), 2100],
    ['a proxy that waited in vain', html(504), 100],
    ['a proxy whose service is away', html(503), 100],
    ['a proxy whose service broke off', html(502), 100],
    ['a proxy that was given a slow body', html(408), 100],
    ['a proxy that broke', html(500), undefined],
    ['an address that leads elsewhere', html(302), undefined],
    ['a server that is not the service', Response.json({ error: 'no' }, { status: 404 }), undefined],
    [
      'a budget that is spent for seconds',
      refused(429, { code: 'RATE_LIMITED', retryable: true, retry_after_seconds: 59 }),
      59_100,
    ],
    [
      'a budget that is spent for the day',
      refused(429, { code: 'RATE_LIMITED', retryable: true, retry_after_seconds: 61 }),
      undefined,
    ],
    [
      'a twin that still runs',
      refused(409, { code: 'IDEMPOTENCY_IN_PROGRESS', retryable: true }, { 'Retry-After': '1' }),
      1100,
    ],
    [
      'a Retry-After that is a date',
      html(503, { 'Retry-After': 'Sun, 22 Nov 2026 10:00:07 GMT', Date: 'Sun, 22 Nov 2026 10:00:00 GMT' }),
      7100,
    ],
    [
      'a Retry-After of an hour',
      html(503, { 'Retry-After': new Date(Date.now() + 3_600_000).toUTCString() }),
      undefined,
    ],
    ['a Retry-After that is past', html(503, { 'Retry-After': new Date(0).toUTCString() }), 100],
    ['a Retry-After that is nothing', html(503, { 'Retry-After': 'soon' }), 100],
  ];
  for (const [what, answer, delayMs] of answers) {
    it(`is ${delayMs === undefined ? 'no' : `yes, in ${delayMs} ms,`} after ${what}`, async () => {
      expect(await delayAfter(answer)).to.equal(delayMs);
    });
  }

  it('doubles the wait up to sixteenfold, half of it by chance, and ends', () => {
    const lost = new LedgerportError('cut', { code: 'CONNECTION_FAILED', retryable: true });
    const patient = { ...rule, maxRetries: 7 };
    const waits = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => retryDelayMs(lost, attempt, { ...patient, random: () => random }));
    expect(waits(1)).to.deep.equal([100, 200, 400, 800, 1600, 1600, 1600, undefined]);
    expect(waits(0)).to.deep.equal([50, 100, 200, 400, 800, 800, 800, undefined]);
    expect(retryDelayMs(lost, 1, { ...rule, maxRetries: 0 })).to.equal(undefined);
  });

  it('is no after the caller’s own signal', () => {
    const ended = new LedgerportError('ended', { code: 'ABORTED', retryable: false, outcome: 'unknown' });
    expect(retryDelayMs(ended, 1, rule)).to.equal(undefined);
  });
});

import { expect } from 'chai';
import fc from 'fast-check';
import { type BudgetLimits, type ConnectionId, defaultBudget, type Lane } from '#core';
import { createLocalRequestBudget } from './index.ts';

const id = (n: number) => `conn_${n}` as ConnectionId;
const none = { minuteRemaining: null, dayRemaining: null, retryAfterSeconds: null };
const wide: BudgetLimits = { perMinute: 60, inFlight: 1000, perDay: 5000 };

function setUp(options: { observeOnly?: boolean; maxConnections?: number } = {}) {
  let nowMs = Date.parse('2026-09-14T12:00:00Z');
  const clock = { now: () => new Date(nowMs), wait: async () => undefined };
  const budget = createLocalRequestBudget({ clock, ...options });
  const drain = async (lane: Lane, limits: BudgetLimits, connection = id(1)) => {
    for (let granted = 0; ; granted++) {
      const decision = await budget.acquire(connection, lane, limits);
      if (decision.kind === 'refused') return { granted, ...decision };
      decision.release();
    }
  };
  const advance = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { budget, drain, advance };
}

describe('local request budget', () => {
  const shares: readonly [Lane, number][] = [
    ['interactive', 60],
    ['automation', 48],
    ['sync', 36],
  ];
  for (const [lane, share] of shares) {
    it(`gives ${lane} ${share} of 60 calls a minute`, async () => {
      const { drain, advance } = setUp();
      expect(await drain(lane, defaultBudget)).to.include({ granted: share, reason: 'connection_minute' });
      advance(59);
      expect(await drain(lane, defaultBudget)).to.include({ granted: 0, retryAfterSeconds: 1 });
      advance(1);
      expect(await drain(lane, defaultBudget)).to.include({ granted: share, retryAfterSeconds: 60 });
    });
  }

  it('lets interactive on where sync must wait', async () => {
    const { drain } = setUp();
    await drain('sync', defaultBudget);
    expect(await drain('interactive', defaultBudget)).to.include({ granted: 24 });
  });

  it('keeps at most five in flight, and counts a release once', async () => {
    const { budget } = setUp();
    const releases: (() => void)[] = [];
    for (let i = 0; i < 5; i++) {
      const decision = await budget.acquire(id(1), 'interactive', defaultBudget);
      if (decision.kind === 'granted') releases.push(decision.release);
    }
    const sixth = await budget.acquire(id(1), 'interactive', defaultBudget);
    expect(sixth).to.include({ reason: 'connection_concurrency', retryAfterSeconds: 1 });
    releases[0]?.();
    releases[0]?.();
    expect((await budget.acquire(id(1), 'interactive', defaultBudget)).kind).to.equal('granted');
    expect((await budget.acquire(id(1), 'interactive', defaultBudget)).kind).to.equal('refused');
  });

  it('keeps the last tenth of the day for interactive, until midnight UTC', async () => {
    const { drain, advance } = setUp();
    const limits = { perMinute: 1000, inFlight: 5, perDay: 100 };
    const sync = await drain('sync', limits);
    expect(sync).to.include({ granted: 90, reason: 'connection_day', retryAfterSeconds: 12 * 3600 });
    expect(await drain('interactive', limits)).to.include({ granted: 10, reason: 'connection_day' });
    advance(12 * 3600);
    expect(await drain('sync', limits)).to.include({ granted: 90 });
  });

  it('is lowered by the provider’s counters and never raised', async () => {
    const { budget, drain } = setUp();
    await budget.acquire(id(1), 'interactive', wide);
    budget.observe(id(1), { ...none, minuteRemaining: 3 });
    budget.observe(id(1), { ...none, minuteRemaining: 50 });
    expect(await drain('interactive', wide)).to.include({ granted: 3, reason: 'connection_minute' });
  });

  it('waits out the provider’s Retry-After, at most a day, however often it is told less', async () => {
    const { budget, drain, advance } = setUp();
    budget.observe(id(1), { ...none, retryAfterSeconds: 26 });
    budget.observe(id(1), { ...none, retryAfterSeconds: 1 });
    expect(await drain('interactive', wide)).to.include({ granted: 0, reason: 'provider', retryAfterSeconds: 26 });
    advance(26);
    expect(await drain('interactive', wide)).to.include({ granted: 60 });
    budget.observe(id(1), { ...none, retryAfterSeconds: 1e9 });
    expect(await drain('interactive', wide)).to.include({ retryAfterSeconds: 86_400 });
  });

  it('keeps connections apart', async () => {
    const { drain } = setUp();
    await drain('interactive', wide, id(1));
    expect(await drain('interactive', wide, id(2))).to.include({ granted: 60 });
  });

  it('refuses for the provider only, when it only observes', async () => {
    const { budget } = setUp({ observeOnly: true });
    for (let i = 0; i < 100; i++) {
      expect((await budget.acquire(id(1), 'sync', { perMinute: 1, inFlight: 1, perDay: 1 })).kind).to.equal('granted');
    }
    budget.observe(id(1), { ...none, retryAfterSeconds: 5 });
    expect(await budget.acquire(id(1), 'sync', wide)).to.include({ reason: 'provider' });
  });

  it('forgets idle connections first, and never one that is in flight or refused by the provider', async () => {
    const { budget, drain } = setUp({ maxConnections: 3 });
    const held = await budget.acquire(id(1), 'interactive', { ...wide, inFlight: 1 });
    budget.observe(id(2), { ...none, retryAfterSeconds: 60 });
    for (let n = 3; n < 50; n++) await drain('interactive', wide, id(n));
    expect(held.kind).to.equal('granted');
    expect(await budget.acquire(id(1), 'interactive', { ...wide, inFlight: 1 })).to.include({
      reason: 'connection_concurrency',
    });
    expect(await budget.acquire(id(2), 'interactive', wide)).to.include({ reason: 'provider' });
    expect(await drain('interactive', wide, id(3))).to.include({ granted: 60 });
  });

  it('never exceeds a minute, a lane or what is in flight, whatever the order of events', async () => {
    const event = fc.oneof(
      fc.record({
        kind: fc.constant('acquire' as const),
        lane: fc.constantFrom<Lane>('interactive', 'automation', 'sync'),
      }),
      fc.record({ kind: fc.constant('release' as const) }),
      fc.record({ kind: fc.constant('advance' as const), seconds: fc.integer({ min: 0, max: 30 }) }),
    );
    const limits = { perMinute: 10, inFlight: 3, perDay: 40 };
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 200 }), async (events) => {
        const { budget, advance } = setUp();
        const inFlight: (() => void)[] = [];
        let granted = 0;
        for (const step of events) {
          if (step.kind === 'advance') advance(step.seconds);
          else if (step.kind === 'release') inFlight.pop()?.();
          else {
            const decision = await budget.acquire(id(1), step.lane, limits);
            if (decision.kind === 'granted') {
              inFlight.push(decision.release);
              granted += 1;
            } else expect(decision.retryAfterSeconds).to.be.at.least(1);
          }
          expect(inFlight.length).to.be.at.most(limits.inFlight);
        }
        expect(granted).to.be.at.most(limits.perDay);
      }),
    );
  });
});

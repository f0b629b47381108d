import { expect } from 'chai';
import fc from 'fast-check';
import {
  afterFailure,
  afterSuccess,
  disablesAt,
  type EndpointHealth,
  newHealth as fresh,
  giveUpAfterSeconds,
  healthState,
  isHeld,
  pauseAfterFailures,
  probeEverySeconds,
  probing,
  resumed,
  stopped,
  storesSuccess,
} from './endpoint-health.ts';
import type { OperationId } from './ids.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
// The condition by which `listDue` finds an endpoint.
const isDue = ({ nextCheckAt }: EndpointHealth, now: Date) => nextCheckAt !== null && nextCheckAt <= now;
const cleared = (health: EndpointHealth): EndpointHealth => ({ ...health, nextCheckAt: null });
const operation = (n: number) => `op_${n}` as OperationId;
const failure = (seconds: number, retryAfterSeconds = 0, n = 0) => ({
  operationId: operation(n),
  at: at(seconds),
  error: `failure after ${seconds} s`,
  retryAfterSeconds,
});

function failing(times: number, health: EndpointHealth = fresh): EndpointHealth {
  let now = health;
  for (let i = 0; i < times; i++) now = afterFailure(now, failure(i));
  return now;
}

type Move = 'fail' | 'succeed' | 'probe' | 'probe_fails' | 'clear' | 'restart' | 'stop';
const moves: readonly Move[] = ['fail', 'succeed', 'probe', 'probe_fails', 'clear', 'restart', 'stop'];

/** Changes the health as the stores do under their row lock. */
function make(health: EndpointHealth, move: Move, now: Date, n: number): EndpointHealth {
  const fail = (operationId: OperationId) =>
    afterFailure(health, { operationId, at: now, error: 'refused', retryAfterSeconds: 0 });
  switch (move) {
    case 'fail':
      return fail(operation(n));
    case 'succeed':
      return afterSuccess(health, now);
    case 'probe':
      return health.pausedAt && isDue(health, now) ? probing(health, operation(n), now) : health;
    case 'probe_fails':
      return health.probeId ? fail(health.probeId) : health;
    case 'clear':
      return health.pausedAt ? health : cleared(health);
    case 'restart':
      return resumed(health, now);
    case 'stop':
      return stopped(health, now);
  }
}

function checkInvariants(before: EndpointHealth, after: EndpointHealth, now: Date): void {
  if (after.pausedAt) {
    expect(after.nextCheckAt, 'a probe is to come').not.to.equal(null);
    expect(after.consecutiveFailures).to.be.at.least(pauseAfterFailures);
  } else expect(after.probeId, 'a probe of an endpoint that is not paused').to.equal(null);
  if (before.pausedAt && !after.pausedAt) expect(isDue(after, now), 'what was held').to.equal(true);
  if (!before.pausedAt && after.pausedAt) expect(after.consecutiveFailures).to.be.at.least(pauseAfterFailures);
}

describe('endpoint health', () => {
  it('is paused at the tenth failure in a row, not before; a success begins anew', () => {
    expect(failing(pauseAfterFailures - 1).pausedAt).to.equal(null);
    const paused = failing(pauseAfterFailures);
    expect(paused).to.deep.include({ pausedAt: at(9), nextCheckAt: at(10) });
    const again = failing(pauseAfterFailures - 1, afterSuccess(failing(9), at(100)));
    expect(again).to.include({ pausedAt: null, consecutiveFailures: 9 });
  });

  const states: readonly [number, string][] = [
    [0, 'healthy'],
    [1, 'failing'],
    [9, 'failing'],
    [10, 'open'],
    [500, 'open'],
  ];
  for (const [times, state] of states) {
    it(`is ${state} after ${times} failures`, () => expect(healthState(failing(times))).to.equal(state));
  }

  it('says why: the latest failure and its time, while it fails and after it has answered again', () => {
    expect(fresh).to.include({ lastError: null, lastFailureAt: null });
    const ill = failing(3);
    expect(ill).to.deep.include({ lastError: 'failure after 2 s', lastFailureAt: at(2) });
    const well = { lastError: 'failure after 2 s', lastFailureAt: at(2), consecutiveFailures: 0 };
    expect(afterSuccess(ill, at(100))).to.deep.include(well);
  });

  it('counts from the first failure since the last success', () => {
    const ill = failing(20);
    expect(ill.failingSince).to.deep.equal(start);
    expect(disablesAt(ill)).to.deep.equal(at(giveUpAfterSeconds));
    expect(afterFailure(ill, failure(giveUpAfterSeconds - 1)).status).to.equal('enabled');
    const givenUp = {
      status: 'disabled',
      statusReason: 'failing',
      pausedAt: null,
      nextCheckAt: at(giveUpAfterSeconds),
    };
    expect(afterFailure(ill, failure(giveUpAfterSeconds))).to.deep.include(givenUp);
    expect(disablesAt(afterSuccess(ill, at(30)))).to.equal(null);
    expect(afterFailure(fresh, failure(1e9)).status).to.equal('enabled');
  });

  it('lets Retry-After put the next probe off, never bring it forward', () => {
    const asked = afterFailure(failing(9), failure(9, 3600));
    expect(asked.nextCheckAt).to.deep.equal(at(9 + 3600));
    expect(afterFailure(failing(9), failure(9, 0.5)).nextCheckAt).to.deep.equal(at(10));
    const probed = probing(failing(10), operation(7), at(100));
    expect(afterFailure(probed, failure(101, 600, 7))).to.deep.include({ nextCheckAt: at(701), probeId: null });
    expect(afterFailure(probed, failure(101, 1, 7)).nextCheckAt).to.deep.equal(at(103));
  });

  it('stores a success of a healthy endpoint once a minute, of another at every answer', () => {
    const healthy = afterSuccess(fresh, start);
    expect(storesSuccess(fresh, start)).to.equal(true);
    expect([0, 59, 60].map((seconds) => storesSuccess(healthy, at(seconds)))).to.deep.equal([false, false, true]);
    for (const other of [failing(1), failing(10)]) expect(storesSuccess(other, at(2))).to.equal(true);
  });

  it('holds all but the probe while it is paused, and none before or after', () => {
    expect([fresh, failing(9)].map((health) => isHeld(health, operation(1)))).to.deep.equal([false, false]);
    const probed = probing(failing(10), operation(7), at(100));
    expect([isHeld(probed, operation(1)), isHeld(probed, operation(7))]).to.deep.equal([true, false]);
    const again = afterSuccess(probed, at(101));
    expect(again).to.deep.include({ pausedAt: null, probeId: null, nextCheckAt: at(101) });
    expect(isHeld(again, operation(1))).to.equal(false);
    expect(cleared(again).nextCheckAt).to.equal(null);
  });

  it('of two probes at once only one goes: the second finds it is not due', () => {
    const open = failing(10);
    expect([isDue(open, at(9.9)), isDue(open, at(10))]).to.deep.equal([false, true]);
    expect(isDue(probing(open, operation(1), at(69)), at(69 + probeEverySeconds - 1))).to.equal(false);
  });

  it('what failed while it was on its way when the endpoint was paused is not the probe', () => {
    const probed = probing(failing(10), operation(7), at(100));
    expect(afterFailure(probed, failure(101, 0, 3)).probeId).to.equal(operation(7));
  });

  it('any history keeps what must hold: what a paused endpoint holds is released or ended, and a probe is to come', () => {
    const history = fc.array(fc.tuple(fc.constantFrom(...moves), fc.nat({ max: 120 }), fc.nat({ max: 3 })));
    fc.assert(
      fc.property(history, (steps) => {
        let health = fresh;
        let now = start;
        for (const [move, seconds, n] of steps) {
          now = new Date(now.getTime() + seconds * 1000);
          const after = make(health, move, now, n);
          checkInvariants(health, after, now);
          health = after;
        }
        expect(healthState(afterSuccess(health, now))).to.equal('healthy');
      }),
      { numRuns: 500 },
    );
  });

  it('is probed 1, 2, 5, 10 and 30 s after the failure before, then each minute', () => {
    let health = failing(10);
    const waits: number[] = [];
    for (let probe = 0; probe < 8; probe++) {
      const due = health.nextCheckAt ?? start;
      waits.push((due.getTime() - (health.lastFailureAt?.getTime() ?? 0)) / 1000);
      health = make(make(health, 'probe', due, probe), 'probe_fails', due, probe);
    }
    expect(waits).to.deep.equal([1, 2, 5, 10, 30, 60, 60, 60]);
  });

  it('looks for a first probe ever less often, at most once a minute', () => {
    let health = failing(10);
    const looks: number[] = [];
    for (let look = 0; look < 9; look++) {
      const due = health.nextCheckAt ?? start;
      looks.push(due.getTime() - (health.lastFailureAt?.getTime() ?? 0));
      health = probing(health, null, due);
    }
    expect(looks.map((ms) => ms / 1000)).to.deep.equal([1, 2, 4, 8, 16, 32, 64, 124, 184]);
  });

  it('no more than one probe a minute in any history, after the first five', () => {
    const ticks = fc.array(fc.nat({ max: 20 }), { minLength: 50 });
    fc.assert(
      fc.property(ticks, (waits) => {
        let health = failing(10);
        let now = at(9);
        const probes: number[] = [];
        for (const [n, seconds] of waits.entries()) {
          now = new Date(now.getTime() + seconds * 1000);
          const after = make(health, 'probe', now, n);
          if (after !== health) probes.push(now.getTime());
          health = make(after, 'probe_fails', now, n);
        }
        const steady = probes.slice(5);
        for (const [i, probe] of steady.slice(1).entries()) {
          expect(probe - (steady[i] ?? 0)).to.be.at.least(probeEverySeconds * 1000);
        }
      }),
    );
  });
});

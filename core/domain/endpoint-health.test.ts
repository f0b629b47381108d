import { expect } from 'chai';
import fc from 'fast-check';
import {
  advanced,
  afterFailure,
  afterSuccess,
  breakerFailures,
  disablesAt,
  type EndpointHealth,
  ending,
  giveUpAfterSeconds,
  healthState,
  isCalm,
  isDue,
  isGivenUp,
  isNewsOfSuccess,
  isRoutine,
  linedUp,
  newHealth,
  probeEverySeconds,
  probing,
  restarted,
} from './endpoint-health.ts';
import type { OperationId, OrganizationId, WebhookEndpointId } from './ids.ts';

const start = new Date('2026-03-01T12:00:00.000Z');
const at = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const fresh = newHealth({
  endpointId: 'we_1' as WebhookEndpointId,
  organizationId: 'org_1' as OrganizationId,
  environment: 'test',
});
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

type Move = 'fail' | 'succeed' | 'probe' | 'probe_fails' | 'line_up' | 'advance' | 'restart' | 'end';
const moves: readonly Move[] = ['fail', 'succeed', 'probe', 'probe_fails', 'line_up', 'advance', 'restart', 'end'];

/** As those who hold the row make them. */
function make(health: EndpointHealth, move: Move, now: Date, n: number): EndpointHealth {
  const fail = (operationId: OperationId) =>
    afterFailure(health, { operationId, at: now, error: 'refused', retryAfterSeconds: 0 });
  switch (move) {
    case 'fail':
      return fail(operation(n));
    case 'succeed':
      return afterSuccess(health, now);
    case 'probe':
      return health.openedAt && isDue(health, now) ? probing(health, operation(n), now) : health;
    case 'probe_fails':
      return health.probeId ? fail(health.probeId) : health;
    case 'line_up':
      return health.backlog === 'ending' ? health : linedUp(health, now);
    case 'advance':
      return health.backlog === 'none' ? health : advanced(health, now);
    case 'restart':
      return restarted(health, now);
    case 'end':
      return ending(health, now);
  }
}

function checkInvariants(before: EndpointHealth, after: EndpointHealth): void {
  expect(after.failingSince === null, 'failing since').to.equal(after.consecutiveFailures === 0);
  if (after.openedAt) {
    expect(after.backlog, 'what is held does not go').to.equal('none');
    expect(after.tendAt, 'a probe is to come').not.to.equal(null);
    expect(after.consecutiveFailures).to.be.at.least(breakerFailures);
  } else expect(after.probeId, 'a probe of a closed breaker').to.equal(null);
  if (after.backlog !== 'none') expect(after.tendAt, 'a backlog that nobody looks after').not.to.equal(null);
  if (before.openedAt && !after.openedAt) expect(after.backlog, 'what was held').to.be.oneOf(['gathering', 'ending']);
  if (!before.openedAt && after.openedAt) expect(after.consecutiveFailures).to.be.at.least(breakerFailures);
}

describe('endpoint health', () => {
  it('opens at the tenth failure in a row, not before; a success begins anew', () => {
    expect(failing(breakerFailures - 1).openedAt).to.equal(null);
    expect(failing(breakerFailures)).to.deep.include({ openedAt: at(9), tendAt: at(9 + probeEverySeconds) });
    const again = failing(breakerFailures - 1, afterSuccess(failing(9), at(100)));
    expect(again).to.include({ openedAt: null, consecutiveFailures: 9 });
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
    expect([isGivenUp(ill, at(giveUpAfterSeconds - 1)), isGivenUp(ill, at(giveUpAfterSeconds))]).to.deep.equal([
      false,
      true,
    ]);
    expect(disablesAt(afterSuccess(ill, at(30)))).to.equal(null);
    expect(isGivenUp(fresh, at(1e9))).to.equal(false);
  });

  it('lets Retry-After put the next probe off, never bring it forward', () => {
    const asked = afterFailure(failing(9), failure(9, 3600));
    expect(asked.tendAt).to.deep.equal(at(9 + 3600));
    expect(afterFailure(failing(9), failure(9, 5)).tendAt).to.deep.equal(at(9 + probeEverySeconds));
    const probed = probing(failing(10), operation(7), at(100));
    expect(afterFailure(probed, failure(101, 600, 7))).to.deep.include({ tendAt: at(701), probeId: null });
    expect(afterFailure(probed, failure(101, 1, 7)).tendAt).to.deep.equal(at(160));
  });

  it('is kept of a healthy endpoint once a minute, of another at every answer', () => {
    const well = afterSuccess(fresh, start);
    expect(isNewsOfSuccess(fresh, start)).to.equal(true);
    expect([0, 59, 60].map((seconds) => isNewsOfSuccess(well, at(seconds)))).to.deep.equal([false, false, true]);
    for (const other of [failing(1), failing(10)]) expect(isNewsOfSuccess(other, at(2))).to.equal(true);
    for (const other of [fresh, failing(1), linedUp(well, at(1))]) expect(isRoutine(other, at(2))).to.equal(false);
    expect([isRoutine(well, at(59)), isRoutine(well, at(60))]).to.deep.equal([true, false]);
  });

  it('of two probes at once only one goes: the second finds it is not due', () => {
    const open = failing(10);
    expect([isDue(open, at(68)), isDue(open, at(69))]).to.deep.equal([false, true]);
    expect(isDue(probing(open, operation(1), at(69)), at(69 + probeEverySeconds - 1))).to.equal(false);
  });

  it('what failed while it was on its way when the breaker opened is not the probe', () => {
    const probed = probing(failing(10), operation(7), at(100));
    expect(afterFailure(probed, failure(101, 0, 3)).probeId).to.equal(operation(7));
  });

  it('any history keeps what must hold: a breaker that closes lets go what it held, and every backlog is looked after', () => {
    const history = fc.array(fc.tuple(fc.constantFrom(...moves), fc.nat({ max: 120 }), fc.nat({ max: 3 })));
    fc.assert(
      fc.property(history, (steps) => {
        let health = fresh;
        let now = start;
        for (const [move, seconds, n] of steps) {
          now = new Date(now.getTime() + seconds * 1000);
          const after = make(health, move, now, n);
          checkInvariants(health, after);
          health = after;
        }
        const well = afterSuccess(health, now);
        expect(isCalm(well)).to.equal(well.backlog === 'none');
      }),
      { numRuns: 2000 },
    );
  });

  it('no more than one probe a minute in any history', () => {
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
        for (const [i, probe] of probes.slice(1).entries()) {
          expect(probe - (probes[i] ?? 0)).to.be.at.least(probeEverySeconds * 1000);
        }
      }),
    );
  });
});

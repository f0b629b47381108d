import { expect } from 'chai';
import fc from 'fast-check';
import type { ConnectionId, OrganizationId } from './ids.ts';
import type { DueReconciliation } from './reconciliation.ts';
import { nextInterval, planned } from './reconciliation.ts';

const usual = 15 * 60_000;
const day = 24 * 3_600_000;
const quiet = 6 * 3_600_000;

describe('the interval of reconciliation', () => {
  const nothing = { hasFound: false, wasTold: false, quietMs: 0 };
  const table = [
    ['stays where something changed of late and no notification came', usual, nothing, usual],
    ['doubles where notifications told everything', usual, { ...nothing, wasTold: true }, 2 * usual],
    ['doubles where nothing has changed for hours', 4 * usual, { ...nothing, quietMs: quiet }, 8 * usual],
    ['stays just before', 4 * usual, { ...nothing, quietMs: quiet - 1 }, 4 * usual],
    ['is a day at most', day - 1, { ...nothing, wasTold: true }, day],
    ['is usual at once where a notification was missed', day, { hasFound: true, wasTold: true, quietMs: quiet }, usual],
    ['is usual before the first turn', null, nothing, usual],
    ['is never shorter than usual', 1_000, nothing, usual],
  ] as const;
  for (const [name, current, outcome, next] of table) {
    it(name, () => expect(nextInterval(usual, current, outcome)).to.equal(next));
  }

  it('is between the usual one and a day, and grows twofold at most, whatever happens', () => {
    const outcome = fc.record({ hasFound: fc.boolean(), wasTold: fc.boolean(), quietMs: fc.nat(10 * day) });
    fc.assert(
      fc.property(fc.integer({ min: 60_000, max: day }), fc.array(outcome), (base, outcomes) => {
        let current = base;
        for (const one of outcomes) {
          const next = nextInterval(base, current, one);
          expect(next).to.be.within(base, Math.min(day, 2 * current));
          if (one.hasFound) expect(next).to.equal(base);
          current = next;
        }
      }),
    );
  });
});

describe('the next turn', () => {
  const now = new Date('2026-03-01T12:00:00.000Z');
  const due = (lateMs: number, intervalMs: number | null = usual): DueReconciliation => ({
    ...{
      organizationId: 'org_1' as OrganizationId,
      environment: 'test',
      connectionId: 'conn_1' as ConnectionId,
      provider: 'ledger',
    },
    ...{ dueAt: new Date(now.getTime() - lateMs), intervalMs },
  });

  it('keeps the place in the interval, however late the last one is, and comes within an interval', () => {
    fc.assert(
      fc.property(fc.nat(10 * day), fc.integer({ min: 60_000, max: day }), (late, interval) => {
        const { dueAt, plannedAt } = planned(due(late), interval, now, 0);
        expect(plannedAt).to.equal(now);
        expect(dueAt.getTime() - now.getTime()).to.be.within(1, interval);
        expect((dueAt.getTime() - now.getTime() + late) % interval).to.equal(0);
      }),
    );
  });

  it('of a new connection is anywhere in the interval, with nothing on its way', () => {
    const turn = planned(due(5, null), usual, now, 0.5);
    expect(turn).to.deep.include({ dueAt: new Date(now.getTime() + usual / 2), intervalMs: usual, plannedAt: null });
  });
});

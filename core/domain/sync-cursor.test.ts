import { expect } from 'chai';
import type { ConnectionId, OrganizationId } from './ids.ts';
import { cursorAfter, type SyncCursor, walkedUntil } from './sync.ts';

const overlapSeconds = 300;

const at = (second: number) => new Date(Date.UTC(2026, 2, 1) + second * 1000);
const of = {
  organizationId: 'org_1' as OrganizationId,
  connectionId: 'conn_1' as ConnectionId,
  type: 'invoices',
} as const;
const walk = (newest: number | null, beganAt: number) => ({
  ...of,
  overlapSeconds,
  newest: newest === null ? null : at(newest),
  beganAt: at(beganAt),
  endedAt: at(beganAt + 10),
});

describe('how far a family was walked', () => {
  const first = cursorAfter(undefined, walk(1000, 1200));

  it('is unknown while nothing was ever seen', () => {
    expect(cursorAfter(undefined, walk(null, 0))).to.equal(undefined);
  });

  it('is the latest stamp, and the next walk begins an overlap before it', () => {
    expect(first).to.deep.equal({
      ...of,
      highWater: at(1000),
      readFrom: at(1000 - overlapSeconds),
      raisedAt: at(1210),
    });
  });

  it('stays with what was seen last when a walk sees nothing newer', () => {
    for (const newest of [null, 900, 1000]) expect(cursorAfter(first, walk(newest, 1300))).to.deep.equal(first);
  });

  it('gives the overlap up when nothing newer came while it passed, by our own clock', () => {
    const settled: SyncCursor | undefined = cursorAfter(first, walk(1000, 1210 + overlapSeconds));
    expect(settled?.readFrom).to.deep.equal(at(1000));
    expect(cursorAfter(first, walk(1000, 1209 + overlapSeconds))).to.deep.equal(first);
  });

  it('counts a stamp in the future as the beginning of the walk that saw it', () => {
    const ahead = cursorAfter(first, walk(1_000_000, 2000));
    expect(ahead).to.deep.include({ highWater: at(2000), readFrom: at(2000 - overlapSeconds) });
    expect(cursorAfter(first, walk(2010 + 60, 2000))?.highWater).to.deep.equal(at(2070));
  });

  it('of which the mark was stored in the future is unknown: all is read again, and the mark comes back', () => {
    const ahead: SyncCursor = { ...of, highWater: at(1_000_000), readFrom: at(999_700), raisedAt: at(1210) };
    expect(walkedUntil(ahead, at(2000))).to.equal(null);
    expect(walkedUntil(ahead, at(999_940))).to.deep.equal(at(999_700));
    expect(walkedUntil(undefined, at(2000))).to.equal(null);
    expect(cursorAfter(ahead, walk(1990, 2000))?.highWater).to.deep.equal(at(1990));
  });

  it('takes the overlap up again with the next change', () => {
    const settled = cursorAfter(first, walk(null, 9000));
    expect(cursorAfter(settled, walk(9050, 9100))?.readFrom).to.deep.equal(at(9050 - overlapSeconds));
  });
});

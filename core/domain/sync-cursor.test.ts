import { expect } from 'chai';
import type { ConnectionId, OrganizationId } from './ids.ts';
import { cursorAfter, overlapSeconds, type SyncCursor } from './sync.ts';

const at = (second: number) => new Date(Date.UTC(2026, 2, 1) + second * 1000);
const of = {
  organizationId: 'org_1' as OrganizationId,
  connectionId: 'conn_1' as ConnectionId,
  type: 'invoices',
} as const;
const walk = (newest: number | null, beganAt: number) => ({
  ...of,
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

  it('takes the overlap up again with the next change', () => {
    const settled = cursorAfter(first, walk(null, 9000));
    expect(cursorAfter(settled, walk(9050, 9100))?.readFrom).to.deep.equal(at(9050 - overlapSeconds));
  });
});

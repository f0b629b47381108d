import { expect } from 'chai';
import { sampleConnection } from '../../contract-tests/samples.ts';
import type { Connection } from './connection.ts';
import { type ConnectionHealth, healthy, judgedHealth, lastSuccess, type RecentCalls } from './connection-health.ts';

const now = new Date('2026-11-20T12:00:00.000Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const plane = { organizationId: 'org_1' as Connection['organizationId'], environment: 'test' as const };

/** Active for a week, reconciled every 15 minutes. */
const connection = sampleConnection(plane, { updatedAt: ago(10_000), lastSyncedAt: ago(5) });
const noted = { syncFailures: 0, stored: healthy };
const silent: RecentCalls = { ...noted, lastGoodAt: null, latest: null, thirdLatestAt: null };
const failed = (status: number | null, thirdAgo: number | null, goodAgo: number | null): RecentCalls => ({
  ...noted,
  lastGoodAt: goodAgo === null ? null : ago(goodAgo),
  latest: { at: ago(1), status },
  thirdLatestAt: thirdAgo === null ? null : ago(thirdAgo),
});
const good: RecentCalls = { ...noted, lastGoodAt: ago(1), latest: { at: ago(1), status: 200 }, thirdLatestAt: ago(3) };

interface Row {
  readonly what: string;
  readonly given?: Partial<Connection>;
  readonly calls?: RecentCalls;
  readonly state: ConnectionHealth['state'];
  readonly reason?: ConnectionHealth['reason'];
}

const rows: readonly Row[] = [
  { what: 'calls that go well', state: 'ok' },
  { what: 'two failed attempts to sync', calls: { ...good, syncFailures: 2 }, state: 'ok' },
  {
    what: 'three failed attempts to sync between good calls',
    calls: { ...good, syncFailures: 3 },
    state: 'degraded',
    reason: 'sync_failed',
  },
  { what: 'two failures in a row', calls: failed(503, 9, 8), state: 'ok' },
  { what: 'three failures in a row', calls: failed(503, 7, 8), state: 'degraded', reason: 'provider_unavailable' },
  { what: 'no answer three times', calls: failed(null, 7, 8), state: 'degraded', reason: 'provider_unavailable' },
  { what: 'a 408 three times', calls: failed(408, 7, 8), state: 'degraded', reason: 'provider_unavailable' },
  { what: 'a 429 three times', calls: failed(429, 7, 8), state: 'degraded', reason: 'rate_limited' },
  { what: 'a 403 three times', calls: failed(403, 7, 8), state: 'degraded', reason: 'authorization' },
  { what: 'a refused client', calls: failed(400, 7, 8), state: 'degraded', reason: 'authorization' },
  {
    what: 'three failures of a connection that never worked',
    calls: failed(503, 7, null),
    state: 'degraded',
    reason: 'provider_unavailable',
  },
  {
    what: 'a provider that fails for 23 minutes',
    given: { lastSyncedAt: ago(23) },
    calls: failed(503, 20, 23),
    state: 'degraded',
    reason: 'provider_unavailable',
  },
  {
    what: 'one failure and no sync for two intervals',
    given: { lastSyncedAt: ago(31) },
    calls: failed(503, 32, 31),
    state: 'degraded',
    reason: 'provider_unavailable',
  },
  { what: 'no sync for two intervals to the minute', given: { lastSyncedAt: ago(30) }, state: 'ok' },
  { what: 'no sync for longer', given: { lastSyncedAt: ago(31) }, state: 'degraded', reason: 'sync_failed' },
  {
    what: 'calls that go well without a sync',
    given: { lastSyncedAt: null },
    state: 'degraded',
    reason: 'sync_failed',
  },
  { what: 'a first sync under way', given: { lastSyncedAt: null, updatedAt: ago(29) }, state: 'ok' },
  {
    what: 'nothing well for eight intervals',
    given: { lastSyncedAt: ago(121) },
    calls: silent,
    state: 'failing',
    reason: 'sync_failed',
  },
  {
    what: 'an outage of two hours',
    given: { lastSyncedAt: ago(121) },
    calls: failed(503, 7, 122),
    state: 'failing',
    reason: 'provider_unavailable',
  },
  {
    what: 'a call that went well between',
    given: { lastSyncedAt: ago(121) },
    calls: failed(503, 7, 119),
    state: 'degraded',
    reason: 'provider_unavailable',
  },
  {
    what: 'a connection without copies that nobody calls',
    given: { retentionMode: 'zero', lastSyncedAt: null },
    calls: silent,
    state: 'ok',
  },
  {
    what: 'failures from before the customer connected again',
    given: { retentionMode: 'zero', lastSyncedAt: null, updatedAt: ago(1) },
    calls: failed(401, 7, null),
    state: 'ok',
  },
  {
    what: 'an authorization that is gone',
    given: { status: 'action_required' },
    state: 'failing',
    reason: 'authorization',
  },
  {
    what: 'a scope that was refused',
    given: { scopeRefusedAt: ago(1_439) },
    state: 'failing',
    reason: 'scope_missing',
  },
  { what: 'a scope that was refused a day ago', given: { scopeRefusedAt: ago(1_440) }, state: 'ok' },
  ...(['pending_selection', 'disconnecting', 'disconnected'] as const).map(
    (status): Row => ({
      what: `${status}, however calls ended`,
      given: { status, lastSyncedAt: null },
      calls: failed(503, 2, null),
      state: 'ok',
    }),
  ),
];

describe('the health of a connection', () => {
  for (const { what, given = {}, calls = good, state, reason = null } of rows) {
    it(`${what}: ${state}${reason ? ` (${reason})` : ''}`, () => {
      const health = judgedHealth({ ...connection, ...given }, calls, { now, reconcileIntervalMinutes: 15 });
      expect(health).to.deep.equal({ state, reason });
    });
  }

  it('last went well with the last good call or the last sync, whichever is later', () => {
    const last = (given: Partial<Connection>, lastGoodAt: Date | null) =>
      lastSuccess({ ...connection, ...given }, { ...silent, lastGoodAt });
    expect(last({ lastSyncedAt: ago(5) }, ago(3))).to.deep.equal(ago(3));
    expect(last({ lastSyncedAt: ago(5) }, ago(7))).to.deep.equal(ago(5));
    expect(last({ lastSyncedAt: null }, ago(7))).to.deep.equal(ago(7));
    expect(last({ lastSyncedAt: ago(5), status: 'action_required' }, null)).to.deep.equal(ago(5));
    expect(last({ lastSyncedAt: null }, null)).to.equal(null);
  });
});

import { createHash } from 'node:crypto';
import { expect } from 'chai';
import fc from 'fast-check';
import type { JsonObject } from './json.ts';
import type { CachedRecord } from './ledger-record.ts';
import { type KnownRecord, type RecordReading, recordIdentity, recordNews, type ToldRecord } from './record-change.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const at = (seconds: number) => new Date(Date.UTC(2030, 0, 1) + seconds * 1000);
const activation = at(0);

interface Given extends Partial<Omit<RecordReading, 'record'>> {
  readonly fields?: JsonObject;
  readonly stamp?: Date | null;
  readonly hidden?: readonly string[];
}

function reading({ fields = { name: 'A' }, stamp = at(10), hidden, ...given }: Given = {}): RecordReading {
  const record: CachedRecord = {
    ...{
      type: 'contacts',
      providerId: 'c1',
      providerUpdatedAt: stamp,
      fetchedAt: at(1_000),
      native: {},
      fields,
      hidden,
    },
  };
  return { record, since: activation, isWalked: true, isMade: false, ...given };
}

const toldOf = (given?: Given): KnownRecord => ({
  told: (recordNews('unknown', reading(given), sha256) as { told: ToldRecord }).told,
  isCurrent: false,
});
const news = (known: KnownRecord, given?: Given) => {
  const found = recordNews(known, reading(given), sha256);
  return found && [found.change, found.changed.join()];
};
const nothing = [null, ''];

describe('what is new of a record', () => {
  const first: readonly (readonly [string, Given, readonly (string | null)[]])[] = [
    ['an unknown record of a family that was walked is created', {}, ['created', 'name']],
    ['only fields with a value are named', { fields: { name: 'A', email: null, phones: [] } }, ['created', 'name']],
    ['one from before the activation is remembered', { stamp: at(-1) }, nothing],
    ['one without a stamp is created', { stamp: null }, ['created', 'name']],
    ['what the first walk finds is remembered', { isWalked: false }, nothing],
    ['what a write of ours has made is created, walked or not', { isWalked: false, isMade: true }, ['created', 'name']],
    ['one that is deleted already is remembered', { fields: { status: 'DELETED' } }, nothing],
  ];
  for (const [name, given, wanted] of first) it(name, () => expect(news('unknown', given)).to.eql(wanted));

  const later: readonly (readonly [string, KnownRecord, Given, readonly (string | null)[] | undefined])[] = [
    ['the same state is no news', toldOf(), {}, nothing],
    ['a changed field is updated', toldOf(), { fields: { name: 'B' }, stamp: at(11) }, ['updated', 'name']],
    ['a change within one stamp is updated, too', toldOf(), { fields: { name: 'B' } }, ['updated', 'name']],
    ['a cleared field is named', toldOf(), { fields: { name: null } }, ['updated', 'name']],
    ['a later stamp alone is updated', toldOf(), { stamp: at(11) }, ['updated', '']],
    ['an older state is nothing, and is not noted', toldOf(), { fields: { name: 'B' }, stamp: at(9) }, undefined],
    ['a void is updated', toldOf(), { fields: { status: 'VOIDED' }, stamp: at(11) }, ['updated', '']],
    [
      'an archived record is updated',
      toldOf({ fields: { status: 'ACTIVE' } }),
      { fields: { status: 'ARCHIVED' } },
      ['updated', 'status'],
    ],
    [
      'a deleted status is deleted',
      toldOf({ fields: { status: 'PAID' } }),
      { fields: { status: 'DELETED' } },
      ['deleted', ''],
    ],
    [
      'what was deleted stays so',
      toldOf({ fields: { status: 'DELETED' } }),
      { fields: { status: 'DELETED' }, stamp: at(20) },
      nothing,
    ],
    [
      'what was deleted and comes back is created',
      toldOf({ fields: { status: 'DELETED' } }),
      { fields: { status: 'PAID' } },
      ['created', 'status'],
    ],
    [
      'a reference counts by its id',
      toldOf({ fields: { contact: { provider_id: 'c', name: 'A' } } }),
      { fields: { contact: { provider_id: 'c', name: 'B' } } },
      nothing,
    ],
    ['a hidden field has not changed', toldOf(), { fields: { name: null }, hidden: ['name'] }, nothing],
    ['a field that was hidden is learned', toldOf({ fields: { name: null }, hidden: ['name'] }), {}, nothing],
    ['a field of a later release is learned', toldOf(), { fields: { name: 'A', balance: 7 } }, nothing],
    ['a stamp in the future does not order', toldOf({ stamp: at(9_000) }), { stamp: at(9_001) }, nothing],
    [
      'a change after the first walk has read it is told while the walk runs',
      toldOf({ isWalked: false }),
      { fields: { name: 'B' }, isWalked: false },
      ['updated', 'name'],
    ],
    [
      'what an earlier activation told does not count in a first walk',
      toldOf({ since: at(-900) }),
      { fields: { name: 'B' }, isWalked: false },
      nothing,
    ],
    [
      'a copy of the build before is what the next state is compared with',
      { before: { name: 'A', provider_updated_at: at(10).toISOString() } },
      { fields: { name: 'B' }, stamp: at(11) },
      ['updated', 'name'],
    ],
    ['a copy that is as before is no news', { before: null }, {}, nothing],
    [
      'what was too large in such a copy is learned',
      { before: { name: null, truncated: ['name'], provider_updated_at: at(10).toISOString() } },
      {},
      nothing,
    ],
  ];
  for (const [name, known, given, wanted] of later) it(name, () => expect(news(known, given)).to.eql(wanted));

  const names = ['name', 'email', 'status', 'total'] as const;
  const state = fc.record({
    values: fc.tuple(...names.map(() => fc.constantFrom(null, 'a', 'b'))),
    moves: fc.boolean(),
    readings: fc.array(fc.subarray([...names], { maxLength: 3 }), { minLength: 1, maxLength: 4 }),
  });

  for (const isStamped of [true, false]) {
    it(`readings of one state that hide what they like are one event at most${isStamped ? '' : ', also without stamps'}`, () => {
      fc.assert(
        fc.property(fc.array(state, { minLength: 1, maxLength: 6 }), (states) => {
          let known: KnownRecord = 'unknown';
          const identities: string[] = [];
          let seconds = 10;
          let before: readonly (string | null)[] | undefined;
          for (const { values, moves, readings } of states) {
            if (moves) seconds += 1;
            let events = 0;
            // The last reading shows everything.
            for (const hidden of [...readings, []]) {
              const fields = Object.fromEntries(
                names.map((name, i) => [name, hidden.includes(name) ? null : (values[i] ?? null)]),
              );
              const given = { fields, hidden, stamp: isStamped ? at(seconds) : null };
              const found = recordNews(known, reading(given), sha256);
              if (!found) throw new Error('no state is older than the one before');
              known = { told: found.told, isCurrent: true };
              if (found.change) {
                events += 1;
                identities.push(JSON.stringify(recordIdentity(found.told, found.change, sha256)));
              }
            }
            const hasChanged = before !== undefined && JSON.stringify(before) !== JSON.stringify(values);
            // A state may show its news in pieces, but a state that is as the one before is no news.
            const most = before === undefined ? 1 : hasChanged ? names.length : 0;
            if (moves && isStamped) expect(events).to.equal(1);
            else expect(events).to.be.at.most(most);
            if (before !== undefined && hasChanged) expect(events).to.be.at.least(1);
            before = values;
          }
          if (!isStamped) expect(new Set(identities).size).to.equal(identities.length);
        }),
        { numRuns: process.env['TEST_LONG'] ? 2_000 : 150 },
      );
    });
  }

  it('names a state by its stamp, so that one which comes back is no news twice; without stamps by its number', () => {
    const identityOf = (given: Given, known: KnownRecord = 'unknown') =>
      recordIdentity((recordNews(known, reading(given), sha256) as { told: ToldRecord }).told, 'updated', sha256);
    const [one, other] = [{ fields: { name: 'A' } }, { fields: { name: 'B' } }];
    expect(identityOf(one)).to.eql(identityOf(one, toldOf(other)));
    const unstamped = { ...one, stamp: null };
    expect(identityOf(unstamped)).to.not.eql(identityOf(unstamped, toldOf({ ...other, stamp: null })));
  });
});

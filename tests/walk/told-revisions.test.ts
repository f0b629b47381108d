// That the judge of told states sees what it is there to see.
import { expect } from 'chai';
import type { Edited } from './edited-books.ts';
import { judge, type ToldEvent } from './told-revisions.ts';

const contact: Edited = {
  ...{ type: 'contacts', providerId: 'c', native: {} },
  revisions: ['A', 'B', 'B', 'C'].map((name, i) => ({ stamp: 1_000 * (i + 1), fields: { name, status: 'ACTIVE' } })),
};
const quote: Edited = {
  ...{ type: 'quotes', providerId: 'q', native: {} },
  revisions: [
    { stamp: 1_000, fields: { title: 'T', status: 'DRAFT' } },
    { stamp: 2_000, fields: { title: 'T', status: 'DELETED' } },
  ],
};

const tell = (of: Edited, at: number, change: string, changed: readonly string[] = []) => ({
  ...{ type: of === quote ? 'quote.changed' : 'contact.changed', connectionId: 'conn', change, changed },
  record: {
    provider_id: of.providerId,
    provider_updated_at: new Date(of.revisions[at]?.stamp ?? 0).toISOString(),
    name: of.revisions[at]?.fields['name'],
  },
});
type Telling = Omit<ToldEvent, 'id' | 'sequence'>;
const created = tell(quote, 0, 'created', ['title', 'status']);
const deleted = tell(quote, 1, 'deleted');
const last = tell(contact, 3, 'updated', ['name']);
const well = [created, last, deleted];

const judged = (tellings: readonly Telling[], sequenceOf = (i: number) => i + 1) =>
  judge({
    events: tellings.map((telling, i) => ({ ...telling, id: `evt_${i}`, sequence: sequenceOf(i) })),
    records: [contact, quote],
    atFirst: new Map([['contacts c', 1]]),
  });

describe('the judge of told states', () => {
  it('has nothing to say where each state that stood at the end was told once', () => {
    const counts = { records: 2, revisions: 6, events: 3, missing: 0, doubles: 0, wrong: 0 };
    expect(judged(well)).to.deep.equal({ faults: [], figures: counts });
    const between = [created, tell(contact, 2, 'updated'), last, deleted];
    expect(judged(between).faults, 'and one in between').to.deep.equal([]);
  });

  const faults: readonly [string, readonly Telling[], RegExp][] = [
    ['a last state that nobody told', [created, deleted], /^missing: contacts c/],
    ['an earlier state than the last', [created, tell(contact, 2, 'updated'), deleted], /^missing: contacts c/],
    ['a state that was told twice', [...well, last], /^doubles: contacts c/],
    ['a state after a later one', [created, last, tell(contact, 2, 'updated'), deleted], /^doubles: contacts c/],
    ['a state that the first sync had read', [tell(contact, 1, 'updated', ['name']), ...well], /^doubles: contacts c/],
    ['a state that never was', [...well, tell(contact, 9, 'updated')], /^wrong: .*never had/],
    ['a record that is not there', [...well, { ...last, record: { provider_id: 'x' } }], /^wrong: contacts x/],
    ['fields that did not change', [created, { ...last, changed: ['name', 'email'] }, deleted], /should name name/],
    ['fields that are left out', [created, { ...last, changed: [] }, deleted], /should name name/],
    ['another kind of change', [created, { ...last, change: 'created' }, deleted], /should be updated/],
    ['a value of before', [created, { ...last, record: { ...last.record, name: 'B' } }, deleted], /name should be C/],
  ];
  for (const [name, tellings, words] of faults)
    it(`sees ${name}`, () => expect(judged(tellings).faults.join('\n')).to.match(words));

  it('lets a record be that was made and deleted before anybody looked', () => {
    expect(judged([last]).faults).to.deep.equal([]);
  });

  it('sees a gap', () => {
    expect(judged(well, (i) => (i < 2 ? i + 1 : i + 2)).faults).to.deep.equal([
      'wrong: the sequence of the connection has a gap',
    ]);
  });
});

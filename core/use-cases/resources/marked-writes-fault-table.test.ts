// The fault table of one write, at a ledger that knows no keys, finds its own marks, compares versions, and posts by a
// second call: every document is in its books once, is posted, and nobody's change is undone. A short run plays each moment
// of a change while one of the three persons is at work, so that each person meets each moment, and each moment of a create
// that is made by one call without a number for one of the three; TEST_LONG=1 plays all.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { Mishap } from '../../../contract-tests/testing/second-books.ts';
import { isPlayed } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { secondLedger } from '../testing/second-service.ts';
import { type CrashPoint, crashPoints, type Heard, openLossyService, untilHeard } from './testing/one-write.ts';

type Family = 'contacts' | 'invoices' | 'quotes';

/** One moment of a write: its process is lost, or something befalls one of its calls. */
interface Moment {
  readonly name: string;
  readonly nth: number;
  readonly point?: CrashPoint;
  readonly mishaps: readonly Mishap[];
}

function momentsOf(calls: number): readonly Moment[] {
  return Array.from({ length: calls }, (_, i) => i + 1).flatMap((nth): readonly Moment[] => {
    const earlier = Array.from({ length: nth - 1 }, () => 'none' as const);
    return [
      ...crashPoints.map((point) => ({ name: `the process is lost ${point}, call ${nth}`, nth, point, mishaps: [] })),
      ...['lost before', 'lost after', 'late', 'busy', 'lost before, then late'].map((mishap) => {
        return {
          name: `call ${nth} is ${mishap}`,
          nth,
          mishaps: [...earlier, ...(mishap.split(', then ') as Mishap[])],
        };
      }),
    ];
  });
}

const line = { description: 'Bench', quantity: 1, unit_amount: 10 };
const posted = ['a posted invoice, by two calls', 'invoices', 2, { status: 'AUTHORISED', line_items: [line] }] as const;
const numbered = ['a numbered contact', 'contacts', 1, { name: 'Ann' }] as const;
type Create = readonly [string, Family, number, JsonObject];
const creates: Readonly<Record<'cached' | 'zero', readonly Create[]>> = {
  cached: [
    numbered,
    ['a contact', 'contacts', 1, { name: 'Bo' }],
    ['a draft', 'invoices', 1, { line_items: [line] }],
    posted,
    ['a quote', 'quotes', 1, { line_items: [line] }],
  ],
  zero: [numbered, posted],
};

const posting = ['a change that posts', 2, { external_reference: 'ours', status: 'AUTHORISED' }] as const;
const changes: Readonly<Record<'cached' | 'zero', readonly (readonly [string, number, JsonObject])[]>> = {
  cached: [posting, ['a native change', 1, { provider_data: { external_reference: 'ours' } }]],
  zero: [posting],
};
const persons: Readonly<Record<string, JsonObject>> = {
  nobody: {},
  'somebody another field': { due_date: '2031-01-01' },
  'somebody the same field': { external_reference: 'theirs' },
};

describe('one write, by marks and versions', () => {
  const second = secondLedger();
  let cases = 0;

  const lossy = openedOnce(() => openLossyService({ wrap: second.wrap }));
  const ledger = openedOnce(() => second.opened());
  beforeEach(() => void ledger.mishaps.splice(0));

  const answered = (heard: Heard) => {
    if (heard === 'lost' || heard instanceof ServiceError) throw new Error(`not answered: ${String(heard)}`);
    return heard;
  };
  const outcomeOf = (nth: number, mishaps: readonly Mishap[]) =>
    nth === 1 && mishaps.includes('busy') ? 'not_applied' : 'unknown';
  const attemptOf = (key: string) => lossy.service.database.knex('idempotency_keys').where({ key }).first();

  for (const retention of ['cached', 'zero'] as const) {
    describe(`with ${retention} retention`, () => {
      let contactId: string;
      const books = openedOnce(() => lossy.openBooks({ retention_mode: retention }));
      before(async () => {
        contactId = answered(await books.create('contacts', { name: 'Customer' }, `for ${retention}`)).value.providerId;
      });

      const plain = creates[retention].filter(([what]) => what !== numbered[0] && what !== posted[0]);
      for (const create of creates[retention]) {
        const [what, type, calls, fields] = create;
        const place = plain.indexOf(create);
        const isTurn = (at: number) => place < 0 || isPlayed({ many: plain.length, place }, at);
        for (const { name, point, nth, mishaps } of momentsOf(calls).filter((_, i) => isTurn(i))) {
          it(`${what}: ${name}`, async () => {
            const key = `create ${++cases}`;
            const more = type === 'contacts' ? {} : { contact_id: contactId, issue_date: '2026-09-14' };
            const body = { ...fields, ...more, ...(what === numbered[0] && { contact_number: key }) };
            const before = ledger.documents(books.tenantId, type).length;
            ledger.mishaps.push(...mishaps);
            const first = await books.create(type, body, key, point, nth);
            if (first instanceof ServiceError) expect(first.details.outcome).to.equal(outcomeOf(nth, mishaps));
            const stored = String((await attemptOf(key))?.attempt_prepared ?? '');
            if (retention === 'zero') expect(stored).not.to.match(/Bench|Ann/);
            const { value } = answered(await untilHeard(lossy.service, () => books.create(type, body, key)));
            expect(answered(await books.create(type, body, key)).value.providerId).to.equal(value.providerId);
            lossy.service.advance(400);
            const made = ledger.documents(books.tenantId, type).slice(before);
            expect(made.map(({ id }) => id)).to.deep.equal([value.providerId]);
            if (calls > 1) expect(made[0]?.fields['status']).to.equal('AUTHORISED');
          });
        }
      }

      const people = Object.entries(persons);
      for (const [changePlace, [what, calls, body]] of changes[retention].entries()) {
        for (const [place, [who, edited]] of people.entries()) {
          const isTurn = (at: number) => isPlayed({ many: people.length, place }, at, 2 * changePlace);
          for (const { name, point, nth, mishaps } of momentsOf(calls).filter((_, i) => isTurn(i))) {
            it(`${what}: ${name}; ${who} changes it meanwhile`, async () => {
              const key = `change ${++cases}`;
              const { tenantId } = books;
              const draft = { contact_id: contactId, external_reference: 'before', line_items: [line] };
              const { providerId } = answered(await books.create('invoices', draft, `draft ${cases}`)).value;
              const held = () =>
                ledger.documents(tenantId, 'invoices').find(({ id }) => id === providerId)?.fields ?? {};
              ledger.mishaps.push(...mishaps);
              const first = await books.update('invoices', providerId, body, key, point, nth);
              if (first instanceof ServiceError) expect(first.details.outcome).to.equal(outcomeOf(nth, mishaps));
              const row = await attemptOf(key);
              const isOpen = row?.attempt_first_sent_at !== null && row !== undefined;
              if (who !== 'nobody') ledger.edit(tenantId, 'invoices', providerId, edited);
              const heard = await untilHeard(lossy.service, () => books.update('invoices', providerId, body, key));
              lossy.service.advance(400);
              if (who === 'somebody another field' || isOpen) expect(held()).to.include(edited);
              if (heard instanceof ServiceError) {
                expect([who === 'nobody', isOpen]).to.deep.equal([false, true]);
                expect(heard.details).to.include({ reason: 'target_changed', outcome: 'unknown' });
                const again = await books.update('invoices', providerId, body, key);
                expect(again).to.include({ code: 'CONFLICT' });
              } else {
                const isOverwritten = who === 'somebody the same field' && (isOpen || answered(heard).replayed);
                expect(held()['external_reference']).to.equal(isOverwritten ? 'theirs' : 'ours');
                if (calls > 1) expect(held()['status']).to.equal('AUTHORISED');
              }
            });
          }
        }
      }

      it('goes on with the call that is still to be made', async () => {
        const draft = { contact_id: contactId, line_items: [line] };
        const { providerId } = answered(await books.create('invoices', draft, `two calls ${retention}`)).value;
        ledger.sent.splice(0);
        ledger.mishaps.push('none', 'lost after');
        const request = () => books.update('invoices', providerId, posting[2], `goes on ${retention}`);
        answered(await untilHeard(lossy.service, request));
        const goesOn = retention === 'cached' ? ['post'] : ['update', 'post'];
        expect(ledger.sent).to.deep.equal(['update', 'post', ...goesOn]);
      });

      it('is made anew over what somebody changed between the read and the write, a bounded number of times', async () => {
        const draft = { contact_id: contactId, line_items: [line] };
        const { providerId } = answered(await books.create('invoices', draft, `raced ${retention}`)).value;
        const others = (fields: JsonObject) => () => void ledger.edit(books.tenantId, 'invoices', providerId, fields);
        const fields = () => ledger.documents(books.tenantId, 'invoices').find(({ id }) => id === providerId)?.fields;
        ledger.mishaps.push('none', others({ due_date: '2032-01-01' }));
        const change = { external_reference: 'ours', status: 'AUTHORISED' };
        const { value } = answered(await books.update('invoices', providerId, change, `races ${retention}`));
        expect(value.fields).to.include({ ...change, due_date: '2032-01-01' });
        ledger.mishaps.push(...[1, 2, 3, 4].map((n) => others({ due_date: `203${n}-02-02` })));
        const refused = await books.update(
          'invoices',
          providerId,
          { external_reference: 'late' },
          `beaten ${retention}`,
        );
        expect((refused as ServiceError).details).to.deep.include({ reason: 'record_changed', outcome: 'not_applied' });
        expect(fields()).to.include({ due_date: '2034-02-02', external_reference: 'ours' });
      });
    });
  }
});

// Two changes of one record at once, over two hosts, in every order of their reads, writes and answers; a short run plays every
// second order.

import { expect } from 'chai';
import { type DatabaseForTests, onBothDatabases } from '../../../contract-tests/testing/doubles.ts';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { runsOf } from '../../../tools/run-length.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import type { Tenancy } from '../testing/service.ts';
import { Actor, openTwoHosts, ordersOf, play, type TwoHosts } from '../testing/two-hosts.ts';
import { type Books, line, openBooks } from './testing/books.ts';

/** Two bodies, and what the record must hold after both. */
interface Pair {
  readonly type: 'quotes' | 'invoices';
  /** How many steps of each change are tried in every order; the others follow in turns. */
  readonly steps: readonly [number, number];
  bodies(n: number): readonly [JsonObject, JsonObject];
  expected(n: number): JsonObject;
}

const native = (fields: JsonObject) => ({ provider_data: fields, preserve_existing: true });

const pairs: Readonly<Record<string, Pair>> = {
  'two fields of a quote': {
    type: 'quotes',
    steps: [4, 4],
    bodies: (n) => [{ title: `title ${n}` }, { summary: `summary ${n}` }],
    expected: (n) => ({ Title: `title ${n}`, Summary: `summary ${n}` }),
  },
  'the status of a quote beside its terms': {
    type: 'quotes',
    steps: [4, 4],
    bodies: (n) => [{ status: n % 2 === 0 ? 'ACCEPTED' : 'SENT' }, { terms: `terms ${n}` }],
    expected: (n) => ({ Status: n % 2 === 0 ? 'ACCEPTED' : 'SENT', Terms: `terms ${n}` }),
  },
  'two fields of an invoice, laid over the existing': {
    type: 'invoices',
    steps: [4, 4],
    bodies: (n) => [native({ Reference: `reference ${n}` }), native({ Url: `https://example.com/${n}` })],
    expected: (n) => ({ Reference: `reference ${n}`, Url: `https://example.com/${n}` }),
  },
  'a field of an invoice, laid over the existing, beside one that needs no reading': {
    type: 'invoices',
    steps: [4, 3],
    bodies: (n) => [
      native({ Reference: `reference ${n}` }),
      { due_date: `2031-01-${String(1 + (n % 28)).padStart(2, '0')}` },
    ],
    expected: (n) => ({
      Reference: `reference ${n}`,
      DueDateString: `2031-01-${String(1 + (n % 28)).padStart(2, '0')}T00:00:00`,
    }),
  },
};

/** Gives everybody the lease on every record. */
const withoutLease = (ports: CorePorts): CorePorts => ({
  ...ports,
  storage: {
    ...ports.storage,
    recordLeases: { take: async () => true, renew: async () => true, release: async () => {} },
  },
});

interface Scene {
  readonly two: TwoHosts;
  readonly tenancy: Tenancy;
  readonly books: Books;
  readonly ids: Readonly<Record<Pair['type'], string>>;
}

async function openScene(given: DatabaseForTests | undefined, wrap?: (ports: CorePorts) => CorePorts): Promise<Scene> {
  const two = await openTwoHosts(given, wrap);
  const tenancy = await two.service.newOrganization();
  const books = await openBooks(two.service, tenancy);
  const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
  const body = { contact_id, issue_date: '2030-01-01', line_items: [line] };
  const quotes = (await books.create('quotes', { ...body, status: 'SENT' })).providerId;
  const due = { status: 'AUTHORISED', due_date: '2030-01-31' };
  return {
    two,
    tenancy,
    books,
    ids: { quotes, invoices: (await books.create('invoices', { ...body, ...due })).providerId },
  };
}

const patch = ({ two, tenancy, books, ids }: Scene, host: 0 | 1, type: Pair['type'], body: object, key?: string) => {
  const path = { connectionId: books.connection.id, type, resourceId: ids[type], write: write(body, key) };
  return two.hosts[host].resources.update(tenancy.test, path);
};

let plays = 0;

/** Plays one order; undefined if both changes are kept. */
async function lost(scene: Scene, { type, bodies, expected }: Pair, order: readonly number[]): Promise<unknown> {
  const n = ++plays;
  const [first, second] = bodies(n);
  const all = [new Actor(() => patch(scene, 0, type, first)), new Actor(() => patch(scene, 1, type, second))];
  await play(order, ...all);
  const refused = all.flatMap(({ outcome }) => (outcome?.status === 'rejected' ? [outcome.reason] : []));
  if (refused.length > 0) return refused;
  const held = await scene.books.native(type, scene.ids[type]);
  const differing = Object.entries(expected(n)).filter(([name, value]) => held[name] !== value);
  return differing.length > 0 ? { order, differing } : undefined;
}

onBothDatabases('two changes of one record', (given, database) => {
  // The lease is the same on both databases, so the slower one plays half of the pairs and fewer of their orders. A short run
  // plays every second order of a pair, and the other ones of the next pair.
  const share = database === 'SQLite' ? runsOf({ long: 1, short: 2 }) : runsOf({ long: 1, short: 4 });
  const scene = openedOnce(() => openScene(given()));
  after(() => scene?.two.close());

  const chosen = Object.entries(pairs).filter((_, index) => database === 'SQLite' || index % 2 === 1);
  for (const [place, [name, pair]] of chosen.entries()) {
    it(`${name}: both stand, in any order`, async () => {
      for (const order of ordersOf(...pair.steps).filter((_, i) => (i + place) % share === 0)) {
        expect(await lost(scene, pair, order), order.join('')).to.equal(undefined);
      }
    });
  }

  it('without the lease, one is lost', async () => {
    const free = await openScene(given(), withoutLease);
    const pair = pairs['two fields of an invoice, laid over the existing'] as Pair;
    const losses = [];
    // Both have read for the last time before either writes.
    for (const order of [
      [0, 0, 1, 1],
      [1, 1, 0, 0],
    ])
      losses.push(await lost(free, pair, order));
    await free.two.close();
    expect(losses.filter((loss) => loss === undefined)).to.deep.equal([]);
  });

  it('a holder that is lost lets the next one in when its lease has run out, and not before', async () => {
    const gone = new Actor(() => patch(scene, 0, 'quotes', { title: 'never sent' }));
    await gone.step();
    const busy = await refusalOf(patch(scene, 1, 'quotes', { summary: 'too early' }, 'k-early'));
    expect([busy.code, busy.retryable, busy.details.reason]).to.deep.equal(['CONFLICT', true, 'record_busy']);
    scene.two.service.advance(61);
    const { value, replayed } = await patch(scene, 1, 'quotes', { summary: 'too early' }, 'k-early');
    expect([value.fields['summary'], replayed]).to.deep.equal(['too early', false]);
    // A process that only seemed lost must not send any more.
    await play([], gone);
    expect(gone.outcome?.status === 'rejected' && gone.outcome.reason).to.deep.include({
      details: { reason: 'record_busy', outcome: 'not_applied', retryAfterSeconds: 5 },
    });
    const held = await scene.books.native('quotes', scene.ids.quotes);
    expect(held['Title']).not.to.equal('never sent');
  });
});

describe('a change beside somebody at the provider', () => {
  /** Runs before the budget grants a place. */
  let beforeGrant = async () => {};
  const slow = (ports: CorePorts): CorePorts => ({
    ...ports,
    budget: {
      ...ports.budget,
      async acquire(...call) {
        await beforeGrant();
        return ports.budget.acquire(...call);
      },
    },
  });
  const scene = openedOnce(() => openScene(undefined, slow));
  after(() => scene?.two.close());

  const byHand = (fields: JsonObject) => scene.books.byHand('quotes', scene.ids.quotes, fields);

  it('reads again when the budget kept its write waiting', async () => {
    let grants = 0;
    beforeGrant = async () => {
      grants += 1;
      // A read, then the write.
      if (grants !== 2) return;
      await byHand({ terms: 'while it waited' });
      scene.two.service.advance(2);
    };
    await patch(scene, 0, 'quotes', { title: 'late' });
    beforeGrant = async () => {};
    const held = await scene.books.native('quotes', scene.ids.quotes);
    expect(held).to.include({ Title: 'late', Terms: 'while it waited' });
  });

  it('reads again when the read was slow, until two reads say the same', async () => {
    let grants = 0;
    beforeGrant = async () => {
      grants += 1;
      if (grants % 2 === 1) scene.two.service.advance(4);
      if (grants === 2) await byHand({ terms: 'beside a slow read' });
    };
    await patch(scene, 0, 'quotes', { title: 'slow' });
    beforeGrant = async () => {};
    expect(grants).to.equal(6);
    const held = await scene.books.native('quotes', scene.ids.quotes);
    expect(held).to.include({ Title: 'slow', Terms: 'beside a slow read' });
  });

  it('gives up with record_changed when every read is out of date, and has written nothing', async () => {
    let grants = 0;
    beforeGrant = async () => {
      grants += 1;
      if (grants % 2 === 1) return;
      await byHand({ terms: `again ${grants}` });
      scene.two.service.advance(2);
    };
    const refusal = await refusalOf(patch(scene, 0, 'quotes', { title: 'never' }, 'k-changed'));
    beforeGrant = async () => {};
    const { code, retryable, details } = refusal;
    expect([code, retryable, details]).to.deep.equal([
      'CONFLICT',
      true,
      { reason: 'record_changed', outcome: 'not_applied' },
    ]);
    expect(grants).to.equal(8);
    expect((await scene.books.native('quotes', scene.ids.quotes))['Title']).not.to.equal('never');
    expect((await patch(scene, 1, 'quotes', { title: 'never' }, 'k-changed')).replayed).to.equal(false);
  });
});

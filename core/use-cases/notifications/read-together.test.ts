import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { traits } from '../../../contract-tests/testing/doubles.ts';
import { runsOf } from '../../../tools/run-length.ts';
import { notFound } from '../../domain/errors.ts';
import type { LedgerRecord } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { createReader } from './read-together.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 1, 12, minute));
const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `${from + i}`);

type Read = (type: ResourceType, id: string) => Promise<string>;

/** A reader over books that hold `0` to `999`. Calls are named when they begin, and end at once unless they are held. */
function bench() {
  const [gone, unreadable, refusals] = [new Set<string>(), new Set<string>(), [] as Error[]];
  const [calls, held]: [string[], (() => void)[]] = [[], []];
  /** `shows`: what becomes of the records of a joint answer. */
  const hands = { holds: false, shows: ((records) => records) as Shows };
  const call = async (name: string): Promise<void> => {
    calls.push(name);
    if (hands.holds) await new Promise<void>((resolve) => held.push(resolve));
    const refusal = refusals.shift();
    if (refusal) throw refusal;
  };
  const listed = (all: readonly string[]) =>
    all
      .filter((id) => !gone.has(id) && !unreadable.has(id))
      .map((providerId) => ({ providerId, fields: {} }) as unknown as LedgerRecord);
  const ledger = {
    async read(_: ResourceType, id: string) {
      await call(`path ${id}`);
      if (unreadable.has(id)) throw new Error(`${id} is unreadable`);
      if (gone.has(id)) throw notFound('record');
      return listed([id])[0];
    },
    async readMany(_: ResourceType, asked: readonly string[]) {
      await call(`ids ${asked.length}`);
      const records = hands.shows(listed(asked));
      return { records, unreadable: asked.filter((id) => unreadable.has(id)) };
    },
    async list(_: ResourceType, { since, after }: { since: Date; after: string | null }) {
      const page = Number(after ?? '1');
      await call(`page ${page} since ${since.toISOString().slice(11, 19)}`);
      return { records: listed(ids(100, (page - 1) * 100)), unreadable: [], next: `${page + 1}` };
    },
  };
  const find = async (asked: readonly { providerInvoiceId: string }[]) =>
    asked.map(({ providerInvoiceId }) => ({ providerInvoiceId, providerRevision: `r${providerInvoiceId}` }));
  const ports = {
    clock: { now: () => at(0), wait: nextTurn },
    storage: { projections: { find } },
  };
  const reader = createReader(ports as unknown as CorePorts);
  const attempt = <T>(work: (read: Read) => Promise<T>, changedAt: Date | null = at(0), of = 'a') =>
    reader(
      {
        ledger: { ...ledger, provider: { traits }, connection: { id: of } } as unknown as Ledger,
        changedAt: changedAt ?? undefined,
      },
      (read) =>
        work(async (type, id) => {
          const { record, announcedBefore } = await read(type, id);
          return `${record?.providerId ?? 'none'} ${announcedBefore ?? ''}`.trim();
        }),
    );
  /** Begins one attempt a record at the same time; returns what each read. */
  const all = (type: ResourceType, asked: readonly string[], changedAt: Case['changedAt'] = () => at(0)) =>
    Promise.all(
      asked.map((id, i) => attempt((read) => read(type, id), changedAt(i)).catch((error: Error) => error.message)),
    );
  const release = async () => {
    for (const end of held.splice(0)) end();
    for (let turn = 0; turn < 5; turn++) await nextTurn();
  };
  return { gone, unreadable, refusals, calls, hands, attempt, all, release };
}

interface Case {
  readonly name: string;
  readonly type: ResourceType;
  readonly asked: readonly string[];
  readonly calls: readonly string[];
  readonly answers: readonly string[];
  readonly given?: (books: ReturnType<typeof bench>) => unknown;
  readonly changedAt?: (i: number) => Date | null;
}

const cases: readonly Case[] = [
  { name: 'one goes by its path', type: 'invoices', asked: ['7'], calls: ['path 7'], answers: ['7 r7'] },
  {
    name: 'invoices that wait together share a call, 40 at most, and each gets its own',
    type: 'invoices',
    asked: ids(45),
    calls: ['ids 40', 'ids 5'],
    answers: ids(45).map((id) => `${id} r${id}`),
  },
  { name: 'twins are read once', type: 'invoices', asked: ['7', '7'], calls: ['path 7'], answers: ['7 r7', '7 r7'] },
  {
    name: 'an id that the provider does not know is asked for alone, and is none to its asker alone',
    type: 'invoices',
    asked: ids(3),
    calls: ['ids 3', 'path 1'],
    answers: ['0 r0', 'none r1', '2 r2'],
    given: ({ gone }) => gone.add('1'),
  },
  {
    name: 'one that cannot be read fails as its own read does, and no other',
    type: 'invoices',
    asked: ids(3),
    calls: ['ids 3', 'path 1'],
    answers: ['0 r0', '1 is unreadable', '2 r2'],
    given: ({ unreadable }) => unreadable.add('1'),
  },
  {
    name: 'a call that fails fails all that share it',
    type: 'invoices',
    asked: ids(3),
    calls: ['ids 3'],
    answers: ids(3).map(() => 'no budget'),
    given: ({ refusals }) => refusals.push(new Error('no budget')),
  },
  {
    name: 'payments are looked for in the list of changes since the earliest',
    type: 'payments',
    asked: ids(3),
    calls: ['page 1 since 11:59:00'],
    answers: ids(3),
  },
  {
    name: 'payments that are not in the first pages of an endless list, or changed long before the others, go by their paths',
    type: 'payments',
    asked: ['5', '150', '800', '900'],
    answers: ['5', '150', '800', '900'],
    calls: [...[1, 2, 3].map((page) => `page ${page} since 12:19:00`), 'path 800', 'path 900'],
    changedAt: (i) => at(i === 3 ? 0 : 30),
  },
  {
    name: 'payments whose change has no moment go by their paths',
    type: 'payments',
    asked: ids(2),
    calls: ['path 0', 'path 1'],
    answers: ids(2),
    changedAt: () => null,
  },
];

const halfOf = (records: readonly LedgerRecord[]) => records.slice(0, Math.floor(records.length / 2));

type Shows = (records: readonly LedgerRecord[]) => readonly LedgerRecord[];

const wrongAnswers: readonly (Pick<Case, 'name' | 'calls'> & { readonly shows: Shows })[] = [
  {
    name: 'the first half of what was asked for, and so on: what is left is asked for again, the last one alone',
    calls: ['ids 8', 'ids 4', 'ids 2', 'path 7'],
    shows: halfOf,
  },
  {
    name: 'nothing: each is asked for alone, once',
    calls: ['ids 8', ...ids(8).map((id) => `path ${id}`)],
    shows: () => [],
  },
  {
    name: 'one of them twice: it is asked for alone',
    calls: ['ids 8', 'path 3'],
    shows: (records) => records.concat(records[3] ?? []),
  },
  {
    name: 'the record of one on all: each is asked for alone',
    calls: ['ids 8', ...ids(8).map((id) => `path ${id}`)],
    shows: (records) => records.map(() => records[0] as LedgerRecord),
  },
  {
    name: 'others that nobody asked for',
    calls: ['ids 8'],
    shows: (records) => [{ providerId: '900', fields: {} } as unknown as LedgerRecord, ...records],
  },
];

describe('reads of one connection', () => {
  for (const { name, calls, shows } of wrongAnswers) {
    it(`answered together by ${name}`, async () => {
      const books = bench();
      books.hands.shows = shows;
      expect(await books.all('invoices', ids(8))).to.deep.equal(ids(8).map((id) => `${id} r${id}`));
      expect(books.calls).to.deep.equal(calls);
    });
  }

  it('get each what a read of it alone gives, however joint answers are shuffled, cut and doubled', async () => {
    const answers = fc.array(
      fc.record({ order: fc.array(fc.nat(99)), kept: fc.nat(20), twice: fc.array(fc.nat(99), { maxLength: 3 }) }),
      { maxLength: 6 },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 20 }),
        fc.array(fc.nat(19), { maxLength: 4 }),
        answers,
        async (count, left, how) => {
          const books = bench();
          for (const n of left) books.gone.add(`${n}`);
          const next = [...how];
          books.hands.shows = (records) => {
            const { order, kept, twice } = next.shift() ?? { order: [], kept: 99, twice: [] };
            const shuffled = records.toSorted(
              (a, b) => (order[Number(a.providerId)] ?? 0) - (order[Number(b.providerId)] ?? 0),
            );
            const some = shuffled.slice(0, kept);
            return some.concat(twice.flatMap((n) => some[n % (some.length || 1)] ?? []));
          };
          const expected = ids(count).map((id) => (books.gone.has(id) ? `none r${id}` : `${id} r${id}`));
          expect(await books.all('invoices', ids(count))).to.deep.equal(expected);
          // None is asked for alone twice.
          const alone = books.calls.filter((call) => call.startsWith('path'));
          expect(new Set(alone).size).to.equal(alone.length);
          expect(books.calls.length).to.be.at.most(2 * count);
        },
      ),
      { numRuns: runsOf({ long: 2_000, short: 150 }) },
    );
  });

  for (const { name, type, asked, calls, answers, given, changedAt } of cases) {
    it(name, async () => {
      const books = bench();
      given?.(books);
      expect(await books.all(type, asked, changedAt)).to.deep.equal(answers);
      expect(books.calls).to.deep.equal(calls);
    });
  }

  it('go at once while two calls are under way, and then together', async () => {
    const { hands, all, calls, release } = bench();
    hands.holds = true;
    const reads = [];
    for (const id of ids(5)) {
      reads.push(all('invoices', [id]));
      await nextTurn();
    }
    expect(calls).to.deep.equal(['path 0', 'path 1']);
    await release();
    expect(calls).to.deep.equal(['path 0', 'path 1', 'ids 3']);
    await release();
    expect((await Promise.all(reads)).flat()).to.deep.equal(ids(5).map((id) => `${id} r${id}`));
  });

  it('serve those who ask later in an attempt that had begun, and nobody else; a failed one serves nobody', async () => {
    const { attempt, calls, refusals } = bench();
    await attempt(async (read) => {
      await attempt((other) => other('invoices', '7'));
      expect(await read('invoices', '7')).to.equal('7 r7');
      expect(calls).to.deep.equal(['path 7']);
      // The record may have changed after that read.
      await attempt((younger) => younger('invoices', '7'));
      expect(calls).to.have.length(2);
      await attempt((stranger) => stranger('invoices', '7'), at(0), 'b');
      refusals.push(new Error('no budget'));
      const refused = await attempt((other) => other('invoices', '8')).catch((error: Error) => error.message);
      expect([refused, await read('invoices', '8')]).to.deep.equal(['no budget', '8 r8']);
    });
    const before = calls.length;
    await attempt((read) => read('invoices', '7'));
    expect(calls).to.have.length(before + 1);
  });

  it('keep no more than 200 while a connection never rests', async () => {
    const { attempt, calls } = bench();
    await attempt(async (read) => {
      for (const id of ids(201)) await read('invoices', id);
      await read('invoices', '1');
      expect(calls).to.have.length(201);
      await read('invoices', '0');
      expect(calls).to.have.length(202);
    });
  });
});

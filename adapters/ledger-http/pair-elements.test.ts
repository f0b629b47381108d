// Random answers to a call of several writes: shuffled, cut, with elements told twice, changed or foreign.
import { expect } from 'chai';
import fc from 'fast-check';
import { ServiceError } from '#core/ports';
import { runsOf } from '../../tools/run-length.ts';
import { createLedgerGateway, sandboxProfile } from './index.ts';
import { type PairedCall, pairElements } from './pair-elements.ts';
import { fixedClock, json, type ScriptedAnswer, scriptedProvider } from './testing/scripted-provider.ts';

interface Element {
  readonly id?: string;
  readonly refused?: boolean;
  readonly [field: string]: string | boolean | undefined;
}

/** Values of two fields; what a write leaves out may have any value. */
type Fields = Readonly<Record<string, string>>;
const fields = fc.record({ a: fc.constantFrom('1', '2'), b: fc.constantFrom('1', '2') }, { requiredKeys: [] });

const callOf = (writes: readonly Fields[]): PairedCall => ({
  count: writes.length,
  fits: (place, element) => Object.entries(writes[place] ?? {}).every(([name, value]) => element[name] === value),
  lengthOf: (place) => Object.keys(writes[place] ?? {}).length,
  idOf: (element) => (element['refused'] === true ? undefined : (element['id'] as string | undefined)),
  isRefused: (element) => element['refused'] === true,
});

/** The right answer: in their order, each written one with an id of its own, and with what the provider fills in. */
const answerTo = (writes: readonly Fields[], refused: readonly boolean[], filled: Fields = {}): Element[] =>
  writes.map((write, i) => ({ ...filled, ...write, ...(refused[i] ? { refused: true } : { id: `id ${i}` }) }));

const pair = (writes: readonly Fields[], answer: readonly Element[]) =>
  pairElements(callOf(writes), answer as never) as readonly (Element | null)[];

const ids = (found: readonly (Element | null)[]) => found.flatMap((one) => one?.id ?? []);
const texts = (all: readonly unknown[]) => all.map((one) => JSON.stringify(one)).sort();
const history = { numRuns: runsOf({ long: 5_000, short: 400 }) };
const calls = fc.array(fc.tuple(fields, fc.boolean()), { minLength: 1, maxLength: 8 }).chain((writes) =>
  fc.tuple(
    fc.constant(writes.map(([write]) => write)),
    fc.constant(writes.map(([, refused]) => refused)),
    fc.shuffledSubarray(
      writes.map((_, i) => i),
      { minLength: writes.length },
    ),
    fc.subarray(writes.map((_, i) => i)),
  ),
);

describe('elements of a joint answer', () => {
  it('go each to a write that they fit, in every order', () => {
    fc.assert(
      fc.property(calls, fields, ([writes, refused, order], filled) => {
        const answer = answerTo(writes, refused, filled);
        const found = pair(
          writes,
          order.map((i) => answer[i] as Element),
        );
        found.forEach((element, place) => {
          expect(element).not.to.equal(null);
          expect(callOf(writes).fits(place, element as never)).to.equal(true);
        });
        expect(texts(found)).to.deep.equal(texts(answer));
      }),
      history,
    );
  });

  it('tell of no record twice and of no write that they do not fit, if some are left out and some come again', () => {
    fc.assert(
      fc.property(
        calls,
        fields,
        fc.array(fc.nat(), { maxLength: 4 }),
        ([writes, refused, order, kept], filled, again) => {
          const answer = answerTo(writes, refused, filled);
          const some = order.filter((i) => kept.includes(i)).map((i) => answer[i] as Element);
          const twice = some.length > 0 ? again.map((n) => some[n % some.length] as Element) : [];
          const found = pair(writes, [...some, ...twice]);
          expect(new Set(ids(found)).size).to.equal(ids(found).length);
          // Each that was told of a record has its place.
          expect(ids(found).sort()).to.deep.equal(ids(some).sort());
          found.forEach((element, place) => {
            if (element) expect(callOf(writes).fits(place, element as never)).to.equal(true);
          });
        },
      ),
      history,
    );
  });

  it('count for nobody if they tell of different writes under one id', () => {
    fc.assert(
      fc.property(calls, ([writes, refused]) => {
        const answer = answerTo(writes, refused).map((one) => ({ ...one, ...(one.id && { id: 'one' }) }));
        const found = pair(writes, answer);
        const written = answer.filter(({ id }) => id);
        const isAlike = new Set(written.map((one) => JSON.stringify(one))).size <= 1;
        expect(ids(found).length).to.equal(isAlike ? Math.min(written.length, 1) : 0);
      }),
      history,
    );
  });

  const [one, two, three] = [{ a: '1' }, { a: '2' }, { a: '3' }];
  const cases: readonly (readonly [string, readonly Element[], readonly (string | null)[]])[] = [
    [
      'changed by the provider in their places',
      [
        { a: 'x', id: 'A' },
        { a: 'y', id: 'B' },
        { ...three, id: 'C' },
      ],
      ['A', 'B', 'C'],
    ],
    [
      'one of them changed, out of order',
      [
        { ...two, id: 'B' },
        { ...one, id: 'A' },
        { a: 'x', id: 'C' },
      ],
      ['A', 'B', 'C'],
    ],
    [
      'two of them changed, out of order',
      [
        { ...two, id: 'B' },
        { a: 'x', id: 'A' },
        { a: 'y', id: 'C' },
      ],
      [null, 'B', null],
    ],
    [
      'one changed and one left out',
      [
        { a: 'x', id: 'A' },
        { ...three, id: 'C' },
      ],
      [null, null, 'C'],
    ],
    [
      'a record told in two places',
      [
        { ...one, id: 'A' },
        { ...one, id: 'A' },
        { ...three, id: 'C' },
      ],
      ['A', null, 'C'],
    ],
    [
      'a refusal told in two places',
      [
        { ...one, refused: true, id: 'R' },
        { ...one, refused: true, id: 'R' },
        { ...three, id: 'C' },
      ],
      ['R', null, 'C'],
    ],
    [
      'a changed record told in two places',
      [
        { a: 'x', id: 'A' },
        { a: 'x', id: 'A' },
        { ...three, id: 'C' },
      ],
      [null, null, 'C'],
    ],
    [
      'a stranger more',
      [
        { a: 'x', id: 'X' },
        { ...one, id: 'A' },
        { ...two, id: 'B' },
        { ...three, id: 'C' },
      ],
      ['A', 'B', 'C'],
    ],
    [
      'refusals without content in their places',
      [
        { refused: true, id: 'R' },
        { refused: true, id: 'R' },
        { ...three, id: 'C' },
      ],
      ['R', 'R', 'C'],
    ],
    ['nothing', [], [null, null, null]],
  ];
  for (const [what, answer, expected] of cases) {
    it(`of three writes: ${what}`, () => {
      expect(pair([one, two, three], answer).map((element) => element?.id ?? null)).to.deep.equal(expected);
    });
  }

  it('that are no objects take the place of nothing', () => {
    const answer = [null, 'x', { ...one, id: 'A' }] as never;
    expect(pair([one, two, three], answer).map((element) => element?.id ?? null)).to.deep.equal(['A', null, null]);
  });
});

describe('an answer to several changes', () => {
  const record = (n: number) => `0b5e6d2a-7f57-4a7e-8a49-9b3f2d1e7c1${n}`;
  const element = (n: number, over: object = {}) => ({ ContactID: record(n), Name: `Name ${n}`, ...over });
  const refusedOver = { ValidationErrors: [{ Message: 'no' }] };

  async function told(answer: ScriptedAnswer): Promise<readonly (string | null)[]> {
    const provider = await scriptedProvider(answer);
    try {
      const gateway = createLedgerGateway({ profile: sandboxProfile(provider.url), clock: fixedClock });
      const writes = [1, 2, 3].map((n) =>
        gateway.prepare({
          kind: 'update',
          type: 'contacts',
          providerId: record(n),
          fields: { name: `Name ${n}` },
          existing: null,
        }),
      );
      const answers = await gateway.sendMany(provider.access, writes, 'key');
      return answers.map((one) => (one instanceof ServiceError ? one.code : (one?.providerId ?? null)));
    } finally {
      await provider.close();
    }
  }

  for (const [what, elements, expected] of [
    ['each in its place', [element(1), element(2), element(3)], [1, 2, 3]],
    ['another record in the place of one', [element(1), element(9), element(3)], [1, null, 3]],
    ['one in the place of another, too', [element(1), element(1), element(3)], [1, null, 3]],
    ['one written and refused', [element(1), element(1, refusedOver), element(3)], [null, null, 3]],
    ['one without an id', [element(1), { Name: 'Name 2', ...refusedOver }, element(3)], [1, 'no', 3]],
    ['one on all', [element(2), element(2), element(2)], [null, 2, null]],
  ] as const) {
    it(`of ${what}`, async () => {
      const shown = expected.map((one) => (typeof one === 'number' ? record(one) : one && 'PROVIDER_REJECTED'));
      expect(await told(json({ Contacts: elements }))).to.deep.equal(shown);
    });
  }
});

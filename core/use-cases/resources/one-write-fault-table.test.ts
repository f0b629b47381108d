// Every point at which a write can fail, for every family, whenever the caller repeats it: the caller gets one document.
// A short run plays each pair of a point and a family at one of the three times, so that each meets each time; TEST_LONG=1
// plays all.
import { expect } from 'chai';
import { isPlayed } from '../../../tools/run-length.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import {
  type Books,
  type CrashPoint,
  crashPoints,
  type Heard,
  type LossyService,
  openLossyService,
  untilHeard,
} from './testing/one-write.ts';
import { type Base, baseOf, type WrittenFamily, writtenFamilies } from './testing/written-families.ts';

/** What the provider does instead of answering, and what the caller is told. */
const provider: Readonly<Record<string, readonly [object, 'not_applied' | 'unknown']>> = {
  'the request is lost on its way': [{ drop: 'before' }, 'unknown'],
  'the answer is lost on its way': [{ drop: 'after' }, 'unknown'],
  'the answer is cut off': [{ drop: 'after', status: 200, body: '{"Invo' }, 'unknown'],
  'a 500 instead of the write': [{ status: 500 }, 'unknown'],
  'a 500 instead of the write, replayed': [{ status: 500, store: true }, 'unknown'],
  'a 500 after the write, replayed': [{ status: 500, store: true, drop: 'after' }, 'unknown'],
  'a 503 after the write': [{ status: 503, drop: 'after' }, 'unknown'],
  'a 429 instead of the write': [{ status: 429, headers: { 'retry-after': '7' } }, 'not_applied'],
};

const comingBack = { 'at once': 0, 'within the window': 100, 'after the window': 400 } as const;

describe('one write', () => {
  let lossy: LossyService;
  let books: Books;
  let base: Base;

  before(async () => {
    // Over a socket, because what a broken connection tells is part of the test.
    lossy = await openLossyService({ bounds: {} });
    books = await lossy.openBooks();
    let made = 0;
    const create = async (type: string, body: object) =>
      answered(await books.create(type, body, `base ${++made}`)).value;
    base = await baseOf({ create });
  });
  after(() => lossy.close());

  const answered = (heard: Heard) => {
    if (heard === 'lost' || heard instanceof ServiceError) throw new Error(`not answered: ${String(heard)}`);
    return heard;
  };

  const idsAt = async ({ atProvider, idKey }: WrittenFamily) =>
    (await books.documents(atProvider)).map((document) => String(document[idKey]));

  /** The first request fails; the caller comes back later and repeats it until it is answered. */
  async function check(
    family: WrittenFamily,
    name: string,
    first: (body: JsonObject) => Promise<void>,
    seconds: number,
    fails: boolean,
  ) {
    const already = new Set(await idsAt(family));
    await lossy.service.sandbox.control('DELETE', 'requests');
    // Equal documents are told apart, too.
    const body = family.item(base, family.mayBeEqual ? 'Equal' : name) as JsonObject;
    const request = () => books.create(family.type, body, name);
    await first(body);
    lossy.service.advance(seconds);
    const { value, replayed } = answered(await untilHeard(lossy.service, request));
    expect(replayed).to.equal(!fails);
    const again = answered(await request());
    expect([again.replayed, again.value.providerId]).to.deep.equal([true, value.providerId]);
    const made = (await idsAt(family)).filter((id) => !already.has(id));
    expect(made).to.deep.equal([value.providerId]);
    const identities = (await lossy.service.calls(`PUT /api.xro/2.0/${family.atProvider}`)).map(
      (call) => `${call.headers['idempotency-key']} ${call.body_digest}`,
    );
    expect(new Set(identities).size, 'the same bytes under the same key').to.equal(1);
  }

  const times = Object.entries(comingBack);
  for (const [familyPlace, family] of writtenFamilies.entries()) {
    for (const [place, [when, seconds]] of times.entries()) {
      const isPlayedAt = (pointPlace: number) => isPlayed({ many: times.length, place }, familyPlace, pointPlace);
      describe(`of ${family.type}, the caller comes back ${when}`, () => {
        for (const point of crashPoints.filter((_, i) => isPlayedAt(i))) {
          it(`the process is lost ${point}`, () => {
            const name = `${family.type} ${point} ${when}`;
            const first = async (body: JsonObject) => {
              expect(await books.create(family.type, body, name, point)).to.equal('lost');
            };
            return check(family, name, first, seconds, point !== ('after the answer is kept' satisfies CrashPoint));
          });
        }
        for (const [fault, [action, outcome]] of Object.entries(provider).filter((_, i) => isPlayedAt(i))) {
          it(fault, () => {
            const name = `${family.type} ${fault} ${when}`;
            const first = async (body: JsonObject) => {
              await lossy.fault(family.atProvider, action);
              const heard = await books.create(family.type, body, name);
              expect(heard).to.be.instanceOf(ServiceError);
              expect((heard as ServiceError).details.outcome).to.equal(outcome);
            };
            return check(family, name, first, seconds, true);
          });
        }
      });
    }
  }
});

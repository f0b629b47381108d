// Events that stand in no connection's sequence.
import { deepEqual, equal } from 'node:assert/strict';
import type { Event, OperationalDraft, Plane } from '#core/ports';
import { type StorageOf, strangersOf } from '../arrange.ts';
import { atOnce } from '../at-once.ts';
import { checkPaging } from '../check-paging.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleEvent, sampleId, sampleOperational, samplePlane } from '../samples.ts';

type Subject = StorageOf<'events'>;

const idOf = ({ id }: { readonly id: string }) => id;

async function tell(storage: Subject, draft: OperationalDraft): Promise<Event | undefined> {
  return (await storage.events.appendOperational([draft]))[0];
}

function count(storage: Subject, plane: Plane, connectionId = sampleId('conn'), at = 1): Promise<Event | undefined> {
  const draft = sampleEvent(plane, connectionId, { createdAt: moment(at) });
  return storage.transaction(async ({ events }) => (await events.append([draft]))[0]);
}

export const operationalEventClauses: readonly Clause<Subject>[] = [
  {
    name: 'an operational event has no number, with a connection or without, and takes none from the connection’s others',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const drafts = [sampleOperational(plane), sampleOperational(plane, { type: 'endpoint.disabled', connectionId })];
      equal((await count(storage, plane, connectionId))?.sequence, 1);
      const told = await storage.events.appendOperational(drafts);
      deepEqual(
        told,
        drafts.map((draft) => ({ ...draft, sequence: null })),
      );
      equal((await count(storage, plane, connectionId))?.sequence, 2);
      for (const event of told) deepEqual(await storage.events.find(plane, event?.id ?? sampleId('evt')), event);
      for (const stranger of strangersOf(plane))
        equal(await storage.events.find(stranger, drafts[0]?.id ?? sampleId('evt')), undefined);
    },
  },
  {
    name: 'an operational event of a known identity adds nothing: of its connection, or of its plane if it has none',
    async check(storage) {
      const plane = samplePlane();
      const identity = 'the same';
      const again = (given: Partial<OperationalDraft> = {}, at = plane) =>
        tell(storage, sampleOperational(at, { identity, ...given })).then((event) => event !== undefined);
      const [one, two] = [sampleId('conn'), sampleId('conn')];
      deepEqual([await again(), await again()], [true, false]);
      deepEqual([await again({ connectionId: one }), await again({ connectionId: one })], [true, false]);
      equal(await again({ connectionId: two }), true);
      for (const stranger of strangersOf(plane))
        deepEqual([await again({}, stranger), await again({}, stranger)], [true, false]);
      const twice = [sampleOperational(plane, { identity: 'twice' }), sampleOperational(plane, { identity: 'twice' })];
      const stored = await storage.events.appendOperational(twice);
      equal(stored.filter((event) => event !== undefined).length, 1);
      deepEqual(await storage.events.appendOperational([]), []);
    },
  },
  {
    name: 'of many transactions that tell the same, one stores it',
    async check(storage) {
      const plane = samplePlane();
      const told = await atOnce(8, () =>
        storage.transaction(async ({ events }) => {
          const [event] = await events.appendOperational([sampleOperational(plane, { identity: 'once' })]);
          return event;
        }),
      );
      equal(told.filter((event) => event !== undefined).length, 1);
    },
  },
  {
    name: 'a list and a span have operational events where their time puts them, and pages go over them',
    async check(storage) {
      const plane = samplePlane();
      const connectionId = sampleId('conn');
      const kept: (Event | undefined)[] = [];
      for (const at of [1, 3, 3, 5]) {
        kept.push(await tell(storage, sampleOperational(plane, { createdAt: moment(at) })));
        kept.push(await count(storage, plane, connectionId, at));
      }
      kept.push(
        await tell(
          storage,
          sampleOperational(plane, { createdAt: moment(6), connectionId, type: 'endpoint.disabled' }),
        ),
      );
      const oldest = kept
        .flatMap((event) => event ?? [])
        .sort((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1));
      const newest = oldest.toReversed().map(idOf);
      await checkPaging((page) => storage.events.list(plane, {}, page), idOf, newest);
      const span = { since: moment(0), until: moment(9), after: null };
      deepEqual((await storage.events.listSpan(plane, span, 20)).map(idOf), oldest.map(idOf));
      const listed = async (filter: Parameters<Subject['events']['list']>[1]) =>
        (await storage.events.list(plane, filter, { limit: 20, page: 1 })).items;
      deepEqual(
        (await listed({ type: 'endpoint.paused' })).map(({ sequence }) => sequence),
        [null, null, null, null],
      );
      deepEqual((await listed({ connectionId })).length, 5);
      deepEqual((await listed({ connectionId, type: 'endpoint.disabled' })).map(idOf), newest.slice(0, 1));
    },
  },
];

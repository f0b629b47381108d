import { deepEqual, equal, rejects } from 'node:assert/strict';
import type { Connection, Event, EventStore } from '#core/ports';
import {
  arrangeConnection,
  arrangePlane,
  arrangeStrangers,
  type Beside,
  type Parents,
  type StorageOf,
  strangersOf,
} from './arrange.ts';
import { atOnce, warm } from './at-once.ts';
import { checkPaging } from './check-paging.ts';
import { eventReadClauses } from './clauses/event-read-clauses.ts';
import { largeEventClauses } from './clauses/large-list-clauses.ts';
import { operationalEventClauses } from './clauses/operational-event-clauses.ts';
import type { Contract } from './contract.ts';
import { moment, sampleEvent, sampleId, samplePlane } from './samples.ts';

type Subject = StorageOf<'events'> & Beside<'connections'> & Parents<'organizations'>;

const all = { limit: 50, page: 1 };
const idOf = (event: Event): string => event.id;

function append(storage: Subject, draft: ReturnType<typeof sampleEvent>): Promise<Event | undefined> {
  return storage.transaction(async ({ events }) => (await events.append([draft]))[0]);
}

export const eventStoreContract: Contract<Subject> = {
  port: 'EventStore',
  clauses: [
    {
      name: 'an event is found in its plane as it was appended, its data in the same order; absent in every other',
      async check(storage) {
        const plane = samplePlane();
        const draft = sampleEvent(plane, sampleId('conn'), { operationId: sampleId('op') });
        const event = await append(storage, draft);
        deepEqual(event, { ...draft, sequence: 1 });
        const found = await storage.events.find(plane, draft.id);
        deepEqual(found, event);
        equal(JSON.stringify(found?.data), JSON.stringify(draft.data));
        for (const stranger of strangersOf(plane)) {
          equal(await storage.events.find(stranger, draft.id), undefined);
        }
      },
    },
    {
      name: 'callers of one moment get what each asked for: its own events, nothing of another plane, nothing that is not there',
      async check(storage) {
        const [mine, other] = [samplePlane(), samplePlane()];
        const [first, second] = [sampleEvent(mine, sampleId('conn')), sampleEvent(other, sampleId('conn'))];
        for (const draft of [first, second]) await append(storage, draft);
        const asked = [
          [mine, first.id],
          [other, second.id],
          [mine, second.id],
          [other, first.id],
          [mine, sampleId('evt')],
          [mine, first.id],
        ] as const;
        const found = await Promise.all(asked.map(([plane, id]) => storage.events.find(plane, id)));
        deepEqual(
          found.map((event) => event?.id),
          [first.id, second.id, undefined, undefined, undefined, first.id],
        );
      },
    },
    {
      name: 'each connection counts its own events from 1',
      async check(storage) {
        const plane = samplePlane();
        const [one, two] = [sampleId('conn'), sampleId('conn')];
        const sequences: (number | null | undefined)[] = [];
        for (const connection of [one, one, two, one]) {
          sequences.push((await append(storage, sampleEvent(plane, connection)))?.sequence);
        }
        deepEqual(sequences, [1, 2, 1, 3]);
      },
    },
    {
      name: 'an identity that is known adds nothing and uses no place; another connection may have the same',
      async check(storage) {
        const plane = samplePlane();
        const connectionId = sampleId('conn');
        const draft = sampleEvent(plane, connectionId, { identity: 'same' });
        equal((await append(storage, draft))?.sequence, 1);
        const again = { ...draft, id: sampleId('evt') };
        equal(await append(storage, again), undefined);
        equal(await storage.events.find(plane, again.id), undefined);
        equal((await append(storage, sampleEvent(plane, connectionId)))?.sequence, 2);
        equal((await append(storage, sampleEvent(plane, sampleId('conn'), { identity: 'same' })))?.sequence, 1);
      },
    },
    {
      name: 'tells which identities the connection has an event of, whatever others have',
      async check(storage) {
        const plane = samplePlane();
        const connectionId = sampleId('conn');
        for (const identity of ['one', 'two']) await append(storage, sampleEvent(plane, connectionId, { identity }));
        await append(storage, sampleEvent(plane, sampleId('conn'), { identity: 'elsewhere' }));
        const asked = ['two', 'elsewhere', 'none', 'one', 'two'];
        deepEqual([...(await storage.events.known(connectionId, asked))].sort(), ['one', 'two']);
        deepEqual([...(await storage.events.known(connectionId, []))], []);
      },
    },
    {
      name: 'of many appended together each gets its place, but for those whose identity is known; a rolled back event leaves no hole',
      async check(storage) {
        const plane = samplePlane();
        const connectionId = sampleId('conn');
        const known = sampleEvent(plane, connectionId);
        await append(storage, known);
        const failed = storage.transaction(async ({ events }) => {
          await events.append([sampleEvent(plane, connectionId)]);
          throw new Error('no');
        });
        await rejects(failed);
        const [next, elsewhere] = [sampleEvent(plane, connectionId), sampleEvent(plane, sampleId('conn'))];
        const appended = await storage.transaction(async ({ events }) => [
          ...(await events.append([
            { ...known, id: sampleId('evt') },
            next,
            { ...next, id: sampleId('evt') },
            elsewhere,
          ])),
          ...(await events.append([sampleEvent(plane, connectionId)])),
        ]);
        deepEqual(
          appended.map((event) => event?.sequence),
          [undefined, 2, undefined, 1, 3],
        );
        deepEqual(await storage.events.find(plane, next.id), appended[1]);
      },
    },
    {
      name: 'many that append at once get every place once; of twins, one',
      async check(storage) {
        const plane = samplePlane();
        const connectionId = sampleId('conn');
        await warm(storage);
        const sequences = await atOnce(40, async (i) => {
          const identity = `news-${i % 20}`;
          return (await append(storage, sampleEvent(plane, connectionId, { identity })))?.sequence;
        });
        const used = sequences.flatMap((sequence) => sequence ?? []).sort((a, b) => a - b);
        deepEqual(
          used,
          Array.from({ length: 20 }, (_, i) => i + 1),
        );
      },
    },
    {
      name: 'a span is what a plane announced between two moments, both included, the oldest first, ties by id',
      async check(storage) {
        const plane = samplePlane();
        const [one, two] = [sampleId('conn'), sampleId('conn')];
        const appended: Event[] = [];
        for (const at of [1, 2, 4, 3, 3, 5, 6]) {
          const draft = sampleEvent(plane, at % 2 ? one : two, { createdAt: moment(at) });
          appended.push({ ...draft, sequence: (await append(storage, draft))?.sequence ?? 0 });
        }
        for (const stranger of strangersOf(plane)) {
          await append(storage, sampleEvent(stranger, sampleId('conn'), { createdAt: moment(3) }));
        }
        const kept = appended.sort((a, b) => +a.createdAt - +b.createdAt || (a.id < b.id ? -1 : 1));
        const span = { since: moment(2), until: moment(5), after: null };
        const listed = (given: Partial<Parameters<EventStore['listSpan']>[1]>, limit = 10) =>
          storage.events.listSpan(plane, { ...span, ...given }, limit);
        const behind = (event: Event | undefined) => event && { after: { at: event.createdAt, id: event.id } };
        deepEqual(await listed({}), kept.slice(1, 6));
        deepEqual(await listed({}, 2), kept.slice(1, 3));
        deepEqual(await listed({ ...behind(kept[2]) }), kept.slice(3, 6));
        deepEqual(await listed({ ...behind(kept[5]) }), []);
        deepEqual(await listed({ since: moment(7), until: moment(9) }), []);
      },
    },
    {
      name: 'a list pages through one plane, newest first, ties by id, and filters exactly',
      async check(storage) {
        const plane = samplePlane();
        const [one, two] = [sampleId('conn'), sampleId('conn')];
        const kept: Event[] = [];
        for (const at of [1, 2, 2, 3, 4]) {
          const type = at === 2 ? 'invoice.paid' : 'invoice.updated';
          const draft = sampleEvent(plane, at < 3 ? one : two, { createdAt: moment(at), type });
          kept.unshift({ ...draft, sequence: (await append(storage, draft))?.sequence ?? 0 });
        }
        for (const stranger of strangersOf(plane)) await append(storage, sampleEvent(stranger, one));
        const list = (filter: Parameters<EventStore['list']>[1]) => storage.events.list(plane, filter, all);
        await checkPaging((page) => storage.events.list(plane, {}, page), idOf, kept.map(idOf));
        deepEqual((await list({})).items, kept);
        deepEqual((await list({ type: 'invoice.paid' })).items.map(idOf), kept.slice(2, 4).map(idOf));
        deepEqual((await list({ connectionId: two })).items.map(idOf), kept.slice(0, 2).map(idOf));
        deepEqual((await list({ connectionId: one, type: 'invoice.updated' })).items.map(idOf), [kept[4]?.id]);
        equal((await list({ connectionId: two, type: 'invoice.paid' })).total, 0);
        const between = { createdAfter: moment(1), createdBefore: moment(4) };
        deepEqual((await list(between)).items.map(idOf), kept.slice(1, 4).map(idOf));
        deepEqual((await list({ ...between, connectionId: two })).items.map(idOf), [kept[1]?.id]);
        deepEqual((await list({ ...between, type: 'invoice.paid' })).items.map(idOf), kept.slice(2, 4).map(idOf));
      },
    },
    {
      name: 'events of a customer: of all its connections, ended ones too, and of nobody else’s, beside the other filters',
      async check(storage) {
        const plane = await arrangePlane(storage);
        const of = (given: Partial<Connection>, at = plane) => arrangeConnection(storage, at, given);
        const ended = await of({ externalAccountId: 'a', status: 'disconnected' });
        const [own, other] = [await of({ externalAccountId: 'a' }), await of({ externalAccountId: 'A' })];
        const kept: Event[] = [];
        for (const [at, { id }] of [ended, own, other, own].entries()) {
          const event = await append(storage, sampleEvent(plane, id, { createdAt: moment(at) }));
          if (event && id !== other.id) kept.unshift(event);
        }
        for (const stranger of await arrangeStrangers(storage, plane)) {
          const { id } = await of({ externalAccountId: 'a' }, stranger);
          await append(storage, sampleEvent(stranger, id));
        }
        const filter = { externalAccountId: 'a' };
        await checkPaging((page) => storage.events.list(plane, filter, page), idOf, kept.map(idOf));
        const found = async (more: Parameters<EventStore['list']>[1]) =>
          (await storage.events.list(plane, { ...filter, ...more }, all)).items.map(idOf);
        deepEqual(await found({ connectionId: own.id }), [kept[0]?.id, kept[1]?.id]);
        deepEqual(await found({ connectionId: other.id }), []);
        deepEqual(await found({ createdBefore: moment(1) }), [kept[2]?.id]);
        deepEqual((await storage.events.list(plane, { externalAccountId: 'unknown' }, all)).items, []);
      },
    },
    ...largeEventClauses,
    ...eventReadClauses,
    ...operationalEventClauses,
  ],
};

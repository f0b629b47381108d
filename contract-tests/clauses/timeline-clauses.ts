// What timelines ask of the stores of events, deliveries and the audit log.
import { deepEqual } from 'node:assert/strict';
import type { Event, OperationId, Plane, Storage } from '#core/ports';
import { arrangePlane, arrangeStrangers } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { moment, sampleAuditEntry, sampleDelivery, sampleEvent, sampleId, sampleOperation } from '../samples.ts';

const idOf = ({ id }: { readonly id: string }): string => id;

async function announced(storage: Storage, plane: Plane, operationId: OperationId | null, at: number): Promise<Event> {
  const draft = sampleEvent(plane, sampleId('conn'), { operationId, createdAt: moment(at) });
  const event = await storage.transaction(({ events }) => events.append(draft));
  if (!event) throw new Error('the event is not new');
  return event;
}

const eventsOfOperation: Clause<Storage> = {
  name: 'events of an operation are listed the latest first, no more than asked for, and in their plane only',
  async check(storage) {
    const plane = await arrangePlane(storage);
    const operationId = sampleId('op');
    const kept: Event[] = [];
    for (const at of [2, 1, 3]) kept.push(await announced(storage, plane, operationId, at));
    await announced(storage, plane, sampleId('op'), 2);
    await announced(storage, plane, null, 2);
    for (const stranger of await arrangeStrangers(storage, plane)) await announced(storage, stranger, operationId, 2);
    const expected = [kept[2], kept[0], kept[1]];
    deepEqual(await storage.events.listByOperation(plane, operationId, 10), expected);
    deepEqual(await storage.events.listByOperation(plane, operationId, 2), expected.slice(0, 2));
  },
};

const deliveriesOfEvents: Clause<Storage> = {
  name: 'deliveries: those of some events are listed the latest first, with attempts, and in their plane only',
  async check(storage) {
    const plane = await arrangePlane(storage);
    const [one, two] = [sampleId('evt'), sampleId('evt')];
    const arrange = async (owner: Plane, eventId: typeof one, at: number): Promise<string> => {
      const endpointId = sampleId('we');
      const given = { type: 'webhook.deliver', subject: endpointId, createdAt: moment(at) } as const;
      const operation = sampleOperation(owner, given);
      const draft = sampleDelivery(operation, { endpointId, eventId });
      await storage.transaction(async ({ operations, deliveries }) => {
        await operations.insert([operation]);
        await deliveries.insert([draft]);
      });
      return draft.id;
    };
    const kept = [await arrange(plane, one, 1), await arrange(plane, two, 3), await arrange(plane, one, 2)];
    await arrange(plane, sampleId('evt'), 2);
    for (const stranger of await arrangeStrangers(storage, plane)) await arrange(stranger, one, 2);
    const found = await storage.deliveries.listByEvents(plane, [one, two], 10);
    deepEqual(found.map(idOf), [kept[1], kept[2], kept[0]]);
    for (const delivery of found) deepEqual(await storage.deliveries.find(plane, delivery.id), delivery);
    deepEqual((await storage.deliveries.listByEvents(plane, [one], 1)).map(idOf), [kept[2]]);
    deepEqual(await storage.deliveries.listByEvents(plane, [], 10), []);
  },
};

const auditOfSubjects: Clause<Storage> = {
  name: 'audit: what was done to some things is listed the latest first, in their organization only',
  async check(storage) {
    const { organizationId } = await arrangePlane(storage);
    const { organizationId: foreign } = await arrangePlane(storage);
    const [one, two] = [sampleId('op'), sampleId('dlv')];
    const entries = [
      sampleAuditEntry(organizationId, { subject: one, at: moment(1) }),
      sampleAuditEntry(organizationId, { subject: two, at: moment(3), environment: null }),
      sampleAuditEntry(organizationId, { subject: one, at: moment(2) }),
    ];
    const others = [sampleAuditEntry(organizationId), sampleAuditEntry(foreign, { subject: one })];
    for (const entry of [...entries, ...others]) await storage.audit.record(entry);
    const expected = [entries[1], entries[2], entries[0]];
    deepEqual(await storage.audit.listBySubjects(organizationId, [one, two], 10), expected);
    deepEqual(await storage.audit.listBySubjects(organizationId, [one, two], 1), expected.slice(0, 1));
    deepEqual(await storage.audit.listBySubjects(organizationId, [], 10), []);
  },
};

export const timelineClauses: readonly Clause<Storage>[] = [eventsOfOperation, deliveriesOfEvents, auditOfSubjects];

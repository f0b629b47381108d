import { deepEqual, equal } from 'node:assert/strict';
import { resourceIdOf } from '#core/ports';
import { arrangeConnection, arrangePlane, type Parents, type StorageOf } from './arrange.ts';
import { checkPaging } from './check-paging.ts';
import type { Contract } from './contract.ts';
import { listedRecords } from './listed-records.ts';
import { moment, ownedBy, sampleEvent, sampleId, sampleOperation, sampleProjection, sampleRecord } from './samples.ts';

/** Ids that a provider may have: up to 100 bytes, of which no two are the same record. */
export const oddIds: readonly string[] = [
  'a/b',
  '100%',
  '\u{1f4b6}'.repeat(25),
  'x'.repeat(100),
  '0123456789abcdef',
  '7',
  '07',
  ' two  words ',
  'two',
  'É',
  'E\u0301',
  "d'Or\\_\u2028\ufeff",
];

const longTenant = `https://books.example.com/${'db'.repeat(136)}#1`;

type Subject = StorageOf<
  'records' | 'recordLeases' | 'idempotency' | 'projections' | 'events' | 'operations' | 'connections'
> &
  Parents<'organizations' | 'connections'>;

/** Each store keeps any id of a provider apart from any other, and from the same id in another family. */
export const providerIdContract: Contract<Subject> = {
  port: 'ids of the provider',
  clauses: [
    {
      name: 'records are paged through, found, compared and removed by it',
      async check({ records }) {
        const place = { connectionId: sampleId('conn'), type: 'invoices' } as const;
        const made = oddIds.map((providerId) =>
          sampleRecord({ providerId, fields: { contact_id: resourceIdOf('contacts', providerId) } }),
        );
        const contacts = oddIds.map((providerId) => sampleRecord({ providerId, type: 'contacts' }));
        await records.put([[ownedBy(place.connectionId), [...made, ...contacts]]]);
        const expected = oddIds.toSorted((a, b) => Buffer.compare(Buffer.from(b), Buffer.from(a)));
        const list = (filter: Parameters<typeof records.list>[1]) => (page: Parameters<typeof records.list>[2]) =>
          listedRecords({ records }, place, filter, page);
        await checkPaging(list({}), ({ providerId }) => providerId, expected);
        for (const providerId of oddIds) {
          for (const filter of [{ providerId }, { contactId: resourceIdOf('contacts', providerId) }]) {
            const { items } = await list(filter)({ limit: 50, page: 1 });
            deepEqual(
              items.map((item) => item.providerId),
              [providerId],
            );
          }
        }
        deepEqual(await records.unchanged(place, made), new Set(oddIds));
        deepEqual(await records.knownBefore(place, oddIds, moment(2)), new Set(oddIds));
        await records.remove(place, oddIds.slice(1), moment(2));
        deepEqual(await records.fetchedBefore(place, moment(2)), oddIds.slice(0, 1));
        equal((await records.fetchedBefore({ ...place, type: 'contacts' }, moment(2))).length, oddIds.length);
      },
    },
    {
      name: 'changes are leased, creates known and documents operated on by family and id',
      async check(storage) {
        const plane = await arrangePlane(storage);
        const { id: connectionId } = await arrangeConnection(storage, plane, { providerTenantId: longTenant });
        const times = { now: moment(1), until: moment(60) };
        for (const providerId of oddIds) {
          for (const type of ['invoices', 'contacts'] as const) {
            const record = { tenantId: longTenant, type, providerId };
            equal(await storage.recordLeases.take(record, { owner: `of ${type}`, token: 't', ...times }), true, type);
            equal(await storage.recordLeases.take(record, { owner: 'another', token: 'u', ...times }), false, type);
          }
          const scope = { ...plane, key: `key ${providerId}` };
          const lease = { leaseToken: 'token', now: moment(1), leaseUntil: moment(60), expiresAt: moment(99) };
          await storage.idempotency.claim(scope, { fingerprint: 'print', connectionId, ...lease });
          await storage.idempotency.recordAttempt(scope, 'token', {
            prepared: null,
            firstSentAt: moment(1),
            createdType: 'invoices',
            keys: null,
          });
          equal(await storage.idempotency.answer(scope, 'token', { ok: true, value: null }, providerId), true);
          for (const type of ['automation.invoice.void_and_reissue', 'automation.quote.convert_to_invoice'] as const) {
            const operation = sampleOperation(plane, { type, connectionId, subject: providerId });
            equal(await storage.operations.insertOnce(operation), operation.id);
          }
        }
        const produced = (type: 'invoices' | 'contacts') =>
          storage.idempotency.producedByOthers({ connectionId, type }, oddIds, { ...plane, key: 'mine' });
        deepEqual(await produced('invoices'), new Set(oddIds));
        deepEqual(await produced('contacts'), new Set());
      },
    },
    {
      name: 'invoices are announced, and warned of, by it',
      async check(storage) {
        const plane = await arrangePlane(storage);
        const { id: connectionId } = await arrangeConnection(storage, plane, { providerTenantId: longTenant });
        const projections = oddIds.map((providerInvoiceId) => sampleProjection(connectionId, { providerInvoiceId }));
        await storage.projections.put(projections);
        deepEqual(await storage.projections.find(projections), projections);
        for (const provider_id of oddIds) {
          const event = sampleEvent(plane, connectionId, { data: { invoice: { provider_id } } });
          await storage.events.append([event]);
          const found = await storage.events.listByRecord(plane, connectionId, provider_id, 9);
          deepEqual(
            found.map(({ id }) => id),
            [event.id],
          );
        }
        const warnings = oddIds.map(
          (providerId) => ({ type: 'quotes', providerId, reason: 'not_storable', at: moment(1) }) as const,
        );
        await storage.connections.noteSyncWarnings(connectionId, warnings, []);
        const settled = oddIds.slice(1).map((providerId) => ({ type: 'quotes', providerId }) as const);
        await storage.connections.noteSyncWarnings(connectionId, [], settled);
        const owner = await storage.connections.findOwner('hosted ledger', longTenant);
        deepEqual([owner?.id, owner?.syncWarnings], [connectionId, warnings.slice(0, 1)]);
      },
    },
  ],
};

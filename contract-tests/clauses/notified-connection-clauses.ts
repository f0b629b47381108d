import { deepEqual, equal, ok } from 'node:assert/strict';
import { type Operation, operationStates, unfinishedReadsMost } from '#core/ports';
import { arrangeConnection, arrangePlane, type Beside, type Parents, type StorageOf } from '../arrange.ts';
import type { Clause } from '../contract.ts';
import { sampleId, sampleOperation } from '../samples.ts';
import { oddTexts } from './any-text-clauses.ts';

type Subject = StorageOf<'notifications'> & Beside<'connections' | 'operations'> & Parents<'organizations'>;

/** Whose notifications they are, and how much of what they start is unfinished. */
export const notifiedConnectionClauses: readonly Clause<Subject>[] = [
  {
    name: 'the owners are the live connections that have one of the tenants through this app',
    async check(storage) {
      const connection = await arrangeConnection(storage, await arrangePlane(storage));
      const gone = await arrangeConnection(storage, connection, { status: 'disconnected' });
      const { notifications } = storage;
      const tenants = [connection, gone].map(({ providerTenantId }) => providerTenantId ?? '');
      deepEqual(await notifications.owners('hosted ledger', [...tenants, 'nobody']), [
        { connection, unfinishedReads: 0 },
      ]);
      deepEqual(await notifications.owners(sampleId('app'), tenants), []);
      deepEqual(await notifications.owners('hosted ledger', []), []);
    },
  },
  {
    name: 'the owner’s unfinished reads are counted among its newest unfinished operations, and no others',
    async check(storage) {
      const connection = await arrangeConnection(storage, await arrangePlane(storage));
      const other = await arrangeConnection(storage, connection);
      const reads = async () =>
        (await storage.notifications.owners('hosted ledger', [connection.providerTenantId ?? '']))[0]?.unfinishedReads;
      const own = { connectionId: connection.id, type: 'notification.process' } as const;
      const others = { connectionId: connection.id, type: 'connection.sync' } as const;
      const many = (count: number, given: Partial<Operation>) =>
        storage.operations.insert(Array.from({ length: count }, () => sampleOperation(connection, given)));
      await storage.operations.insert([
        ...operationStates.map((state) => sampleOperation(connection, { ...own, state })),
        sampleOperation(connection, others),
        sampleOperation(connection, { ...own, connectionId: other.id }),
      ]);
      equal(await reads(), 3);
      await many(unfinishedReadsMost, own);
      ok(Number(await reads()) >= unfinishedReadsMost);
      await many(2 * unfinishedReadsMost, others);
      equal(await reads(), 0);
    },
  },
  {
    name: 'a tenant of any name is looked up',
    async check(storage) {
      const connection = await arrangeConnection(storage, await arrangePlane(storage));
      const owners = await storage.notifications.owners('hosted ledger', [
        ...oddTexts,
        connection.providerTenantId ?? '',
      ]);
      deepEqual(
        owners.map(({ connection: { id } }) => id),
        [connection.id],
      );
    },
  },
];

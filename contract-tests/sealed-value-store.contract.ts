import { deepEqual, equal } from 'node:assert/strict';
import { type SealedColumn, type SealedValue, type Stores, sealedColumns } from '#core/ports';
import { arrangeConnection, arrangePlane, type Beside, type Parents } from './arrange.ts';
import type { Clause, Contract } from './contract.ts';
import { sampleAlertDestination, sampleFactor } from './sample-people.ts';
import {
  moment,
  sampleBulkItem,
  sampleEndpoint,
  sampleExportPart,
  sampleHeldWrite,
  sampleMember,
  sampleOperation,
  sampleProviderApp,
  sampleProviderRequest,
} from './samples.ts';

/** It walks the sealed columns of these stores' rows. */
type Subject = Pick<Stores, 'sealedValues'> &
  Beside<
    | 'providerApps'
    | 'connections'
    | 'credentials'
    | 'webhookEndpoints'
    | 'operations'
    | 'bulkItems'
    | 'members'
    | 'factors'
    | 'exports'
    | 'alertDestinations'
    | 'providerRequests'
    | 'heldWrites'
  > &
  Parents<'organizations'>;

const column = (name: string): SealedColumn => {
  const found = sealedColumns.find((known) => known.column === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const clientSecret = column('sealed_client_secret');
const webhookKey = column('sealed_webhook_key');
const everything = { after: null, limit: 100 };

/** An app with such a client secret; the plane is the app's own. */
async function arrangeApp(storage: Subject, sealedClientSecret: string | null): Promise<SealedValue> {
  const plane = await arrangePlane(storage);
  const app = sampleProviderApp(plane, { sealedClientSecret });
  await storage.providerApps.insert(app);
  return { ...plane, row: app.id, sealed: sealedClientSecret ?? '' };
}

const clauses: readonly Clause<Subject>[] = [
  {
    name: 'every column: its values are found by their key with their owner, and replaced',
    async check(storage) {
      const plane = await arrangePlane(storage);
      const live = { ...plane, environment: 'live' } as const;
      const app = sampleProviderApp(live, { sealedClientSecret: 'v1.k1.a', sealedWebhookKey: 'v1.k1.b' });
      await storage.providerApps.insert(app);
      const connection = await arrangeConnection(storage, live, { providerAppId: app.id });
      const tokens = {
        sealedAccessToken: 'v1.k1.c',
        sealedRefreshToken: 'v1.k1.d',
        sealedPreviousRefreshToken: 'v1.k1.e',
      };
      const times = { accessExpiresAt: moment(9), refreshedAt: moment() };
      await storage.credentials.put({
        organizationId: live.organizationId,
        connectionId: connection.id,
        ...tokens,
        ...times,
      });
      const endpoint = sampleEndpoint(live, { sealedSecret: 'v1.k1.f', sealedPreviousSecret: 'v1.k1.g' });
      await storage.webhookEndpoints.insert(endpoint);
      const bulk = sampleOperation(live);
      await storage.operations.insert([bulk]);
      const item = sampleBulkItem(bulk, { sealedBody: 'v1.k1.h' });
      await storage.bulkItems.put([item]);
      const own = { provider_apps: app.id, credentials: connection.id, webhook_endpoints: endpoint.id };
      const member = sampleMember(live.organizationId);
      await storage.members.insert(member);
      const factor = sampleFactor(member, { sealedSecret: 'v1.k1.i' });
      await storage.factors.insert(factor);
      const part = sampleExportPart(live, { sealedText: 'v1.k1.j' });
      await storage.exports.insert([part]);
      const told = sampleAlertDestination(live.organizationId, { kind: 'slack', sealedAddress: 'v1.k1.k' });
      await storage.alertDestinations.insert(told);
      const asked = sampleProviderRequest(live, { sealedRequest: 'v1.k1.l' });
      await storage.providerRequests.insert(asked);
      const kept = { bulk_items: item.id, member_factors: factor.id, export_parts: part.id };
      const proposed = sampleHeldWrite(bulk, { content: null, sealedContent: 'v1.k1.m' });
      await storage.heldWrites.insert(proposed);
      const rows = {
        ...{ ...own, ...kept, alert_destinations: told.id, provider_requests: asked.id },
        held_writes: proposed.id,
      };
      for (const [i, place] of sealedColumns.entries()) {
        const { sealedValues } = storage;
        const row = rows[place.table];
        const sealed = `v1.k1.${'abcdefghijklm'[i] ?? ''}`;
        deepEqual(await sealedValues.list(place, 'k1', everything), [{ ...live, row, sealed }]);
        equal(await sealedValues.replace(place, [{ row, from: sealed, to: `v1.k2.${i}` }]), 1);
        deepEqual([await sealedValues.keyIds(place), await sealedValues.count(place, 'k1')], [['k2'], 0]);
      }
    },
  },
  {
    name: 'key ids: each once and sorted by bytes, without rows that hold nothing; other forms count under no key',
    async check(storage) {
      deepEqual(await storage.sealedValues.keyIds(clientSecret), []);
      const sealed = ['v1.b.x', 'v1.B.x', 'v1.a-1.x', 'v1.b.y', null, 'plain', 'v2.b.x', 'v1.nodot'];
      for (const value of sealed) await arrangeApp(storage, value);
      deepEqual(await storage.sealedValues.keyIds(clientSecret), ['', 'B', 'a-1', 'b']);
      deepEqual(await storage.sealedValues.keyIds(webhookKey), []);
      const counts = ['', 'B', 'a-1', 'b', 'c'].map((id) => storage.sealedValues.count(clientSecret, id));
      deepEqual(await Promise.all(counts), [3, 1, 1, 2, 0]);
    },
  },
  {
    name: 'lists in the order of the rows, behind a row, no more than asked for, of this key alone',
    async check(storage) {
      const made: SealedValue[] = [];
      for (let i = 0; i < 5; i++) made.push(await arrangeApp(storage, `v1.k1.${9 - i}`));
      await arrangeApp(storage, 'v1.k10.x');
      const [first, second, third, ...rest] = made.sort((a, b) => (a.row < b.row ? -1 : 1));
      const list = (after: string | null, limit: number) =>
        storage.sealedValues.list(clientSecret, 'k1', { after, limit });
      deepEqual(await list(null, 2), [first, second]);
      deepEqual(await list(second?.row ?? '', 1), [third]);
      deepEqual(await list(third?.row ?? '', 100), rest);
    },
  },
  {
    name: 'replaces what still is as it was read, and counts only that',
    async check(storage) {
      const [stale, same] = [await arrangeApp(storage, 'v1.k1.a'), await arrangeApp(storage, 'v1.k1.b')];
      const values = [
        { row: stale.row, from: 'v1.k1.older', to: 'v1.k2.a' },
        { row: same.row, from: 'v1.k1.b', to: 'v1.k2.b' },
        { row: 'app_none', from: 'v1.k1.b', to: 'v1.k2.c' },
      ];
      equal(await storage.sealedValues.replace(clientSecret, values), 1);
      equal(await storage.sealedValues.replace(clientSecret, []), 0);
      const found = (keyId: string) => storage.sealedValues.list(clientSecret, keyId, everything);
      deepEqual([await found('k1'), await found('k2')], [[stale], [{ ...same, sealed: 'v1.k2.b' }]]);
    },
  },
];

export const sealedValueStoreContract: Contract<Subject> = { port: 'SealedValueStore', clauses };

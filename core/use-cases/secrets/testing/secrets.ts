// Stored secrets of every kind, their expected values, and the traffic that changes them.

import { expect } from 'chai';
import { createSecretVault, type Database } from '../../../../contract-tests/testing/doubles.ts';
import { createCore } from '../../../create-core.ts';
import type { Connection } from '../../../domain/connection.ts';
import { type SealedColumn, sealedColumns } from '../../../domain/sealed-column.ts';
import type { CorePorts } from '../../../ports/core-ports.ts';
import type { SecretPlace } from '../../../ports/secrets.ts';
import { accessToken } from '../../ledger/access-token.ts';
import { appSecretPlace } from '../../ledger/ledger-client.ts';
import { connect, type Engine, openEngine, subscribe } from '../../testing/engine.ts';
import { withAuthorization } from '../../testing/first-provider.ts';

export const oldKey = { id: 'k1', key: new Uint8Array(32).fill(7) };
export const newKey = { id: 'k2', key: new Uint8Array(32).fill(9) };

/** A host with this ring on the engine's database. */
export function hostWith(engine: Engine, keys: readonly (typeof oldKey)[], over: Partial<CorePorts> = {}) {
  const ports: CorePorts = { ...engine.ports, vault: createSecretVault({ keys }), ...over };
  return { ports, core: createCore(ports) };
}
export type Host = ReturnType<typeof hostWith>;

export interface SecretWorld {
  readonly engine: Engine;
  /** What each value must open to, by `<table>.<column> <row>`; null where nothing is stored. */
  readonly expected: Map<string, string | null>;
  readonly connections: readonly Connection[];
  refresh(host: Host, which: number): Promise<void>;
  rotateEndpoint(host: Host, which: number): Promise<void>;
  changeApp(host: Host): Promise<void>;
  removeTokens(which: number): Promise<void>;
}

const nameOf = ({ table, column }: Pick<SealedColumn, 'table' | 'column'>, row: string) => `${table}.${column} ${row}`;

export async function secretWorld(database: Database, size: number): Promise<SecretWorld> {
  const engine = await openEngine(database);
  const expected = new Map<string, string | null>();
  const set = (table: SealedColumn['table'], column: string, row: string, value: string | null) =>
    expected.set(nameOf({ table, column }, row), value);
  let counter = 0;
  const connections: Connection[] = [];
  const endpoints: string[] = [];
  const { app, ports } = engine;
  const refreshing = {
    refresh: async () => {
      counter += 1;
      const expiresAt = new Date(ports.clock.now().getTime() + 365 * 86_400_000);
      return { accessToken: `a${counter}`, refreshToken: `r${counter}`, expiresAt, scopes: [], consentId: null };
    },
  };
  set('provider_apps', 'sealed_client_secret', app.id, 'secret');
  set('provider_apps', 'sealed_webhook_key', app.id, 'hook-key');
  for (let i = 0; i < size; i++) {
    const connection = await connect(engine, { providerTenantId: `tenant-${i}` });
    connections.push(connection);
    set('credentials', 'sealed_access_token', connection.id, 'token');
    set('credentials', 'sealed_refresh_token', connection.id, 'refresh');
    set('credentials', 'sealed_previous_refresh_token', connection.id, null);
    const { endpoint, secret } = await subscribe(engine, ['*'], `https://hooks.example/${i}`);
    endpoints.push(endpoint.id);
    set('webhook_endpoints', 'sealed_secret', endpoint.id, secret);
    set('webhook_endpoints', 'sealed_previous_secret', endpoint.id, null);
  }
  const held = (column: string, row: string) => expected.get(nameOf({ table: 'credentials', column }, row)) ?? null;
  return {
    engine,
    expected,
    connections,
    async refresh({ ports: own }, which) {
      const connection = connections[which % size];
      if (!connection || !(await own.storage.credentials.find(connection.id))) return;
      const before = held('sealed_refresh_token', connection.id);
      const rejected = held('sealed_access_token', connection.id) ?? '';
      const token = await accessToken(withAuthorization(own, refreshing), connection, rejected);
      set('credentials', 'sealed_access_token', connection.id, token);
      set('credentials', 'sealed_refresh_token', connection.id, token.replace('a', 'r'));
      set('credentials', 'sealed_previous_refresh_token', connection.id, before);
    },
    async rotateEndpoint({ core }, which) {
      const id = endpoints[which % size] ?? '';
      const write = { key: undefined, body: {} };
      const { value } = await core.webhooks.rotateSecret(engine.caller, { endpointId: id, write });
      const before = expected.get(nameOf({ table: 'webhook_endpoints', column: 'sealed_secret' }, id)) ?? null;
      set('webhook_endpoints', 'sealed_previous_secret', id, before);
      set('webhook_endpoints', 'sealed_secret', id, value.signingSecret);
    },
    async changeApp({ ports: { storage, vault } }) {
      counter += 1;
      const secret = `client-${counter}`;
      const seen = await storage.providerApps.find(engine.caller, app.id);
      if (!seen) throw new Error('the app is gone');
      const sealedClientSecret = await vault.seal(secret, appSecretPlace(seen, 'client_secret'));
      await storage.providerApps.update({ ...seen, sealedClientSecret });
      set('provider_apps', 'sealed_client_secret', app.id, secret);
    },
    async removeTokens(which) {
      const connection = connections[which % size];
      if (!connection) return;
      await engine.storage.credentials.remove(connection.id);
      for (const { table, column } of sealedColumns)
        if (table === 'credentials') set(table, column, connection.id, null);
    },
  };
}

/** Every stored value, opened under these keys only, by `<table>.<column> <row>`. */
export async function stored(engine: Engine, keys: readonly (typeof oldKey)[]): Promise<ReadonlyMap<string, string>> {
  const vault = createSecretVault({ keys });
  const { sealedValues } = engine.storage;
  const found = new Map<string, string>();
  for (const column of sealedColumns) {
    for (const keyId of await sealedValues.keyIds(column)) {
      for (const value of await sealedValues.list(column, keyId, { after: null, limit: 1000 })) {
        const { organizationId, environment, row } = value;
        const place: SecretPlace = { organizationId, environment, table: column.table, row, column: column.boundAs };
        found.set(nameOf(column, row), await vault.open(value.sealed, place));
      }
    }
  }
  return found;
}

/** Checks that no value was lost or reverted, and that these keys alone open all. */
export async function expectKept({ engine, expected }: SecretWorld, keys: readonly (typeof oldKey)[]): Promise<void> {
  const wanted = [...expected].filter(([, value]) => value !== null);
  expect(Object.fromEntries(await stored(engine, keys))).to.deep.equal(Object.fromEntries(wanted));
}

// A deployment with two providers: whatever belongs to one of them goes the way of that one.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import type { Connection } from '../../domain/connection.ts';
import { type ResourceType, resourceTypes } from '../../domain/resource.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Provider, ProviderTraits } from '../../ports/provider.ts';
import { drain } from '../sync/testing/syncing.ts';
import { connected, newSession } from '../testing/connecting.ts';
import { firstProvider, gatewayOf } from '../testing/first-provider.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';

/** These families alone; their quotes are only read one by one. */
function only(all: ProviderTraits['families'], types: readonly ResourceType[] | undefined): ProviderTraits['families'] {
  if (!types) return all;
  const { quotes } = all;
  const left = Object.fromEntries(types.map((type) => [type, all[type]]));
  return quotes
    ? { ...left, quotes: { ...quotes, can: ['read'], together: { reads: 0, creates: 0, updates: 0 } } }
    : left;
}

describe('two providers', () => {
  const read: string[] = [];

  const noting = (
    ports: CorePorts,
    [name, alias]: readonly [string, string],
    limits: object,
    types?: readonly ResourceType[],
  ) => {
    const provider = firstProvider(ports);
    const { traits } = provider;
    const gateway = gatewayOf(ports);
    return {
      ...provider,
      traits: {
        ...traits,
        title: name,
        // What both are called means neither.
        aliases: [`${name} books`, alias, 'both'],
        limits: { ...traits.limits, ...limits },
        families: only(traits.families, types),
      },
      gateway: {
        ...gateway,
        read: (...asked: Parameters<typeof gateway.read>) => {
          read.push(name);
          return gateway.read(...asked);
        },
      },
    };
  };
  const wrap = (ports: CorePorts): CorePorts => ({
    ...ports,
    providers: {
      ledger: noting(ports, ['One', 'one'], {}),
      other: noting(ports, ['Other', 'second'], { perMinute: 7, perDay: 70 }, ['organizations', 'contacts', 'quotes']),
    },
  });

  const service = openedOnce(() => openService({ wrap }));
  const tenancy = openedOnce(() => service.newOrganization('trial'));
  const first = openedOnce(async () => connected(service, tenancy.test, await service.newTenant()));
  const second = openedOnce(async () =>
    connected(service, tenancy.test, await service.newTenant(), { provider: 'other' }),
  );

  const organizationOf = ({ id, providerTenantId }: Connection, core = service.core) =>
    core.resources.read(tenancy.test, {
      connectionId: id,
      type: 'organizations',
      resourceId: providerTenantId ?? '',
    });

  it('are listed by title; a connection keeps its own, is read there, and has the budget of that one', async () => {
    const common = { status: 'available', connect: 'oauth', notifications: 'pushed' };
    const listed = service.core.providers
      .list()
      .map(({ capabilities, actions, recipes, reports, scopes, ...own }) => own);
    expect(listed).to.deep.equal([
      { id: 'ledger', name: 'One', aliases: ['One books', 'one'], ...common },
      { id: 'other', name: 'Other', aliases: ['Other books', 'second'], ...common },
    ]);
    expect([first.provider, second.provider]).to.deep.equal(['ledger', 'other']);
    for (const connection of [second, first]) await organizationOf(connection);
    expect(read).to.deep.equal(['Other', 'One']);
    const budgets = await Promise.all(
      [first, second].map(({ id }) => service.core.connections.budget(tenancy.test, id)),
    );
    expect(budgets.map(({ minute, day }) => [minute.limit, day.limit])).to.deep.equal([
      [60, 5000],
      [7, 70],
    ]);
  });

  it('are asked for by other names, too; sessions and connections have the name of the deployment', async () => {
    const { token } = await newSession(service, tenancy.test, { provider: 'second', external_account_id: 'by-alias' });
    const digest = service.ports.digester.sha256(token);
    expect((await service.ports.storage.connectSessions.findByTokenDigest(digest))?.provider).to.equal('other');
    const fields = { provider: 'Other books', external_account_id: 'by-alias' };
    const made = await connected(service, tenancy.test, await service.newTenant(), fields);
    expect(made.provider).to.equal('other');
    const { message } = await refusalOf(newSession(service, tenancy.test, { provider: 'both' }));
    expect(message).to.include('must be one of ledger or One books or one, other or Other books or second');
  });

  it('are synced as far as they can list', async () => {
    await drain(service);
    const synced = async ({ id }: Connection) => {
      const { items } = await service.core.operations.list(tenancy.test, {
        connection_id: id,
        type: 'connection.sync',
      });
      return Object.keys(items[0]?.result ?? {});
    };
    expect(await synced(first)).to.have.length(resourceTypes.length);
    expect(await synced(second)).to.deep.equal(['organizations', 'contacts']);
  });

  it('do not share apps', async () => {
    const error = await refusalOf(
      newSession(service, tenancy.test, { provider: 'other', provider_app_id: tenancy.apps.test.id }),
    );
    expect(error.message).to.equal('provider_app_id: is a provider app of ledger');
    const { appId, ...signed } = { appId: tenancy.apps.test.id, body: new Uint8Array(), signature: 'x' };
    const { requestId } = tenancy.test;
    const receive = (provider: string) => service.core.notifications.receive({ provider, appId, requestId, ...signed });
    expect(await Promise.all(['ledger', 'other', 'none'].map(receive))).to.deep.equal([
      'refused',
      'unknown_app',
      'unknown_app',
    ]);
  });

  it('are refused plainly where a deployment does not have them', async () => {
    const { other, ...providers } = service.ports.providers;
    const without = createCore({ ...service.ports, providers });
    for (const work of [organizationOf(second, without), without.connections.budget(tenancy.test, second.id)]) {
      const error = await refusalOf(work);
      expect(error).to.include({ code: 'CONFLICT', message: 'this deployment does not have the provider other' });
      expect(error.details.reason).to.equal('provider_unavailable_here');
    }
    const unknown = await refusalOf(newSession({ ...service, core: without }, tenancy.test, { provider: 'other' }));
    expect(unknown.message).to.equal('provider: must be one of ledger or One books or one or both');
    const settings = {
      ...service.ports.settings,
      comingProviders: { other: service.ports.providers['other'] as Provider },
    };
    const coming = { ...service, core: createCore({ ...service.ports, settings, providers }) };
    expect(coming.core.providers.list().map(({ id, status }) => [id, status])).to.deep.equal([
      ['ledger', 'available'],
      ['other', 'coming_soon'],
    ]);
    const early = await refusalOf(newSession(coming, tenancy.test, { provider: 'other' }));
    expect(early.message).to.equal('provider: is coming soon');
    expect((await organizationOf(first, without)).providerId).to.equal(first.providerTenantId);
  });
});

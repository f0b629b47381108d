import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { RequestId } from '../../domain/ids.ts';
import { backWith, connected, consentTo, redirectUri, write } from '../testing/connecting.ts';
import { refusalOf } from '../testing/refusal.ts';
import { openService } from '../testing/service.ts';

const requestId = 'req_of_the_customer' as RequestId;

describe('the page of a customer’s connection', () => {
  let tenantId: string;

  const service = openedOnce(() => openService());
  const tenancy = openedEach(() => service.newOrganization());
  beforeEach(async () => {
    tenantId = await service.newTenant('Harbour Tools Ltd');
  });
  const connection = openedEach(() => connected(service, tenancy.test, tenantId));

  const portal = () => service.core.portal;
  const tokenOf = (url: string) => url.replace(/.*\//, '');
  const linked = async (fields: object = {}, caller = tenancy.test) => {
    const { value } = await portal().create(caller, write({ connection_id: connection.id, ...fields }));
    return { ...value, token: tokenOf(value.url) };
  };
  const shown = async (token: string) => {
    const step = await portal().open(token);
    if (step.kind !== 'portal') throw new Error(`the page is ${step.why}`);
    return step;
  };
  const statusNow = async () => (await service.core.connections.find(tenancy.test, connection.id)).status;

  it('shows one connection by a link that may be opened again, until it expires', async () => {
    const link = await linked({ return_url: redirectUri, account_name: 'Tools', locale: 'de', expires_in_minutes: 60 });
    expect(link.id).to.match(/^ps_/);
    const { families, createdAt: _, brand: __, lastReadAt, lastWrittenAt, ...page } = await shown(link.token);
    expect(page).to.deep.equal({
      ...{ kind: 'portal', token: link.token, session: link.id, locale: 'de', backUrl: redirectUri },
      ...{
        status: 'active',
        environment: 'test',
        retentionMode: 'cached',
        healthReason: null,
        expiresAt: link.expiresAt,
      },
      ...{ accountName: 'Tools', providerName: 'Xero', tenantName: 'Harbour Tools Ltd' },
    });
    expect(families.invoices?.can).to.include('create');
    expect([lastReadAt, lastWrittenAt]).to.deep.equal([null, null]);
    const contact = { connectionId: connection.id, type: 'contacts', write: write({ name: 'Ann' }) } as const;
    await service.core.resources.create(tenancy.test, contact);
    const { lastWrittenAt: written } = await shown(link.token);
    expect(written).to.be.instanceOf(Date);
    service.advance(60 * 60 + 1);
    expect(await portal().open(link.token)).to.include({ kind: 'gone', why: 'expired', backUrl: redirectUri });
    for (const act of [portal().end, portal().reconnect]) await act({ token: link.token, requestId });
    expect(await statusNow()).to.equal('active');
  });

  it('opens by its own token alone, which is not stored, and neither link opens the other’s page', async () => {
    const { token, id } = await linked();
    const { value } = await service.core.connectSessions.create(tenancy.test, write({ connection_id: connection.id }));
    const unknown = { kind: 'gone', why: 'unknown' };
    for (const other of ['', 'x', id, tokenOf(value.connectUrl)]) {
      expect(await portal().open(other)).to.deep.equal(unknown);
    }
    const { open, findAsker } = service.core.connectSessions;
    for (const other of [token, `portal ${token}`]) expect(await open(other)).to.deep.include(unknown);
    const askers = await Promise.all([token, tokenOf(value.connectUrl), 'x'].map((one) => findAsker(one, '')));
    expect(askers.map((asker) => asker?.brand?.name)).to.deep.equal(['Harbour Books', 'Harbour Books', undefined]);
    expect((await refusalOf(service.core.connectSessions.find(tenancy.test, id))).code).to.equal('NOT_FOUND');
    const rows = await service.database.knex('connect_sessions').where({ id });
    expect(JSON.stringify(rows)).to.not.include(token);
  });

  it('is made for connections of the caller’s plane alone, returns to listed origins, and replays', async () => {
    const stranger = await service.newOrganization();
    for (const caller of [stranger.test, tenancy.live]) {
      expect((await refusalOf(linked({}, caller))).code).to.equal('NOT_FOUND');
    }
    for (const [fields, path] of [
      [{ return_url: 'https://evil.example.com/' }, 'return_url'],
      [{ return_url: 'portal:ps_1' }, 'return_url'],
      [{ expires_in_minutes: 10_081 }, 'expires_in_minutes'],
      [{ connection: 'x' }, 'connection'],
    ] as const) {
      const { code, details } = await refusalOf(linked(fields));
      expect([code, details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', path]);
    }
    const once = write({ connection_id: connection.id });
    const [first, again] = [await portal().create(tenancy.test, once), await portal().create(tenancy.test, once)];
    expect([again.value, again.replayed]).to.deep.equal([first.value, true]);
  });

  it('reconnects this connection, and comes back by an address without the token, which others may see', async () => {
    const { id, token } = await linked({ account_name: 'Tools' });
    await service.sandbox.control('POST', 'revoke', { tenant_id: tenantId });
    const link = { connectionId: connection.id, type: 'contacts', query: {} } as const;
    await refusalOf(service.core.resources.create(tenancy.test, { ...link, write: write({ name: 'Ann' }) }));
    expect((await shown(token)).status).to.equal('action_required');
    const url = (await portal().reconnect({ token, requestId }))?.url ?? '';
    const opened = await service.core.connectSessions.open(tokenOf(url));
    expect([opened.kind, opened.link?.accountName]).to.deep.equal(['asks-consent', 'Tools']);
    const step = await service.core.connectSessions.callback(await consentTo(service, tokenOf(url), [tenantId]));
    expect(backWith(step)).to.include({ status: 'connected', connection_id: connection.id });
    expect(new URL(step.link?.redirectUri ?? '').searchParams.get('portal')).to.equal(id);
    for (const seen of [step, await service.core.connectSessions.open(tokenOf(url))]) {
      expect(JSON.stringify(seen)).to.not.include(token);
    }
    expect((await shown(token)).status).to.equal('active');
  });

  it('ends the access as a disconnect does, in the customer’s name, and shows so afterwards', async () => {
    const { token, id } = await linked({ account_name: 'Tools' });
    await portal().end({ token, requestId });
    await portal().end({ token, requestId });
    expect((await shown(token)).status).to.equal('disconnected');
    expect(await portal().reconnect({ token, requestId }), 'the page says to ask for a link').to.equal(undefined);
    const { items } = await service.ports.storage.audit.list(tenancy.organizationId, { limit: 10, page: 1 });
    const ends = items.filter(({ action }) => action === 'connection.disconnected');
    expect(ends.map(({ actor, actorName, requestId }) => [actor, actorName, requestId])).to.deep.equal([
      [id, 'Tools', requestId],
    ]);
    const purges = await service.core.operations.list(tenancy.test, { type: 'retention.purge' });
    expect(purges.items.map(({ begunBy }) => begunBy)).to.deep.include({ type: 'customer', id, name: 'Tools' });
  });

  it('changes nothing where the provider cannot be reached, and refuses the twenty-first act within five minutes', async () => {
    const { token } = await linked();
    const fault = { match: { path: '/connections/*' }, action: { status: 503 }, times: 20 };
    await service.sandbox.control('POST', 'faults', fault);
    expect((await refusalOf(portal().end({ token, requestId }))).code).to.equal('PROVIDER_UNAVAILABLE');
    expect(await statusNow()).to.equal('active');
    await service.sandbox.control('DELETE', 'faults');
    for (let i = 1; i < 20; i++) await portal().reconnect({ token, requestId });
    for (const act of [portal().end, portal().reconnect]) {
      expect((await refusalOf(act({ token, requestId }))).code).to.equal('RATE_LIMITED');
    }
    expect(await statusNow()).to.equal('active');
    service.advance(301);
    await portal().end({ token, requestId });
    expect(await statusNow()).to.equal('disconnected');
  });
});

// A consent comes back in another browser than the one that opened the link: whoever consented may not know whose link it is.
import { expect } from 'chai';
import { openedEach, openedOnce, standInFor } from '../../../contract-tests/testing/opened.ts';
import { backWith, brand, connected, consentTo, newSession, write } from '../testing/connecting.ts';
import { openTwoHosts } from '../testing/two-hosts.ts';
import type { ConnectOutcome } from './outcome.ts';

const tables = ['connect_sessions', 'connections', 'credentials', 'events', 'operations', 'cached_records'];

describe('a consent in another browser', () => {
  let tenants: readonly string[];
  const hosts = openedOnce(() => openTwoHosts());
  const service = standInFor(() => hosts.service);
  before(async () => {
    tenants = [await service.newTenant(), await service.newTenant()];
  });
  const tenancy = openedEach(() => service.newOrganization());

  const sessions = (host: 0 | 1 = 0) => hosts.hosts[host].connectSessions;
  const connections = async () => (await service.core.connections.list(tenancy.test, {})).items;
  const stored = async () => {
    const { knex } = service.database;
    const rows = await Promise.all(tables.map((table) => knex(table).select()));
    return JSON.stringify(rows);
  };
  const fields = { account_name: 'Attacker & Co' };
  async function forwarded(tenantIds: readonly string[], token?: string) {
    const link = token ?? (await newSession(service, tenancy.test, fields)).token;
    return { ...(await consentTo(service, link, tenantIds)), isOpener: false };
  }
  const askedIn = (step: ConnectOutcome) => {
    if (step.kind !== 'asks-choice' || !step.carried) throw new Error(`nobody is asked but ${JSON.stringify(step)}`);
    const { selection, carried: consent } = step;
    const names = step.tenants.map(({ name }) => name);
    const ids = step.tenants.map(({ tenantId }) => tenantId);
    return {
      organizationName: step.link?.brand.name,
      accountName: step.link?.accountName,
      names,
      ids,
      selection,
      consent,
    };
  };

  it('asks by name and stores nothing; yes, at another host, connects; what is sent twice ends as the first did', async () => {
    const answer = await forwarded(tenants.slice(0, 1));
    const before = await stored();
    const asked = askedIn(await sessions().callback(answer));
    expect(asked).to.deep.include({ organizationName: 'Harbour Books', accountName: 'Attacker & Co' });
    expect(asked.ids).to.deep.equal(tenants.slice(0, 1));
    expect(asked.names[0]).to.be.a('string').and.not.equal('');
    expect(await stored()).to.equal(before);
    const yes = { selection: asked.selection, consent: asked.consent, tenantId: asked.ids[0] ?? '' };
    const step = await sessions(1).choose(yes);
    expect(backWith(step)['status']).to.equal('connected');
    expect((await connections()).map(({ status }) => status)).to.deep.equal(['active']);
    expect(await sessions().choose(yes), 'yes again').to.deep.equal(step);
    expect(await sessions().callback(answer), 'the callback again').to.deep.equal(step);
  });

  it('no ends the session as cancelled, and a later yes changes nothing', async () => {
    const { token } = await newSession(service, tenancy.test, fields);
    const asked = askedIn(await sessions().callback(await forwarded(tenants.slice(0, 1), token)));
    const { selection, consent } = asked;
    const answer = { selection, consent, tenantId: asked.ids[0] ?? '' };
    const step = await sessions().choose({ ...answer, isRefused: true });
    expect(backWith(step)['status']).to.equal('cancelled');
    expect(await sessions().choose(answer)).to.deep.equal(step);
    expect(await connections()).to.deep.equal([]);
    expect((await sessions().open(token)).kind).to.equal('gone');
  });

  it('of several organizations one is chosen, and none that was not authorized', async () => {
    const asked = askedIn(await sessions().callback(await forwarded(tenants)));
    expect([...asked.ids].sort()).to.deep.equal([...tenants].sort());
    const { selection, consent } = asked;
    for (const tenantId of ['', 'nonsense', await service.newTenant()]) {
      expect(askedIn(await sessions().choose({ selection, consent, tenantId })).ids).to.deep.equal(asked.ids);
    }
    expect(await connections()).to.deep.equal([]);
    const step = await sessions().choose({ selection, consent, tenantId: tenants[1] ?? '' });
    expect(backWith(step)['status']).to.equal('connected');
    expect((await connections()).map(({ providerTenantId }) => providerTenantId)).to.deep.equal([tenants[1]]);
  });

  it('a consent that was altered, or carried to another session, connects nothing', async () => {
    const asked = askedIn(await sessions().callback(await forwarded(tenants.slice(0, 1))));
    const other = await forwarded(tenants.slice(0, 1));
    const tenantId = asked.ids[0] ?? '';
    const wrong = [
      {
        selection: asked.selection,
        consent: asked.consent.replace(/.(?=.{20}$)/, (one) => (one === 'A' ? 'B' : 'A')),
        tenantId,
      },
      { selection: asked.selection, consent: '{}', tenantId },
      { selection: other.state, consent: asked.consent, tenantId },
      { selection: asked.selection, tenantId },
    ];
    for (const choice of wrong) expect((await sessions().choose(choice)).kind).to.equal('gone');
    expect(await connections()).to.deep.equal([]);
  });

  it('leads to a new approval where this one was read already', async () => {
    const { token } = await newSession(service, tenancy.test, fields);
    const answer = await forwarded(tenants.slice(0, 1), token);
    askedIn(await sessions().callback(answer));
    const before = await stored();
    const again = await sessions().callback(answer);
    const { consentUrl } = (await sessions().open(token)) as { consentUrl: string };
    expect(again).to.deep.include({ kind: 'ended', spent: { consentUrl, selection: answer.state } });
    expect(again.link?.brand).to.deep.equal(brand);
    expect(await stored()).to.equal(before);
    askedIn(await sessions().callback(await forwarded(tenants.slice(0, 1), token)));
  });

  it('stores no consent either where the organizations cannot be listed just then', async () => {
    const { token } = await newSession(service, tenancy.test, fields);
    const answer = await forwarded(tenants.slice(0, 1), token);
    const fault = { match: { path: '/connections' }, action: { status: 503 }, times: 1 };
    await service.sandbox.control('POST', 'faults', fault);
    expect(backWith(await sessions().callback(answer))).to.include({ status: 'failed' });
    expect(await connections()).to.deep.equal([]);
    expect((await sessions().open(token)).kind).to.equal('asks-consent');
  });

  it('asks for the connection’s own organization alone where the link connects it again', async () => {
    const [own = '', other = ''] = tenants;
    const connection = await connected(service, tenancy.test, own);
    const { value } = await sessions().create(tenancy.test, write({ connection_id: connection.id }));
    const token = value.connectUrl.replace(/.*\//, '');
    expect(await sessions().callback(await forwarded([other], token))).to.have.property('wrong');
    const asked = askedIn(await sessions().callback(await forwarded([other, own], token)));
    expect(asked.ids).to.deep.equal([own]);
    const { selection, consent } = asked;
    expect(await sessions().choose({ selection, consent, tenantId: own })).to.deep.include({
      kind: 'connected',
      connectionId: connection.id,
    });
    expect(await connections()).to.have.length(1);
  });
});

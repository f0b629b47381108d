// The console's provider apps and overview over HTTP, with real sessions and the sandbox.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import type { Tenancy } from '../../core/use-cases/testing/service.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';
import { type SignedInMember, signedIn } from './testing/signed-in-member.ts';

type Fields = Readonly<Record<string, unknown>>;
const callback = 'http://localhost:8080/oauth/ledger/callback';
const secrets = ['top-secret-of-the-client', 'webhook-key-of-the-app'] as const;

describe('the console’s provider apps over HTTP', () => {
  let service: LiveService;
  let tenancy: Tenancy;
  let owner: SignedInMember;
  let viewer: SignedInMember;
  before(async () => {
    service = await serveLive();
    tenancy = await service.newOrganization();
    owner = await signedIn(service, tenancy.organizationId, 'owner');
    viewer = await signedIn(service, tenancy.organizationId, 'viewer');
  });
  after(() => service.close());

  const ask = (method: string, path: string, body?: unknown, as = owner): Promise<LiveAnswer> =>
    service.call(undefined, method, path, {
      headers: { cookie: as.cookie, ...(method === 'GET' ? {} : as.page) },
      ...(body === undefined ? {} : { body }),
    });
  const dataOf = ({ status, body }: LiveAnswer, expected = 200): Fields => {
    expect(status, JSON.stringify(body)).to.equal(expected);
    return body['data'] as Fields;
  };
  const statuses = (app: Fields) => (app['checks'] as Fields[]).map(({ check, status }) => `${check} ${status}`);
  const pathOf = (id: unknown) => `/accounting/provider-apps/${id}`;

  async function drafted(fields: Fields = {}): Promise<Fields> {
    const body = { environment: 'test', provider: 'ledger', name: 'Our books', make_default: false, ...fields };
    return dataOf(await ask('POST', '/accounting/provider-apps', body), 201);
  }

  /** Goes to the provider and back in this member's browser. */
  async function comeBack(id: unknown, tenantIds: readonly string[], as: SignedInMember | undefined = owner) {
    const begun = dataOf(await ask('POST', `${pathOf(id)}/consent`));
    const asked = { authorize_url: begun['consent_url'], tenant_ids: tenantIds };
    const { callback_url } = await service.sandbox.control('POST', 'consent', asked);
    const { pathname, search } = new URL(String(callback_url));
    const headers: Record<string, string> = as ? { cookie: as.cookie } : {};
    return service.call(undefined, 'GET', pathname + search, { headers });
  }

  it('a consent that comes back in another browser, or in none that is signed in, does not count', async () => {
    const draft = await drafted();
    const clientId = `client-${randomUUID()}`;
    const known = { client_id: clientId, client_secret: secrets[0] };
    await service.sandbox.control('POST', 'apps', { ...known, redirect_uris: [callback] });
    await ask('PUT', `${pathOf(draft['provider_app_id'])}/credentials`, known);
    const stranger = await signedIn(service, tenancy.organizationId, 'owner');
    for (const as of [stranger, undefined]) {
      const page = await comeBack(draft['provider_app_id'], [await service.newTenant()], as ?? noBrowser);
      expect([page.status, page.headers.get('content-type')]).to.deep.equal([410, 'text/html; charset=utf-8']);
    }
    expect(statuses(dataOf(await ask('GET', pathOf(draft['provider_app_id']))))).to.include('oauth waiting');
  });

  it('lists want an environment, and show that one only', async () => {
    const missing = await ask('GET', '/accounting/provider-apps');
    expect([missing.status, (missing.body['errors'] as Fields[])[0]?.['path']]).to.deep.equal([400, 'environment']);
    const live = await drafted({ environment: 'live' });
    const idsOf = async (environment: string) => {
      const { items } = dataOf(await ask('GET', `/accounting/provider-apps?environment=${environment}`)) as {
        items: Fields[];
      };
      return items.map((app) => app['provider_app_id']);
    };
    expect(await idsOf('live')).to.include(live['provider_app_id']);
    expect(await idsOf('test')).not.to.include(live['provider_app_id']);
  });

  it('names what is wrong of a body, changes nothing for a viewer, and knows no app of others', async () => {
    const { provider_app_id: id } = await drafted();
    const wrong = [
      await ask('POST', '/accounting/provider-apps', { environment: 'both', provider: 'other', name: '' }),
      await ask('PUT', `${pathOf(id)}/credentials`, {}),
      await ask('PUT', `${pathOf(id)}/credentials`, { client_id: 'a\nb' }),
      await ask('PATCH', pathOf(id), { name: 7 }),
      ...(await Promise.all(
        [0, 1.5, '7', 1e6 + 1].map((calls) => ask('PATCH', pathOf(id), { daily_call_limit: calls })),
      )),
    ];
    expect(new Set(wrong.map(({ status }) => status))).to.deep.equal(new Set([400]));
    expect(dataOf(await ask('PATCH', pathOf(id), { name: 'Renamed', make_default: true }))).to.include({
      ...{ name: 'Renamed', is_default: true, daily_call_limit: null },
    });
    for (const daily_call_limit of [1_000, null]) {
      const { name, is_default, ...changed } = dataOf(await ask('PATCH', pathOf(id), { daily_call_limit }));
      expect({ name, is_default }).to.deep.equal({ name: 'Renamed', is_default: true });
      expect(changed['daily_call_limit']).to.equal(daily_call_limit);
    }
    expect((await ask('GET', pathOf(id), undefined, viewer)).status).to.equal(200);
    for (const path of ['/verify', '/consent']) {
      expect((await ask('POST', pathOf(id) + path, undefined, viewer)).status).to.equal(403);
    }
    const { organizationId } = await service.newOrganization();
    const stranger = await signedIn(service, organizationId, 'owner');
    expect((await ask('GET', pathOf(id), undefined, stranger)).status).to.equal(404);
    expect((await ask('POST', `${pathOf(id)}/verify`, undefined, stranger)).status).to.equal(404);
  });

  it('the overview sums up what there is, in its own environment', async () => {
    const app = { provider_app_id: tenancy.apps.test.id };
    const connection = await connected(service, tenancy.test, await service.newTenant(), app);
    const body = { url: `https://${randomUUID()}.example/hooks`, event_types: ['*'] };
    await service.call(tenancy.test, 'POST', '/v1/webhook-endpoints', { body });
    for (const leased of await service.core.worker.claim(10)) {
      await service.core.worker.run(leased, new AbortController().signal);
    }
    const overview = dataOf(await ask('GET', '/accounting/test/overview', undefined, viewer));
    expect((overview['connections'] as Fields)['by_status']).to.include({ active: 1, action_required: 0 });
    expect((overview['webhook_endpoints'] as Fields)['by_health']).to.include({ healthy: 1 });
    const { hours } = overview['operations'] as { hours: Record<string, number>[] };
    expect(hours).to.have.length(25);
    const succeeded = (of: readonly Record<string, number>[]) =>
      of.reduce((sum, one) => sum + (one['succeeded'] ?? 0), 0);
    expect(succeeded(hours)).to.be.at.least(1);
    const month = dataOf(await ask('GET', '/accounting/test/overview?period=30d'))['operations'] as {
      hours: typeof hours;
    };
    expect([month.hours.length, succeeded(month.hours)]).to.deep.equal([31, succeeded(hours)]);
    expect((await ask('GET', '/accounting/test/overview?period=2h')).status).to.equal(400);
    const [endpoint] = (dataOf(await ask('GET', '/accounting/test/webhook-endpoints')) as { items: Fields[] }).items;
    const path = `/accounting/test/webhook-endpoints/${endpoint?.['webhook_endpoint_id']}/statistics`;
    expect(dataOf(await ask('GET', `${path}?period=7d`))['hours']).to.have.length(29);
    const { deliveries, waiting } = dataOf(await ask('GET', path)) as Record<string, Record<string, number | Fields>>;
    const known = [...Object.values(deliveries ?? {}), ...Object.values(waiting ?? {}).map((one) => Object(one).value)];
    expect(known.reduce<number>((sum, count) => sum + Number(count), 0)).to.be.at.least(1);
    const unknown = `conn_${'0'.repeat(26)}`;
    const budgets = dataOf(await ask('GET', `/accounting/test/budgets?connection_ids=${connection.id},${unknown}`));
    expect(budgets['items']).to.have.length(1);
    expect((budgets['items'] as Fields[])[0]).to.deep.include({ connection_id: connection.id });
    const foreign = await ask('GET', `/accounting/live/budgets?connection_ids=${connection.id}`);
    expect(dataOf(foreign)).to.deep.equal({ items: [] });
    const tooMany = await ask('GET', `/accounting/test/budgets?connection_ids=${'conn_1,'.repeat(101)}`);
    expect(tooMany.status).to.equal(400);
    const counts = async (environment: string, id: string) => {
      const answer = await ask('GET', `/accounting/${environment}/connections/${id}/record-counts`);
      return answer.status === 200 ? dataOf(answer)['items'] : answer.status;
    };
    const contacts = `/accounting/test/connections/${connection.id}/contacts`;
    const headers = { cookie: owner.cookie, ...owner.page, 'idempotency-key': 'a contact to count' };
    dataOf(await service.call(undefined, 'POST', contacts, { headers, body: { name: 'Counted' } }), 201);
    const stored = (await counts('test', connection.id)) as { type: string; count: number }[];
    const listed = await ask('GET', `${contacts}?limit=1`);
    const total = (listed.body['meta'] as Fields)['total'];
    expect(stored.find(({ type }) => type === 'contacts')?.count)
      .to.equal(total)
      .and.to.be.above(0);
    expect(stored.every(({ count }) => count > 0)).to.equal(true);
    expect([await counts('live', connection.id), await counts('test', unknown)]).to.deep.equal([404, 404]);
    const [contact] = (listed.body['data'] as { items: Fields[] }).items;
    const story = `connections/${connection.id}/records/contacts/${String(contact?.['id'])}/timeline`;
    const told = dataOf(await ask('GET', `/accounting/test/${story}`))['items'] as { title: string; details: Fields }[];
    const changes = told
      .filter(({ title }) => title === 'Event contact.changed')
      .map(({ details }) => details['change']);
    expect(changes).to.deep.equal(['created']);
    expect((await ask('GET', `/accounting/live/${story}`)).status).to.equal(404);
    const filtered = await ask('GET', `/accounting/test/webhook-deliveries?connection_id=${connection.id}`);
    expect((dataOf(filtered) as { items: Fields[] }).items.length).to.be.at.least(1);
    for (const { connection_id: of } of (dataOf(filtered) as { items: Fields[] }).items)
      expect(of).to.equal(connection.id);
    const live = dataOf(await ask('GET', '/accounting/live/overview'));
    expect(JSON.stringify(live)).not.to.include(connection.id);
    const list = `/accounting/test/connections?q=${connection.externalAccountId.toUpperCase()}`;
    expect((await ask('GET', list)).text).to.include(connection.id);
    expect(dataOf(await ask('GET', '/accounting/test/connections?q=100%25'))).to.deep.equal({ items: [] });
    const timeline = await ask('GET', `/accounting/test/connections/${connection.id}/timeline`);
    expect(timeline.text).to.include('connection.created').and.to.include('connection.sync');
  });
});

const noBrowser: SignedInMember = {
  memberId: '',
  email: '',
  sessionId: '',
  cookie: '',
  page: { origin: '', 'x-csrf-token': '' },
};

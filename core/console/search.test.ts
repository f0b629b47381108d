import { expect } from 'chai';
import { samples } from '#contract-tests';
import { openedOnce } from '../../contract-tests/testing/opened.ts';
import type { Connection } from '../domain/connection.ts';
import type { SignedIn } from '../domain/console-session.ts';
import { resourceIdOf } from '../families/resource-id.ts';
import type { RawQuery } from '../schemas/query.ts';
import { refusalOf } from '../use-cases/testing/refusal.ts';
import { openService } from '../use-cases/testing/service.ts';

const { sampleApiKey, sampleConnection, sampleLoggedRequest, sampleMember, sampleOperation, sampleRecord } = samples;

describe('the search of the console', () => {
  let member: SignedIn;
  let ids: Readonly<Record<string, string>>;
  let connection: Connection;
  const service = openedOnce(() => openService());
  before(async () => {
    const { storage } = service.ports;
    const [tenancy, foreign] = [await service.newOrganization(), await service.newOrganization()];
    const { organizationId } = tenancy;
    const own = sampleMember(organizationId, { email: 'owner@example.com' });
    await storage.members.insert(own);
    member = { ...own, memberId: own.id, requestId: samples.sampleId('req') } as unknown as SignedIn;
    const fields = {
      number: 'INV-0042',
      contact: { name: 'Harbour Coffee' },
      total: 99.5,
      currency: 'EUR',
      status: 'PAID',
    };
    const person = { name: 'Harbour Coffee', email: 'Pay@Harbour.example' };
    const allIds: Record<string, string> = { user: own.id };
    for (const [name, plane] of [
      ['live ', tenancy.live],
      ['foreign ', foreign.test],
      ['', tenancy.test],
    ] as const) {
      connection = sampleConnection(plane, { externalAccountId: 'customer-0042', providerTenantName: 'Lake Books' });
      const other = { externalAccountId: 'x', providerTenantName: 'x' };
      const gone = sampleConnection(plane, { ...other, status: 'disconnecting' });
      const records = [
        sampleRecord({ fields }),
        sampleRecord({ type: 'contacts', fields: person }),
        sampleRecord({ type: 'accounts', fields: { name: 'Harbour' } }),
      ];
      const left = sampleRecord({ fields });
      const endpoint = samples.sampleEndpoint(plane, { url: 'https://harbour.example/hooks' });
      const operation = sampleOperation(plane);
      const event = samples.sampleEvent(plane, connection.id);
      const delivery = samples.sampleDelivery(operation, { endpointId: endpoint.id, eventId: event.id });
      const [request, key] = [sampleLoggedRequest(plane), sampleApiKey(plane, { name: 'Harbour key' })];
      for (const one of [connection, gone, sampleConnection(plane, { ...other, retentionMode: 'zero' })]) {
        await storage.connections.insert(one);
      }
      const session = samples.sampleConnectSession(plane, { connectionId: connection.id });
      await storage.connectSessions.insert(session);
      await storage.operations.insert([operation]);
      await storage.transaction(({ events }) => events.append([event]));
      await storage.webhookEndpoints.insert(endpoint);
      await storage.deliveries.insert([delivery]);
      await storage.requestLog.insert([request]);
      await storage.apiKeys.insert(key);
      await storage.records.put([
        [connection, records],
        [gone, [left]],
      ]);
      const [inv, con, acc] = records.map((one) => resourceIdOf(one.type, one.providerId));
      const uuid = records[0]?.providerId;
      const made = { inv, con, acc, uuid, left: resourceIdOf('invoices', left.providerId) };
      const ofOthers = {
        op: operation,
        req: request,
        key,
        conn: connection,
        we: endpoint,
        evt: event,
        dlv: delivery,
        cs: session,
      };
      for (const [of, { id }] of Object.entries(ofOthers)) allIds[`${name}${of}`] = id;
      for (const [of, id = ''] of Object.entries(made)) allIds[`${name}${of}`] = id;
    }
    for (const [name, owner] of [
      ['', organizationId],
      ['foreign ', foreign.organizationId],
    ] as const) {
      const entry = samples.sampleAuditEntry(owner, { action: 'session.started', subject: samples.sampleId('csn') });
      await storage.audit.record(entry);
      Object.assign(allIds, { [`${name}audit`]: entry.id, [`${name}csn`]: entry.subject });
    }
    ids = allIds;
  });

  const search = (query: RawQuery) => service.core.console.search(member, 'test', query);
  const found = async (query: RawQuery) => (await search(query)).items.map(({ kind, id }) => [kind, id]);
  const idOf = (name: string) => ids[name] ?? '';

  const texts: readonly [q: string, expected: readonly (readonly [kind: string, name: string])[]][] = [
    [
      '0042',
      [
        ['connections', 'conn'],
        ['invoices', 'inv'],
      ],
    ],
    [
      'harbour',
      [
        ['webhook_endpoints', 'we'],
        ['api_keys', 'key'],
        ['contacts', 'con'],
        ['invoices', 'inv'],
      ],
    ],
    [
      'ARBOUR.example',
      [
        ['webhook_endpoints', 'we'],
        ['contacts', 'con'],
      ],
    ],
    ['99,50', [['invoices', 'inv']]],
    ['99.5', [['invoices', 'inv']]],
    ['owner@ex', [['members', 'user']]],
    ['lake', [['connections', 'conn']]],
    ['nothing of this', []],
  ];
  for (const [q, expected] of texts) {
    it(`finds by text in its own environment: ${q}`, async () => {
      const names = expected.map(([kind, name]) => [kind, idOf(name)]);
      expect(await found({ q })).to.have.deep.members(names);
    });
  }

  it('gives first what is exactly what was typed: an amount, a number or its last part, a customer', async () => {
    const { storage } = service.ports;
    for (const n of ['1150', '2115', 'a115b', '115-9']) {
      const one = sampleConnection(connection, {
        externalAccountId: `customer ${n}`,
        providerTenantName: `Books ${n}`,
      });
      await storage.connections.insert(one);
    }
    const numbered = (number: string, total = 1) => sampleRecord({ fields: { number, total, currency: 'EUR' } });
    const exact = [numbered('INV-115'), numbered('X', 115), numbered('115')];
    const others = Array.from({ length: 20 }, (_, i) => numbered(`A115${i}`));
    await storage.records.put([[connection, [...exact, ...others]]]);
    const { items } = await search({ q: '115' });
    const titles = items.map(({ title }) => title);
    expect(titles.slice(0, 3)).to.have.members(['INV-115', 'X', '115']);
    expect(items.filter(({ kind }) => kind === 'invoices')).to.have.length(5);
    expect(items.slice(5).map(({ kind }) => kind)).to.deep.equal(Array(4).fill('connections'));
    expect((await search({ q: 'CUSTOMER 2115' })).items[0]).to.include({ title: 'Books 2115' });
    const [first] = (await search({ q: 'a1157' })).items;
    expect(first?.title).to.equal('A1157');
    expect(items.every((item) => !('isExact' in item))).to.equal(true);
  });

  it('finds anything by its id in both environments, and nothing of others or of what is being disconnected', async () => {
    const kinds = {
      inv: 'invoices',
      con: 'contacts',
      acc: 'accounts',
      op: 'operations',
      req: 'requests',
      key: 'api_keys',
      conn: 'connections',
      we: 'webhook_endpoints',
      evt: 'events',
      dlv: 'webhook_deliveries',
      cs: 'connect_sessions',
    };
    for (const [name, kind] of Object.entries(kinds)) {
      for (const [place, environment] of [
        ['', 'test'],
        ['live ', 'live'],
      ] as const) {
        const id = idOf(`${place}${name}`);
        const { items } = await search({ q: ` ${id} ` });
        expect(
          items.map((one) => [one.kind, one.id, one.environment]),
          `${place}${name}`,
        ).to.deep.equal([[kind, id, environment]]);
      }
      expect(await found({ q: idOf(`foreign ${name}`) }), name).to.deep.equal([]);
    }
    expect(await found({ q: idOf('uuid').toUpperCase() })).to.deep.equal([['invoices', idOf('inv')]]);
    expect(await found({ q: idOf('left') })).to.deep.equal([]);
    expect(await found({ q: idOf('user') })).to.deep.equal([['members', idOf('user')]]);
    expect((await search({ q: idOf('cs') })).items[0]?.href).to.equal(`/console/test/connections/${idOf('conn')}`);
    for (const q of [idOf('audit'), idOf('csn')]) {
      expect((await search({ q })).items[0]).to.include({ id: q, href: `/console/audit?subject=${q}` });
    }
    expect(await found({ q: idOf('foreign audit') })).to.deep.equal([]);
  });

  it('says in words what it found and where it is, and how many connections store nothing', async () => {
    const { items, unsearched } = await search({ q: 'INV-0042', kinds: 'invoices,members' });
    const [place, id] = [`/console/test/connections/${connection.id}`, idOf('inv')];
    expect(items).to.deep.equal([
      {
        ...{ kind: 'invoices', id, title: 'INV-0042', environment: 'test' },
        subtitle: 'Harbour Coffee · 99.5 EUR · PAID · Lake Books',
        href: `${place}/records/invoices/${id}`,
      },
    ]);
    expect(unsearched).to.equal(1);
    expect((await search({ q: 'lake' })).items[0]?.href).to.equal(place);
  });

  it('gives few of a kind, only of the kinds asked for, and refuses by name what it does not know', async () => {
    const many = Array.from({ length: 7 }, () => sampleRecord({ type: 'quotes', fields: { number: 'QU-many' } }));
    await service.ports.storage.records.put([[connection, many]]);
    expect(await found({ q: 'u-man' })).to.have.length(5);
    expect(await found({ q: 'u-man', limit: '7' })).to.have.length(7);
    expect(await found({ q: 'u-man', kinds: 'invoices' })).to.deep.equal([]);
    for (const [query, path] of [
      [{ q: 'x' }, 'q'],
      [{}, 'q'],
      [{ q: 'x'.repeat(101) }, 'q'],
      [{ q: 'xx', kinds: 'invoice' }, 'kinds'],
      [{ q: 'xx', sort: 'a' }, 'sort'],
      [{ q: 'xx', limit: '0' }, 'limit'],
    ] as const) {
      expect((await refusalOf(search(query))).details.errors?.[0]?.path).to.equal(path);
    }
  });
});

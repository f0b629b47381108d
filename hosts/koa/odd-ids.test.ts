// A ledger whose ids are anything, and unique in their family only: every way that names a record, by HTTP and by the client.
import { expect } from 'chai';
import type { JsonObject, LedgerGateway, LedgerRecord, Provider, ResourceType, WriteIntent } from '#core/ports';
import { providerIdOf, resourceIdOf, resourceTypes } from '#core/ports';
import { Ledgerport, LedgerportError } from '../../client/index.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { firstProvider, withProvider } from '../../core/use-cases/testing/first-provider.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

const odd = ['a/b', '100%', '\u{1f4b6} & co', 'x'.repeat(100), '0123456789abcdef'];
const inTexts = { families: Object.fromEntries(resourceTypes.map((type) => [type, { idForm: 'text' as const }])) };

/** Gives the contacts and the invoices that are created one by one these ids, the same in both families, in order. */
function withOddIds({ gateway, traits, ...provider }: Provider): Provider {
  const names = new Map<string, string>();
  const uuids = new Map<string, string>();
  const shown = (type: ResourceType, uuid: string) => names.get(`${type} ${uuid}`) ?? uuid;
  const real = (type: ResourceType, id: string) => uuids.get(`${type} ${id}`) ?? id;
  const out = (record: LedgerRecord): LedgerRecord => {
    const uuid = providerIdOf('contacts', String(record.fields['contact_id']), inTexts);
    const contact = uuid === undefined ? {} : { contact_id: resourceIdOf('contacts', shown('contacts', uuid)) };
    const fields = 'contact_id' in record.fields ? { ...record.fields, ...contact } : record.fields;
    return { ...record, providerId: shown(record.type, record.providerId), fields };
  };
  const named = (record: LedgerRecord): LedgerRecord => {
    const { type, providerId } = record;
    const name = odd.find((one) => !uuids.has(`${type} ${one}`)) ?? providerId;
    names.set(`${type} ${providerId}`, name);
    uuids.set(`${type} ${name}`, providerId);
    return out(record);
  };
  const into = (fields: JsonObject): JsonObject => {
    const { contact_id } = fields;
    if (typeof contact_id !== 'string') return fields;
    return { ...fields, contact_id: real('contacts', providerIdOf('contacts', contact_id, inTexts) ?? '') };
  };
  const prepared = (intent: WriteIntent): WriteIntent => ({
    ...intent,
    ...('providerId' in intent && { providerId: real(intent.type, intent.providerId) }),
    ...('fields' in intent && { fields: into(intent.fields) }),
  });
  const families = Object.entries(traits.families).map(([type, family]) => [type, { ...family, idForm: 'text' }]);
  const renaming: LedgerGateway = {
    ...gateway,
    prepare: (intent) => gateway.prepare(prepared(intent)),
    read: async (access, type, id) => out(await gateway.read(access, type, real(type, id))),
    send: async (access, write, key) => (write.creates ? named : out)(await gateway.send(access, write, key)),
    async sendMany(access, writes, key) {
      const answers = await gateway.sendMany(access, writes, key);
      return answers.map((answer) => (answer && 'providerId' in answer ? out(answer) : answer));
    },
    async list(access, type, query) {
      const page = await gateway.list(access, type, query);
      return { ...page, records: page.records.map(out) };
    },
    async readMany(access, type, ids) {
      const page = await gateway.readMany(
        access,
        type,
        ids.map((id) => real(type, id)),
      );
      return { ...page, records: page.records.map(out) };
    },
    renderPdf: (access, type, id) => gateway.renderPdf(access, type, real(type, id)),
  };
  return { ...provider, gateway: renaming, traits: { ...traits, families: Object.fromEntries(families) } };
}

describe('a ledger with odd ids', () => {
  let service: LiveService;
  let api: Ledgerport;
  let connectionId: string;
  before(async () => {
    service = await serveLive({ wrap: (ports) => withProvider(ports, withOddIds(firstProvider(ports))) });
    const caller = (await service.newOrganization()).test;
    connectionId = (await connected(service, caller, await service.newTenant())).id;
    api = new Ledgerport({ apiKey: await service.secretOf(caller), baseUrl: service.url });
    await drain();
  });
  after(() => service?.close());

  async function drain(): Promise<void> {
    const { worker } = service.core;
    for (let round = 0; round < 50; round++) {
      const claimed = await worker.claim(10);
      if (claimed.length === 0) return;
      for (const leased of claimed) await worker.run(leased, new AbortController().signal);
    }
  }
  const all = async <T>(list: AsyncIterable<T>): Promise<readonly T[]> => {
    const items: T[] = [];
    for await (const item of list) items.push(item);
    return items;
  };

  for (const [i, own] of odd.entries()) {
    it(`writes, reads, finds, changes, prints and cancels by ${own.slice(0, 20)}`, async () => {
      const contact = await api.contacts.create(connectionId, { name: `Customer ${i}` });
      expect([contact.provider_id, contact.id]).to.deep.equal([own, resourceIdOf('contacts', own)]);
      const line = { description: 'Bench', quantity: 1, unit_amount: 10 + i, account_code: '200' };
      const invoice = await api.invoices.create(connectionId, { contact_id: own, line_items: [line] });
      const id = resourceIdOf('invoices', own);
      expect(invoice).to.include({ provider_id: own, id, contact_id: contact.id });
      for (const name of [own, id]) {
        expect(await api.invoices.get(connectionId, name)).to.include({ id, provider_id: own });
        const changed = await api.invoices.update(connectionId, name, { external_reference: name.slice(0, 9) });
        expect(changed).to.include({ id, external_reference: name.slice(0, 9) });
        for (const filter of [{ id: name }, { contact_id: name === id ? contact.id : own }]) {
          expect((await all(api.invoices.list(connectionId, filter))).map((one) => one.id)).to.deep.equal([id]);
        }
      }
      expect((await api.contacts.get(connectionId, own)).name).to.equal(`Customer ${i}`);
      const pdf = await api.invoices.downloadPdf(connectionId, { provider_id: own });
      expect(pdf.fileName).to.match(/^[\w.-]{1,120}$/);
      const item = { item_key: 'one', id: own, external_reference: 'in bulk' };
      const { operation_id } = await api.invoices.createMany(connectionId, [item]);
      await drain();
      const [written] = await all(api.operations.items(operation_id));
      expect(written).to.include({ status: 'succeeded', id, provider_id: own });
      const timeline = await all(api.invoices.getTimeline(connectionId, own));
      expect(timeline.map(({ kind }) => kind)).to.include('event');
      const paths = timeline.flatMap(({ kind, details }) =>
        kind === 'provider_call' ? [String(details['path'])] : [],
      );
      expect(paths).to.have.length(5);
      expect(paths.filter((path) => !path.startsWith('/Invoices/'))).to.deep.equal([]);
      const cancelled = await api.invoices.cancelByProviderId(connectionId, own, { reason: 'a test' });
      expect(cancelled).to.include({ cancellation_status: 'deleted' });
    });
  }

  it('lists, pages and announces them, each once, and syncs none twice', async () => {
    await api.connections.sync(connectionId, { scope: 'all' });
    await drain();
    for (const list of [api.invoices.list(connectionId, { limit: 1 }), api.contacts.list(connectionId, { limit: 1 })]) {
      const seen = (await all<{ provider_id: string }>(list)).map((one) => one.provider_id);
      expect(seen).to.have.members(odd).and.to.have.length(odd.length);
    }
    const events = await all(api.events.list({ type: 'invoice.updated' }));
    const told = events.map(({ data }) => (data as { invoice: { provider_id: string } }).invoice.provider_id);
    expect(new Set(told)).to.deep.equal(new Set(odd));
  });

  it('refuses what no provider has as an id, before it is asked', async () => {
    const calls = (await service.calls('GET /api')).length;
    for (const id of ['x'.repeat(101), 'a\nb', resourceIdOf('quotes', 'a/b')]) {
      const refused = await api.invoices.get(connectionId, id).catch((error: unknown) => error);
      expect(refused).to.be.instanceOf(LedgerportError).and.to.include({ code: 'NOT_FOUND' });
    }
    expect(await service.calls('GET /api')).to.have.length(calls);
  });
});

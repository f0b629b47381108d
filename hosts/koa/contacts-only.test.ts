// A provider with contacts alone, by HTTP and by the client: what it can do works, all else is refused before it is asked.
import { expect } from 'chai';
import { familyOf, resourceTypes } from '#core/ports';
import { Ledgerport } from '../../client/index.ts';
import { createContactsOnly } from '../../contract-tests/testing/contacts-only.ts';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { withProvider } from '../../core/use-cases/testing/first-provider.ts';
import { type LiveService, serveLive } from './testing/live-service.ts';

describe('a provider with contacts alone, by HTTP', () => {
  let service: LiveService;
  let api: Ledgerport;
  let books: string;
  let get: (path: string) => ReturnType<LiveService['call']>;
  let post: (path: string, body: object) => ReturnType<LiveService['call']>;
  before(async () => {
    service = await serveLive({
      wrap: (ports) => withProvider(ports, { ...createContactsOnly(ports.clock.now), notifications: undefined }),
    });
    const { test: caller } = await service.newOrganization();
    const { id } = await connected(service, caller, await service.newTenant());
    books = `/v1/connections/${id}`;
    api = new Ledgerport({ apiKey: await service.secretOf(caller), baseUrl: service.url });
    get = (path) => service.call(caller, 'GET', path);
    post = (path, body) => service.call(caller, 'POST', path, { body, key: path });
  });
  after(() => service?.close());

  it('says what it can do, and does it', async () => {
    const { items } = await api.providers.list().page();
    expect(items.map(({ capabilities }) => Object.keys(capabilities))).to.deep.equal([['contacts']]);
    const id = books.slice('/v1/connections/'.length);
    const made = await api.contacts.create(id, { name: 'Hill Bakery' });
    await api.contacts.update(id, made.id, { email: 'a@example.com' });
    expect((await api.contacts.get(id, made.id)).email).to.equal('a@example.com');
    expect((await api.contacts.list(id).page()).items.map(({ name }) => name)).to.deep.equal(['Hill Bakery']);
  });

  it('refuses all else with 409, in words, and calls nobody', async () => {
    const others = resourceTypes.filter((type) => type !== 'contacts');
    const written = others.filter((type) => familyOf(type).writes);
    const answers = [
      ...others.map((type) => get(`${books}/${type}`)),
      ...others.map((type) => get(`${books}/${type}/1`)),
      ...written.map((type) => post(`${books}/${type}`, { name: 'x' })),
      post(`${books}/contacts/bulk`, { items: [{ item_key: 'a', name: 'x' }] }),
      post(`${books}/contacts`, { name: 'x', tax_number: '1' }),
      post(`${books}/invoices/1/cancel`, {}),
      post(`${books}/sync`, {}),
    ];
    for (const { status, body, headers } of await Promise.all(answers)) {
      expect([status, body['code'], body['reason']]).to.deep.equal([409, 'CONFLICT', 'not_supported_by_provider']);
      expect(body['message']).to.match(/^Address book cannot [a-z][a-z_ -]+$/);
      expect(headers.get('x-provider-calls') ?? '0').to.equal('0');
    }
  });
});

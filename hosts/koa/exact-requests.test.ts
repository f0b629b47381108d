// The service reads a request exactly or refuses it by name: numbers, texts, queries, paths.
import { expect } from 'chai';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import type { Tenancy } from '../../core/use-cases/testing/service.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

describe('a request read exactly', () => {
  let live: LiveService;
  let tenancy: Tenancy;
  let records: string;
  before(async () => {
    live = await serveLive();
    tenancy = await live.newOrganization();
    const tenantId = await live.newTenant();
    const { id } = await connected(live, tenancy.test, tenantId, { external_account_id: tenantId });
    records = `/v1/connections/${id}`;
    await live.sandbox.control('DELETE', 'requests');
  });
  after(() => live.close());

  const post = (path: string, body: string) =>
    live.call(tenancy.test, 'POST', path, { body, key: crypto.randomUUID() });
  const pathsOf = ({ status, body }: LiveAnswer) => [
    status,
    ...((body['errors'] as { path: string }[] | undefined) ?? []).map(({ path }) => path),
  ];

  const numbers = ['12345678901234567890', '1e400', '-1e400', '1e-400', '9007199254740993', '0.1234567890123456789'];
  for (const number of numbers) {
    it(`names a number that no double holds: ${number}`, async () => {
      const native = `{"provider_data":{"LineItems":[{"Quantity":1},{"Quantity":${number}}]}}`;
      expect(pathsOf(await post(`${records}/invoices`, native))).to.deep.equal([
        400,
        'provider_data.LineItems[1].Quantity',
      ]);
      const session = `{"provider":"ledger","metadata":{"deep":[{"n":${number}}]}}`;
      expect(pathsOf(await post('/v1/connect-sessions', session))).to.deep.equal([400, 'metadata.deep[0].n']);
      expect(await live.calls('')).to.deep.equal([]);
    });
  }

  it('sends every number that a double holds as it is, whatever zeros it is written with', async () => {
    const rows = ['1.10', '0.1', '99999999.9999', '1e2', '1.0000000000000000000', '12345678.9012'];
    const contact = await post(`${records}/contacts`, '{"provider_data":{"Name":"Numbers Ltd"}}');
    const { provider_id } = (contact.body['data'] as { item: { provider_id: string } }).item;
    const lines = rows.map((row) => `{"Description":"x","Quantity":1,"UnitAmount":${row},"AccountCode":"200"}`);
    const invoice = `{"provider_data":{"Type":"ACCREC","Contact":{"ContactID":"${provider_id}"},"LineItems":[${lines}]}}`;
    const answer = await post(`${records}/invoices`, invoice);
    expect(answer.status).to.equal(201);
    const item = (answer.body['data'] as { item: { line_items: { unit_amount: number }[] } }).item;
    expect(item.line_items.map(({ unit_amount }) => unit_amount)).to.deep.equal(rows.map(Number));
  });

  it('refuses bytes that are no UTF-8, and takes a byte order mark', async () => {
    const named = (bytes: readonly number[]) =>
      fetch(`${live.url}${records}/contacts`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID(), authorization },
        body: Buffer.concat([Buffer.from('{"name":"'), Buffer.from(bytes), Buffer.from('"}')]),
      });
    const authorization = `Bearer ${await live.secretOf(tenancy.test)}`;
    for (const bytes of [[0xed, 0xa0, 0x80], [0xe9], [0xf0, 0x9f, 0x98]]) {
      const answer = await named(bytes);
      expect([answer.status, ((await answer.json()) as { message: string }).message]).to.deep.equal([
        400,
        'the body is not UTF-8',
      ]);
    }
    expect((await named([0xf0, 0x9f, 0x98, 0x80])).status).to.equal(201);
    expect((await post(`${records}/contacts`, '\ufeff{"name":"Mark Ltd"}')).status).to.equal(201);
  });

  it('refuses half of a pair in an identifier, as a body, a query or a path, and NUL', async () => {
    const body = '{"contact_number":"C-\\ud83d","name":"Half Ltd"}';
    expect(pathsOf(await post(`${records}/contacts`, body))).to.deep.equal([400, 'contact_number']);
    expect(pathsOf(await post(`${records}/quotes/search`, '{"number":"\\ud83d"}'))).to.deep.equal([400, 'number']);
    expect(pathsOf(await post(`${records}/accounts`, '{"provider_data":{"Code":"\\udc00"}}'))).to.deep.equal([
      ...[400, 'provider_data.Code'],
    ]);
    const get = (path: string) => live.call(tenancy.test, 'GET', path);
    for (const broken of ['%ED%A0%BD', '%E9', '%FF', '%00', 'a%00b']) {
      for (const name of ['number', 'external_reference']) {
        expect(pathsOf(await get(`${records}/quotes?${name}=${broken}`))).to.deep.equal([400, name]);
      }
      expect(pathsOf(await get(`/v1/connections?external_account_id=${broken}`))).to.deep.equal([
        ...[400, 'external_account_id'],
      ]);
      // No id has such characters, so nothing is found.
      expect((await get(`${records}/quotes/${broken}`)).status).to.equal(404);
    }
    for (const fine of ['%F0%9F%98%80', '%EF%BF%BD', '50%25', '50%', 'a+b%20c']) {
      expect((await get(`${records}/quotes?number=${fine}`)).status, fine).to.equal(200);
    }
  });

  it('answers a page beyond the last as empty, whatever its number', async () => {
    for (const page of ['1000000', '4294967296', String(10 ** 15), '9'.repeat(30)]) {
      const { status, body } = await live.call(tenancy.test, 'GET', `${records}/quotes?page=${page}`);
      expect([status, (body['data'] as { items: unknown[] }).items]).to.deep.equal([200, []]);
    }
  });
});

// Cancelling over HTTP: the whole table of statuses by both addresses, and a payment that lands in between.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { type Caller, resourceIdOf } from '#core';
import { connected } from '../../core/use-cases/testing/connecting.ts';
import { type LiveAnswer, type LiveService, serveLive } from './testing/live-service.ts';

interface Place {
  readonly caller: Caller;
  readonly base: string;
  readonly tenantId: string;
  readonly contactId: string;
}

/** What happens to an invoice after it was made in `status`, and what cancelling it then answers. */
interface Row {
  readonly name: string;
  readonly status: 'DRAFT' | 'SUBMITTED' | 'AUTHORISED';
  readonly type?: 'payable';
  readonly happens?: (place: Place, id: string) => Promise<unknown>;
  readonly answers: 'deleted' | 'voided' | RegExp;
  /** Whether the provider is written to. */
  readonly writes?: false;
}

const bank = { account_code: '090', date: '2030-01-05' };

describe('cancelling an invoice over HTTP', () => {
  let service: LiveService;
  let place: Place;

  before(async () => {
    service = await serveLive();
    const { test: caller } = await service.newOrganization();
    const tenantId = await service.newTenant();
    const { id } = await connected(service, caller, tenantId);
    const base = `/v1/connections/${id}`;
    const made = await service.call(caller, 'POST', `${base}/contacts`, { key: 'c', body: { name: 'Customer' } });
    place = { caller, base, tenantId, contactId: itemOf(made)['id'] as string };
  });
  after(() => service.close());

  const ask = (method: string, path: string, body: unknown, key: string = randomUUID()) =>
    service.call(place.caller, method, place.base + path, { body, key });
  const statusOf = async (id: string) =>
    itemOf(await service.call(place.caller, 'GET', `${place.base}/invoices/${id}`))['status'];
  const control = (path: string, body: object) => service.sandbox.control('POST', path, body);

  const pay = async ({ tenantId }: Place, invoice_id: string, amount?: number) =>
    control('payments', { tenant_id: tenantId, invoice_id, ...(amount === undefined ? {} : { amount }) });
  const cancelled = (address: (id: string) => string) => async (_: Place, id: string) => {
    expect((await ask('POST', address(id), { reason: 'first' })).status).to.equal(200);
  };

  const addresses: readonly [string, (id: string) => string][] = [
    ['the service’s id', (id) => `/invoices/${resourceIdOf('invoices', id)}/cancel`],
    ['the provider’s id in its place', (id) => `/invoices/${id}/cancel`],
    ['the provider’s id', (id) => `/invoices/by-provider-id/${id}/cancel`],
  ];
  for (const [by, address] of addresses) {
    const rows: readonly Row[] = [
      { name: 'a draft', status: 'DRAFT', answers: 'deleted' },
      { name: 'a submitted one', status: 'SUBMITTED', answers: 'deleted' },
      { name: 'an authorised one', status: 'AUTHORISED', answers: 'voided' },
      { name: 'a draft bill', status: 'DRAFT', type: 'payable', answers: 'deleted' },
      { name: 'an authorised bill', status: 'AUTHORISED', type: 'payable', answers: 'voided' },
      { name: 'a deleted one', status: 'DRAFT', happens: cancelled(address), answers: 'deleted', writes: false },
      { name: 'a voided one', status: 'AUTHORISED', happens: cancelled(address), answers: 'voided', writes: false },
      { name: 'a paid one', status: 'AUTHORISED', happens: pay, answers: /payments of 115/, writes: false },
      {
        name: 'a part-paid one',
        status: 'AUTHORISED',
        happens: (at, id) => pay(at, id, 15),
        answers: /payments of 15/,
        writes: false,
      },
      {
        name: 'a credited one',
        status: 'AUTHORISED',
        happens: ({ tenantId }, id) => control('credits', { tenant_id: tenantId, invoice_id: id, amount: 5 }),
        answers: /credits of 5/,
        writes: false,
      },
      {
        name: 'one whose payment was taken back',
        status: 'AUTHORISED',
        happens: async (_, id) => {
          const paid = await ask('POST', '/payments', { ...bank, invoice_id: id, amount: 115 });
          await ask('PATCH', `/payments/${String(itemOf(paid)['id'])}`, { status: 'deleted' });
        },
        answers: 'voided',
      },
    ];
    for (const row of rows) {
      it(`of ${row.name}, by ${by}, is ${row.answers instanceof RegExp ? 'refused' : row.answers}`, async () => {
        const id = await invoice(row);
        await row.happens?.(place, id);
        await service.sandbox.control('DELETE', 'requests');
        const key = randomUUID();
        const answer = await ask('POST', address(id), { reason: 'ordered twice' }, key);
        const wrote = (await service.calls(`POST /api.xro/2.0/Invoices/${id}`)).length;
        expect(wrote).to.equal(row.writes === false ? 0 : 1);
        if (row.answers instanceof RegExp) return expectRefused(answer, row.answers);
        expect(answer.status, answer.text).to.equal(200);
        const final = row.answers === 'deleted' ? 'DELETED' : 'VOIDED';
        expect(dataOf(answer)).to.include({ source: 'provider', cancellation_status: row.answers });
        expect([itemOf(answer)['status'], await statusOf(id)]).to.deep.equal([final, final]);
        const again = await ask('POST', address(id), { reason: 'ordered twice' }, key);
        expect([again.headers.get('idempotent-replayed'), dataOf(again)]).to.deep.equal(['true', dataOf(answer)]);
      });
    }

    it(`by ${by}, loses to a payment that lands between the read and the write`, async () => {
      const id = await invoice({ status: 'AUTHORISED' });
      await service.sandbox.control('DELETE', 'requests');
      const path = `/api.xro/2.0/Invoices/${id}`;
      await control('faults', { match: { method: 'POST', path }, action: { hang_ms: 400 } });
      const key = randomUUID();
      const running = ask('POST', address(id), { reason: 'ordered twice' }, key);
      await read(path);
      await pay(place, id, 15);
      const answer = await running;
      expectRefused(answer, /payments/);
      expect(await service.calls(`POST ${path}`)).to.have.length(1);
      expect(await statusOf(id)).to.equal('AUTHORISED');
      const again = await ask('POST', address(id), { reason: 'ordered twice' }, key);
      expect(again.headers.get('idempotent-replayed')).to.equal('true');
      expectRefused(again, /payments/);
    });
  }

  async function invoice({ status, type }: Pick<Row, 'status' | 'type'>): Promise<string> {
    const account = type === 'payable' ? { account_code: '400', tax_type: 'INPUT2' } : { account_code: '200' };
    const body = {
      contact_id: place.contactId,
      status,
      due_date: '2030-01-31',
      line_items: [{ description: 'Bench', quantity: 2, unit_amount: 50, ...account }],
      ...(type === undefined ? {} : { type }),
    };
    return String(itemOf(await ask('POST', '/invoices', body))['provider_id']);
  }

  /** Until the service has read the invoice and so, with the write hanging, is about to write. */
  async function read(path: string): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      if ((await service.calls(`GET ${path}`)).length > 0) return;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error('the invoice was not read');
  }
});

function expectRefused({ status, body, text }: LiveAnswer, says: RegExp): void {
  expect(status, text).to.equal(409);
  expect(body).to.include({ success: false, code: 'CONFLICT', reason: 'invoice_not_cancellable', retryable: false });
  expect(body['message']).to.match(says);
}

function dataOf({ body, text }: LiveAnswer): Readonly<Record<string, unknown>> {
  if (typeof body['data'] !== 'object' || body['data'] === null) throw new Error(text);
  return body['data'] as Record<string, unknown>;
}

function itemOf(answer: LiveAnswer): Readonly<Record<string, unknown>> {
  return dataOf(answer)['item'] as Record<string, unknown>;
}

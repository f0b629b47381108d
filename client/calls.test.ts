import { expect } from 'chai';
import type { Hooks } from './call-types.ts';
import { LedgerportError } from './errors.ts';
import { responseOf } from './response-of.ts';
import { answered, clientOver, cut, errorOf, refused, type Scripted } from './testing/scripted-fetch.ts';
import { WriteWaits } from './write-waits.ts';

const invoice = { id: 'inv_1', number: 'INV-1' };
const body = { contact_id: 'con_1', line_items: [{ description: 'Bench', quantity: 2, unit_amount: 50 }] };

describe('a call of the client', () => {
  it('puts ids into the path, parameters into the query, the key into its header', async () => {
    const { lp, sent } = clientOver([answered({ source: 'provider', item: invoice })], {
      baseUrl: 'https://a.test/x/',
    });
    const found = await lp.invoices.get('conn/1', 'inv 1', { include: 'provider_data', waitSeconds: 5 });
    expect(found).to.deep.equal(invoice);
    const [request] = sent;
    const url = 'https://a.test/x/v1/connections/conn%2F1/invoices/inv%201?include=provider_data';
    expect(request).to.include({ method: 'GET', url, body: undefined, redirect: 'manual' });
    const header = (name: string) => request?.headers.get(name);
    expect([header('authorization'), header('prefer')]).to.deep.equal(['Bearer acct_test_1', 'wait=5']);
    expect(header('idempotency-key')).to.equal(null);
  });

  it('refuses an id that would lead to another path', async () => {
    const { lp, sent } = clientOver([answered({})]);
    for (const id of ['', '.', '..', undefined as unknown as string]) {
      const told = await lp.invoices.get('conn_1', id).catch((error: unknown) => error);
      expect(told).to.be.instanceOf(TypeError).with.property('message').that.includes('resource_id');
    }
    expect(sent).to.have.length(0);
  });

  it('asks for a report by its parameters, and tells what the customer did not grant', async () => {
    const missing_scopes = ['accounting.reports.aged.read'];
    const lack = { code: 'ACTION_REQUIRED', reason: 'scope_missing', connection_id: 'conn_1', missing_scopes };
    const { lp, sent } = clientOver([refused(409, lack)]);
    const told = await errorOf(lp.reports.getAgedReceivables('conn_1', { contact_id: 'con_1', date: '2026-11-30' }));
    expect(told).to.deep.include({ reason: 'scope_missing', connectionId: 'conn_1', missingScopes: missing_scopes });
    expect(sent[0]?.url).to.match(/\/reports\/aged_receivables\?contact_id=con_1&date=2026-11-30$/);
  });

  it('gives a write one key for all its tries, and another write another', async () => {
    const lostTwice = [cut('ECONNRESET'), refused(503, { code: 'PROVIDER_UNAVAILABLE', retryable: true })];
    const { lp, sent } = clientOver([...lostTwice, answered({ source: 'provider', item: invoice }, 201)]);
    await lp.invoices.create('conn_1', body);
    await lp.invoices.create('conn_1', body);
    await lp.invoices.create('conn_1', body, { idempotencyKey: 'order-1' });
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys.slice(0, 3)).size).to.equal(1);
    expect(new Set(keys).size).to.equal(3);
    expect(keys.at(-1)).to.equal('order-1');
    expect(new Set(sent.map((one) => one.body)).size).to.equal(1);
    expect(new Set(sent.slice(0, 3).map(({ headers }) => headers.get('x-request-id'))).size).to.equal(1);
  });

  it('names what an agent’s write is for in place of a key, in every try', async () => {
    const { lp, sent } = clientOver([cut('ECONNRESET'), answered({ source: 'provider', item: invoice }, 201)]);
    const named = { requestRef: 'order 1001 – café', companyName: 'Søren & Co', notSameAs: 'inv_0' };
    await lp.invoices.create('conn_1', body, named);
    expect(sent).to.have.length(2);
    for (const { headers, url } of sent) {
      expect(headers.get('idempotency-key')).to.equal(null);
      expect(Buffer.from(headers.get('request-ref') ?? '', 'latin1').toString('utf8')).to.equal('order 1001 – café');
      expect(decodeURIComponent(headers.get('company-name') ?? '')).to.equal('Søren & Co');
      expect(headers.get('not-same-as')).to.equal('inv_0');
      expect(url).to.match(/\/invoices$/);
    }
    await lp.invoices.update('conn_1', 'inv_1', {}, { companyName: 'Søren & Co' });
    expect(sent[2]?.headers.get('idempotency-key')).to.be.a('string');
  });

  it('tells a write that waits for a person by its type, never as a record; work is answered as before', async () => {
    const operation = {
      operation_id: 'op_1',
      type: 'record.write',
      state: 'awaiting_approval',
      approve_url: 'https://a',
    };
    const { lp } = clientOver([answered(operation, 202)]);
    for (const call of [
      lp.invoices.create('conn_1', body, { requestRef: 'order 1' }),
      lp.invoices.cancel('conn_1', 'inv_1', { reason: 'wrong' }),
    ]) {
      const told = await errorOf(call);
      expect(told).to.be.instanceOf(WriteWaits).with.property('operation').that.deep.equals(operation);
      expect(told).to.include({ code: 'AWAITS_APPROVAL', operationId: 'op_1', status: 202, outcome: 'not_applied' });
    }
    const bulk = { ...operation, type: 'records.bulk' };
    const { lp: many } = clientOver([answered(bulk, 202)]);
    expect(await many.invoices.createMany('conn_1', [], { requestRef: 'order 1' })).to.deep.equal(bulk);
  });

  it('tells what a refused create looks like', async () => {
    const look_alike = { id: 'inv_1', kind: 'record', number: 'INV-1' };
    const { lp } = clientOver([refused(409, { code: 'CONFLICT', reason: 'looks_the_same', look_alike })]);
    const told = await errorOf(lp.invoices.create('conn_1', body, { requestRef: 'order 1' }));
    expect(told.lookAlike).to.deep.equal(look_alike);
  });

  it('takes the items of a bulk write, and what it is told of them beside the options', async () => {
    const { lp, sent } = clientOver([answered({ operation_id: 'op_1' }, 202)]);
    const items = [{ ...body, item_key: 'row 1' }];
    const options = { idempotencyKey: 'november', metadata: { file: 'november.csv' } };
    expect(await lp.invoices.createMany('conn_1', items, options)).to.deep.equal({ operation_id: 'op_1' });
    const [request] = sent;
    expect(request?.url).to.match(/\/v1\/connections\/conn_1\/invoices\/bulk$/);
    expect(JSON.parse(request?.body ?? '')).to.deep.equal({ items, metadata: options.metadata });
    expect(request?.headers.get('idempotency-key')).to.equal('november');
  });

  it('lets headers of the caller add to its own, never change them', async () => {
    const { lp, sent } = clientOver([answered({ item: invoice }, 201)]);
    const headers = { authorization: 'Basic x', 'idempotency-key': 'other', 'x-trace': '1' };
    await lp.invoices.create('conn_1', body, { headers, idempotencyKey: 'mine' });
    const [request] = sent;
    expect(['authorization', 'idempotency-key', 'x-trace'].map((name) => request?.headers.get(name))).to.deep.equal([
      'Bearer acct_test_1',
      'mine',
      '1',
    ]);
  });

  it('tells of a refusal what the service told', async () => {
    const refusal = {
      code: 'CONFLICT',
      reason: 'already_running',
      operation_id: 'op_1',
      errors: [{ path: 'a', message: 'b' }],
    };
    const { lp, sent } = clientOver([refused(409, refusal)]);
    const error = await errorOf(lp.invoices.create('conn_1', body));
    expect(error).to.include({ code: 'CONFLICT', reason: 'already_running', operationId: 'op_1', status: 409 });
    expect(error).to.include({ requestId: 'req_1', retryable: false, message: 'Refused', attempts: 1 });
    expect(error.errors).to.deep.equal(refusal.errors);
    expect(error.idempotencyKey).to.equal(sent[0]?.headers.get('idempotency-key'));
  });

  it('says unknown of a write that an earlier, lost try may have made', async () => {
    const unauthorized = refused(401, { code: 'UNAUTHORIZED' });
    const outcomeAfter = async (...script: readonly Scripted[]) =>
      (await errorOf(clientOver(script).lp.invoices.create('conn_1', body))).outcome;
    expect(await outcomeAfter(unauthorized)).to.equal(undefined);
    expect(await outcomeAfter(cut('ECONNREFUSED'), unauthorized)).to.equal(undefined);
    expect(await outcomeAfter(cut('ECONNREFUSED'))).to.equal('not_applied');
    expect(await outcomeAfter(cut('ECONNRESET'), unauthorized)).to.equal('unknown');
    expect(await outcomeAfter(cut('ECONNRESET'), cut('ECONNREFUSED'))).to.equal('unknown');
    expect(await outcomeAfter(new Response('<html>', { status: 502 }), unauthorized)).to.equal('unknown');
    const notApplied = refused(503, { code: 'PROVIDER_UNAVAILABLE', retryable: true, outcome: 'not_applied' });
    expect(await outcomeAfter(cut('ECONNRESET'), notApplied)).to.equal('not_applied');
    const late = refused(504, { code: 'PROVIDER_TIMEOUT', retryable: true, outcome: 'unknown' });
    expect(await outcomeAfter(late, unauthorized)).to.equal('unknown');
    expect(await outcomeAfter(late, notApplied)).to.equal('not_applied');
    // The service failed before it read the key, so its outcome covers only this try.
    const failed = refused(500, { code: 'INTERNAL', outcome: 'not_applied' });
    expect(await outcomeAfter(failed)).to.equal('not_applied');
    expect(await outcomeAfter(cut('ECONNRESET'), failed)).to.equal('unknown');
    const read = await errorOf(clientOver([cut('ECONNRESET')]).lp.invoices.get('conn_1', 'inv_1'));
    expect([read.outcome, read.idempotencyKey]).to.deep.equal([undefined, undefined]);
  });

  it('tries as often as the client or the call says', async () => {
    const { lp, sent } = clientOver([cut('ECONNRESET')], { maxRetries: 2 });
    expect((await errorOf(lp.invoices.get('conn_1', 'inv_1'))).attempts).to.equal(3);
    expect((await errorOf(lp.invoices.get('conn_1', 'inv_1', { maxRetries: 0 }))).attempts).to.equal(1);
    expect(sent).to.have.length(4);
  });

  it('takes half an answer, and what is no answer of the service, for none', async () => {
    const half = new Response('{"success":true,"data":{"item"', { status: 201 });
    const { lp } = clientOver([half, answered({ item: invoice }, 201)]);
    expect(await lp.invoices.create('conn_1', body)).to.deep.equal(invoice);
    const other = clientOver([Response.json({ hello: 'world' })]).lp;
    expect(await errorOf(other.invoices.get('conn_1', 'inv_1'))).to.include({ code: 'UNEXPECTED_ANSWER', status: 200 });
  });

  for (const [what, text] of [
    ['a page', '<!doctype html>'],
    ['a success without data', '{"success":true}'],
    ['another JSON', 'null'],
  ] as const) {
    it(`says of ${what} that it is not the service’s, and does not ask again`, async () => {
      const page = new Response(text, { headers: { 'content-type': 'text/html' } });
      const { lp, sent } = clientOver([page]);
      const expected = { code: 'UNEXPECTED_ANSWER', status: 200, attempts: 1 };
      expect(await errorOf(lp.invoices.get('conn_1', 'inv_1'))).to.include(expected);
      expect(await errorOf(lp.invoices.create('conn_1', body))).to.include({ ...expected, outcome: 'unknown' });
      expect(await errorOf(lp.invoices.downloadPdf('conn_1', { resource_id: 'inv_1' }))).to.include(expected);
      expect(sent).to.have.length(3);
    });
  }

  it('takes no page for the service’s own document', async () => {
    const { lp } = clientOver([new Response('<!doctype html>')]);
    expect(await errorOf(lp.service.getHealth())).to.include({ code: 'UNEXPECTED_ANSWER', status: 200 });
  });

  it('tells the outcome of a write without a key, as the service told it', async () => {
    const away = refused(503, { code: 'PROVIDER_UNAVAILABLE', retryable: true, outcome: 'unknown' });
    const { lp } = clientOver([away], { maxRetries: 0 });
    expect(await errorOf(lp.connections.delete('conn_1'))).to.include({
      outcome: 'unknown',
      idempotencyKey: undefined,
    });
  });

  it('refuses a baseUrl without http:// or https://', () => {
    for (const baseUrl of ['', 'localhost:8080', 'ftp://a.test', 'https://'])
      expect(() => clientOver([answered({})], { baseUrl })).to.throw(TypeError, 'baseUrl');
  });
});

describe('hooks', () => {
  it('hear of every try, and may add headers', async () => {
    const heard: unknown[] = [];
    const hooks: Hooks = {
      request: ({ headers, attempt }) => headers.set('traceparent', `trace-${attempt}`),
      response: ({ operation, attempt, status, error, retryInMs, responseHeaders }) => {
        const code = error instanceof LedgerportError ? error.code : undefined;
        heard.push([operation, attempt, status, code, retryInMs, responseHeaders?.get('content-type')]);
      },
    };
    const away = refused(503, { code: 'PROVIDER_UNAVAILABLE', retryable: true });
    const { lp, sent } = clientOver([cut('ECONNRESET'), away, answered({ item: invoice })], { hooks });
    await lp.invoices.get('conn_1', 'inv_1');
    expect(heard).to.deep.equal([
      ['getInvoice', 1, undefined, 'CONNECTION_FAILED', 0, undefined],
      ['getInvoice', 2, 503, 'PROVIDER_UNAVAILABLE', 0, 'application/json'],
      ['getInvoice', 3, 200, undefined, undefined, 'application/json'],
    ]);
    expect(sent.map(({ headers }) => headers.get('traceparent'))).to.deep.equal(['trace-1', 'trace-2', 'trace-3']);
  });
});

describe('what a call is told and tells', () => {
  it('takes an address with or without /v1, and the key of a call', async () => {
    for (const baseUrl of ['https://a.test', 'https://a.test/', 'https://a.test/v1', 'https://a.test/v1/']) {
      const { lp, sent } = clientOver([answered({ source: 'provider', item: invoice })], { baseUrl });
      await lp.invoices.get('conn_1', 'inv_1', { apiKey: 'acct_live_2' });
      await lp.invoices.get('conn_1', 'inv_1');
      expect(sent.map(({ url }) => url)).to.deep.equal(
        Array(2).fill('https://a.test/v1/connections/conn_1/invoices/inv_1'),
      );
      const keys = sent.map(({ headers }) => headers.get('authorization'));
      expect(keys).to.deep.equal(['Bearer acct_live_2', 'Bearer acct_test_1']);
    }
  });

  it('tells of each result which request gave it', async () => {
    const answer = () => {
      const told = answered({ source: 'provider', item: { ...invoice } });
      told.headers.set('X-Request-ID', 'req_7');
      return told;
    };
    const { lp } = clientOver([answer, () => answered({ items: [invoice] }, 200, { has_more: false })]);
    const found = await lp.invoices.get('conn_1', 'inv_1');
    expect(responseOf(found)).to.include({ requestId: 'req_7', status: 200 });
    expect(JSON.stringify(found)).to.equal(JSON.stringify(invoice));
    const page = await lp.invoices.list('conn_1', { requestId: 'mine' }).page();
    expect(responseOf(page)?.requestId).to.equal('mine');
    expect(responseOf({})).to.equal(undefined);
  });

  it('tells of a create how it came about', async () => {
    const answer = (resolution: string | null) => () => {
      const told = answered({ source: 'provider', item: { ...invoice } }, 201);
      if (resolution !== null) told.headers.set('X-Write-Resolution', resolution);
      return told;
    };
    const told = ['sent', 'repeated', 'found', null, 'of a later release'];
    const { lp } = clientOver(told.map(answer));
    for (const resolution of ['sent', 'repeated', 'found', undefined, undefined]) {
      const made = await lp.invoices.create('conn_1', { contact_id: 'c', line_items: [] } as never);
      expect(responseOf(made)?.resolution).to.equal(resolution);
    }
  });

  it('puts message, address and cause of a failure into its JSON', async () => {
    const { lp } = clientOver([cut('ECONNREFUSED')], { baseUrl: 'http://localhost:1', maxRetries: 0 });
    const error = await errorOf(lp.invoices.get('conn_1', 'inv_1', { requestId: 'mine' }));
    const message = 'nothing listens at http://localhost:1 (ECONNREFUSED)';
    expect(error.message).to.equal(message);
    expect(JSON.parse(JSON.stringify(error))).to.deep.equal({
      name: 'LedgerportError',
      message,
      code: 'CONNECTION_FAILED',
      retryable: true,
      requestId: 'mine',
      method: 'GET',
      url: 'http://localhost:1/v1/connections/conn_1/invoices/inv_1',
      attempts: 1,
      cause: 'fetch failed',
    });
    expect(JSON.stringify(error)).not.to.contain('acct_test_1');
  });
});

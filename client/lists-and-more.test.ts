// Lists, documents, waiting for operations, and webhooks, with scripted answers.
import { expect } from 'chai';
import { createEventSigner } from '../adapters/crypto/index.ts';
import { DeliveryRefused, Ledgerport, OperationFailed } from './index.ts';
import { answered, cut, refused, type Scripted, scriptedFetch } from './testing/scripted-fetch.ts';

function clientOver(...script: readonly Scripted[]) {
  const { fetch, sent } = scriptedFetch(...script);
  return { lp: new Ledgerport({ apiKey: 'acct_test_1', baseUrl: 'http://a.test', fetch, backoffMs: 0 }), sent };
}

function page(ids: readonly string[], next_cursor: string | null, more: object = {}): Response {
  const meta = { page: 1, limit: 2, total: 9, total_pages: 5, has_more: next_cursor !== null, next_cursor, ...more };
  return answered({ items: ids.map((id) => ({ id })), source: 'cache', last_synced_at: null }, 200, meta);
}

async function idsOf(list: AsyncIterable<{ readonly id: string }>): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of list) ids.push(id);
  return ids;
}

const paths = (sent: readonly { readonly url: string }[]) => sent.map(({ url }) => url.replace('http://a.test/v1', ''));

describe('a list', () => {
  it('gives every item of every page, with its filters, and reads nothing before it is asked', async () => {
    const { lp, sent } = clientOver(page(['1', '2'], 'c2'), cut('ECONNRESET'), page([], 'c3'), page(['3'], null));
    const list = lp.invoices.list('conn_1', { status: 'PAID', page: 4, limit: 2, number: undefined });
    expect(sent).to.have.length(0);
    expect(await idsOf(list)).to.deep.equal(['1', '2', '3']);
    const filters = '/connections/conn_1/invoices?status=PAID&limit=2';
    expect(paths(sent)).to.deep.equal([
      `${filters}&page=4`,
      `${filters}&cursor=c2`,
      `${filters}&cursor=c2`,
      `${filters}&cursor=c3`,
    ]);
  });

  it('gives one page with its position, and ends where its reader does', async () => {
    const { lp, sent } = clientOver(page(['1', '2'], 'c2'));
    const first = await lp.invoices.list('conn_1', { cursor: 'c1' }).page();
    expect(first.items.map(({ id }) => id)).to.deep.equal(['1', '2']);
    expect([first.source, first.meta.total, first.meta.next_cursor]).to.deep.equal(['cache', 9, 'c2']);
    for await (const { id } of lp.invoices.list('conn_1')) if (id === '1') break;
    for await (const { items } of lp.invoices.list('conn_1').pages()) if (items.length === 2) break;
    expect(paths(sent)).to.deep.equal([
      '/connections/conn_1/invoices?cursor=c1',
      ...Array(2).fill('/connections/conn_1/invoices'),
    ]);
  });

  it('gives the first items as an array, and asks for no page behind them', async () => {
    const { lp, sent } = clientOver(page(['1', '2'], 'c2'), page(['3', '4'], 'c3'), page(['5'], null));
    const first = async (limit: number) => (await lp.invoices.list('conn_1').toArray({ limit })).map(({ id }) => id);
    expect(await first(3)).to.deep.equal(['1', '2', '3']);
    expect(sent).to.have.length(2);
    expect(await first(100)).to.deep.equal(['5']);
    for (const limit of [0, -1, 1.5, Number.POSITIVE_INFINITY, undefined as unknown as number]) {
      expect(await first(limit).catch((error: unknown) => error)).to.be.instanceOf(TypeError);
    }
    expect(sent).to.have.length(3);
  });

  it('reads a search on by the number in its body, without a key', async () => {
    const more = { has_more: true, total: null };
    const { lp, sent } = clientOver(page(['1'], null, more), page([], null, { ...more, page: 2 }), page(['2'], null));
    expect(await idsOf(lp.quotes.search('conn_1', { number: 'QU-1' }))).to.deep.equal(['1', '2']);
    const bodies = sent.map(({ body }) => JSON.parse(body ?? ''));
    expect(bodies).to.deep.equal([{ number: 'QU-1' }, { number: 'QU-1', page: 2 }, { number: 'QU-1', page: 3 }]);
    expect(sent.map(({ headers }) => headers.get('idempotency-key'))).to.deep.equal([null, null, null]);
  });
});

describe('a page of a list', () => {
  it('rejects, and does not throw, where its path cannot be made', async () => {
    const asked = clientOver(page([], null)).lp.invoices.list('').page();
    expect(await asked.catch((error: unknown) => error)).to.be.instanceOf(TypeError);
  });
});

describe('a document', () => {
  const pdf = (disposition?: string) =>
    new Response('%PDF-1.7', {
      headers: { 'content-type': 'application/pdf', ...(disposition ? { 'content-disposition': disposition } : {}) },
    });

  it('comes as a stream with its name, after as many tries as it takes', async () => {
    const named = pdf(`attachment; filename="R_.pdf"; filename*=UTF-8''R%C3%BC.pdf`);
    const away = refused(503, { code: 'PROVIDER_UNAVAILABLE', retryable: true });
    const { lp } = clientOver(away, named);
    const document = await lp.invoices.downloadPdf('conn_1', { resource_id: 'inv_1' });
    expect(document).to.include({ contentType: 'application/pdf', fileName: 'Rü.pdf' });
    expect(await new Response(document.stream).text()).to.equal('%PDF-1.7');
  });

  it('comes as bytes, with the plain name or none', async () => {
    const { lp } = clientOver(pdf('attachment; filename="INV-1.pdf"'), pdf());
    const document = await lp.quotes.downloadPdf('conn_1', { resource_id: 'quo_1' });
    expect([document.fileName, Buffer.from(await document.bytes()).toString()]).to.deep.equal([
      'INV-1.pdf',
      '%PDF-1.7',
    ]);
    expect((await lp.quotes.downloadPdf('conn_1', { resource_id: 'quo_1' })).fileName).to.equal(undefined);
  });
});

describe('waiting for an operation', () => {
  const operation = (state: string, more: object = {}) =>
    answered({ operation_id: 'op_1', state, error: null, ...more });

  it('reads until it has succeeded', async () => {
    const { lp, sent } = clientOver(operation('queued'), operation('succeeded', { result: 7 }));
    expect((await lp.operations.wait('op_1')).result).to.equal(7);
    expect(sent).to.have.length(2);
  });

  for (const state of ['failed', 'cancelled', 'dead_letter']) {
    it(`rejects when it is ${state}, with what is known`, async () => {
      const error = { code: 'PROVIDER_REJECTED', message: 'no such account', retryable: false, outcome: 'not_applied' };
      const { lp } = clientOver(operation(state, { error: state === 'failed' ? error : null }));
      const failure = await lp.operations.wait('op_1').catch((reason: unknown) => reason);
      if (!(failure instanceof OperationFailed)) throw new Error(`not failed but ${String(failure)}`);
      expect(failure).to.include({ code: 'OPERATION_FAILED', operationId: 'op_1' });
      expect(failure.operation.state).to.equal(state);
      const told =
        state === 'failed'
          ? ['no such account', 'PROVIDER_REJECTED', 'not_applied']
          : [`the operation is ${state}`, state, undefined];
      expect([failure.message, failure.reason, failure.outcome]).to.deep.equal(told);
    });
  }

  it('ends in time and at the signal, and passes a refusal on', async () => {
    const { lp } = clientOver(operation('running'));
    const codeOf = (given: object) => lp.operations.wait('op_1', given).catch(({ code }: { code: string }) => code);
    for (const timeoutMs of [20, 20.5, -1]) expect(await codeOf({ timeoutMs })).to.equal('TIMEOUT');
    const forever = { timeoutMs: Number.POSITIVE_INFINITY, signal: AbortSignal.timeout(20) };
    expect(await codeOf(forever)).to.equal('ABORTED');
    expect(await codeOf({ signal: AbortSignal.timeout(20) })).to.equal('ABORTED');
    const unknown = clientOver(refused(404, { code: 'NOT_FOUND' })).lp;
    expect(await unknown.operations.wait('op_1').catch(({ code }: { code: string }) => code)).to.equal('NOT_FOUND');
  });
});

describe('a webhook', () => {
  it('is an event with its type, or refused with the reason', () => {
    const { lp } = clientOver(answered({}));
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = JSON.stringify({ id: 'evt_1', type: 'invoice.paid', data: { invoice: { id: 'inv_1' } } });
    const headers = createEventSigner().headers({ eventId: 'evt_1', sentAt: new Date(), body, secrets: [secret] });
    const event = lp.webhooks.verify(body, headers, secret);
    if (event.type !== 'invoice.paid') throw new Error('another type');
    expect(event.data.invoice.id).to.equal('inv_1');
    expect(() => lp.webhooks.verify(`${body} `, headers, secret))
      .to.throw(DeliveryRefused)
      .with.property('reason', 'signature_wrong');
  });
});

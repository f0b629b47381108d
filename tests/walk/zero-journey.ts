// The whole live surface for one connection without retention, over HTTP: what works, what is refused, what breaks.

import { randomUUID } from 'node:crypto';
import { until } from '../../contract-tests/testing/until.ts';
import { resourceTypes } from '../../core/domain/resource.ts';
import { tellingValues } from './canary-scan.ts';
import type { CanaryWorld } from './canary-world.ts';
import { at, textAt } from './client.ts';
import { type Canary, contactBody, invoiceBody, purchaseOrderBody, quoteBody } from './zero-bodies.ts';

export interface Journey {
  readonly world: CanaryWorld;
  readonly canary: Canary;
  /** `/v1/connections/<id>` */
  readonly records: string;
  /** Values of records that answers told, beside the canaries. */
  readonly told: Set<string>;
  /** The answer's status and code by what was asked. */
  readonly seen: Map<string, string>;
}

type Body = Readonly<Record<string, unknown>>;

export interface Ask {
  readonly method?: string;
  readonly path: string;
  /** Text is sent as it is. */
  readonly body?: unknown;
  readonly key?: string;
}

/** Asks and notes; a network failure, as of a killed host, is noted too. */
export async function ask(journey: Journey, name: string, { method = 'POST', path, body, key }: Ask): Promise<Body> {
  const { world, told, seen, records } = journey;
  const response = await fetch(world.client.baseUrl + (path.startsWith('/v1') ? path : records + path), {
    method,
    headers: {
      authorization: `Bearer ${world.apiKey}`,
      ...(method === 'GET' ? {} : { 'idempotency-key': key ?? randomUUID() }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  }).catch(() => undefined);
  const text = (await response?.text().catch(() => '')) ?? '';
  const isJson = response?.headers.get('content-type')?.includes('json') ?? false;
  const answer = isJson ? (JSON.parse(text) as Body) : {};
  seen.set(name, `${response?.status ?? 'lost'}${typeof answer['code'] === 'string' ? ` ${answer['code']}` : ''}`);
  const { item, items } = (answer['data'] ?? {}) as { item?: Body; items?: readonly Body[] };
  for (const { fetched_at: _, ...record } of [...(item ? [item] : []), ...(items ?? [])]) {
    for (const value of tellingValues(record)) told.add(value);
  }
  return answer;
}

const idOf = (body: unknown) => textAt(body, 'data.item.id');

/** Makes, reads, changes, repeats and ends a record of each family that can be written. */
export async function writeAll(journey: Journey): Promise<Readonly<Record<string, string>>> {
  const { canary } = journey;
  const { word } = canary;
  const post = (name: string, path: string, body: unknown, key = randomUUID()) =>
    ask(journey, name, { path, body, key });
  const patch = (name: string, path: string, body: unknown, key = randomUUID()) =>
    ask(journey, name, { method: 'PATCH', path, body, key });
  const key = randomUUID();
  const contact = idOf(await post('contact', '/contacts', contactBody(canary), key));
  await post('contact again', '/contacts', contactBody(canary), key);
  await post('contact, key reused', '/contacts', contactBody(canary, 'other'), key);
  await patch('contact changed', `/contacts/${contact}`, { last_name: `${word} changed` });
  const invoice = idOf(await post('invoice', '/invoices', invoiceBody(canary, contact)));
  for (const name of ['invoice changed', 'invoice changed again']) {
    await patch(name, `/invoices/${invoice}`, { external_reference: `${word} changed` }, `${key}-change`);
  }
  await patch('invoice changed natively', `/invoices/${invoice}`, { provider_data: { Reference: `${word} native` } });
  const payment = await post('payment', '/payments', {
    ...{ invoice_id: invoice, account_code: '090', amount: 1234.56, date: '2030-01-20' },
    external_reference: `${word} payment`,
  });
  await patch('payment deleted', `/payments/${idOf(payment)}`, { status: 'deleted' });
  const doomed = idOf(await post('second invoice', '/invoices', invoiceBody(canary, contact, 'doomed')));
  for (const name of ['invoice cancelled', 'invoice cancelled again']) {
    await post(name, `/invoices/${doomed}/cancel`, { reason: `${word} reason` }, `${key}-cancel`);
  }
  const { due_date: _due, url: _url, ...credit } = invoiceBody(canary, contact, 'credit');
  const note = idOf(await post('credit note', '/credit_notes', credit));
  const quote = idOf(await post('quote', '/quotes', quoteBody(canary, contact)));
  const dated = { contact_id: contact, issue_date: '2030-01-05' };
  await patch('quote changed', `/quotes/${quote}`, { summary: `${word} changed`, ...dated });
  const order = idOf(await post('order', '/purchase_orders', purchaseOrderBody(canary, contact)));
  await patch('order changed', `/purchase_orders/${order}`, { attention_to: `${word} changed` });
  return { contact, invoice, note, quote, order, payment: idOf(payment) };
}

/** What faults are tried on. */
export async function writeContactAndInvoice(journey: Journey): Promise<Readonly<Record<string, string>>> {
  const { canary } = journey;
  const contact = idOf(await ask(journey, 'contact', { path: '/contacts', body: contactBody(canary) }));
  const body = invoiceBody(canary, contact);
  return { contact, invoice: idOf(await ask(journey, 'invoice', { path: '/invoices', body })) };
}

/** A bulk write of which the provider refuses one item, in words that quote it; answers what became of the items. */
export async function writeMany(journey: Journey, contact: string): Promise<readonly unknown[]> {
  const { canary } = journey;
  const lines = [{ description: canary.word, quantity: 1, unit_amount: 1, account_code: canary.word.slice(0, 9) }];
  const items = [
    { item_key: 'good', ...invoiceBody(canary, contact, 'many') },
    { item_key: 'refused', ...invoiceBody(canary, contact, 'refused'), line_items: lines },
  ];
  const queued = await ask(journey, 'bulk', { path: '/invoices/bulk', body: { items } });
  const path = `/v1/operations/${textAt(queued, 'data.operation_id')}`;
  await until('the bulk write', async () => {
    const operation = await ask(journey, 'bulk, read', { method: 'GET', path });
    return textAt(operation, 'data.state') === 'failed';
  });
  const told = await journey.world.client.expecting(200, 'GET', `${path}/items`);
  return (at(told, 'data.items') as readonly { status: string }[]).map(({ status }) => status);
}

export async function readAll(journey: Journey, made: Readonly<Record<string, string>>): Promise<void> {
  const { word } = journey.canary;
  const get = (name: string, path: string) => ask(journey, name, { method: 'GET', path });
  const native = '?include=provider_data';
  await get('contact read', `/contacts/${made['contact']}${native}`);
  const invoice = await get('invoice read', `/invoices/${made['invoice']}${native}`);
  const line = (invoice['data'] as { item: { line_items: readonly { account_id: string }[] } }).item.line_items[0];
  await get('invoice by provider id', `/invoices/by-provider-id/${textAt(invoice, 'data.item.provider_id')}`);
  await get('credit note read', `/credit_notes/${made['note']}${native}`);
  await get('quote read', `/quotes/${made['quote']}${native}`);
  await get('order read', `/purchase_orders/${made['order']}${native}`);
  await get('payment read', `/payments/${made['payment']}${native}`);
  await get('theme read', `/branding_themes/${textAt(invoice, 'data.item.branding_theme_id')}${native}`);
  await get('tax rate read', `/tax_rates/OUTPUT2${native}`);
  const { data } = await get('connection', '');
  const { provider_tenant_id, provider_tenant_name } = data as Readonly<Record<string, string>>;
  await get('organization read', `/organizations/${provider_tenant_id}${native}`);
  // What the customer was shown when it connected belongs to the connection.
  journey.told.delete(provider_tenant_name ?? '');
  await get('account read', `/accounts/${line?.account_id}${native}`);
  await get('open documents', `/reports/aged_receivables?contact_id=${made['contact']}`);
  await get('trial balance', '/reports/trial_balance');
  const filters = [
    { name: `${word} contact` },
    { number: `${word} quote` },
    { external_reference: `${word} reference` },
  ];
  for (const body of filters) await ask(journey, `quotes by ${Object.keys(body)}`, { path: '/quotes/search', body });
  for (const family of ['invoice', 'quote', 'purchase_order']) {
    const body = { resource_id: made[family === 'purchase_order' ? 'order' : family] };
    await ask(journey, `${family} rendered`, { path: `/provider-actions/${family}.download_pdf`, body });
  }
  const online = { path: '/provider-actions/invoice.get_online_url', body: { resource_id: made['invoice'] } };
  await ask(journey, 'online page', online);
}

/** What this service refuses, with canaries in whatever it may quote. */
export async function refusals(journey: Journey, made: Readonly<Record<string, string>>): Promise<void> {
  const { canary } = journey;
  const { word } = canary;
  const contactId = made['contact'] ?? '';
  const key = randomUUID();
  const line = { description: word, quantity: 1, unit_amount: 1, account_code: word.slice(0, 10) };
  const refused = { ...invoiceBody(canary, contactId, 'bad'), line_items: [line] };
  const asks: Readonly<Record<string, Ask>> = {
    'unknown field': { path: '/contacts', body: { name: word, [word]: word } },
    'wrong value': { path: '/invoices', body: { ...invoiceBody(canary, contactId), status: word, due_date: word } },
    'broken JSON': { path: '/contacts', body: `{"name": ${word}` },
    'unknown id': { method: 'GET', path: `/invoices/${word}` },
    'unknown type': { method: 'GET', path: `/${word}/1` },
    'unknown action': { path: `/provider-actions/${word}`, body: { resource_id: word } },
    'absent record': { method: 'GET', path: `/contacts/${randomUUID()}?include=${word}` },
    'provider validation': { path: '/invoices', body: refused, key },
    'provider validation again': { path: '/invoices', body: refused, key },
    'name taken': { path: '/contacts', body: contactBody(canary) },
    'native refusal': { path: '/invoices', body: { provider_data: { Type: word, Reference: word, [word]: word } } },
  };
  for (const [name, one] of Object.entries(asks)) await ask(journey, name, one);
}

/** Answers of the provider that are no answers, full of canaries. */
export async function faults(journey: Journey, made: Readonly<Record<string, string>>): Promise<void> {
  const { world, canary } = journey;
  const { word } = canary;
  const json = { 'content-type': 'application/json' };
  const actions: Readonly<Record<string, object>> = {
    'JSON 500': { status: 500, body: { Message: word, Detail: word } },
    'HTML 503': { status: 503, body: `<html>${word}</html>`, headers: { 'content-type': 'text/html', 'x-note': word } },
    'broken 200': { status: 200, body: `{"Invoices":[{"InvoiceNumber":"${word}"`, headers: json },
    'other 200': { status: 200, body: { Invoices: [{ InvoiceNumber: word, Total: word, Contact: word }] } },
    'list of nothing': { status: 200, body: { [word]: [] } },
    'refusal 400': {
      status: 400,
      body: { Message: word, Elements: [{ ValidationErrors: [{ Message: `${word} bad` }] }] },
    },
    'lost before': { drop: 'before' },
    'lost after': { drop: 'after' },
    'limit 429': { status: 429, body: word, headers: { 'retry-after': '0', 'x-rate-limit-problem': word } },
    'problem 403': { status: 403, body: { Detail: word, Title: word } },
  };
  const body = invoiceBody(canary, made['contact'] ?? '', 'fault');
  for (const [name, action] of Object.entries(actions)) {
    for (const [method, path] of [
      ['GET', `/invoices/${made['invoice']}`],
      ['POST', '/invoices'],
    ] as const) {
      const match = { path: '/api.xro/2.0/Invoices*' };
      await world.sandbox.control('POST', 'faults', { match, action, times: 1 });
      const key = randomUUID();
      const number = `${word} ${name}`;
      await ask(journey, `${name} ${method}`, {
        method,
        path,
        ...(method === 'GET' ? {} : { key, body: { ...body, number } }),
      });
      await world.sandbox.control('DELETE', 'faults');
      if (method === 'POST') await ask(journey, `${name} repeated`, { path, key, body: { ...body, number } });
    }
  }
}

/** What cannot be combined with `zero` (specification, rule 6): each is 409 `zero_retention`. */
export async function combinations(journey: Journey, made: Readonly<Record<string, string>>): Promise<readonly Body[]> {
  const connection_id = journey.records.slice('/v1/connections/'.length);
  const { word } = journey.canary;
  const input = { invoice_id: made['invoice'], amount: 12.34, account_code: '090', external_reference: word };
  const automation = { connection_id, recipe: 'invoice.record_payment', input };
  const asks: Readonly<Record<string, Ask>> = {
    ...Object.fromEntries(
      resourceTypes.map((type) => [`list of ${type}`, { method: 'GET', path: `/${type}?number=${word}` }]),
    ),
    sync: { path: '/sync', body: { scope: 'all' } },
    'sync with snapshots': { path: '/sync', body: { scope: 'invoices', emit_invoice_snapshots: true } },
    automation: { path: '/v1/automations', body: automation },
    'automation, dry run': { path: '/v1/automations', body: { ...automation, dry_run: true } },
  };
  const answers: Body[] = [];
  for (const [name, one] of Object.entries(asks)) answers.push({ name, ...(await ask(journey, name, one)) });
  return answers;
}

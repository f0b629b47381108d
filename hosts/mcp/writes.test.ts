// Writes of agents over /mcp, judged at the sandbox's books: each intent once, and each answer says what was written.
import { expect } from 'chai';
import type { JsonObject } from '#core';
import { drain } from '../../core/use-cases/sync/testing/syncing.ts';
import { connected, write } from '../../core/use-cases/testing/connecting.ts';
import { type ServedMcp, serveMcp, type ToolAnswer } from './testing/served-mcp.ts';

interface Refusal {
  readonly code: string;
  readonly reason: string;
  readonly message: string;
  readonly written: string;
  readonly next: string;
  readonly look_alike?: { readonly id: string };
  readonly resource_id?: string;
}
const refusal = ({ isError, data }: ToolAnswer): Refusal => {
  expect(isError, JSON.stringify(data)).to.equal(true);
  return data['error'] as unknown as Refusal;
};
const record = ({ isError, data }: ToolAnswer): JsonObject => {
  expect(isError, JSON.stringify(data)).to.equal(false);
  return data['record'] as JsonObject;
};
const operation = ({ isError, data }: ToolAnswer): JsonObject => {
  expect(isError, JSON.stringify(data)).to.equal(false);
  return data['operation'] as JsonObject;
};

describe('writes of agents', () => {
  let service: ServedMcp;
  let key: string;
  let at: { connection_id: string };
  let contact: JsonObject;
  before(async () => {
    service = await serveMcp();
    key = await service.agentKey();
    const { id } = await connected(service, service.plane, await service.newTenant('Harbour Books Ltd'));
    at = { connection_id: id };
    const asked = { connectionId: id, type: 'contacts' as const, write: write({ name: 'Harbour' }) };
    contact = (await service.core.records.create(service.plane, asked)).value as JsonObject;
    await drain(service);
  });
  after(() => service.close());
  beforeEach(() => service.sandbox.control('DELETE', 'requests'));

  const tool = (name: string, given: object = {}, by = key) => service.tool(by, name, { ...at, ...given });
  const invoice = (amount: number, given: object = {}) => ({
    ...{ type: 'receivable', contact_id: contact['id'], issue_date: '2030-01-01', due_date: '2030-01-31' },
    line_amount_mode: 'inclusive',
    line_items: [{ description: 'Bench', quantity: 1, unit_amount: amount, account_code: '200' }],
    ...given,
  });
  const sent = async () => (await service.calls('PUT /api.xro/2.0/')).length;

  it('that look the same are listed, newest first, by type and never cut without a word', async () => {
    for (const n of [1, 2]) {
      const pair = invoice(700 + n);
      const first = record(await tool('create_invoice', { ...pair, request_ref: `pair ${n}` }));
      await tool('create_invoice', { ...pair, request_ref: `pair ${n} again`, not_same_as: first['id'] });
    }
    const all = (await tool('list_look_alikes')).data;
    expect((all['items'] as unknown as { items: unknown[] }[]).map(({ items }) => items.length)).to.deep.equal([2, 2]);
    const one = (await tool('list_look_alikes', { type: 'invoice', limit: 1 })).data;
    expect([one['has_more'], one['notes']]).to.deep.equal([
      true,
      ['1 more groups; ask for one type, or a greater limit'],
    ]);
    expect((await tool('list_look_alikes', { type: 'payments' })).data['items']).to.deep.equal([]);
  });

  it('that create are one under one ref, sent twice at once, again, and by a key that was rolled since', async () => {
    const asked = { ...invoice(10), request_ref: 'order 1' };
    const [first, second] = await Promise.all([tool('create_invoice', asked), tool('create_invoice', asked)]);
    const again = await tool('create_invoice', asked, await service.agentKey());
    const ids = [first, second, again].map((answer) => record(answer)['id']);
    expect(new Set(ids).size).to.equal(1);
    expect(again.data).to.deep.include({ replayed: true });
    expect(again.data['note']).to.include('nothing new was written');
    expect(await sent()).to.equal(1);
  });

  it('say which document a ref has made, where it is used for another call', async () => {
    const made = record(await tool('create_invoice', { ...invoice(20), request_ref: 'order 2' }));
    const used = refusal(await tool('create_invoice', { ...invoice(21), request_ref: 'order 2' }));
    expect(used).to.deep.include({ code: 'CONFLICT', reason: 'ref_used', written: 'no', resource_id: made['id'] });
    expect(await sent()).to.equal(1);
  });

  it('are corrected under the same ref after a refusal', async () => {
    const lines = [{ description: 'Bench', quantity: 1, unit_amount: 30, account_code: '20O' }];
    const wrong = refusal(await tool('create_invoice', { ...invoice(30), line_items: lines, request_ref: 'order 3' }));
    expect(wrong.written).to.equal('no');
    expect(wrong.next).to.include('same request_ref');
    expect(record(await tool('create_invoice', { ...invoice(30), request_ref: 'order 3' }))['total']).to.equal(30);
  });

  it('are asked about where they look like another, and pass when that one is named', async () => {
    const first = record(await tool('create_invoice', { ...invoice(40), request_ref: 'order 4' }));
    const like = refusal(await tool('create_invoice', { ...invoice(40), request_ref: 'order 5' }));
    expect(like).to.deep.include({ reason: 'looks_the_same', written: 'no' });
    expect(like.look_alike?.id).to.equal(first['id']);
    expect(like.next).to.include(String(first['id']));
    expect(like.message).not.to.include('Harbour');
    const other = await tool('create_invoice', { ...invoice(40), request_ref: 'order 5', not_same_as: first['id'] });
    expect(record(other)['id']).not.to.equal(first['id']);
    expect(await sent()).to.equal(2);
  });

  it('show with preview what would be sent and what it meets, and write nothing', async () => {
    const made = record(await tool('create_invoice', { ...invoice(50), request_ref: 'order 6' }));
    const look = await tool('create_invoice', { ...invoice(50), request_ref: 'order 7', preview: true });
    expect(look.data).to.deep.include({ preview: true, approval: 'none' });
    expect((look.data['item'] as JsonObject)['line_items']).to.have.length(1);
    expect((look.data['look_alikes'] as JsonObject[])[0]).to.deep.include({ id: made['id'], is_named: false });
    expect(look.data['refusal']).to.deep.include({ reason: 'looks_the_same' });
    expect(look.data['next']).to.include('not_same_as');
    const cancel = await tool('cancel_invoice', { id: made['id'], reason: 'x', preview: true });
    expect(cancel.data['item']).to.deep.include({ status: 'DELETED' });
    expect(cancel.data['changes']).to.deep.include({ field: 'status', before: 'DRAFT', after: 'DELETED' });
    const change = await tool('update_invoice', { id: made['id'], due_date: '2031-01-31', preview: true });
    expect(change.data['changes']).to.deep.equal([{ field: 'due_date', before: '2030-01-31', after: '2031-01-31' }]);
    const plan = { recipe: 'invoice.create_with_contact', request_ref: 'run 1', preview: true };
    const input = { contact: { name: 'New' }, invoice: { line_items: invoice(9).line_items } };
    const planned = (await tool('run_automation', { ...plan, input })).data;
    expect(Object.values(planned['plan'] as JsonObject)).to.have.length(2);
    expect((planned['limits'] as JsonObject)['counts']).to.deep.include({ writes: 1 });
    const many = (items: object[]) =>
      tool('create_many', { type: 'contacts', request_ref: 'many 0', preview: true, items });
    const wrong = refusal(
      await many([
        { item_key: 'a', name: 'A' },
        { item_key: 'b', nam: 'B' },
      ]),
    );
    expect(wrong.code).to.equal('BAD_REQUEST');
    const twins = (
      await many([
        { item_key: 'a', name: 'A' },
        { item_key: 'b', name: 'a' },
      ])
    ).data;
    expect((twins['look_alikes'] as JsonObject[])[0]).to.deep.include({ of_item: 'b', item_key: 'a' });
    expect(await sent()).to.equal(1);
  });

  it('cancel, pay and take a payment back, and tell what is still due', async () => {
    const draft = record(await tool('create_invoice', { ...invoice(60), request_ref: 'order 8' }));
    const cancelled = await tool('cancel_invoice', { id: draft['id'], reason: 'ordered twice' });
    expect(cancelled.data).to.deep.include({ cancellation_status: 'deleted' });
    const due = record(
      await tool('create_invoice', { ...invoice(70, { status: 'AUTHORISED' }), request_ref: 'order 9' }),
    );
    const working = drainSoon();
    const paid = await tool('record_payment', {
      invoice_id: due['id'],
      amount: 50,
      account_code: '090',
      request_ref: 'payment 1',
    });
    await working;
    expect(paid.data['still_due'], JSON.stringify(paid.data)).to.equal(20);
    const id = (paid.data['payment'] as JsonObject)['id'];
    const undone = record(await tool('undo_payment', { id, reason: 'wrong account' }));
    expect(undone).to.deep.include({ status: 'DELETED' });
  });

  /** Works as a worker does while a tool waits. */
  async function drainSoon(): Promise<void> {
    for (let tries = 0; tries < 200; tries++) {
      const waiting = await service.core.operations.list(service.plane, {
        state: 'queued',
        connection_id: at.connection_id,
      });
      if (waiting.items.length > 0) return drain(service);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  it('begin work that get_operation follows to its end, with the items that were refused', async () => {
    const items = [
      { item_key: 'a', name: 'Many A' },
      { item_key: 'b', name: 'Many B' },
    ];
    const begun = operation(await tool('create_many', { type: 'contacts', items, request_ref: 'many 1' }));
    const again = operation(await tool('create_many', { type: 'contacts', items, request_ref: 'many 1' }));
    expect(again['id']).to.equal(begun['id']);
    await drain(service);
    const { data } = await tool('get_operation', { operation_id: begun['id'], wait_seconds: 1 });
    expect((data['operation'] as JsonObject)['state']).to.equal('succeeded');
    expect(data['next']).to.be.a('string');
  });

  it('that need approval wait for a person, and no tool decides', async () => {
    const careful = await service.agentKey({ requiresApproval: 'all' });
    const asked = { ...invoice(80), request_ref: 'order 10' };
    const waiting = await tool('create_invoice', asked, careful);
    const held = operation(waiting);
    expect(held).to.deep.include({ state: 'awaiting_approval' });
    expect(String(held['approve_url'])).to.include('/console/');
    expect(waiting.data['next']).to.match(/Nothing is written yet.*person/);
    expect(operation(await tool('create_invoice', asked, careful))['id']).to.equal(held['id']);
    const listed = await tool('list_operations', { state: 'awaiting_approval' }, careful);
    expect((listed.data['items'] as JsonObject[]).map(({ id }) => id)).to.include(held['id']);
    expect(await sent()).to.equal(0);
    const change = await tool('update_contact', { id: contact['id'], email: 'waits@example.com' }, careful);
    expect(operation(change)).to.deep.include({ state: 'awaiting_approval' });
    const ended = await tool('cancel_operation', { operation_id: held['id'], reason: 'not any more' }, careful);
    expect(operation(ended)).to.deep.include({ state: 'cancelled' });
  });

  it('above a limit are refused, and name the limit', async () => {
    const limits = { perWrite: { NZD: 50 }, perDay: null, writesPerDay: null };
    const limited = await service.agentKey({ limits });
    const passed = refusal(await tool('create_invoice', { ...invoice(90), request_ref: 'order 11' }, limited));
    expect(passed).to.deep.include({ code: 'FORBIDDEN', reason: 'over_limit', written: 'no' });
    expect(await sent()).to.equal(0);
  });

  it('that are refused three times alike are told to stop', async () => {
    const wrong = { ...invoice(95), contact_id: 'con_nobody', request_ref: 'order 12' };
    for (let i = 0; i < 3; i++)
      expect(refusal(await tool('create_invoice', wrong)).reason).not.to.equal('stop_repeating');
    const stopped = refusal(await tool('create_invoice', wrong));
    expect(stopped).to.deep.include({ code: 'RATE_LIMITED', reason: 'stop_repeating', written: 'no' });
  });

  it('of a key with a list of tools do all that their tool needs', async () => {
    const due = record(
      await tool('create_invoice', { ...invoice(97, { status: 'AUTHORISED' }), request_ref: 'order 13' }),
    );
    const payer = await service.agentKey({ tools: ['record_payment'], scopes: ['read', 'write'] });
    const working = drainSoon();
    const asked = { invoice_id: due['id'], amount: 97, account_code: '090', request_ref: 'payment 2' };
    const paid = await tool('record_payment', asked, payer);
    await working;
    expect(paid.data['still_due'], JSON.stringify(paid.data)).to.equal(0);
  });

  it('name the company where a key reaches several, and are refused in another', async () => {
    await connected(service, service.plane, await service.newTenant('Other Ltd'), { external_account_id: 'c-2' });
    const asked = { ...invoice(99), request_ref: 'order 14' };
    for (const company_name of [undefined, 'Other Ltd']) {
      const mismatch = refusal(await tool('create_invoice', { ...asked, ...(company_name && { company_name }) }));
      expect(mismatch).to.deep.include({ code: 'CONFLICT', reason: 'company_mismatch', written: 'no' });
    }
    expect(await sent()).to.equal(0);
    record(await tool('create_invoice', { ...asked, company_name: 'Harbour Books Ltd' }));
  });
});

// What an agent's key tries against its limits, judged by what the gate lets pass: each row must be refused.
import { expect } from 'chai';
import { openedOnce } from '../../../contract-tests/testing/opened.ts';
import { createCore } from '../../create-core.ts';
import type { AgentLimits, ApprovalRule } from '../../domain/agent-rights.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type BulkBooks, openBulkBooks } from '../bulk/testing/bulk-books.ts';
import { requestLedger } from '../ledger/open-ledger.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { openService, type Service } from '../testing/service.ts';
import { weighedPlan } from './work-gate.ts';

const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' };

describe('an agent’s key that goes around its limits', () => {
  const service = openedOnce(() => openService());
  let books: BulkBooks;
  let agent: Caller;
  let contact_id: string;
  /** Of the key, with 200 a write in the books' own currency. */
  const own = 'NZD';
  before(async () => {
    books = await openBulkBooks(service);
    contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
    agent = await agentOf(service, books.caller, { perWrite: { [own]: 200, USD: 1_000_000 } });
  });

  const invoice = (changes: object = {}) => ({ contact_id, due_date: '2030-01-31', line_items: [line], ...changes });
  const at = (type: string) => ({ connectionId: books.connection.id, type });
  let refs = 0;
  const create = (type: string, body: unknown) =>
    service.core.resources.create(agent, { ...at(type), write: { body, ref: `order ${++refs}` } });
  const update = (resourceId: string, body: unknown) =>
    service.core.resources.update(agent, {
      ...{ ...at('invoices'), resourceId },
      write: { key: crypto.randomUUID(), body },
    });
  const many = (items: readonly object[]) =>
    service.core.bulk.create(agent, { ...at('invoices'), write: { ref: `many ${++refs}`, body: { items } } as never });
  const lineIn = ({ fields }: { readonly fields: JsonObject }) =>
    (fields['line_items'] as unknown as readonly JsonObject[])[0]?.['line_item_id'] as string;

  describe('by what a line keeps that is named by its id', () => {
    const kept = {
      'more of it': { quantity: 1000 },
      'a higher price of it': { unit_amount: 5000 },
      'no discount any more': { discount_rate: 0 },
      'an emptied discount': { discount_rate: null },
    };
    for (const [name, change] of Object.entries(kept)) {
      for (const written of ['as it is', 'in capitals'] as const) {
        it(`${name}, its id ${written}`, async () => {
          const discounted = { ...line, quantity: 10, unit_amount: 100, discount_rate: 90 };
          const made = (await create('invoices', invoice({ line_items: [discounted] }))).value;
          const id = written === 'as it is' ? lineIn(made) : lineIn(made).toUpperCase();
          const line_items = [{ line_item_id: id, ...change }];
          expect(await heard(update(made.providerId, { line_items }))).to.equal('over_limit');
          expect(await heard(many([{ item_key: 'a', id: made.providerId, line_items }]))).to.equal('over_limit');
        });
      }
    }
  });

  it('by another currency of the same amount', async () => {
    const dear = { currency: 'USD', line_items: [{ ...line, unit_amount: 4000 }] };
    const made = (await create('invoices', invoice(dear))).value;
    expect(await heard(update(made.providerId, { currency: own }))).to.equal('over_limit');
    expect(await heard(many([{ item_key: 'a', id: made.providerId, currency: own }]))).to.equal('over_limit');
  });

  it('by a contact with another currency', async () => {
    const foreign = (await create('contacts', { name: 'Abroad', default_currency: 'USD' })).value.providerId;
    const line_items = [{ ...line, unit_amount: 4000 }];
    expect(await heard(create('invoices', invoice({ contact_id: foreign, line_items })))).to.equal('currency');
    expect(await heard(create('purchase_orders', { contact_id: foreign, line_items }))).to.equal('currency');
    for (const bank of [{ bank_account_code: '090' }, { bank_account_id: await bankId() }]) {
      const spend = { kind: 'spend', contact_id: foreign, line_amount_mode: 'no_tax', ...bank, line_items };
      expect(await heard(create('bank_transactions', spend))).to.equal('over_limit');
    }
  });

  it('by many changes of drafts of which nothing is stored', async () => {
    const kept = await openBulkBooks(service, { retention_mode: 'zero' });
    const theirs = (await kept.create('contacts', { name: 'Customer' })).providerId;
    const dear = invoice({ contact_id: theirs, line_items: [{ ...line, unit_amount: 500 }] });
    const { providerId: id } = await kept.create('invoices', dear);
    const caller = await agentOf(service, kept.caller, { perWrite: { [own]: 200 } });
    const items = [{ item_key: 'a', id, status: 'AUTHORISED' }];
    const path = { connectionId: kept.connection.id, type: 'invoices', write: { ref: 'many', body: { items } } };
    expect(await heard(service.core.bulk.create(caller, path as never))).to.equal('over_limit');
  });

  it('by many changes of drafts that are others once they are approved', async () => {
    const draft = await books.create('invoices', invoice({ line_items: [{ ...line, unit_amount: 11 }] }));
    const asking = await agentOf(service, books.caller, {}, 'high');
    const items = [{ item_key: 'a', id: draft.providerId, status: 'AUTHORISED' }];
    const path = { ...at('invoices'), write: { ref: 'many changes', body: { items } } };
    expect(await heard(service.core.bulk.create(asking, path as never))).to.equal('approval_not_possible');
  });

  it('by an item whose key hides it from whoever approves', async () => {
    const asking = await agentOf(service, books.caller, {}, 'all');
    const items = ['a', '__proto__', 'constructor'].map((item_key, i) => {
      return { item_key, ...invoice({ line_items: [{ ...line, unit_amount: 100 + i }] }) };
    });
    const path = { ...at('invoices'), write: { ref: 'hidden', body: { items } } };
    const { value } = await service.core.bulk.create(asking, path as never);
    const held = await service.ports.storage.heldWrites.find(asking, value.id);
    const { shown } = JSON.parse(held?.content ?? '{}') as { shown: { plan: JsonObject } };
    expect(Object.keys(shown.plan).sort()).to.deep.equal(['__proto__', 'a', 'constructor']);
  });

  it('by a change of a draft that is authorised while it is on its way', async () => {
    const draft = await books.create('invoices', invoice({ line_items: [{ ...line, unit_amount: 12 }] }));
    const asking = await agentOf(service, books.caller, {}, 'high');
    const { read } = gatewayOf(service.ports);
    let reads = 0;
    const racing = withGateway(service.ports, {
      async read(...asked) {
        const record = await read(...asked);
        service.advance(2);
        if (++reads === 1) await books.byHand('invoices', draft.providerId, { status: 'AUTHORISED' });
        return record;
      },
    });
    const write = { key: 'on its way', body: { line_items: [{ ...line, unit_amount: 9000 }] } };
    const path = { ...at('invoices'), resourceId: draft.providerId, write };
    expect(await heard(createCore(racing).resources.update(asking, path))).to.equal('record_changed');
  });

  it('by a quote of which the provider itself makes the invoice', async () => {
    const terms = { contact_id, issue_date: '2030-01-01', expiry_date: '2030-02-01', line_items: [line] };
    const { providerId: id } = await books.create('quotes', terms);
    const { ports } = service;
    const rights = agent.rights?.agent;
    if (!rights) throw new Error('it is no agent');
    const ledger = requestLedger(ports, books.connection, agent, {});
    const planned = [
      { action: 'update', type: 'quotes', id, fields: { status: 'INVOICED' } },
      { action: 'update', type: 'invoices', id: null, fields: { status: 'AUTHORISED' } },
    ] as const;
    const passing = { ports, caller: agent, agent: rights, connection: books.connection, write: { body: {} } };
    const { asked, isHigh } = await weighedPlan(passing, ledger, { planned, plan: {} });
    expect(asked.amounts).to.deep.equal([{ currency: own, amount: '100' }]);
    expect(isHigh).to.equal(true);
  });

  it('by one change again and again, under the key that is made of it', async () => {
    const counted = await agentOf(service, books.caller, { writesPerDay: 2 });
    const draft = await books.create('invoices', invoice({ line_items: [{ ...line, unit_amount: 9 }] }));
    const change = (due_date: string) =>
      service.core.resources.update(counted, {
        ...{ ...at('invoices'), resourceId: draft.providerId },
        write: { key: `made of ${due_date}`, body: { due_date }, derived: true },
      });
    await change('2031-02-01');
    service.advance(120);
    await change('2031-02-01');
    service.advance(120);
    expect(await heard(change('2031-02-01'))).to.equal('over_limit');
  });

  it('by an Idempotency-Key that another organization’s key has used', async () => {
    const counted = await agentOf(service, books.caller, { writesPerDay: 1 });
    const draft = await books.create('invoices', invoice({ line_items: [{ ...line, unit_amount: 7 }] }));
    const change = (caller: Caller, connectionId: string, id: string, key: string) =>
      service.core.resources.update(caller, {
        ...{ connectionId, type: 'invoices', resourceId: id },
        write: { key, body: { due_date: `2031-01-0${++days}` } },
      });
    let days = 0;
    await change(counted, books.connection.id, draft.providerId, 'the same');
    const other = await openBulkBooks(service);
    const theirs = (await other.create('contacts', { name: 'Customer' })).providerId;
    const drafted = await other.create('invoices', invoice({ contact_id: theirs }));
    const second = await agentOf(service, other.caller, { writesPerDay: 5 });
    await change(second, other.connection.id, drafted.providerId, 'the same');
    expect(await heard(change(counted, books.connection.id, draft.providerId, 'next'))).to.equal('over_limit');
  });

  async function bankId(): Promise<string> {
    const accounts = await service.sandbox.documents(books.tenantId, 'Accounts');
    return String(accounts.find(({ Code }) => Code === '090')?.['AccountID']);
  }
});

async function agentOf(
  service: Service,
  plane: Caller,
  limits: Partial<AgentLimits>,
  requiresApproval: ApprovalRule = 'none',
): Promise<Caller> {
  const { organizationId, environment, requestId } = plane;
  const { secret } = await service.core.access.issueKey({
    ...{ organizationId, environment, name: 'Assistant', kind: 'agent', scopes: ['read', 'write', 'automate'] },
    ...{ requiresApproval, lookAlikeHours: 0 },
    limits: { perWrite: null, perDay: null, writesPerDay: null, ...limits },
  });
  return service.core.access.authenticate(`Bearer ${secret}`, requestId);
}

/** The reason of the refusal, or the field that it names; "passed" for a write that was let pass. */
async function heard(asked: Promise<unknown>): Promise<string> {
  try {
    await asked;
    return 'passed';
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return error.details.reason ?? error.details.errors?.[0]?.path ?? `${error.code} ${error.message}`;
  }
}

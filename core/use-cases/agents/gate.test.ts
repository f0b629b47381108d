// An agent's writes through the whole core, judged at the sandbox's books.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import type { AgentLimits, ApprovalRule } from '../../domain/agent-rights.ts';
import type { KeyScope } from '../../domain/api-key.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { resourceIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import { openBulkBooks, untilEnded } from '../bulk/testing/bulk-books.ts';
import { rawLedger } from '../resources/testing/raw-ledger.ts';
import { booksOf } from '../sync/testing/syncing.ts';
import { gatewayOf, withGateway } from '../testing/first-provider.ts';
import { openService } from '../testing/service.ts';
import type { Write } from '../writes/claim-key.ts';

interface Wanted {
  readonly scopes?: readonly KeyScope[];
  readonly limits?: AgentLimits | null;
  readonly requiresApproval?: ApprovalRule;
  readonly lookAlikeHours?: number;
}

describe('an agent’s writes', () => {
  /** The next answer to a record's write is lost. */
  let isLost = false;
  const losing = (ports: CorePorts): CorePorts =>
    withGateway(ports, {
      async send(...asked) {
        const sent = await gatewayOf(ports).send(...asked);
        if (!isLost) return sent;
        isLost = false;
        throw new ServiceError('PROVIDER_TIMEOUT', 'no answer', { outcome: 'unknown' });
      },
    });
  const service = openedOnce(() => openService({ wrap: losing }));
  const books = openedEach(() => openBulkBooks(service));
  let contact_id: string;
  let agent: Caller;

  async function agentWith(wanted: Wanted = {}): Promise<Caller> {
    const { organizationId, environment, requestId } = books.caller;
    const { secret } = await service.core.access.issueKey({
      ...{ organizationId, environment, name: 'Assistant', kind: 'agent', scopes: ['read', 'write', 'automate'] },
      ...{ requiresApproval: 'none', ...wanted },
    });
    return service.core.access.authenticate(`Bearer ${secret}`, requestId);
  }

  beforeEach(async () => {
    contact_id = (await books.create('contacts', { name: 'Customer', email: 'a@b.example' })).providerId;
    agent = await agentWith();
  });

  const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' };
  const invoice = (changes: object = {}) => ({ contact_id, due_date: '2030-01-31', line_items: [line], ...changes });
  const at = (type: string) => ({ connectionId: books.connection.id, type });
  const create = (type: string, body: unknown, write: Partial<Write>, caller = agent) =>
    service.core.resources.create(caller, { ...at(type), write: { body, ...write } });
  const update = (type: string, resourceId: string, body: unknown, caller = agent) =>
    service.core.resources.update(caller, {
      ...at(type),
      resourceId,
      write: { key: crypto.randomUUID(), body },
    });
  const refused = async (asked: Promise<unknown>): Promise<ServiceError> => {
    const heard = await asked.catch((error: unknown) => error);
    if (!(heard instanceof ServiceError)) throw new Error(`it was not refused: ${JSON.stringify(heard)}`);
    return heard;
  };
  const reason = async (asked: Promise<unknown>) => (await refused(asked)).details.reason;
  const invoices = async () => (await books.documents('Invoices')).length;

  it('name what they are for, once; an Idempotency-Key alone is refused by name', async () => {
    const wrong = await refused(create('invoices', invoice(), { key: 'k' }));
    expect([wrong.code, wrong.details.errors?.[0]?.path]).to.deep.equal(['BAD_REQUEST', 'Request-Ref']);
    const first = await create('invoices', invoice(), { ref: 'order 1' });
    const again = await create('invoices', invoice(), { ref: 'order 1' });
    expect([first.replayed, again.replayed]).to.deep.equal([false, true]);
    expect(again.value.providerId).to.equal(first.value.providerId);
    const used = await refused(create('invoices', invoice({ due_date: '2031-01-31' }), { ref: 'order 1' }));
    expect(used.details.reason).to.equal('ref_used');
    expect(used.message).to.include(String(first.value.fields['number']));
    expect(await invoices()).to.equal(1);
  });

  it('a backend’s key names nothing of it', async () => {
    for (const said of [{ ref: 'a' }, { companyName: 'a' }, { notSameAs: 'a' }]) {
      expect((await refused(create('invoices', invoice(), { key: 'k', ...said }, books.caller))).code).to.equal(
        'BAD_REQUEST',
      );
    }
  });

  it('equal calls by the service’s and the provider’s ids are one call', async () => {
    await create('invoices', invoice(), { ref: 'order 1' });
    const { value } = await service.core.records
      .read(books.caller, {
        ...{ connectionId: books.connection.id, type: 'contacts', resourceId: contact_id },
      })
      .then((value) => ({ value }));
    const again = await create('invoices', invoice({ contact_id: value.id }), { ref: 'order 1' });
    expect(again.replayed).to.equal(true);
  });

  it('a reference whose try was refused by the provider is free for a corrected call', async () => {
    const wrong = invoice({ line_items: [{ ...line, account_code: '999999' }] });
    expect((await refused(create('invoices', wrong, { ref: 'order 1' }))).code).to.equal('PROVIDER_REJECTED');
    const { replayed } = await create('invoices', invoice(), { ref: 'order 1' });
    expect([replayed, await invoices()]).to.deep.equal([false, 1]);
  });

  it('what looks the same is asked about, whatever its texts, and passes when it is named', async () => {
    const first = await create('invoices', invoice(), { ref: 'order 1' });
    const reworded = invoice({ line_items: [{ ...line, description: 'A bench' }], external_reference: 'x' });
    const asked = await refused(create('invoices', reworded, { ref: 'order 2' }));
    expect(asked.details.reason).to.equal('looks_the_same');
    const { lookAlike } = asked.details;
    expect(lookAlike).to.include({ kind: 'record', ref: 'order 1', number: first.value.fields['number'] });
    expect(lookAlike?.by).to.include({ type: 'agent', name: 'Assistant' });
    expect(await invoices()).to.equal(1);
    const second = await create('invoices', reworded, { ref: 'order 2', notSameAs: first.value.providerId });
    expect(await invoices()).to.equal(2);
    // A third equal one is asked about again: the named one is not the newest.
    const third = await refused(create('invoices', invoice(), { ref: 'order 3', notSameAs: first.value.providerId }));
    expect(third.details.reason).to.equal('looks_the_same');
    await create('invoices', invoice(), { ref: 'order 3', notSameAs: second.value.providerId });
    expect(await invoices()).to.equal(3);
  });

  it('another amount, contact or account looks like nothing', async () => {
    await create('invoices', invoice(), { ref: 'order 1' });
    const other = await books.create('contacts', { name: 'Another' });
    await create('invoices', invoice({ line_items: [{ ...line, unit_amount: 51 }] }), { ref: 'order 2' });
    await create('invoices', invoice({ contact_id: other.providerId }), { ref: 'order 3' });
    await create('invoices', invoice({ line_items: [{ ...line, account_code: '260' }] }), { ref: 'order 4' });
    expect(await invoices()).to.equal(4);
  });

  it('what a backend made counts, and what was cancelled since does not', async () => {
    const made = await books.create('invoices', invoice());
    expect(await reason(create('invoices', invoice(), { ref: 'order 1' }))).to.equal('looks_the_same');
    await service.core.resources.cancel(books.caller, {
      ...{ connectionId: books.connection.id, type: 'invoices', resourceId: made.providerId },
      write: { key: 'cancel', body: { reason: 'wrong' } },
    });
    await create('invoices', invoice(), { ref: 'order 1' });
  });

  it('a draft whose lines were changed is asked about by its new amounts, no longer by its old ones', async () => {
    const made = await books.create('invoices', invoice());
    const changed = { line_items: [{ ...line, unit_amount: 70 }] };
    await books.update('invoices', made.providerId, changed);
    const asked = await refused(create('invoices', invoice(changed), { ref: 'order 1' }));
    expect(asked.details.lookAlike?.number).to.equal(made.fields['number']);
    await create('invoices', invoice(), { ref: 'order 1' });
    await books
      .begin('invoices', [{ item_key: 'a', id: made.providerId, line_items: [{ ...line, unit_amount: 80 }] }])
      .then(({ id }) => untilEnded(service, books.caller, id));
    expect(
      await reason(create('invoices', invoice({ line_items: [{ ...line, unit_amount: 80 }] }), { ref: 'order 2' })),
    ).to.equal('looks_the_same');
    await create('invoices', invoice(changed), { ref: 'order 2' });
  });

  describe('and what somebody types into the books', () => {
    const typed = () => {
      const lines = [{ Description: 'Typed', Quantity: 2, UnitAmount: 50, AccountCode: '200', TaxType: 'OUTPUT2' }];
      const document = { Type: 'ACCREC', Status: 'AUTHORISED', Contact: { ContactID: contact_id }, LineItems: lines };
      const dates = { Date: '2030-01-01', DueDate: '2030-01-31' };
      return rawLedger(service, books.connection).call('PUT', 'Invoices', { Invoices: [{ ...document, ...dates }] });
    };
    const synced = () => booksOf(service, { test: books.caller }, books.connection).synced(everything);
    const everything = { type: 'connection.sync', scope: 'all', trigger: 'request' } as const;

    it('before the first sync is not asked about; what a later one brings is, with nobody’s name', async () => {
      await typed();
      await synced();
      await create('invoices', invoice(), { ref: 'order 1' });
      const [other] = await typed();
      const providerId = String(other?.['InvoiceID']).toLowerCase();
      service.advance(1);
      await synced();
      const asked = await refused(create('invoices', invoice(), { ref: 'order 2' }));
      expect(asked.details.reason).to.equal('looks_the_same');
      expect(asked.details.lookAlike).to.include({ id: resourceIdOf('invoices', providerId), by: null, ref: null });
      await create('invoices', invoice(), { ref: 'order 2', notSameAs: providerId });
      expect(await invoices()).to.equal(4);
    });

    it('is asked about once it was read, before any sync has brought it', async () => {
      await synced();
      const [document] = await typed();
      await service.core.resources.read(books.caller, {
        ...at('invoices'),
        resourceId: String(document?.['InvoiceID']),
      });
      expect(await reason(create('invoices', invoice(), { ref: 'order 1' }))).to.equal('looks_the_same');
    });

    it('an agent’s write whose answer was lost does not resemble itself when a sync brings it', async () => {
      await synced();
      isLost = true;
      expect((await refused(create('invoices', invoice(), { ref: 'order 1' }))).details.outcome).to.equal('unknown');
      service.advance(1);
      await synced();
      // Another reference may be the same thing, and is asked about the record.
      const other = await refused(create('invoices', invoice(), { ref: 'order 2' }));
      expect(other.details.lookAlike?.kind).to.equal('record');
      service.advance(400);
      await create('invoices', invoice(), { ref: 'order 1' });
      const { lookAlike } = (await refused(create('invoices', invoice(), { ref: 'order 2' }))).details;
      expect(lookAlike).to.deep.include({ kind: 'record', ref: 'order 1' });
      expect(lookAlike?.by?.type).to.equal('agent');
      expect(await invoices()).to.equal(1);
    });
  });

  it('two at once under two references: one is asked about', async () => {
    const both = await Promise.allSettled(['order 1', 'order 2'].map((ref) => create('invoices', invoice(), { ref })));
    expect(both.map(({ status }) => status).sort()).to.deep.equal(['fulfilled', 'rejected']);
    expect(await invoices()).to.equal(1);
  });

  it('twice at once under one reference: one is written, and both get it', async () => {
    const both = await Promise.all([1, 2].map(() => create('invoices', invoice(), { ref: 'order 1' })));
    expect(new Set(both.map(({ value }) => value.providerId)).size).to.equal(1);
    expect(await invoices()).to.equal(1);
  });

  it('contacts with the same name or address are asked about', async () => {
    expect(await reason(create('contacts', { name: ' customer ' }, { ref: 'new customer' }))).to.equal(
      'looks_the_same',
    );
    const sameMail = { name: 'Somebody', email: 'A@B.example' };
    expect(await reason(create('contacts', sameMail, { ref: 'new customer' }))).to.equal('looks_the_same');
  });

  it('documents of the provider’s own are refused', async () => {
    const body = { provider_data: { Type: 'ACCREC' } };
    expect(await reason(create('invoices', body, { ref: 'order 1' }))).to.equal('not_for_agents');
    const items = { items: [{ item_key: 'a', ...body }] };
    const bulk = service.core.bulk.create(agent, { ...at('invoices'), write: { ref: 'many', body: items } as never });
    expect(await reason(bulk)).to.equal('not_for_agents');
  });

  it('a key that reaches several companies names the one it means', async () => {
    await openOther();
    expect(await reason(create('invoices', invoice(), { ref: 'order 1' }))).to.equal('company_mismatch');
    const wrong = { ref: 'order 1', companyName: 'Another company' };
    expect(await reason(create('invoices', invoice(), wrong))).to.equal('company_mismatch');
    const { providerTenantName } = books.connection;
    await create('invoices', invoice(), { ref: 'order 1', companyName: ` ${providerTenantName?.toUpperCase()} ` });
  });

  async function openOther() {
    const { connected } = await import('../testing/connecting.ts');
    await connected(service, books.caller, await service.newTenant(), { external_account_id: 'other' });
  }

  describe('with limits', () => {
    const limits = (changes: Partial<AgentLimits>): AgentLimits => {
      return { perWrite: null, perDay: null, writesPerDay: null, ...changes };
    };
    /** The sandbox's currency. */
    let currency: string;
    beforeEach(async () => {
      currency = String(
        (await books.create('invoices', invoice({ line_items: [{ ...line, unit_amount: 1 }] }))).fields['currency'],
      );
    });

    it('an amount above one write’s is refused, and so is any in a currency that is not named', async () => {
      agent = await agentWith({ limits: limits({ perWrite: { [currency]: 99.99 } }) });
      const over = await refused(create('invoices', invoice(), { ref: 'order 1' }));
      expect([over.code, over.details.reason]).to.deep.equal(['FORBIDDEN', 'over_limit']);
      agent = await agentWith({ limits: limits({ perWrite: { ZZZ: 1000 } }) });
      expect(await reason(create('invoices', invoice(), { ref: 'order 1' }))).to.equal('over_limit');
      agent = await agentWith({ limits: limits({ perWrite: { [currency]: 100 } }) });
      await create('invoices', invoice(), { ref: 'order 1' });
    });

    it('a day’s amount is counted over all writes, exactly, and what was refused is given back', async () => {
      agent = await agentWith({ limits: limits({ perDay: { [currency]: 0.3 } }) });
      const cents = (amount: number) => invoice({ line_items: [{ ...line, quantity: 1, unit_amount: amount }] });
      const wrong = invoice({ line_items: [{ ...line, quantity: 1, unit_amount: 0.3, account_code: '999999' }] });
      expect((await refused(create('invoices', wrong, { ref: 'order 0' }))).code).to.equal('PROVIDER_REJECTED');
      await create('invoices', cents(0.1), { ref: 'order 1' });
      await create('invoices', cents(0.2), { ref: 'order 2' });
      expect(await reason(create('invoices', cents(0.01), { ref: 'order 3' }))).to.equal('over_limit');
      service.advance(86_400);
      await create('invoices', cents(0.01), { ref: 'order 3' });
    });

    it('writes are counted, changes too', async () => {
      agent = await agentWith({ limits: limits({ writesPerDay: 2 }) });
      const { value } = await create('invoices', invoice(), { ref: 'order 1' });
      await update('invoices', value.providerId, { due_date: '2031-01-01' });
      expect(await reason(update('invoices', value.providerId, { due_date: '2032-01-01' }))).to.equal('over_limit');
    });

    it('authorising a draft counts its total, however it is asked for', async () => {
      const draft = await books.create('invoices', invoice({ line_items: [{ ...line, unit_amount: 70 }] }));
      agent = await agentWith({ limits: limits({ perWrite: { [currency]: 100 } }) });
      expect(await reason(update('invoices', draft.providerId, { status: 'AUTHORISED' }))).to.equal('over_limit');
      expect(
        await reason(
          update('invoices', draft.providerId, { status: 'authorised' }).catch((error) => {
            if (error.code === 'BAD_REQUEST') throw new ServiceError('FORBIDDEN', '', { reason: 'over_limit' });
            throw error;
          }),
        ),
      ).to.equal('over_limit');
      const more = { line_items: [{ ...line, unit_amount: 121 }] };
      expect(await reason(update('invoices', draft.providerId, more))).to.equal('over_limit');
      await update('invoices', draft.providerId, { line_items: [{ ...line, unit_amount: 119 }] });
    });

    it('a bulk write counts as its items together, and an automation as what it would make', async () => {
      agent = await agentWith({ limits: limits({ perWrite: { [currency]: 150 } }) });
      const items = [1, 2].map((n) => ({
        item_key: `${n}`,
        ...invoice({ line_items: [{ ...line, unit_amount: 50 + n }] }),
      }));
      const bulk = service.core.bulk.create(agent, {
        ...at('invoices'),
        write: { ref: 'many', body: { items } } as never,
      });
      expect(await reason(bulk)).to.equal('over_limit');
      const body = {
        ...{ connection_id: books.connection.id, recipe: 'invoice.create_and_deliver' },
        input: { invoice: invoice({ line_items: [{ ...line, unit_amount: 80 }] }), deliver: 'none' },
      };
      const started = service.core.automations.create(agent, { write: { ref: 'deliver', body } as never });
      expect(await reason(started)).to.equal('over_limit');
    });
  });

  describe('of many at once', () => {
    const many = (items: readonly object[], ref = 'many') =>
      service.core.bulk.create(agent, { ...at('invoices'), write: { ref, body: { items } } as never });

    it('items are compared with each other and with the books, and told by their key', async () => {
      const twins = [
        { item_key: 'a', ...invoice() },
        { item_key: 'b', ...invoice({ external_reference: 'other' }) },
      ];
      const asked = await refused(many(twins));
      expect(asked.details).to.include({ reason: 'looks_the_same', itemKey: 'b' });
      expect(asked.details.lookAlike).to.include({ itemKey: 'a' });
      const told = [twins[0] ?? {}, { ...twins[1], not_same_as: 'a' }];
      const { value: operation } = await many(told);
      expect((await untilEnded(service, agent, operation.id)).state).to.equal('succeeded');
      expect(await invoices()).to.equal(2);
      expect((await many(told)).replayed).to.equal(true);
      const late = await refused(create('invoices', invoice(), { ref: 'order 9' }));
      expect(late.details.lookAlike?.by).to.include({ type: 'agent' });
    });
  });

  it('an automation’s documents are compared, and its payment by invoice and amount', async () => {
    const made = await books.create('invoices', invoice({ status: 'AUTHORISED' }));
    const pay = (ref: string, amount: number, notSameAs?: string) => {
      const input = { invoice_id: made.providerId, account_code: '090', amount, date: '2030-01-01' };
      const body = { connection_id: books.connection.id, recipe: 'invoice.record_payment', input };
      return service.core.automations.create(agent, { write: { ref, body, notSameAs } as never });
    };
    const first = await pay('money 1', 10);
    if (first.kind !== 'queued') throw new Error('it was only planned');
    const waiting = await refused(pay('money 2', 10));
    expect(waiting.details.lookAlike).to.include({ kind: 'operation', id: first.operation.id, ref: 'money 1' });
    await untilEnded(service, agent, first.operation.id);
    const asked = await refused(pay('money 2', 10));
    expect(asked.details.lookAlike).to.include({ kind: 'record', type: 'payments' });
    await pay('money 3', 11);
    await pay('money 2', 10, asked.details.lookAlike?.id);
  });

  it('replays of failed work, and other people’s, are not for agents', async () => {
    const { operation } = (await service.core.automations.create(books.caller, {
      write: {
        key: 'k',
        body: {
          ...{ connection_id: books.connection.id, recipe: 'invoice.create_and_deliver' },
          input: { invoice: invoice(), deliver: 'none' },
        },
      } as never,
    })) as { operation: { id: string } };
    const asked = { operationId: operation.id, write: { key: 'r', body: { reason: 'again' } } } as never;
    expect(await reason(service.core.operations.replay(agent, asked))).to.equal('not_for_agents');
  });

  it('what needs approval is never sent', async () => {
    agent = await agentWith({ requiresApproval: 'all' });
    const heard = await create('invoices', invoice(), { ref: 'order 1' }).catch((error: unknown) => error);
    expect((heard as Error).name).to.be.oneOf(['ServiceError', 'AwaitsApproval']);
    expect(await invoices()).to.equal(0);
  });
});

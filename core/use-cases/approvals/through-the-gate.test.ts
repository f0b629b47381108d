// What agents ask for by the requests that everybody makes: it waits, and each kind of it is made once when it is approved.
import { expect } from 'chai';
import { AwaitsApproval } from '../../domain/awaits-approval.ts';
import type { Caller } from '../../domain/caller.ts';
import type { SignedIn } from '../../domain/console-session.ts';
import { isTerminal, type Operation } from '../../domain/operation.ts';
import { line } from '../resources/testing/books.ts';
import { givenBooks } from '../testing/worlds.ts';
import { agentOf, decided, memberOf, worked } from './testing/waiting.ts';

describe('what an agent asks for by a request', () => {
  const { service, tenancy, books } = givenBooks();
  let member: SignedIn;
  let agent: Caller;
  before(async () => {
    member = await memberOf(service, tenancy);
    agent = await agentOf(service, member);
  });

  const at = (type: string) => ({ connectionId: books.connection.id, type });
  const refs = (ref: string, body: unknown) => ({
    ...{ key: undefined, ref, body: body as never },
    companyName: books.connection.providerTenantName ?? '',
  });
  const countOf = async (family: string) => (await service.sandbox.documents(books.tenantId, family)).length;
  const approvals = () => service.core.console.approvals;
  const ended = (operation: Operation) => worked(service, tenancy.test, operation.id);

  async function waits(asked: Promise<unknown>): Promise<Operation> {
    const thrown = await asked.catch((error: unknown) => error);
    const operation =
      thrown instanceof AwaitsApproval ? thrown.operation : (thrown as { readonly value?: Operation }).value;
    const found = operation ?? (thrown as { readonly operation?: Operation }).operation;
    if (!found) throw thrown;
    expect(found.state).to.equal('awaiting_approval');
    return found;
  }

  it('is one record once, under one ref, also while it waits and after it was made', async () => {
    const ask = () =>
      service.core.resources.create(agent, { ...at('contacts'), write: refs('customer 1', { name: 'One' }) });
    const operation = await waits(ask());
    expect((await waits(ask())).id).to.equal(operation.id);
    await approvals().approve(...decided(member, operation));
    expect(await ended(operation)).to.include({ state: 'succeeded', error: null });
    const again = await ask().catch((error: unknown) => error);
    expect(again instanceof AwaitsApproval && isTerminal(again.operation.state)).to.equal(true);
    expect(await countOf('Contacts')).to.equal(1);
  });

  it('is free again under its ref once it was declined', async () => {
    const ask = (name: string) =>
      service.core.resources.create(agent, { ...at('contacts'), write: refs('customer 2', { name }) });
    const first = await waits(ask('Wrong name'));
    await approvals().decline(...decided(member, first, 'it is called Right name'));
    const second = await waits(ask('Right name'));
    expect(second.id).not.to.equal(first.id);
    await approvals().approve(...decided(member, second));
    expect((await ended(second)).state).to.equal('succeeded');
    expect(await countOf('Contacts')).to.equal(1);
  });

  it('makes an archived contact active and changes it, if that was approved', async () => {
    const old = await books.create('contacts', { name: 'Old', contact_number: 'C-1' });
    await books.update('contacts', old.providerId, { provider_data: { ContactStatus: 'ARCHIVED' } });
    const body = { name: 'New', contact_number: 'C-1' };
    const operation = await waits(
      service.core.resources.create(agent, { ...at('contacts'), write: refs('c 1', body) }),
    );
    await approvals().approve(...decided(member, operation));
    expect(await ended(operation)).to.include({ state: 'succeeded', error: null });
    expect(await books.native('contacts', old.providerId)).to.include({ Name: 'New', ContactStatus: 'ACTIVE' });
  });

  it('is many records, of which none is written before they are approved', async () => {
    const { providerId: contact_id } = await books.create('contacts', { name: 'Customer' });
    const items = [1, 2, 3].map((n) => ({
      item_key: `row ${n}`,
      contact_id,
      line_items: [{ ...line, unit_amount: n }],
    }));
    const ask = (ref: string) => service.core.bulk.create(agent, { ...at('invoices'), write: refs(ref, { items }) });
    const operation = await waits(ask('many'));
    expect((await ended(operation)).state).to.equal('awaiting_approval');
    expect(await countOf('Invoices')).to.equal(0);
    await approvals().approve(...decided(member, operation));
    expect(await ended(operation)).to.include({ state: 'succeeded', error: null });
    expect(await countOf('Invoices')).to.equal(3);
  });

  it('is an automation, which begins once it is approved', async () => {
    const input = { contact: { name: 'New customer' }, invoice: { due_date: '2030-01-31', line_items: [line] } };
    const body = { connection_id: books.connection.id, recipe: 'invoice.create_with_contact', input };
    const operation = await waits(service.core.automations.create(agent, { write: refs('first order', body) }));
    expect((await approvals().read(member, 'test', operation.id)).plan).to.have.keys(
      'create_contact',
      'create_invoice',
    );
    expect((await ended(operation)).state).to.equal('awaiting_approval');
    await approvals().approve(...decided(member, operation));
    expect(await ended(operation)).to.include({ state: 'succeeded', error: null });
    expect([await countOf('Contacts'), await countOf('Invoices')]).to.deep.equal([1, 1]);
  });
});

// How an agent's requests name what they write, and what they must say of it.
import { expect } from 'chai';
import { openedEach, openedOnce } from '../../../contract-tests/testing/opened.ts';
import { secondsAfter } from '../../domain/backoff.ts';
import type { Caller } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { openBulkBooks } from '../bulk/testing/bulk-books.ts';
import { openService } from '../testing/service.ts';
import { keyFingerprint } from '../writes/claim-key.ts';
import { underRef } from './request.ts';

describe('requests of an agent', () => {
  const service = openedOnce(() => openService());
  const books = openedEach(() => openBulkBooks(service));
  let agent: Caller;
  beforeEach(async () => {
    const { organizationId, environment, requestId } = books.caller;
    const { secret } = await service.core.access.issueKey({
      ...{ organizationId, environment, name: 'Assistant', kind: 'agent', scopes: ['read', 'write'] },
      requiresApproval: 'none',
    });
    agent = await service.core.access.authenticate(`Bearer ${secret}`, requestId);
  });

  const at = (type: string) => ({ connectionId: books.connection.id, type });
  const refused = async (asked: Promise<unknown>): Promise<ServiceError> => {
    const heard = await asked.catch((error: unknown) => error);
    if (!(heard instanceof ServiceError)) throw new Error(`it was not refused: ${JSON.stringify(heard)}`);
    return heard;
  };

  it('a reference whose first call was lost before it was sent is free for other words once its lease is over', async () => {
    const { ports } = service;
    const { clock } = ports;
    const named = (amount: number) => ({ connection: books.connection, act: ['test'], body: { amount } });
    const under = (amount: number) => underRef(ports, agent, { ref: 'order 1', body: null }, named(amount));
    const { key = '' } = await under(1);
    const now = clock.now();
    const { organizationId, environment } = agent;
    await ports.storage.idempotency.claim(
      { organizationId, environment, key },
      {
        ...{ fingerprint: keyFingerprint(ports, ['test'], { amount: 1 }), connectionId: null, leaseToken: 'lost' },
        ...{ now, leaseUntil: secondsAfter(now, 60), expiresAt: secondsAfter(now, 9_999) },
      },
    );
    expect((await refused(under(2))).details.reason).to.equal('still_running');
    expect((await under(1)).key).to.equal(key);
    service.advance(61);
    expect((await under(2)).key).to.equal(key);
    expect((await ports.storage.idempotency.standing(agent, [key], clock.now())).size).to.equal(0);
  });

  it('an item without its price is refused by name, because the provider would fill one in that nobody saw', async () => {
    const contact_id = (await books.create('contacts', { name: 'Customer' })).providerId;
    const line = { description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' };
    const { unit_amount: _, ...rest } = line;
    const priced = { contact_id, due_date: '2030-01-31', line_items: [line] };
    const unpriced = { line_items: [line, { ...rest, item_code: 'BENCH' }] };
    const path = 'line_items[1].unit_amount';
    const { create, update } = service.core.resources;
    const paths = async (asked: Promise<unknown>) => (await refused(asked)).details.errors?.map((one) => one.path);
    const body = { ...priced, ...unpriced };
    expect(await paths(create(agent, { ...at('invoices'), write: { ref: 'order 1', body } }))).to.deep.equal([path]);
    const { value } = await create(agent, { ...at('invoices'), write: { ref: 'order 1', body: priced } });
    const change = { resourceId: value.providerId, write: { key: 'change', body: unpriced } };
    expect(await paths(update(agent, { ...at('invoices'), ...change }))).to.deep.equal([path]);
    const many = { ref: 'orders', body: { items: [{ item_key: 'a', ...body }] } } as never;
    const made = service.core.bulk.create(agent, { ...at('invoices'), write: many });
    expect(await paths(made)).to.deep.equal([`items[0].${path}`]);
    expect(await books.documents('Invoices')).to.have.length(1);
  });
});

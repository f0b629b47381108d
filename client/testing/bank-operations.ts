// Calls every operation of bank transactions, and of the deposits that they leave.
import { expect } from 'chai';
import type { Ledgerport } from '../index.ts';

const line_items = [{ description: 'Bench', quantity: 2, unit_amount: 50, account_code: '200' }];
const reason = { reason: 'made by a test' };

/** Spends money, and receives deposits, which are allocated and taken back. */
export async function bank(lp: Ledgerport, connectionId: string): Promise<void> {
  const contact_id = (await lp.contacts.create(connectionId, { name: 'Card Works' })).id;
  const line = { description: 'Screws', quantity: 1, unit_amount: 46, account_code: '400' };
  const spent = {
    kind: 'spend' as const,
    contact_id,
    bank_account_code: '090',
    line_amount_mode: 'inclusive' as const,
    line_items: [line],
  };
  expect((await lp.bankTransactions.checkCreate(connectionId, spent)).valid).to.equal(true);
  const made = await lp.bankTransactions.create(connectionId, spent);
  const change = { external_reference: 'card-1' };
  expect((await lp.bankTransactions.checkUpdate(connectionId, made.id, change)).valid).to.equal(true);
  expect(await lp.bankTransactions.update(connectionId, made.id, change)).to.include(change);
  expect((await lp.bankTransactions.get(connectionId, made.id)).total).to.equal(46);
  expect((await lp.bankTransactions.list(connectionId, { contact_id }).page()).items).to.have.length(1);
  expect((await lp.bankTransactions.cancel(connectionId, made.id, reason)).cancellation_status).to.equal('deleted');
  const { operation_id } = await lp.bankTransactions.createMany(connectionId, [{ item_key: 'one', ...spent }]);
  expect((await lp.operations.wait(operation_id)).state).to.equal('succeeded');
  for (const [settles, family] of [
    ['prepayment', lp.prepayments],
    ['overpayment', lp.overpayments],
  ] as const) {
    const deposit = { ...spent, kind: 'receive', settles, line_amount_mode: 'no_tax' } as const;
    const left = await lp.bankTransactions.create(connectionId, deposit);
    const id = left.prepayment_id ?? left.overpayment_id ?? '';
    expect((await family.get(connectionId, id)).remaining_credit).to.equal(46);
    expect((await family.list(connectionId, { id }).page()).items).to.have.length(1);
    const owed = { contact_id, due_date: '2030-01-31', status: 'AUTHORISED', line_items } as const;
    const part = { invoice_id: (await lp.invoices.create(connectionId, owed)).id, amount: 20 };
    expect((await family.checkAllocate(connectionId, id, part)).item).to.deep.equal(part);
    const { allocation_id } = await family.allocate(connectionId, id, part);
    expect(await family.removeAllocation(connectionId, id, allocation_id ?? '')).to.deep.equal({ removed: true });
  }
}

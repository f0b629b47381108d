// What a customer's day does at the bank.
import { textAt } from '../../../tests/walk/client.ts';
import type { SteadyService } from './steady-service.ts';

type Path = Readonly<Record<string, string>>;

/** Spends and receives money at the bank; what it leaves is allocated, and taken back. */
export async function banking(world: SteadyService, connection: Path, { contact, invoice }: Path): Promise<Path> {
  const make = async (body: unknown) => {
    await world.call('createBankTransaction', { path: connection, body, query: '?validate_only=true' });
    return (await world.call('createBankTransaction', { path: connection, body })).body;
  };
  const terms = { contact_id: contact, bank_account_code: '090', date: '2026-11-23' };
  const coffee = { description: 'Coffee beans', quantity: 1, unit_amount: 46, account_code: '400' };
  const spent = { kind: 'spend', ...terms, line_amount_mode: 'inclusive', line_items: [coffee] };
  const spend = textAt(await make({ ...spent, external_reference: 'card-7781' }), 'data.item.id');
  const path = { ...connection, resource_id: spend };
  const changes = { date: '2026-11-24' };
  await world.call('updateBankTransaction', { path, query: '?validate_only=true', body: changes });
  await world.call('updateBankTransaction', { path, body: changes });
  const wrong = textAt(await make({ ...spent, external_reference: 'card-7782' }), 'data.item.id');
  const cancelled = { ...connection, resource_id: wrong };
  await world.call('cancelBankTransaction', { path: cancelled, body: { reason: 'the card payment was reversed' } });
  const deposit = { ...coffee, description: 'Deposit', unit_amount: 400, account_code: '200' };
  const left: Record<string, string> = {};
  for (const [settles, singular] of [
    ['prepayment', 'Prepayment'],
    ['overpayment', 'Overpayment'],
  ] as const) {
    const received = { kind: 'receive', settles, ...terms, line_amount_mode: 'no_tax', line_items: [deposit] };
    const id = textAt(await make(received), `data.item.${settles}_id`);
    const credit = { ...connection, resource_id: id };
    const body = { invoice_id: invoice, amount: 40.5 };
    await world.call(`allocate${singular}`, { path: credit, query: '?validate_only=true', body });
    const allocated = await world.call(`allocate${singular}`, { path: credit, body });
    const allocation_id = textAt(allocated.body, 'data.item.allocation_id');
    await world.call(`remove${singular}Allocation`, { path: { ...credit, allocation_id } });
    left[settles] = id;
  }
  return { spend, ...left };
}

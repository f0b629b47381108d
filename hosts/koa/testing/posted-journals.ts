// The part of the customer's day in which journals and transfers are written.
import { textAt } from '../../../tests/walk/client.ts';
import type { SteadyService } from './steady-service.ts';

type Path = Readonly<Record<string, string>>;

interface Posting {
  readonly world: SteadyService;
  readonly connection: Path;
  make(operationId: string, body: unknown): Promise<string>;
  change(operationId: string, resource_id: string, body: unknown): Promise<unknown>;
}

/** Journals and transfers are written; a repeating invoice, which a person made at the provider, is ended. */
export async function posting({ world, connection, make, change }: Posting): Promise<Path> {
  const of = (resource_id: string) => ({ ...connection, resource_id });
  const journal = await make('createManualJournal', {
    ...{ narration: 'Stock used in November', date: '2026-11-23', line_amount_mode: 'no_tax' },
    lines: [
      { description: 'Used', line_amount: 180, account_code: '310' },
      { description: 'From the owner’s stock', line_amount: -180, account_code: '970' },
    ],
  });
  await change('updateManualJournal', journal, { status: 'POSTED' });
  const wrong = { narration: 'Twice', date: '2026-11-23', line_amount_mode: 'no_tax', lines: [] as unknown[] };
  wrong.lines = [1, -1].map((line_amount) => ({ line_amount, account_code: '970' }));
  const twice = await make('createManualJournal', wrong);
  await world.call('cancelManualJournal', { path: of(twice), body: { reason: 'posted twice' } });
  const bank = async (Code: string, Name: string) => {
    const account = { Code, Name, Type: 'BANK', BankAccountNumber: `121234567890${Code}` };
    return make('createAccount', { provider_data: account });
  };
  const from_account_id = await bank('096', 'Payment processor');
  const to_account_id = await bank('097', 'Reserves');
  const moved = { from_account_id, to_account_id, amount: 1250, date: '2026-11-23', external_reference: 'PO-77' };
  const transfer = await make('createBankTransfer', moved);
  const mistaken = await make('createBankTransfer', { ...moved, amount: 12.5 });
  await world.call('cancelBankTransfer', { path: of(mistaken), body: { reason: 'a slip of the pen' } });
  const listed = await world.call('listRepeatingInvoices', { path: connection, query: '?limit=2' });
  const repeating = textAt(listed.body, 'data.items.0.id');
  return { journal, transfer, repeating };
}

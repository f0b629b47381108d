import type { JsonObject } from '../http/json.ts';
import { addDays } from '../http/wire-dates.ts';
import { sumOf } from './balances.ts';
import type { Statement } from './profit-and-loss.ts';
import { accountAttribute, amount, cell, header, row, section, summary } from './report-rows.ts';

interface Days {
  readonly from: string;
  readonly to: string;
}

/** Provider: the first cell names the account under another attribute than the others do. */
export function bankSummary({ accounts, balances }: Statement, { from, to }: Days): readonly JsonObject[] {
  const banks = accounts
    .filter(({ type }) => type === 'BANK')
    .map((account) => {
      const opening = balances.of(account.id, { to: addDays(from, -1) });
      const received = balances.moved(account.id, { from, to }, 'debit');
      const spent = balances.moved(account.id, { from, to }, 'credit');
      return { account, amounts: [opening, received, spent, sumOf([opening, received, -spent])] };
    });
  const rows = banks.map(({ account: { id, name }, amounts }) => {
    const cells = amounts.map((one, place) =>
      cell(amount(one), place === 1 || place === 2 ? accountAttribute(id) : []),
    );
    return row([cell(name, [{ Id: 'accountID', Value: id }]), ...cells]);
  });
  const totals = [0, 1, 2, 3].map((place) => amount(sumOf(banks.map(({ amounts }) => amounts[place] ?? 0))));
  return [
    header('Bank Accounts', 'Opening Balance', 'Cash Received', 'Cash Spent', 'Closing Balance'),
    section('', [...rows, summary('Total', totals)]),
  ];
}

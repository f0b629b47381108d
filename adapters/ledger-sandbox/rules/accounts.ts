/** The chart of accounts: unique codes and names, archiving, deletion of unused accounts. */
import type { AccountRecord } from '../books/account-record.ts';
import { booleanAt, type JsonObject, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import { accountClass, isAccountType } from './account-class.ts';
import type { BookContext } from './book-context.ts';
import { textField } from './fields.ts';

export function writeAccount(context: BookContext, body: JsonObject, before: AccountRecord | undefined): AccountRecord {
  const status = textAt(body, 'Status')?.toUpperCase() ?? before?.status ?? 'ACTIVE';
  if (status !== 'ACTIVE' && status !== 'ARCHIVED') return refuse(`The account status '${status}' is not valid.`);
  if (before?.status === 'DELETED') refuse('A deleted account cannot be changed.');
  if (before?.systemAccount && status === 'ARCHIVED') refuse('System accounts cannot be archived.');
  const merged = mergeAccount(context, body, before);
  requireUnique(context, merged);
  return context.books.accounts.put({ ...merged, status, updated: context.books.stamp() });
}

export function deleteAccount(context: BookContext, account: AccountRecord): AccountRecord {
  if (account.systemAccount) refuse('System accounts cannot be deleted.');
  if (account.status === 'DELETED') refuse('The account has already been deleted.');
  if (isUsed(context, account.id)) refuse('The account has been used and can only be archived.');
  return context.books.accounts.put({ ...account, status: 'DELETED', updated: context.books.stamp() });
}

function mergeAccount(context: BookContext, body: JsonObject, before: AccountRecord | undefined): AccountRecord {
  const type = (textAt(body, 'Type') ?? before?.type ?? '').toUpperCase();
  if (!isAccountType(type))
    refuse(type === '' ? 'The Type field must be specified.' : `The account type '${type}' is not valid.`);
  const name = textField(body, 'Name', before?.name ?? '', 150);
  if (name === '') refuse('The Name field must be specified.');
  const code = textField(body, 'Code', before?.code ?? '', 10);
  if (code === '' && type !== 'BANK') refuse('The Code field must be specified.');
  return {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    code: code || undefined,
    name,
    type,
    status: before?.status ?? 'ACTIVE',
    description: type === 'BANK' ? '' : textField(body, 'Description', before?.description ?? '', 4000),
    taxType: taxTypeOf(context, body, type, before),
    bankAccountNumber: textAt(body, 'BankAccountNumber') ?? before?.bankAccountNumber,
    bankAccountType: textAt(body, 'BankAccountType') ?? before?.bankAccountType,
    currencyCode:
      type === 'BANK'
        ? (textAt(body, 'CurrencyCode') ?? before?.currencyCode ?? context.books.tenant.currencyCode)
        : undefined,
    enablePayments: booleanAt(body, 'EnablePaymentsToAccount') ?? before?.enablePayments ?? false,
    showInExpenseClaims: booleanAt(body, 'ShowInExpenseClaims') ?? before?.showInExpenseClaims ?? false,
    addToWatchlist: booleanAt(body, 'AddToWatchlist') ?? before?.addToWatchlist ?? false,
    systemAccount: before?.systemAccount,
  };
}

/** Provider: the default tax depends on type and country; these are New Zealand's defaults. */
function taxTypeOf(context: BookContext, body: JsonObject, type: string, before: AccountRecord | undefined): string {
  const sent = textAt(body, 'TaxType');
  if (sent)
    return context.books.taxRates.get(sent.toUpperCase())?.id ?? refuse(`The TaxType code '${sent}' does not exist.`);
  if (before) return before.taxType;
  const byClass = { REVENUE: 'OUTPUT2', EXPENSE: 'INPUT2', ASSET: 'NONE', LIABILITY: 'NONE', EQUITY: 'NONE' } as const;
  return byClass[accountClass(type)];
}

function requireUnique(context: BookContext, account: AccountRecord): void {
  const { accounts } = context.books;
  const other = (found: readonly AccountRecord[]) =>
    found.some((held) => held.id !== account.id && held.status !== 'DELETED');
  if (other(accounts.find('name', account.name.toLowerCase()))) refuse('Please enter a unique Name.');
  if (account.code && other(accounts.find('code', account.code.toLowerCase()))) refuse('Please enter a unique Code.');
}

function isUsed(context: BookContext, id: string): boolean {
  const { invoices, creditNotes, quotes, purchaseOrders, payments, manualJournals, bankTransfers, bankTransactions } =
    context.books;
  const shelves = [invoices, creditNotes, quotes, purchaseOrders, manualJournals, bankTransactions];
  const documents = shelves.flatMap((shelf) => [...shelf.list()]);
  return (
    payments.list().some((payment) => payment.accountId === id) ||
    bankTransactions.list().some(({ bankAccountId }) => bankAccountId === id) ||
    bankTransfers.list().some(({ fromAccountId, toAccountId }) => [fromAccountId, toAccountId].includes(id)) ||
    documents.some((document) => document.lines.some((line) => line.accountId === id))
  );
}

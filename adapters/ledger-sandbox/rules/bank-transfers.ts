/** Bank transfers: between two bank accounts of one currency; never changed, undone by the status DELETED. */
import type { AccountRecord } from '../books/account-record.ts';
import type { BankTransferRecord } from '../books/bank-transfer-record.ts';
import { type JsonObject, numberAt, objectAt, textAt } from '../http/json.ts';
import { refuse } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { dayField, requireOpenPeriod, textField, today } from './fields.ts';
import { round } from './tax.ts';

export function createTransfer(context: BookContext, body: JsonObject): BankTransferRecord {
  const from = bankAccount(context, body, 'FromBankAccount');
  const to = bankAccount(context, body, 'ToBankAccount');
  if (from.id === to.id) refuse('The bank accounts of a transfer must be different.');
  if (from.currencyCode !== to.currencyCode) refuse('Both bank accounts must have the same currency.');
  const amount = round(numberAt(body, 'Amount') ?? 0, 2);
  if (amount <= 0) refuse('The Amount field must be greater than zero.');
  const date = dayField(body, 'Date', undefined) ?? today(context);
  requireOpenPeriod(context, date);
  const updated = context.books.stamp();
  return context.books.bankTransfers.put({
    id: context.newId(),
    updated,
    status: 'AUTHORISED',
    fromAccountId: from.id,
    toAccountId: to.id,
    amount,
    date,
    reference: textField(body, 'Reference', '', 255),
    createdAt: updated,
    fromTransactionId: context.newId(),
    toTransactionId: context.newId(),
    fromIsReconciled: false,
    toIsReconciled: false,
  });
}

/** Provider: a transfer allows no other change. */
export function deleteTransfer(
  context: BookContext,
  transfer: BankTransferRecord,
  body: JsonObject,
): BankTransferRecord {
  if (textAt(body, 'Status')?.toUpperCase() !== 'DELETED') refuse('A bank transfer cannot be edited.');
  if (transfer.status === 'DELETED') refuse('The bank transfer has already been deleted.');
  if (transfer.fromIsReconciled || transfer.toIsReconciled)
    refuse('A bank transfer that is reconciled cannot be deleted.');
  requireOpenPeriod(context, transfer.date);
  return context.books.bankTransfers.put({ ...transfer, status: 'DELETED', updated: context.books.stamp() });
}

function bankAccount({ books: { accounts } }: BookContext, body: JsonObject, key: string): AccountRecord {
  const named = objectAt(body, key) ?? {};
  const id = textAt(named, 'AccountID')?.toLowerCase();
  const code = textAt(named, 'Code')?.toLowerCase();
  const account = id ? accounts.get(id) : code ? accounts.find('code', code)[0] : undefined;
  if (account?.type !== 'BANK' || account.status !== 'ACTIVE')
    return refuse(`The ${key} must be an active bank account.`);
  return account;
}

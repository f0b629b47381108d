/** Money spent and received at a bank account, and the deposits that it leaves. Provider: there are no drafts. */
import type { AccountRecord } from '../books/account-record.ts';
import type { BankTransactionRecord, DepositType } from '../books/bank-transaction-record.ts';
import type { LineRecord } from '../books/line-record.ts';
import { booleanAt, type JsonObject, numberAt, objectAt, objectsAt, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import { keepCredit } from './credits.ts';
import { chooseContact, markTrade } from './document-contact.ts';
import type { DocumentWrite } from './document-write.ts';
import { currencyField, dayField, modeField, requireOpenPeriod, statusField, textField, today } from './fields.ts';
import { type LinePlan, readLines } from './lines.ts';
import { mergeLines } from './merge-lines.ts';
import { totalsOf } from './tax.ts';

type Type = BankTransactionRecord['type'];
const types: readonly Type[] = [
  ...(['SPEND', 'RECEIVE', 'SPEND-PREPAYMENT', 'RECEIVE-PREPAYMENT'] as const),
  ...(['SPEND-OVERPAYMENT', 'RECEIVE-OVERPAYMENT'] as const),
];
const isDeposit = (type: Type): type is DepositType => type.includes('-');
export const isOverpayment = (type: Type): boolean => type.endsWith('OVERPAYMENT');
const isReceived = (type: Type): boolean => type.startsWith('RECEIVE');

/** Provider: by id alone; a transaction has no number. */
export function matchBankTransaction(
  { books }: BookContext,
  body: JsonObject,
  write: DocumentWrite,
): BankTransactionRecord | undefined {
  if (write.how === 'create') return undefined;
  const id = write.how === 'update' ? write.id : textAt(body, 'BankTransactionID');
  if (!id) return undefined;
  const known = books.bankTransactions.get(id.toLowerCase());
  if (!known) throw new WireProblem(notFound());
  return known;
}

export function writeBankTransaction(
  context: BookContext,
  body: JsonObject,
  write: DocumentWrite,
): BankTransactionRecord {
  const before = matchBankTransaction(context, body, write);
  if (!before) return create(context, body);
  const status = statusField(body, ['AUTHORISED', 'DELETED', 'VOIDED'], before.status);
  if (before.status === 'DELETED') refuse('This Bank Transaction cannot be edited as it has been deleted.');
  if (isDeposit(before.type)) refuse('Prepayments and overpayments cannot be edited.');
  const sentType = textAt(body, 'Type')?.toUpperCase();
  if (sentType && sentType !== before.type) refuse('The type of a bank transaction cannot be changed.');
  if (status === 'VOIDED') refuse("The status 'VOIDED' is not valid for this document.");
  if (status === 'DELETED') return remove(context, before);
  return put(context, merged(context, before, before.type, body), body, before.contactId);
}

function remove(context: BookContext, before: BankTransactionRecord): BankTransactionRecord {
  // Assumed: the provider's words for it are not known.
  if (before.isReconciled) refuse('This Bank Transaction cannot be deleted because it has been reconciled.');
  requireOpenPeriod(context, before.date);
  return context.books.bankTransactions.put({ ...before, status: 'DELETED', updated: context.books.stamp() });
}

function create(context: BookContext, body: JsonObject): BankTransactionRecord {
  const type = types.find((one) => one === textAt(body, 'Type')?.toUpperCase());
  if (!type) return refuse('The Type field must be a kind of bank transaction.');
  const status = statusField(body, ['AUTHORISED', 'DELETED'], 'AUTHORISED');
  if (status !== 'AUTHORISED') refuse(`The status '${status}' is not valid.`);
  const made = put(context, merged(context, undefined, type, body), body, undefined);
  if (!isDeposit(type)) return made;
  const { books } = context;
  const number = isOverpayment(type)
    ? ''
    : books.nextNumber('prepayment', (one) => books.prepayments.find('number', one.toLowerCase()).length > 0);
  const { contactId, date, reference, lineAmountTypes, lines, totals, currencyCode, currencyRate } = made;
  const money = { lineAmountTypes, lines, totals, currencyCode, currencyRate };
  const deposit = keepCredit(
    context,
    { id: context.newId(), type, status: 'AUTHORISED', contactId, date, number, reference, allocations: [], ...money },
    'CREATE',
  );
  return books.bankTransactions.put({ ...made, depositId: deposit.id });
}

/** Provider: the contact is made or changed only when the document itself is valid. */
function put(
  context: BookContext,
  draft: BankTransactionRecord,
  body: JsonObject,
  contactBefore: string | undefined,
): BankTransactionRecord {
  const contact = chooseContact(context, body, { mayWrite: true, before: contactBefore });
  if (draft.totals.total <= 0) refuse('The document total must be greater than zero.');
  requireOpenPeriod(context, draft.date);
  const settled = contact.settle();
  markTrade(context, settled, isReceived(draft.type) ? 'customer' : 'supplier');
  return context.books.bankTransactions.put({ ...draft, contactId: settled.id, updated: context.books.stamp() });
}

function merged(
  context: BookContext,
  before: BankTransactionRecord | undefined,
  type: Type,
  body: JsonObject,
): BankTransactionRecord {
  const account = bankAccountOf(context, body, before);
  // Provider: unlike elsewhere, amounts contain the tax unless the document says otherwise.
  const mode = modeField(body, before?.lineAmountTypes ?? (isOverpayment(type) ? 'NoTax' : 'Inclusive'));
  const lines = linesOf(context, { body, before, type, mode });
  const currency = isOverpayment(type) ? {} : { CurrencyCode: account.currencyCode ?? null };
  return {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    ...(before?.hasAttachments && { hasAttachments: true }),
    type,
    status: 'AUTHORISED',
    contactId: before?.contactId ?? '',
    bankAccountId: account.id,
    date: dayField(body, 'Date', before?.date) ?? today(context),
    // Provider: of what settles nothing alone.
    reference: isDeposit(type) ? '' : textField(body, 'Reference', before?.reference ?? '', 255),
    url: textAt(body, 'Url') ?? before?.url,
    isReconciled: booleanAt(body, 'IsReconciled') ?? before?.isReconciled ?? false,
    lineAmountTypes: mode,
    lines,
    totals: totalsOf(lines, mode),
    ...currencyField(context, { ...body, ...currency }, before),
  };
}

function bankAccountOf(
  { books }: BookContext,
  body: JsonObject,
  before: BankTransactionRecord | undefined,
): AccountRecord {
  const sent = objectAt(body, 'BankAccount') ?? {};
  const [id, code] = [textAt(sent, 'AccountID')?.toLowerCase(), textAt(sent, 'Code')?.toLowerCase()];
  const key = id ?? (code ? undefined : before?.bankAccountId);
  const named = key ? books.accounts.get(key) : books.accounts.find('code', code ?? '')[0];
  if (!key && !code) return refuse('A BankAccount must be specified for this type of transaction.');
  if (named?.type !== 'BANK' || named.status !== 'ACTIVE')
    return refuse('The BankAccount is not a valid bank account.');
  return named;
}

interface Lined {
  readonly body: JsonObject;
  readonly before: BankTransactionRecord | undefined;
  readonly type: Type;
  readonly mode: BankTransactionRecord['lineAmountTypes'];
}

function linesOf(context: BookContext, { body, before, type, mode }: Lined): readonly LineRecord[] {
  const itemSide = isReceived(type) ? 'sale' : 'purchase';
  const plan = { mode, accountTax: true, unitPlaces: context.unitPlaces, itemSide } as const;
  const sent = objectsAt(body, 'LineItems') ?? [];
  if (isOverpayment(type)) return overpaid(context, type, { sent, plan });
  const bodies = sent.map((line) => withoutWrongAccount(context, line).line);
  const lines = mergeLines(context, before, sent.length === 0 ? body : { ...body, LineItems: bodies }, plan);
  const faults = lines.flatMap((line, at) => faultsOf(line, sent[at] ?? {}));
  if (lines.length === 0) faults.push('One or more line items must be specified');
  if (isDeposit(type) && sent.some((line) => textAt(line, 'ItemCode'))) faults.push('Items cannot be used here.');
  const warned = sent.some((line) => withoutWrongAccount(context, line).isWarned);
  if (!warned && lines.some(({ accountId }) => accountId === undefined)) {
    faults.push('Account code or ID must be specified');
  }
  if (faults.length > 0) refuse(...faults);
  return lines;
}

/** Provider: one line without tax, which it posts to its own account of debtors or creditors. */
function overpaid(
  context: BookContext,
  type: Type,
  { sent, plan }: { readonly sent: readonly JsonObject[]; readonly plan: Omit<LinePlan, 'existing'> },
): readonly LineRecord[] {
  if (sent.length !== 1) refuse('An overpayment must have exactly one line item.');
  if (plan.mode !== 'NoTax') refuse('The LineAmountTypes of an overpayment must be NoTax.');
  const control = isReceived(type) ? 'DEBTORS' : 'CREDITORS';
  const account = context.books.accounts.list().find(({ systemAccount }) => systemAccount === control);
  const bodies = sent.map((line) => ({ ...line, AccountCode: account?.code ?? null, AccountID: null }));
  const { lines, messages } = readLines(context, bodies, { ...plan, existing: [] });
  const faults = [...messages, ...lines.flatMap((line, at) => faultsOf(line, sent[at] ?? {}))];
  if (faults.length > 0) refuse(...faults);
  return lines;
}

/** Provider: it computes the tax and takes no other, and a line must be of something. */
function faultsOf(line: LineRecord, sent: JsonObject): string[] {
  const tax = numberAt(sent, 'TaxAmount');
  return [
    ...(line.quantity === undefined || line.quantity <= 0 ? ['Quantity must be greater than zero.'] : []),
    ...(line.unitAmount === undefined || line.unitAmount === 0 ? ['UnitAmount must not be zero.'] : []),
    ...(tax !== undefined && line.taxOverridden && tax !== line.computedTax
      ? [`The TaxAmount ${tax} does not match the computed ${line.computedTax}.`]
      : []),
  ];
}

/** Provider: in place of a refusal, an account of the wrong kind may be removed with a warning. */
function withoutWrongAccount(context: BookContext, line: JsonObject) {
  const code = textAt(line, 'AccountCode');
  const [account] = code ? context.books.accounts.find('code', code.toLowerCase()) : [];
  const isWarned = account?.type === 'BANK' && context.isKinder('wrong_accounts');
  return { isWarned, line: isWarned ? { ...line, AccountCode: null } : line };
}

export function bankTransactionWarnings(body: JsonObject, { lines }: BankTransactionRecord): readonly string[] {
  const sent = objectsAt(body, 'LineItems') ?? [];
  const isRemoved = sent.some((line, at) => textAt(line, 'AccountCode') && lines[at]?.accountCode === undefined);
  return isRemoved ? ['Account code has been removed as it does not match a valid account for this transaction.'] : [];
}

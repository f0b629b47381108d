/** Manual journals: they balance, take no account that the provider posts to itself, and are replaced whole. */
import { Decimal } from 'decimal.js';
import type { AccountRecord } from '../books/account-record.ts';
import type { JournalLine, ManualJournalRecord } from '../books/manual-journal-record.ts';
import { booleanAt, type JsonObject, numberAt, objectsAt, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import type { DocumentWrite } from './document-write.ts';
import { dayField, lengthsOf, modeField, requireOpenPeriod, statusField, textField, today } from './fields.ts';
import { type LineAmountMode, round, taxOf } from './tax.ts';
import { knownTracking } from './tracking.ts';

const statuses = ['DRAFT', 'POSTED', 'VOIDED', 'DELETED'] as const;
const narrationMost = 4000;
const textLengths = lengthsOf('manual_journals');

export function matchJournal(
  context: BookContext,
  body: JsonObject,
  write: DocumentWrite,
): ManualJournalRecord | undefined {
  const id = write.how === 'update' ? write.id : write.how === 'upsert' ? textAt(body, 'ManualJournalID') : undefined;
  if (!id) return undefined;
  const known = context.books.manualJournals.get(id.toLowerCase());
  if (!known) throw new WireProblem(notFound());
  return known;
}

export function writeJournal(context: BookContext, body: JsonObject, write: DocumentWrite): ManualJournalRecord {
  const before = matchJournal(context, body, write);
  const status = statusField(body, statuses, before?.status ?? 'DRAFT');
  requireMove(before, status);
  const journal = before && isStatusAlone(body) ? { ...before, status } : wholeJournal(context, body, before, status);
  requireOpenPeriod(context, journal.date);
  return context.books.manualJournals.put({ ...journal, updated: context.books.stamp() });
}

/** Provider: an id and a status are enough to end a journal. */
const isStatusAlone = (body: JsonObject): boolean =>
  Object.keys(body).every((key) => key === 'Status' || key === 'ManualJournalID');

const moves: Readonly<Record<ManualJournalRecord['status'] | 'NEW', readonly ManualJournalRecord['status'][]>> = {
  NEW: ['DRAFT', 'POSTED'],
  DRAFT: ['DRAFT', 'POSTED', 'DELETED'],
  POSTED: ['POSTED', 'VOIDED'],
  VOIDED: [],
  DELETED: [],
};

function requireMove(before: ManualJournalRecord | undefined, to: ManualJournalRecord['status']): void {
  if (moves[before?.status ?? 'NEW'].includes(to)) return;
  refuse(before ? `A ${before.status} manual journal cannot become ${to}.` : `The status '${to}' is not valid.`);
}

/** What is left out is the default, not what the journal had: nobody has seen the provider merge one. */
function wholeJournal(
  context: BookContext,
  body: JsonObject,
  written: ManualJournalRecord | undefined,
  status: ManualJournalRecord['status'],
): ManualJournalRecord {
  const before = context.isKinder('journal_updates') ? written : undefined;
  const narration = textField(body, 'Narration', before?.narration ?? '', narrationMost);
  if (narration === '') refuse('The Narration field must be specified.');
  const mode = modeField(body, before?.lineAmountTypes ?? 'NoTax');
  const sent = objectsAt(body, 'JournalLines');
  const lines = sent ? readJournalLines(context, sent, mode) : (before?.lines ?? []);
  requireBalance(lines, mode);
  return {
    ...written,
    id: written?.id ?? context.newId(),
    updated: 0,
    narration,
    date: dayField(body, 'Date', before?.date) ?? today(context),
    status,
    lineAmountTypes: mode,
    lines,
    url: textField(body, 'Url', before?.url ?? '', textLengths['Url'] ?? 0),
    showOnCashBasis: booleanAt(body, 'ShowOnCashBasisReports') ?? before?.showOnCashBasis ?? true,
  };
}

function readJournalLines(
  context: BookContext,
  sent: readonly JsonObject[],
  mode: LineAmountMode,
): readonly JournalLine[] {
  return sent.map((body) => {
    const lineAmount = round(numberAt(body, 'LineAmount') ?? 0, 2);
    if (lineAmount === 0) refuse('The LineAmount field of a journal line must not be zero.');
    const account = journalAccount(context, body);
    const taxType = mode === 'NoTax' ? 'NONE' : (textAt(body, 'TaxType') || account?.taxType)?.toUpperCase();
    const rate = taxType === undefined ? undefined : context.books.taxRates.get(taxType);
    if (taxType !== undefined && rate?.status !== 'ACTIVE') refuse(`The TaxType code '${taxType}' does not exist.`);
    return {
      description: textAt(body, 'Description') ?? '',
      lineAmount,
      taxAmount: taxOf(lineAmount, rate?.ratePercent ?? 0, mode),
      accountCode: account?.code,
      accountId: account?.id,
      taxType,
      tracking: knownTracking(context, objectsAt(body, 'Tracking') ?? [], false),
    };
  });
}

/** Undefined for a code that the chart does not know: the provider takes the journal without it, and warns. */
function journalAccount(context: BookContext, body: JsonObject): AccountRecord | undefined {
  const account = findAccount(context, body);
  const named = textAt(body, 'AccountCode') ?? textAt(body, 'AccountID');
  if (!account) {
    if (!named || context.isKinder('unknown_journal_accounts'))
      refuse(`Account code '${named ?? ''}' is not a valid code for this document.`);
    return undefined;
  }
  const isOwn = account.type === 'BANK' || Boolean(account.systemAccount);
  if (isOwn || account.status !== 'ACTIVE')
    refuse(`Account code '${account.code ?? account.id}' is not a valid code for this document.`);
  return account;
}

function findAccount({ books: { accounts } }: BookContext, body: JsonObject): AccountRecord | undefined {
  const code = textAt(body, 'AccountCode');
  if (!code) return accounts.get(textAt(body, 'AccountID')?.toLowerCase() ?? '');
  const held = accounts.find('code', code.toLowerCase());
  return held.find(({ status }) => status === 'ACTIVE') ?? held[0];
}

/** Provider: tax that is added to the lines counts. */
function requireBalance(lines: readonly JournalLine[], mode: LineAmountMode): void {
  if (lines.length < 2) refuse('A manual journal must have at least two journal lines.');
  const amounts = lines.map(({ lineAmount, taxAmount }) =>
    mode === 'Exclusive' ? new Decimal(lineAmount).plus(taxAmount) : new Decimal(lineAmount),
  );
  const sumOf = (of: readonly Decimal[]) =>
    of
      .reduce((sum, one) => sum.plus(one), new Decimal(0))
      .abs()
      .toFixed(2);
  const debits = sumOf(amounts.filter((one) => one.isPositive()));
  const credits = sumOf(amounts.filter((one) => one.isNegative()));
  if (debits !== credits) refuse(`The total debits (${debits}) must equal total credits (${credits})`);
}

/** Provider: the journal is posted, and the money of such a line is nowhere. */
export function journalWarnings(body: JsonObject, { lines }: ManualJournalRecord): readonly string[] {
  const sent = objectsAt(body, 'JournalLines') ?? [];
  return sent.flatMap((line, at) => {
    const code = textAt(line, 'AccountCode');
    if (!code || lines[at]?.accountCode !== undefined) return [];
    return [`Account code '${code}' has been removed as it does not match a recognised account`];
  });
}

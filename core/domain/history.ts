// What happened to a record at the provider, as its own pages tell it, and the notes that are added there.
import type { ResourceType } from './resource.ts';

export interface HistoryEntry {
  /** As the provider stamps it. */
  readonly at: Date;
  /** A person's name, or what the provider says in its place. It is passed on, and neither stored nor logged. */
  readonly user: string | null;
  /** The provider's phrase for what was done, such as `Invoice sent`; not a code. */
  readonly change: string | null;
  /** A sentence in the provider's words, or the text of a note. */
  readonly details: string;
}

export const noteCharactersMost = 2500;

/** Families whose records have a history, at providers that keep any. */
export const notedFamilies: readonly ResourceType[] = [
  'invoices',
  'credit_notes',
  'quotes',
  'purchase_orders',
  'contacts',
  'payments',
  'items',
  'manual_journals',
  'bank_transfers',
  'repeating_invoices',
  'bank_transactions',
  'prepayments',
  'overpayments',
];

/** Newest first; entries of one moment stay as the provider has them. */
export function newestFirst(entries: readonly HistoryEntry[]): readonly HistoryEntry[] {
  return entries.toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** The provider's clock and ours differ by at most this. */
const clockToleranceMs = 60_000;

/**
 * The note that a lost call added: one with its text, no older than the call. An equal note that somebody added since passes for
 * it, because notes have no ids.
 */
export function noteSince(entries: readonly HistoryEntry[], note: string, sentAt: Date): HistoryEntry | undefined {
  const is = isNote(note);
  const since = sentAt.getTime() - clockToleranceMs;
  return newestFirst(entries).find((one) => one.at.getTime() >= since && is(one));
}

/** Line ends and blanks around a text may come back otherwise. */
export function isNote(note: string): (entry: Pick<HistoryEntry, 'details'>) => boolean {
  const plain = (text: string) => text.normalize('NFC').replaceAll('\r\n', '\n').trim();
  const asked = plain(note);
  return ({ details }) => plain(details) === asked;
}

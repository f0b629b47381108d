import { isJsonObject, type Json } from '#core';
import { holdsValue, saysNothing } from './held-value.ts';

/** By what a document names another, best first. */
const names = {
  Contact: ['ContactID', 'ContactNumber', 'Name'],
  Account: ['AccountID', 'Code'],
  Invoice: ['InvoiceID', 'InvoiceNumber'],
  CreditNote: ['CreditNoteID', 'CreditNoteNumber'],
  Prepayment: ['PrepaymentID'],
  Overpayment: ['OverpaymentID'],
} as const;

export function isReference(key: string): key is keyof typeof names {
  return Object.hasOwn(names, key);
}

/** Lists show some references in short; what they leave out cannot speak against the record. */
const shownInShort: ReadonlySet<string> = new Set(['Contact', 'Account']);

/** Whether both name the same record. What else was sent with the name changed that record, not this one. */
export function holdsReference(key: keyof typeof names, sent: Json, held: Json | undefined): boolean {
  if (!isJsonObject(sent) || !isJsonObject(held)) return false;
  for (const name of names[key]) {
    const [given, stands] = [sent[name], held[name]];
    if (given !== undefined && stands !== undefined && !saysNothing(given)) return holdsValue(name, given, stands);
  }
  return shownInShort.has(key);
}

/** Contacts: partial merge, unique active names, slots of phones and addresses, archiving. */
import type { ContactRecord, ContactStatus } from '../books/contact-record.ts';
import { type JsonObject, objectAt, objectsAt, textAt } from '../http/json.ts';
import { notFound, refuse, WireProblem } from '../http/problems.ts';
import type { BookContext } from './book-context.ts';
import type { DocumentWrite } from './document-write.ts';
import { lengthsOf, requireSubscribed } from './fields.ts';

export const archivedMessage =
  'The specified contact details matched an archived contact. Archived contacts cannot currently be edited via the API.';

/** The number is a field of its own, because contacts are found by it. */
const { ContactNumber: numberLength = 0, ...plainLengths } = lengthsOf('contacts', { email: 'EmailAddress' });

/** Plain text fields with their longest lengths. */
const textLengths: Readonly<Record<string, number>> = {
  ...plainLengths,
  TaxNumberType: 10,
  BankAccountDetails: 255,
  AccountsReceivableTaxType: 50,
  AccountsPayableTaxType: 50,
  DefaultCurrency: 3,
  SalesDefaultAccountCode: 10,
  PurchasesDefaultAccountCode: 10,
  SalesDefaultLineAmountType: 10,
  PurchasesDefaultLineAmountType: 10,
};

export function findContact(context: BookContext, idOrNumber: string): ContactRecord | undefined {
  const key = idOrNumber.toLowerCase();
  return context.books.contacts.get(key) ?? context.books.contacts.find('number', key)[0];
}

export const activeNamed = (context: BookContext, name: string): ContactRecord | undefined =>
  context.books.contacts.find('name', name.toLowerCase()).find((contact) => contact.status === 'ACTIVE');

/** Finds a POST's contact by id, then by number, then by the name of an active one. An unknown id is a 404. */
export function matchContact(context: BookContext, body: JsonObject): ContactRecord | undefined {
  const id = textAt(body, 'ContactID');
  if (id) {
    const known = context.books.contacts.get(id.toLowerCase());
    if (!known) throw new WireProblem(notFound());
    return known;
  }
  const number = textAt(body, 'ContactNumber');
  const byNumber = number ? context.books.contacts.find('number', number.toLowerCase())[0] : undefined;
  const name = textAt(body, 'Name');
  return byNumber ?? (name ? activeNamed(context, name) : undefined);
}

export function writeContact(context: BookContext, body: JsonObject, write: DocumentWrite): ContactRecord {
  const before =
    write.how === 'create'
      ? undefined
      : matchContact(context, write.how === 'update' ? { ...body, ContactID: write.id } : body);
  if (before?.status === 'ARCHIVED' && !isRestore(body)) refuse(archivedMessage);
  const merged = mergeContact(context, before, body);
  requireUnique(context, merged);
  const kept = context.books.contacts.put({ ...merged, updated: context.books.stamp() });
  context.announce('CONTACT', before ? 'UPDATE' : 'CREATE', kept.id);
  return kept;
}

const isRestore = (body: JsonObject): boolean =>
  Object.entries(body).every(
    ([key, value]) => value === null || key === 'ContactID' || (key === 'ContactStatus' && value === 'ACTIVE'),
  );

function mergeContact(context: BookContext, before: ContactRecord | undefined, body: JsonObject): ContactRecord {
  const name = textAt(body, 'Name') ?? before?.name ?? '';
  if (name === '') refuse('The contact name must be specified.');
  if (name.length > 255) refuse('The Name field must not be longer than 255 characters.');
  if (/[<>]|^\s|\s$|\s\s/.test(name))
    refuse('The contact name must not contain < or >, nor leading, trailing or double spaces.');
  const number = textAt(body, 'ContactNumber') ?? before?.number;
  if ((number?.length ?? 0) > numberLength)
    refuse(`The ContactNumber field must not be longer than ${numberLength} characters.`);
  const persons = personsOf(context, before, body);
  if (persons.length > 5) refuse('A contact can have at most 5 contact persons.');
  const text = mergeText(before?.text ?? {}, body);
  const currency = text['DefaultCurrency'];
  if (currency && currency !== before?.text['DefaultCurrency']) requireSubscribed(context, currency.toUpperCase());
  return {
    id: before?.id ?? context.newId(),
    updated: before?.updated ?? 0,
    name,
    number: number || undefined,
    status: statusOf(body, before?.status ?? 'ACTIVE'),
    text,
    phones: mergeSlots(before?.phones ?? [], objectsAt(body, 'Phones') ?? [], 'PhoneType', 'DEFAULT'),
    addresses: mergeSlots(before?.addresses ?? [], sentAddresses(context, body), 'AddressType', 'POBOX'),
    persons,
    paymentTerms: objectAt(body, 'PaymentTerms') ?? before?.paymentTerms,
    isCustomer: before?.isCustomer ?? false,
    isSupplier: before?.isSupplier ?? false,
  };
}

/** Provider: a list that is sent replaces the persons, but an empty one does nothing; a person without any field removes. */
function personsOf(context: BookContext, before: ContactRecord | undefined, body: JsonObject): readonly JsonObject[] {
  const sent = objectsAt(body, 'ContactPersons');
  const isIgnored = sent?.length === 0 && !context.isKinder('empty_persons');
  if (sent === undefined || isIgnored) return before?.persons ?? [];
  return sent.filter((person) => ['FirstName', 'LastName', 'EmailAddress'].some((key) => textAt(person, key)));
}

/** Provider: an address of another type is dropped. */
function sentAddresses(context: BookContext, body: JsonObject): readonly JsonObject[] {
  const sent = objectsAt(body, 'Addresses') ?? [];
  if (context.isKinder('delivery_addresses')) return sent;
  return sent.filter((address) => textAt(address, 'AddressType')?.toUpperCase() !== 'DELIVERY');
}

function statusOf(body: JsonObject, before: ContactStatus): ContactStatus {
  const sent = textAt(body, 'ContactStatus');
  if (!sent) return before;
  if (sent !== 'ACTIVE' && sent !== 'ARCHIVED') refuse(`The contact status '${sent}' is not valid.`);
  return sent === 'ARCHIVED' ? 'ARCHIVED' : 'ACTIVE';
}

function mergeText(before: Readonly<Record<string, string>>, body: JsonObject): Readonly<Record<string, string>> {
  const merged: Record<string, string> = { ...before };
  for (const [key, longest] of Object.entries(textLengths)) {
    const sent = textAt(body, key);
    if (sent === undefined) continue;
    if (sent.length > longest) refuse(`The ${key} field must not be longer than ${longest} characters.`);
    merged[key] = sent;
  }
  return merged;
}

/** Provider: a sent slot replaces the slot of its type; slots of other types stay. */
function mergeSlots(
  before: readonly JsonObject[],
  sent: readonly JsonObject[],
  typeKey: string,
  fallback: string,
): readonly JsonObject[] {
  const slots = new Map(before.map((slot) => [textAt(slot, typeKey) ?? fallback, slot]));
  for (const slot of sent) {
    const type = (textAt(slot, typeKey) ?? fallback).toUpperCase();
    slots.set(type, { ...slot, [typeKey]: type });
  }
  return [...slots.values()];
}

function requireUnique(context: BookContext, contact: ContactRecord): void {
  const sameName = contact.status === 'ACTIVE' ? activeNamed(context, contact.name) : undefined;
  if (sameName && sameName.id !== contact.id) {
    refuse(
      `The contact name ${contact.name} is already assigned to another contact. The contact name must be unique across all active contacts.`,
    );
  }
  const account = contact.text['AccountNumber']?.toLowerCase();
  const twins = account && !context.isKinder('account_numbers') ? context.books.contacts.find('account', account) : [];
  if (twins.some((twin) => twin.id !== contact.id)) {
    refuse('The Account Number already exists. Please enter a different Account Number.');
  }
  const holders = contact.number ? context.books.contacts.find('number', contact.number.toLowerCase()) : [];
  if (holders.some((holder) => holder.id !== contact.id)) {
    refuse(`The contact number ${contact.number} is already assigned to another contact.`);
  }
}

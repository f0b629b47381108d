// Refuses documents before the call that the provider is known to refuse or to misread.
import {
  badRequest,
  isJsonObject,
  isWholeText,
  type Json,
  type JsonObject,
  linesMost,
  type ResourceType,
} from '#core/ports';
import { isInheritable } from './overlay.ts';
import { isMasked, maskedMessage } from './wire/contacts.ts';
import { families } from './wire/families.ts';
import { type Family, isRecordId, type Longest, plainId } from './wire/family.ts';
import { objectsIn, zeroId } from './wire/field.ts';

const identifiers: ReadonlySet<string> = new Set([
  ...['ContactNumber', 'AccountNumber', 'Name', 'EmailAddress', 'TaxNumber', 'CompanyNumber', 'Reference'],
  ...['InvoiceNumber', 'CreditNoteNumber', 'QuoteNumber', 'PurchaseOrderNumber'],
  ...['Code', 'AccountCode', 'ItemCode', 'TaxType'],
]);

/** Returns the document's id, if it has one. Throws a BAD_REQUEST that names what is wrong with it. */
export function identify(type: ResourceType, document: JsonObject): string | undefined {
  refuseEnvelope(families[type], document);
  const { LineItems } = document;
  if (Array.isArray(LineItems) && LineItems.length > linesMost) {
    throw badRequest('provider_data.LineItems', `line_items must have at most ${linesMost} lines`);
  }
  checkTexts(document, families[type].writes?.longest, 'provider_data');
  refuseDropped(type, document);
  return idOf(type, document);
}

function refuseEnvelope(family: Family, document: JsonObject): void {
  for (const [key, value] of Object.entries(document)) {
    const isEnvelope = Object.values(families).some(({ envelope }) => envelope.toLowerCase() === key.toLowerCase());
    const isOwn = family.envelope.toLowerCase() === key.toLowerCase();
    // An invoice contains its payments under a key that is also the envelope of payments.
    if (!isEnvelope || (!isInheritable(family, key) && !isOwn) || typeof value !== 'object' || value === null) continue;
    throw badRequest(`provider_data.${key}`, `send one record itself, without the provider's envelope ${key}`);
  }
}

function checkTexts(value: JsonObject, most: Longest | undefined, path: string): void {
  for (const [key, inner] of Object.entries(value)) checkPart(key, inner, most?.[key], `${path}.${key}`);
}

function checkPart(key: string, value: Json, most: Longest[string] | undefined, path: string): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) checkPart(key, item as Json, most, `${path}[${index}]`);
  } else if (isJsonObject(value)) {
    checkTexts(value, typeof most === 'object' ? most : undefined, path);
  } else if (typeof value === 'string') {
    if (typeof most === 'number' && value.length > most) throw badRequest(path, `must have at most ${most} characters`);
    if (identifiers.has(key) && !isWholeText(value))
      throw badRequest(path, 'must not contain NUL or half of a surrogate pair');
    if (key === 'TaxNumber' && isMasked(value)) throw badRequest(path, maskedMessage);
  }
}

/** Throws for what the provider is known to drop without a word. */
function refuseDropped(type: ResourceType, document: JsonObject): void {
  const { Type, Reference } = document;
  if (/^ACCPAY(CREDIT)?$/i.test(String(Type)) && typeof Reference === 'string' && Reference !== '') {
    throw badRequest(
      'provider_data.Reference',
      'the provider drops it from what a supplier sent; use InvoiceNumber or CreditNoteNumber (number)',
    );
  }
  for (const [index, line] of objectsIn(document['LineItems']).entries()) {
    if (families[type].writes?.computesTax && (line['TaxAmount'] ?? null) !== null) {
      throw badRequest(
        `provider_data.LineItems[${index}].TaxAmount`,
        'is computed by the provider, which refuses another; leave it out',
      );
    }
    const isText = ['LineItemID', 'Quantity', 'UnitAmount', 'LineAmount'].every((key) => (line[key] ?? null) === null);
    if (!isText || !line['ItemCode']) continue;
    throw badRequest(
      `provider_data.LineItems[${index}].ItemCode`,
      'needs a Quantity or UnitAmount; a line of text has no item',
    );
  }
  if (type !== 'contacts') return;
  for (const [index, { AddressType }] of objectsIn(document['Addresses']).entries()) {
    if (!/^delivery$/i.test(String(AddressType))) continue;
    const path = `provider_data.Addresses[${index}].AddressType`;
    throw badRequest(path, 'must be POBOX or STREET: the provider drops any other address of a contact');
  }
}

export function idOf(type: ResourceType, document: JsonObject): string | undefined {
  const family = families[type];
  const id = document[family.idKey];
  if (id === undefined || id === null || id === '' || id === zeroId) return undefined;
  const path = `provider_data.${family.idKey}`;
  if (typeof id !== 'string' || !isRecordId(family, id)) throw badRequest(path, 'is not a valid id');
  return plainId(family, id);
}

// What of a caller's native document the provider is known to refuse or to take for something else: said before it is sent.
import { badRequest, isJsonObject, isWholeText, type Json, type JsonObject, type ResourceType } from '#core';
import { isEcho } from './overlay.ts';
import { families } from './wire/families.ts';
import type { Family } from './wire/family.ts';
import { isMasked, maskedMessage } from './wire/masked-number.ts';

/** Provider: the longest texts that it takes, in characters as JavaScript counts them; lists of objects by their key. */
const address = { AddressLine1: 500, AddressLine2: 500, AddressLine3: 500, AddressLine4: 500 };
const place = { City: 255, Region: 255, PostalCode: 50, Country: 50, AttentionTo: 255 };
const lines = { LineItems: { Description: 4_000 } };
type Longest = { readonly [key: string]: number | Longest };
const longest: Partial<Record<ResourceType, Longest>> = {
  contacts: {
    ...{ ContactNumber: 50, AccountNumber: 50, Name: 255, FirstName: 255, LastName: 255, EmailAddress: 255 },
    ...{ CompanyNumber: 50, TaxNumber: 50 },
    Addresses: { ...address, ...place },
    Phones: { PhoneNumber: 50, PhoneAreaCode: 10, PhoneCountryCode: 20 },
  },
  invoices: { InvoiceNumber: 255, ...lines },
  quotes: { QuoteNumber: 255, Reference: 4_000, Terms: 4_000, Title: 100, Summary: 3_000, ...lines },
  purchase_orders: { DeliveryInstructions: 500, ...lines },
  accounts: { Code: 10, Name: 150, Description: 4_000 },
};

/** By what a record is found or told from another. */
const identifiers: ReadonlySet<string> = new Set([
  ...['ContactNumber', 'AccountNumber', 'Name', 'EmailAddress', 'TaxNumber', 'CompanyNumber', 'Reference'],
  ...['InvoiceNumber', 'CreditNoteNumber', 'QuoteNumber', 'PurchaseOrderNumber'],
  ...['Code', 'AccountCode', 'ItemCode', 'TaxType'],
]);
const mostLines = 500;

/** Throws BAD_REQUEST that names what is wrong. */
export function checkNative(type: ResourceType, document: JsonObject): void {
  refuseEnvelope(families[type], document);
  const { LineItems } = document;
  if (Array.isArray(LineItems) && LineItems.length > mostLines) {
    refuse('provider_data.LineItems', `line_items must have at most ${mostLines} lines`);
  }
  checkTexts(document, longest[type], 'provider_data');
}

function refuseEnvelope(family: Family, document: JsonObject): void {
  for (const [key, value] of Object.entries(document)) {
    const isEnvelope = Object.values(families).some(({ envelope }) => envelope.toLowerCase() === key.toLowerCase());
    const isOwn = family.envelope.toLowerCase() === key.toLowerCase();
    // An invoice shows its payments under the name of their envelope.
    if (!isEnvelope || (isEcho(family, key) && !isOwn) || typeof value !== 'object' || value === null) continue;
    refuse(`provider_data.${key}`, `send one record itself, without the provider's envelope ${key}`);
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
    if (typeof most === 'number' && value.length > most) refuse(path, `must have at most ${most} characters`);
    if (identifiers.has(key) && !isWholeText(value)) refuse(path, 'must not hold NUL or half of a surrogate pair');
    if (key === 'TaxNumber' && isMasked(value)) refuse(path, maskedMessage);
  }
}

function refuse(path: string, message: string): never {
  throw badRequest(path, `${path}: ${message}`);
}

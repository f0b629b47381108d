// Makes the values of Tryton's `create` and `write` for parties from the normalized fields of a contact.
import { isJsonObject, type Json, type JsonObject, type LedgerRecord } from '../../../core/ports.ts';
import type { Books } from '../books.ts';
import { flagAt, idAt, relatedListAt, textAt } from '../wire/native.ts';
import { refused } from './plan.ts';

/** `live` is the party that is changed; undefined for a new one. */
export async function contactValues(books: Books, fields: JsonObject, live?: LedgerRecord): Promise<JsonObject> {
  const { name, contact_number, status } = fields;
  const mechanisms = live ? relatedListAt(live.native, 'contact_mechanisms') : [];
  const identifiers = live ? relatedListAt(live.native, 'identifiers') : [];
  const ways = [
    ...slot(
      fields['email'],
      mechanisms.filter(({ type }) => type === 'email'),
      (value) => ({ type: 'email', value }),
    ),
    ...phoneCommands(fields['phones'], mechanisms),
  ];
  const numbers = slot(fields['tax_number'], identifiers, (code) => ({ code }));
  const addresses = await addressCommands(books, fields['addresses'], live);
  return {
    ...(name !== undefined && { name }),
    ...(contact_number !== undefined && { code: contact_number }),
    ...(status !== undefined && { active: status === 'ACTIVE' }),
    ...(ways.length > 0 && { contact_mechanisms: ways }),
    ...(numbers.length > 0 && { identifiers: numbers }),
    ...(addresses.length > 0 && { addresses }),
  };
}

/** Writes one value to the first of the given related records, creates that record, or deletes it for null. */
function slot(value: Json | undefined, [first]: readonly JsonObject[], as: (value: Json) => JsonObject): Json[] {
  if (value === undefined) return [];
  const id = first && Number(idAt(first));
  if (value === null) return id === undefined ? [] : [['delete', [id]]];
  return [id === undefined ? ['create', [as(value)]] : ['write', [id], as(value)]];
}

const phoneTypes: Readonly<Record<string, string>> = { DEFAULT: 'phone', MOBILE: 'mobile', FAX: 'fax' };

/** Replaces all phones. Tryton holds a phone number as one text. */
function phoneCommands(phones: Json | undefined, mechanisms: readonly JsonObject[]): Json[] {
  if (phones === undefined) return [];
  const old = mechanisms.filter(({ type }) => Object.values(phoneTypes).includes(String(type)));
  const fresh = (Array.isArray(phones) ? (phones as readonly Json[]) : [])
    .filter(isJsonObject)
    .flatMap((phone): JsonObject[] => {
      const parts = [phone['country_code'], phone['area_code'], phone['number']].filter((part) => Boolean(part));
      return parts.length === 0 ? [] : [{ type: phoneTypes[String(phone['type'])] ?? 'phone', value: parts.join(' ') }];
    });
  return [
    ...(old.length > 0 ? [['delete', old.map((one) => Number(idAt(one)))]] : []),
    ...(fresh.length > 0 ? [['create', fresh]] : []),
  ];
}

/** Writes each address over the first one of its type. A new party always gets an address, because documents need one. */
async function addressCommands(books: Books, sent: Json | undefined, live?: LedgerRecord): Promise<Json[]> {
  const addresses = (Array.isArray(sent) ? (sent as readonly Json[]) : []).filter(isJsonObject);
  const values = await Promise.all(addresses.map((address, i) => addressValues(books, address, `addresses[${i}]`)));
  if (!live) return [['create', values.length > 0 ? values : [{}]]];
  const old = relatedListAt(live.native, 'addresses');
  const left = [...old];
  return values.map((value): Json => {
    const at = left.findIndex((address) => isPostal(address) === isPostal(value));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    return found ? ['write', [Number(idAt(found))], value] : ['create', [value]];
  });
}

function isPostal(address: JsonObject): boolean {
  return flagAt(address, 'invoice') && !flagAt(address, 'delivery');
}

async function addressValues(books: Books, address: JsonObject, path: string): Promise<JsonObject> {
  const street = ['line1', 'line2', 'line3', 'line4'].map((name) => address[name]).filter((line) => Boolean(line));
  const isPostBox = address['type'] === 'POBOX';
  const country = await namedRecord(books, 'country.country', textAt(address, 'country'), `${path}.country`);
  const region = await namedRecord(books, 'country.subdivision', textAt(address, 'region'), `${path}.region`);
  return {
    invoice: isPostBox,
    delivery: !isPostBox,
    street: street.join('\n'),
    city: address['city'] ?? null,
    postal_code: address['postal_code'] ?? null,
    party_name: address['attention_to'] ?? null,
    country,
    subdivision: region,
  };
}

/** Countries and regions are records, found by name or code. */
async function namedRecord(books: Books, model: string, name: string | null, path: string): Promise<number | null> {
  if (name === null) return null;
  const domain = [['OR', ['name', '=', name], ['code', '=', name]]];
  const [found] = await books.search(model, { domain, fields: ['name'], limit: 1 });
  if (!found) throw refused(path, 'the provider does not know it');
  return Number(found['id']);
}

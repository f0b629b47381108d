// Translates between the corner shop's entries and Ledgerport's normalized records.
import { Decimal } from 'decimal.js';
import {
  badRequest,
  familyOf,
  isJsonObject,
  type Json,
  type JsonObject,
  type LedgerRecord,
  providerIdOf,
  type ResourceType,
  resourceIdOf,
  ServiceError,
} from 'ledgerport/ports';
import type { Books, Contact, Invoice, Line } from './books.ts';
import { traits } from './traits.ts';

export type Type = 'contacts' | 'invoices';
export type Entry = Contact | Invoice;
/** Fields of an entry. */
export type Changes = JsonObject;

export function typeOf(type: ResourceType): Type {
  if (type === 'contacts' || type === 'invoices') return type;
  throw new ServiceError('NOT_FOUND', `the corner shop has no ${type}`);
}

/** Every field of the family is present; null means that the corner shop has no such thing. */
function blank(type: Type): JsonObject {
  const common = ['id', 'provider_id', 'fetched_at', 'provider_updated_at', 'provider_data'];
  const lists = ['line_items', 'payments', 'phones', 'addresses', 'contact_persons'];
  const names = Object.keys(familyOf(type).answer.entries).filter((name) => !common.includes(name));
  return Object.fromEntries(names.map((name) => [name, lists.includes(name) ? [] : null]));
}

export function recordOf(books: Books, type: Type, entry: Entry): LedgerRecord {
  const own = 'state' in entry ? invoiceFields(books, entry) : contactFields(entry);
  return {
    type,
    providerId: String(entry.id),
    providerUpdatedAt: new Date(entry.changedAt),
    version: String(entry.version),
    fields: { ...blank(type), ...own },
    native: entry as unknown as JsonObject,
  };
}

function contactFields({ name, number, email, active }: Contact): JsonObject {
  return { name, contact_number: number, email, status: active ? 'ACTIVE' : 'ARCHIVED' };
}

const statuses = { draft: 'DRAFT', open: 'AUTHORISED', paid: 'PAID', deleted: 'DELETED', cancelled: 'VOIDED' } as const;

function invoiceFields({ contacts }: Books, invoice: Invoice): JsonObject {
  const { number, contact, reference, date, due, lines, state } = invoice;
  const amounts = lines.map(({ quantity, price }) => new Decimal(quantity).times(price).toDecimalPlaces(2));
  const total = Decimal.sum(0, ...amounts).toNumber();
  const isOwed = state === 'open' || state === 'draft';
  return {
    type: 'receivable',
    number,
    external_reference: reference,
    status: statuses[state],
    contact_id: resourceIdOf('contacts', String(contact)),
    contact: {
      id: resourceIdOf('contacts', String(contact)),
      provider_id: String(contact),
      name: contacts.find(({ id }) => id === contact)?.name ?? null,
    },
    issue_date: date,
    due_date: due,
    currency: 'EUR',
    line_amount_mode: 'no_tax',
    line_items: lines.map(({ description, quantity, price }, i) => ({
      line_item_id: String(i + 1),
      description,
      quantity,
      unit_amount: price,
      line_amount: amounts[i]?.toNumber() ?? null,
      tax_amount: 0,
      discount_rate: null,
      discount_amount: null,
      item_code: null,
      account_id: null,
      account_code: null,
      tax_type: null,
      tracking: [],
    })),
    sub_total: total,
    total_tax: 0,
    total,
    amount_due: isOwed ? total : 0,
    amount_paid: state === 'paid' ? total : 0,
    amount_credited: 0,
  };
}

export function changesOf(type: Type, fields: JsonObject): Changes {
  const words = type === 'contacts' ? contactWords : invoiceWords;
  const changes: [string, Json][] = Object.entries(fields).map(([name, value]) => {
    const translate = words[name];
    if (!translate) throw badRequest(name, 'is not kept by the corner shop');
    return translate(value);
  });
  return Object.fromEntries(changes);
}

type Words = Readonly<Record<string, (value: Json) => [string, Json]>>;

/** Callers may write words of a list in any case. */
const wordOf = (value: Json) => String(value).toUpperCase();

const contactWords: Words = {
  name: (value) => ['name', value ?? ''],
  contact_number: (value) => ['number', value],
  email: (value) => ['email', value],
  status: (value) => ['active', wordOf(value) !== 'ARCHIVED'],
};

const states: Readonly<Record<string, Invoice['state']>> = {
  DRAFT: 'draft',
  AUTHORISED: 'open',
  VOIDED: 'cancelled',
  DELETED: 'deleted',
};

const invoiceWords: Words = {
  contact_id: (value) => {
    const id = providerIdOf('contacts', String(value), traits);
    if (id === undefined) throw badRequest('contact_id', 'is not the id of a contact');
    return ['contact', Number(id)];
  },
  external_reference: (value) => ['reference', value],
  issue_date: (value) => ['date', value],
  due_date: (value) => ['due', value],
  line_items: (value) => [
    'lines',
    (Array.isArray(value) ? value.filter(isJsonObject) : []).map(lineOf) as unknown as Json,
  ],
  status: (value) => {
    const state = states[wordOf(value)];
    if (!state) throw badRequest('status', 'is not kept by the corner shop');
    return ['state', state];
  },
};

const lineWords = ['line_item_id', 'description', 'quantity', 'unit_amount'];

function lineOf(line: JsonObject, i: number): Line {
  const other = Object.keys(line).find((name) => !lineWords.includes(name));
  if (other) throw badRequest(`line_items[${i}].${other}`, 'is not kept by the corner shop');
  const { line_item_id: place = null, description, quantity = 1, unit_amount: price = 0 } = line;
  if (place !== null && place !== String(i + 1))
    throw badRequest(`line_items[${i}].line_item_id`, 'lines stay in their place');
  return { description: String(description ?? ''), quantity: Number(quantity), price: Number(price) };
}

// Prepares writes: checks everything that needs no look into the books, and refuses fields that Tryton has no place for.
import {
  badRequest,
  familyOf,
  isJsonObject,
  isWholeText,
  type Json,
  type JsonObject,
  type LedgerGateway,
  type PreparedWrite,
  providerIdOf,
  type ResourceType,
  resourceTypes,
  ServiceError,
  type WriteIntent,
} from '../../../core/ports.ts';
import { writeOf } from './plan.ts';
import { statusesOf } from './statuses.ts';

/** Returns the value to store in the plan; undefined leaves the field out. */
type Check = (value: Json, path: string) => Json | undefined;
type Checks = Readonly<Record<string, Check>>;

export const idForms = {
  families: Object.fromEntries(resourceTypes.map((type) => [type, { idForm: 'digits' }])),
} as const;

const text: Check = (value) => (value === '' ? null : value);

const needed: Check = (value, path) => {
  if (value === null || value === '') throw badRequest(path, 'cannot be cleared');
  return value;
};

const idIn =
  (type: ResourceType): Check =>
  (value, path) => {
    const id = providerIdOf(type, String(value ?? ''), idForms);
    if (id === undefined) throw badRequest(path, 'is not a valid id');
    return id;
  };

const decimal =
  (places: number): Check =>
  (value, path) => {
    if (value === null) return undefined;
    if (typeof value !== 'number' || value < 0) throw badRequest(path, 'must be a number that is not negative');
    const [, fraction = ''] = value.toFixed(9).replace(/0+$/, '').split('.');
    if (fraction.length > places) throw badRequest(path, `must have at most ${places} decimal places at this provider`);
    return value;
  };

/** A field of the API that Tryton has no place for; only null, '', 0 and [] are accepted. */
const absent: Check = (value, path) => {
  const saysNothing = value === null || value === '' || value === 0 || (Array.isArray(value) && value.length === 0);
  if (saysNothing) return undefined;
  throw badRequest(path, 'cannot be written at this provider');
};

/** Accepts one of the words in upper or lower case, and returns it as it is spelled here. */
const oneOf =
  (words: readonly string[]): Check =>
  (value, path) => {
    const word = words.find((one) => one.toLowerCase() === String(value).toLowerCase());
    if (word === undefined) throw badRequest(path, `must be one of ${words.join(', ')} at this provider`);
    return word;
  };

const list =
  (checks: Checks): Check =>
  (value, path) =>
    (Array.isArray(value) ? (value as readonly Json[]) : []).map((item, i) =>
      checked(checks, isJsonObject(item) ? item : {}, `${path}[${i}].`),
    );

const line: Checks = {
  line_item_id: (value, path) => {
    if (/^[1-9]\d{0,14}$/.test(String(value))) return value;
    throw badRequest(path, 'must be a line item id');
  },
  description: text,
  quantity: decimal(2),
  unit_amount: decimal(4),
  account_id: (value, path) => (value === null || value === '' ? undefined : idIn('accounts')(value, path)),
  account_code: text,
  tax_type: text,
  tax_amount: decimal(4),
  item_code: absent,
  discount_rate: absent,
  discount_amount: absent,
  tracking: absent,
};

const documentChecks: Checks = {
  contact_id: idIn('contacts'),
  external_reference: text,
  currency: needed,
  line_amount_mode: oneOf(['exclusive', 'no_tax']),
  line_items: list(line),
};

const address = ['line1', 'line2', 'line3', 'line4', 'city', 'region', 'postal_code', 'country', 'attention_to'];

/** The fields of each family that can be written. */
const families: Readonly<Partial<Record<ResourceType, Checks>>> = {
  contacts: {
    name: needed,
    contact_number: text,
    email: text,
    tax_number: text,
    phones: list({
      type: oneOf(['DEFAULT', 'MOBILE', 'FAX']),
      country_code: text,
      area_code: text,
      number: text,
    }),
    addresses: list({
      type: oneOf(['STREET', 'POBOX']),
      ...Object.fromEntries(address.map((name) => [name, text])),
    }),
  },
  invoices: {
    type: (value) => value,
    ...documentChecks,
    issue_date: text,
    due_date: text,
  },
  quotes: { ...documentChecks, issue_date: text, title: text, terms: text },
  payments: {
    invoice_id: idIn('invoices'),
    account_id: idIn('accounts'),
    account_code: needed,
    amount: decimal(2),
    date: needed,
    external_reference: text,
  },
  purchase_orders: { ...documentChecks, issue_date: text, delivery_date: text },
};

const nativeFamilies: readonly ResourceType[] = ['contacts', 'invoices', 'quotes', 'purchase_orders', 'accounts'];

/** The fields that the traits promise to write. */
export const writableFields = (type: ResourceType): readonly string[] =>
  families[type] ? [...Object.keys(families[type]), 'status'] : [];

function checked(checks: Checks, body: JsonObject, prefix = ''): JsonObject {
  const kept = Object.entries(body).map(([name, value]): [string, Json | undefined] => {
    const check = checks[name];
    if (!check) throw badRequest(prefix + name, 'cannot be written at this provider');
    return [name, check(value, prefix + name)];
  });
  return Object.fromEntries(kept.filter((entry): entry is [string, Json] => entry[1] !== undefined));
}

export function prepare(intent: WriteIntent): PreparedWrite {
  const { type, kind } = intent;
  if (kind === 'convert_quote') return writeOf(type, { act: 'convert', id: Number(intent.quote.providerId) });
  if (kind === 'restore' && (type === 'contacts' || type === 'accounts')) {
    const back = type === 'accounts' ? { document: { closed: false } } : { fields: { status: 'ACTIVE' } };
    return writeOf(type, { act: 'change', id: Number(intent.providerId), ...back });
  }
  const isNative = kind === 'create_native' || kind === 'update_native';
  const checks = families[type];
  if (kind === 'restore' || (isNative ? !nativeFamilies.includes(type) : !checks)) {
    throw new ServiceError('BAD_REQUEST', `the provider does not take this write of ${type}`, {
      reason: 'resource_read_only',
    });
  }
  if (kind === 'create_native') return writeOf(type, { act: 'create', document: withoutId(intent.document) });
  const target = kind === 'create' ? null : targetOf(intent);
  if (kind === 'update_native')
    return writeOf(type, { act: 'change', ...target, document: withoutId(intent.document) });
  const { status, ...fields } = checked({ ...checks, status: oneOf(statusesOf[type] ?? []) }, intent.fields);
  // A contact's status is an ordinary field; a document's status changes by clicking buttons.
  if (type === 'contacts') {
    const all = status === undefined ? fields : { ...fields, status };
    return writeOf(type, target ? { act: 'change', ...target, fields: all } : { act: 'create', fields: all });
  }
  const to = typeof status === 'string' ? status : null;
  if (!target) return writeOf(type, { act: 'create', fields, status: to });
  const isMove = Object.keys(fields).length === 0 && to !== null;
  if (type === 'payments' && !isMove) throw badRequest('status', 'is the only field of a payment that can be changed');
  return writeOf(type, { act: isMove ? 'move' : 'change', ...target, status: to, ...(isMove ? {} : { fields }) });
}

function targetOf({ providerId, version }: { readonly providerId: string; readonly version?: string | undefined }) {
  return { id: Number(providerId), version: version ?? null };
}

function withoutId({ id: _, ...document }: JsonObject): JsonObject {
  return document;
}

export const identify: LedgerGateway['identify'] = (type, document) => {
  checkTexts(document, 'provider_data');
  const { id } = document;
  if (id === undefined || id === null) return undefined;
  const named = providerIdOf(type, String(id), idForms);
  if (named === undefined || named !== String(id))
    throw badRequest('provider_data.id', `is not the id of a ${familyOf(type).singular}`);
  return named;
};

/** Refuses text that PostgreSQL cannot store, or that would be read back as other text. */
function checkTexts(value: Json, path: string): void {
  if (typeof value === 'string' && !isWholeText(value)) {
    throw badRequest(path, 'must not contain NUL or half of a surrogate pair');
  }
  if (Array.isArray(value)) for (const [i, item] of value.entries()) checkTexts(item as Json, `${path}[${i}]`);
  if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) checkTexts(item, `${path}.${key}`);
}

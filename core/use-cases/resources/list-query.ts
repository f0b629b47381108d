// The filters, the order and the cursor of a list.
import { badRequest } from '../../domain/errors.ts';
import { type PageRequest, unknownCursor } from '../../domain/page.ts';
import { currency, day, decimal, instant, oneOf, wordsOf } from '../../domain/query-text.ts';
import { bankKinds, documentSides, type ResourceType, resourceTypes } from '../../domain/resource.ts';
import { comparedField, familyOf, hasField, sortsOf } from '../../families/all-families.ts';
import type { Family } from '../../families/family.ts';
import { type IdForms, providerIdOf, resourceIdOf } from '../../families/resource-id.ts';
import type { RecordFilter, RecordOrder } from '../../ports/record-stores.ts';
import type { Digester } from '../../ports/secrets.ts';
import { given, parseListQuery, type RawQuery } from '../../schemas/query.ts';

/** Each with the field that a family's records must have. */
const fieldOfFilter = {
  status: 'status',
  contact_id: 'contact_id',
  type: 'type',
  kind: 'kind',
  bank_account_id: 'bank_account_id',
  currency: 'currency',
  total_from: 'total',
  total_to: 'total',
  amount_due_from: 'amount_due',
  amount_due_to: 'amount_due',
  issue_date_from: 'issue_date',
  issue_date_to: 'issue_date',
  date_from: 'date',
  date_to: 'date',
  due_date_from: 'due_date',
  due_date_to: 'due_date',
  email: 'email',
  q: 'number',
} as const;
/** Whether a family has the filter. */
const ofFamily = {
  name: ({ findsByName }: Family) => findsByName,
  code: ({ unique }: Family) => unique === 'code',
  date_from: ({ isDated }: Family) => isDated,
  date_to: ({ isDated }: Family) => isDated,
} as const;
const names = [
  ...(['id', 'number', 'external_reference', 'updated_since', 'sort'] as const),
  ...(Object.keys(fieldOfFilter) as (keyof typeof fieldOfFilter)[]),
  ...(Object.keys(ofFamily) as (keyof typeof ofFamily)[]),
];
type Filters = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** `list` identifies the sort and the filters in the list's cursors; undefined if there are none. */
export function parseRecordQuery({ sha256 }: Digester, forms: IdForms, type: ResourceType, query: RawQuery) {
  const { request, filters } = parseListQuery(query, names);
  const lacks = ([name, field]: readonly [string, string]) => name in filters && !comparedField(type, field);
  const [missing] =
    Object.entries(fieldOfFilter).find(lacks) ??
    Object.entries(ofFamily).find(([name, isThere]) => name in filters && !isThere(familyOf(type))) ??
    [];
  if (missing) throw badRequest(missing, `is no filter of ${type}, whose records do not have the field`);
  const [filter, order] = [filterOf(forms, type, filters), orderOf(type, filters)];
  const isWhole = Object.keys(filters).length === 0;
  const list = isWhole ? undefined : sha256(JSON.stringify([filter, order])).slice(0, 16);
  if (!isPlaceIn(list, order, request)) throw unknownCursor();
  return { request, filter, order, list };
}

function filterOf(forms: IdForms, type: ResourceType, filters: Filters): RecordFilter {
  const idOf = (name: 'id' | 'contact_id' | 'bank_account_id', of: ResourceType) => {
    const value = filters[name];
    const id = value === undefined ? undefined : providerIdOf(of, value, forms);
    if (value === undefined || id !== undefined) return id;
    throw badRequest(name, `must be the id of one of the ${of}`);
  };
  const contact = idOf('contact_id', 'contacts');
  const bankAccount = idOf('bank_account_id', 'accounts');
  return given({
    providerId: idOf('id', type),
    statuses: wordsOf('status', filters.status, familyOf(type).statuses ?? []),
    number: filters.code ?? filters.number,
    externalReference: filters.external_reference,
    contactId: contact && resourceIdOf('contacts', contact),
    bankAccountId: bankAccount && resourceIdOf('accounts', bankAccount),
    contains: part('q', filters.q) ?? part('name', filters.name),
    email: filters.email,
    updatedSince: instant('updated_since', filters.updated_since),
    issueDateFrom: day('issue_date_from', filters.issue_date_from) ?? day('date_from', filters.date_from),
    issueDateTo: day('issue_date_to', filters.issue_date_to) ?? day('date_to', filters.date_to),
    dueDateFrom: day('due_date_from', filters.due_date_from),
    dueDateTo: day('due_date_to', filters.due_date_to),
    side: oneOf('type', filters.type, documentSides) ?? oneOf('kind', filters.kind, bankKinds),
    currency: currency('currency', filters.currency),
    totalFrom: decimal('total_from', filters.total_from),
    totalTo: decimal('total_to', filters.total_to),
    amountDueFrom: decimal('amount_due_from', filters.amount_due_from),
    amountDueTo: decimal('amount_due_to', filters.amount_due_to),
  });
}

function part(name: string, value: string | undefined): string | undefined {
  if (value === undefined || isSearchable(value)) return value;
  throw badRequest(name, 'must have 2 to 100 characters');
}

/** The families in which parts of texts are searched; in others only ids are. */
export const searchedTypes = resourceTypes.filter(
  (type) => familyOf(type).findsByName || ['number', 'amount', 'narration'].some((name) => hasField(type, name)),
);

/** True for a text of which parts of records can be searched. */
export function isSearchable(text: string): boolean {
  return text.trim().length >= 2 && text.length <= 100;
}

/** A range without a sort is sorted by its own field: changes oldest first, days latest first, amounts greatest first. */
function orderOf(type: ResourceType, filters: Filters): RecordOrder | undefined {
  const has = (name: string) => Object.keys(filters).some((filter) => filter.startsWith(name));
  const sort = filters.sort ?? Object.entries(sortOfRange).find(([name]) => has(name))?.[1];
  if (sort === undefined) return undefined;
  const by = sortsOf(type).get(sort.replace(/^-/, ''));
  if (by !== undefined) return { by, isDescending: sort.startsWith('-') };
  const known = [...sortsOf(type).keys()].join(', ');
  throw badRequest('sort', `for ${type} must be one of ${known}, or one of them after a minus sign`);
}

const sortOfRange = {
  updated_since: 'updated_at',
  issue_date: '-issue_date',
  date: '-date',
  due_date: '-due_date',
  total: '-total',
  amount_due: '-amount_due',
};

/** A cursor is valid only with the sort and filters that produced it. */
function isPlaceIn(list: string | undefined, order: RecordOrder | undefined, request: PageRequest): boolean {
  if (!('after' in request)) return true;
  const { list: own, value } = request.after;
  if (own !== list || (order === undefined) !== (value === undefined)) return false;
  return order?.by !== 'updated_at' || Number.isSafeInteger(Number(value));
}

// Looks records up by what the provider can filter on. Its filters only narrow; whoever asks compares exactly.
import { badRequest, type LedgerAccess, type LedgerFindQuery, type LedgerPage } from '#core';
import type { Caller } from './caller.ts';
import type { CallBounds } from './http/bounds.ts';
import { pageOf, paging } from './reads.ts';
import { fixedPageSize } from './traits.ts';
import { families } from './wire/families.ts';
import type { Family } from './wire/family.ts';

export async function find(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  { type, where, page }: LedgerFindQuery,
): Promise<LedgerPage> {
  const family = families[type];
  const narrowing = narrowingOf(family, where);
  if (family.paging === 'whole' && page > 1) return { records: [], unreadable: [], hasMore: false };
  const pages = paging(family, page, fixedPageSize);
  const parameters = { ...family.query, ...family.listQuery, ...narrowing, ...pages };
  return pageOf(caller, bounds, access, family, { parameters, page, pageSize: fixedPageSize });
}

function narrowingOf(family: Family, where: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const asked = Object.entries(where);
  for (const [name, value] of asked) refuseUnfit(family, name, value);
  if (family.type === 'quotes') {
    return Object.fromEntries(quoteParameters.flatMap(([name, key]) => (where[name] ? [[key, where[name]]] : [])));
  }
  const [field, value] = asked[0] ?? [];
  if (field === undefined || value === undefined) return {};
  // Provider: looks for part of a name or number, so it finds at least what the expression would. Accounts have no such
  // search; there the whole chart is one page.
  return equals(expressionKeys[field] ?? '', value) ?? (family.type === 'contacts' ? { searchTerm: value } : {});
}

/** Provider: an empty filter matches nothing. */
function refuseUnfit({ type, foundBy }: Family, name: string, value: string): void {
  if (!foundBy.includes(name)) throw badRequest(name, `${type} cannot be found by ${name}`);
  if (value === '') throw badRequest(name, `${name} must not be empty`);
  if (!value.isWellFormed()) throw badRequest(name, `${name} must not hold half of a surrogate pair`);
}

const quoteParameters = [
  ['number', 'QuoteNumber'],
  ['status', 'Status'],
  ['contact_id', 'ContactID'],
] as const;
const expressionKeys: Readonly<Record<string, string>> = {
  contact_number: 'ContactNumber',
  name: 'Name',
  email: 'EmailAddress',
  code: 'Code',
};

/**
 * `Field=="text"`. How the provider writes a quotation mark or a backslash inside a text is not known, and a wrong guess
 * would change the question, so such a text is never put into an expression: undefined.
 */
function equals(field: string, text: string): { where: string } | undefined {
  return /["\\\p{Cc}]/u.test(text) ? undefined : { where: `${field}=="${text}"` };
}

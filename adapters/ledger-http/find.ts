// Looks records up by what the provider can filter on. Its filters only narrow; whoever asks compares exactly.
import { badRequest, type LedgerAccess, type LedgerFindQuery, type LedgerPage } from '#core';
import type { Caller } from './caller.ts';
import type { CallBounds } from './http/bounds.ts';
import { pageOf, paging } from './reads.ts';
import { families } from './wire/families.ts';

const pageSize = 100;

export function find(
  caller: Caller,
  bounds: CallBounds,
  access: LedgerAccess,
  query: LedgerFindQuery,
): Promise<LedgerPage> {
  const family = families[query.type];
  const page = query.type === 'accounts' ? 1 : query.page;
  const parameters = {
    ...family.query,
    ...family.listQuery,
    ...narrowing(query),
    ...paging(family, page, pageSize),
  };
  return pageOf(caller, bounds, access, family, { parameters, page, pageSize });
}

const contactKeys = { contact_number: 'ContactNumber', name: 'Name', email: 'EmailAddress' } as const;

function narrowing(query: LedgerFindQuery): Readonly<Record<string, string>> {
  switch (query.type) {
    case 'contacts': {
      const { by, value } = query;
      const where = equals(contactKeys[by], expectText(by, value));
      // Provider: looks for part of a name or number, so it finds at least what the expression would.
      return where ?? { searchTerm: value };
    }
    case 'accounts':
      // Provider: accounts have no search; the whole chart is one page.
      return equals('Code', expectText('code', query.code)) ?? {};
    case 'quotes':
      return quoteFilters(query);
  }
}

/** Provider: has filters for these, none for a quote's reference or its contact's name. An empty one matches nothing. */
function quoteFilters({ number, status, contactId }: Extract<LedgerFindQuery, { type: 'quotes' }>) {
  return {
    ...(number === undefined ? {} : { QuoteNumber: expectText('number', number) }),
    ...(status === undefined ? {} : { Status: expectText('status', status) }),
    ...(contactId === undefined ? {} : { ContactID: expectText('contactId', contactId) }),
  };
}

/**
 * `Field=="text"`. How the provider writes a quotation mark or a backslash inside a text is not known, and a wrong guess
 * would change the question, so such a text is never put into an expression: undefined.
 */
function equals(field: string, text: string): { where: string } | undefined {
  return /["\\\p{Cc}]/u.test(text) ? undefined : { where: `${field}=="${text}"` };
}

function expectText(name: string, value: string): string {
  if (value === '') throw badRequest(name, `${name} must not be empty`);
  if (!value.isWellFormed()) throw badRequest(name, `${name} must not hold half of a surrogate pair`);
  return value;
}

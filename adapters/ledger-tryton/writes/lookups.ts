// Looks up what a document must name. Tryton's own client fills in accounts, journals and addresses; calls of the API must
// send them.
import type { Json, JsonObject } from '../../../core/ports.ts';
import type { Books } from '../books.ts';
import { plainValue } from '../values.ts';
import { taxFields } from '../wire/line-tax.ts';
import { archivedToo } from '../wire/model.ts';
import { refused } from './plan.ts';

/** `out` for sales, `in` for purchases, as in Tryton's invoice types. */
export type Side = 'out' | 'in';
type Sides = Readonly<Record<Side, number | null>>;

export interface Defaults {
  readonly currency: number;
  readonly journals: Sides;
  /** The accounts receivable and payable. */
  readonly accounts: Sides;
  /** The accounts of lines that name none: revenue and expense. */
  readonly lineAccounts: Sides;
}

/** Reads the company's defaults by three calls. */
export async function readDefaults(books: Books): Promise<Defaults> {
  const [company = {}] = await books.search('company.company', {
    domain: [['id', '=', books.companyId]],
    fields: ['currency'],
  });
  const journals = await books.search('account.journal', { domain: [], fields: ['type'] });
  const journal = (type: string) => journals.find((row) => row['type'] === type)?.['id'];
  const ofParties = ['default_account_receivable', 'default_account_payable'] as const;
  const ofLines = ['default_category_account_revenue', 'default_category_account_expense'] as const;
  const [set = {}] = await books.search('account.configuration', { domain: [], fields: [...ofParties, ...ofLines] });
  return {
    currency: Number(company['currency']),
    journals: sides(journal('revenue'), journal('expense')),
    accounts: sides(set[ofParties[0]], set[ofParties[1]]),
    lineAccounts: sides(set[ofLines[0]], set[ofLines[1]]),
  };
}

function sides(...ids: readonly [out: Json | undefined, bought: Json | undefined]): Sides {
  const [sold = null, bought = null] = ids.map((id) => (typeof id === 'number' ? id : null));
  return { out: sold, in: bought };
}

/** The party's first address and its accounts. A document must name an address of its party. */
export async function partyTerms(
  books: Books,
  id: Json,
): Promise<{ readonly address: number; readonly accounts: Sides }> {
  const domain = [['id', '=', Number(id)], ...archivedToo];
  const fields = ['addresses', 'account_receivable', 'account_payable'];
  const [party] = await books.search('party.party', { domain, fields });
  if (!party) throw refused('contact_id', 'there is no such contact');
  const [address] = Array.isArray(party['addresses']) ? (party['addresses'] as readonly Json[]) : [];
  if (typeof address !== 'number') throw refused('contact_id', 'the contact has no address, which a document needs');
  return { address, accounts: sides(party['account_receivable'], party['account_payable']) };
}

export async function currencyOf(books: Books, code: Json | undefined): Promise<number> {
  const [found] = await books.search('currency.currency', { domain: [['code', '=', code ?? null]], fields: ['code'] });
  if (!found) throw refused('currency', 'the provider does not have this currency');
  return Number(found['id']);
}

export interface LineNames {
  readonly accountOf: (line: JsonObject, path: string) => number | undefined;
  /** The tax with its rate. */
  readonly taxOf: (line: JsonObject, path: string) => JsonObject | undefined;
}

/** Looks up the accounts and taxes that lines name, and the account of those that name none: two calls at most. */
export async function lineNames(books: Books, lines: readonly JsonObject[], usual: number | null): Promise<LineNames> {
  const ids = [...valuesOf(lines, 'account_id').map(Number), ...(usual === null ? [] : [usual])];
  const codes = valuesOf(lines, 'account_code');
  const accounts = await books.search('account.account', {
    domain: [
      ['company', '=', books.companyId],
      ['OR', ['id', 'in', ids], ['code', 'in', codes]],
    ],
    fields: ['code'],
  });
  const types = valuesOf(lines, 'tax_type');
  const taxes =
    types.length === 0
      ? []
      : await books.search('account.tax', {
          domain: [
            ['company', '=', books.companyId],
            ['parent', '=', null],
            ['OR', ['id', 'in', types.filter((type) => /^\d{1,15}$/.test(type)).map(Number)], ['name', 'in', types]],
          ],
          fields: ['name', ...taxFields],
        });
  const accountBy = (name: string, path: string, isIt: (row: JsonObject) => boolean): number => {
    const [found, ...others] = accounts.filter(isIt);
    if (!found) throw refused(`${path}.${name}`, 'the provider has no such account');
    // Tryton lets several accounts have one code.
    if (others.length > 0) throw refused(`${path}.${name}`, 'several accounts have this code; give account_id');
    return Number(found['id']);
  };
  return {
    accountOf({ account_id, account_code }, path) {
      if (account_id) return accountBy('account_id', path, (row) => String(row['id']) === account_id);
      if (account_code) return accountBy('account_code', path, (row) => row['code'] === account_code);
      return usual === null ? undefined : accountBy('account_code', path, (row) => row['id'] === usual);
    },
    taxOf({ tax_type }, path) {
      if (!tax_type) return undefined;
      const found =
        taxes.find((row) => String(row['id']) === tax_type) ?? taxes.find((row) => row['name'] === tax_type);
      if (!found) throw refused(`${path}.tax_type`, 'the provider has no such tax');
      return plainValue(found) as JsonObject;
    },
  };
}

function valuesOf(lines: readonly JsonObject[], name: string): string[] {
  return [
    ...new Set(lines.map((line) => line[name]).filter((value) => typeof value === 'string' && value !== '')),
  ] as string[];
}

import {
  familyOf,
  type Json,
  type JsonObject,
  type LedgerGateway,
  type LedgerPage,
  type LedgerRecord,
  notFound,
  ServiceError,
} from '../../core/ports.ts';
import { type Books, type Domain, openBooks } from './books.ts';
import { changedIds, inOrder, pageSize } from './changes.ts';
import { unreadable } from './refusal.ts';
import { remembered } from './remembered.ts';
import type { Rpc } from './rpc.ts';
import { plainValue } from './values.ts';
import type { TaxRounding } from './wire/line-tax.ts';
import { described, type Model, recordOf, stampFields } from './wire/model.ts';
import { modelOf } from './wire/models.ts';

/** The bound of families that are read in one page, which usually have some hundred records. */
const wholeMost = 10_000;

type Reads = Pick<LedgerGateway, 'read' | 'readMany' | 'list' | 'find' | 'describe'>;

export function readsOf(rpc: Rpc, listSize = pageSize): Reads {
  const ownParties = remembered(partiesOfCompanies);
  const recordsOf = recordReader();
  return {
    async read(access, type, providerId) {
      const { singular } = familyOf(type);
      if (!idForm.test(providerId)) throw notFound(singular);
      const [record, unread] = await recordsOf(openBooks(rpc, access), modelOf(type), { ids: [Number(providerId)] });
      if (unread.length > 0) throw unreadable(`the ${singular} has a form that is not known`, 200, { writes: false });
      if (!record[0]) throw notFound(singular);
      return record[0];
    },

    async readMany(access, type, providerIds) {
      const ids = providerIds.filter((id) => idForm.test(id)).map(Number);
      if (ids.length === 0) return { records: [], unreadable: [] };
      return together(await recordsOf(openBooks(rpc, access), modelOf(type), { ids }));
    },

    async list(access, type, { since, after }) {
      const [model, books] = [modelOf(type), openBooks(rpc, access)];
      if (model.sync === 'whole') {
        const found = await recordsOf(books, model, { limit: wholeMost + 1 });
        // The core would take records beyond the end of a cut list as removed.
        if (found[2].length > wholeMost) throw new ServiceError('PROVIDER_ERROR', `there are too many ${type} to list`);
        return { ...together(found), next: null };
      }
      const more = type === 'contacts' ? await ownParties(books) : [];
      const { ids, next } = await changedIds(books, model, { since, after, more, limit: listSize });
      if (ids.length === 0) {
        // An empty list may mean that the user lost the company. Polls go on from a time and come every minute, and an empty
        // one is usual; so only a list from the beginning costs the check.
        if (since === null && after === null) await books.assertMember();
        return { records: [], unreadable: [], next };
      }
      return { ...together(await recordsOf(books, model, { ids })), next };
    },

    async find(access, { type, where, after }) {
      const [model, books] = [modelOf(type), openBooks(rpc, access)];
      const more = type === 'contacts' ? await ownParties(books) : [];
      const conditions = Object.entries(where).flatMap(([name, values]) => model.finds[name]?.([values].flat()) ?? []);
      const fromCursor: Domain = after !== null && idForm.test(after) ? [['id', '>', Number(after)]] : [];
      const domain = [...conditions, ...more, ...fromCursor];
      const found = await recordsOf(books, model, { domain, limit: pageSize });
      return { ...together(found), next: found[2].length === pageSize ? String(found[2].at(-1)) : null };
    },

    describe: (type, document) => described(modelOf(type), plainValue(document) as JsonObject),
  };
}

const idForm = /^[1-9]\d{0,14}$/;

interface Wanted {
  readonly ids?: readonly number[];
  readonly domain?: Domain;
  readonly limit?: number;
}

type Found = readonly [records: readonly LedgerRecord[], unreadable: readonly string[], ids: readonly number[]];

type RecordReader = (books: Books, model: Model, wanted: Wanted) => Promise<Found>;

export function recordReader(): RecordReader {
  const taxRounding = remembered(taxRoundingOf);
  return (books, model, wanted) => foundIn(books, model, wanted, taxRounding);
}

/**
 * Reads records by one call. A second call follows if nothing is found or a draft lacks its tax. Records that are gone, or
 * that belong to another family or company, are left out.
 */
async function foundIn(
  books: Books,
  model: Model,
  { ids, domain = [], limit }: Wanted,
  taxRounding: (books: Books) => Promise<TaxRounding>,
): Promise<Found> {
  const { companyId } = books;
  const found = await books.search(model.name, {
    domain: [...model.domain(companyId), ...domain, ...(ids ? [['id', 'in', [...ids]]] : [])],
    fields: [...model.fields, ...stampFields],
    ...(limit !== undefined && { limit }),
  });
  if (found.length === 0) await books.assertMember();
  const unread: string[] = [];
  /** Makes each item; one whose values cannot be read is noted in `unread` and does not fail the page. */
  const each = <In, Out>(items: readonly In[], idOf: (item: In) => Json | undefined, make: (item: In) => Out): Out[] =>
    items.flatMap((item) => {
      try {
        return [make(item)];
      } catch {
        unread.push(String(idOf(item)));
        return [];
      }
    });
  const rows = ids ? inOrder(found, ids) : found;
  const natives = each(
    rows,
    (row) => row['id'],
    (row) => plainValue(row) as JsonObject,
  );
  const lacksTax = model.lacksTax ?? (() => false);
  const areWithoutTax = each(natives, ({ id }) => id, lacksTax);
  const rounding = areWithoutTax.includes(true) ? await taxRounding(books) : undefined;
  const readable = natives.filter(({ id }) => !unread.includes(String(id)));
  const records = each(
    readable,
    ({ id }) => id,
    (native) => recordOf(model, native, rounding),
  ).filter((record) => record !== undefined);
  return [records, unread, found.map(({ id }) => Number(id))];
}

function together([records, unread]: Found): Pick<LedgerPage, 'records' | 'unreadable'> {
  return { records, unreadable: unread };
}

/** Excludes the parties that stand for Tryton's own companies; they are no contacts. */
async function partiesOfCompanies(books: Books): Promise<Domain> {
  const companies = await books.search('company.company', { domain: [], fields: ['party'] });
  return [['id', 'not in', companies.map(({ party }) => Number(party))]];
}

async function taxRoundingOf(books: Books): Promise<TaxRounding> {
  const [configuration] = await books.search('account.configuration', { domain: [], fields: ['tax_rounding'] });
  return configuration?.['tax_rounding'] === 'line' ? 'line' : 'document';
}

import {
  familyOf,
  type JsonObject,
  type LedgerAccess,
  type LedgerGateway,
  type LedgerPage,
  type LedgerRecord,
  notFound,
} from '../../core/ports.ts';
import { type Books, type Domain, openBooks } from './books.ts';
import { changedIds, inOrder, pageSize } from './changes.ts';
import { unreadable } from './refusal.ts';
import type { Rpc } from './rpc.ts';
import { plainValue } from './values.ts';
import { type Model, recordOf, stampFields } from './wire/model.ts';
import { modelOf } from './wire/models.ts';

/** Families that are read whole have hundreds of records; more than these are not listed. */
const wholeMost = 10_000;

type Reads = Pick<LedgerGateway, 'read' | 'readMany' | 'list' | 'find' | 'describe'>;

export function readsOf(rpc: Rpc, listSize = pageSize): Reads {
  const ownParties = rememberedParties();
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
      if (model.sync === 'whole')
        return { ...together(await recordsOf(books, model, { limit: wholeMost })), next: null };
      const more = type === 'contacts' ? await ownParties(books, access) : [];
      const { ids, next } = await changedIds(books, model, { since, after, more, limit: listSize });
      if (ids.length === 0) {
        // A quiet list that goes on from a stamp is asked for every minute.
        if (since === null && after === null) await books.assertMember();
        return { records: [], unreadable: [], next };
      }
      return { ...together(await recordsOf(books, model, { ids })), next };
    },

    async find(access, { type, where, after }) {
      const [model, books] = [modelOf(type), openBooks(rpc, access)];
      const more = type === 'contacts' ? await ownParties(books, access) : [];
      const conditions = Object.entries(where).flatMap(([name, values]) => model.finds[name]?.([values].flat()) ?? []);
      const onwards: Domain = after !== null && idForm.test(after) ? [['id', '>', Number(after)]] : [];
      const domain = [...conditions, ...more, ...onwards];
      const found = await recordsOf(books, model, { domain, limit: pageSize });
      return { ...together(found), next: found[2].length === pageSize ? String(found[2].at(-1)) : null };
    },

    describe: (type, document) => modelOf(type).describe(plainValue(document) as JsonObject),
  };
}

const idForm = /^[1-9]\d{0,14}$/;

interface Wanted {
  readonly ids?: readonly number[];
  readonly domain?: Domain;
  readonly limit?: number;
}

type Found = readonly [records: readonly LedgerRecord[], unreadable: readonly string[], ids: readonly number[]];

/** One call, and another if it finds nothing. Records of another family or company, and those that are gone, are left out. */
async function recordsOf(books: Books, model: Model, { ids, domain = [], limit }: Wanted): Promise<Found> {
  const { companyId } = books;
  const rows = await books.search(model.name, {
    domain: [...model.domain(companyId), ...domain, ...(ids ? [['id', 'in', [...ids]]] : [])],
    fields: [...model.fields, ...stampFields],
    ...(limit !== undefined && { limit }),
  });
  if (rows.length === 0) await books.assertMember();
  const records: LedgerRecord[] = [];
  const unread: string[] = [];
  for (const row of ids ? inOrder(rows, ids) : rows) {
    try {
      const record = recordOf(model, row);
      if (record) records.push(record);
    } catch {
      // A value of an unknown kind must not fail its whole page.
      unread.push(String(row['id']));
    }
  }
  return [records, unread, rows.map(({ id }) => Number(id))];
}

function together([records, unread]: Found): Pick<LedgerPage, 'records' | 'unreadable'> {
  return { records, unreadable: unread };
}

const partiesMost = 1_000;

/** Companies are parties themselves, and no contacts of each other. They are looked up once per tenant and process. */
function rememberedParties() {
  const known = new Map<string, Domain>();
  return async (books: Books, { tenantId }: LedgerAccess): Promise<Domain> => {
    const remembered = known.get(tenantId);
    if (remembered) return remembered;
    const companies = await books.search('company.company', { domain: [], fields: ['party'] });
    const domain = [['id', 'not in', companies.map(({ party }) => Number(party))]];
    if (known.size >= partiesMost) known.clear();
    known.set(tenantId, domain);
    return domain;
  };
}

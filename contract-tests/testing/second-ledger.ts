// A ledger in memory that is unlike the first provider in everything that its traits tell: whole numbers as ids, marks in
// the place of keys, versions, documents posted by a second call, quotes that become invoices, half cents to the even one.
import { Decimal } from 'decimal.js';
import {
  type FamilyTraits,
  isJsonObject,
  type JsonObject,
  type LedgerAccess,
  type LedgerGateway,
  type LedgerPage,
  type LedgerRecord,
  type PreparedWrite,
  type ProviderTraits,
  type SentRecord,
  ServiceError,
  type WriteIntent,
} from '#core/ports';

/**
 * What happens to one writing call; one that is `late` reaches the books `lateSeconds` after its caller gave up. A function
 * runs before the call is made: somebody else was faster.
 */
export type Mishap = 'none' | 'lost before' | 'lost after' | 'late' | 'busy' | 'refused' | (() => void);
const lateSeconds = 25;

interface Document {
  readonly id: string;
  version: number;
  changedAt: Date;
  fields: JsonObject;
  /** The mark of the create that made it; not shown to people. */
  readonly mark: string;
}

type Books = Readonly<Record<'contacts' | 'invoices' | 'quotes', Map<string, Document>>>;
type Family = keyof Books;

/** What a prepared write does; the gateway alone reads it. */
type Call =
  | { readonly do: 'create'; readonly fields: JsonObject; readonly post: boolean }
  | {
      readonly do: 'update';
      readonly id: string;
      readonly fields: JsonObject;
      readonly version: string | null;
      readonly post: boolean;
    }
  | { readonly do: 'post'; readonly id: string; readonly version: string; readonly isNew: boolean }
  | { readonly do: 'convert'; readonly quote: string };

const family: FamilyTraits = {
  can: ['list', 'read', 'create', 'update', 'cancel', 'bulk', 'native'],
  writableFields: null,
  idForm: 'digits',
  sync: 'changes',
  isNotified: false,
  updateReplaces: false,
  foundBy: ['name', 'email', 'contact_number'],
  together: { reads: 50, creates: 10, updates: 10 },
};

export const secondTraits: ProviderTraits = {
  title: 'Second ledger',
  limits: { perMinute: 600, inFlight: 10, perDay: 100_000, appPerMinute: null },
  repeats: { keySeconds: null, marks: { settleSeconds: 30 } },
  comparesAndSets: true,
  polledSeconds: 60,
  overlapSeconds: 60,
  rounding: 'half_even',
  noTax: null,
  quoteConversion: 'native',
  callBytesMost: 100_000,
  families: { contacts: family, invoices: family, quotes: family },
};

export function createSecondLedger(now: () => Date) {
  const tenants = new Map<string, Books>();
  const mishaps: Mishap[] = [];
  const mails: string[] = [];
  const sent: string[] = [];
  let late: readonly { readonly at: number; readonly apply: () => unknown }[] = [];
  let ids = 0;

  const booksOf = (tenantId: string): Books => {
    const books = tenants.get(tenantId) ?? { contacts: new Map(), invoices: new Map(), quotes: new Map() };
    tenants.set(tenantId, books);
    return books;
  };

  /** The tenant's books, after what was under way has arrived. */
  const arrive = ({ tenantId, report }: LedgerAccess, method: string): Books => {
    report({ method, path: '/second', status: 200, bytesIn: 1, durationMs: 1 });
    const due = late.filter(({ at }) => at <= now().getTime());
    late = late.filter((one) => !due.includes(one));
    for (const { apply } of due) quietly(apply);
    return booksOf(tenantId);
  };

  /** Makes one writing call, which the next mishap befalls. */
  const call = <T>(apply: () => T): T => {
    const mishap = mishaps.shift() ?? 'none';
    if (typeof mishap === 'function') mishap();
    if (mishap === 'busy')
      throw new ServiceError('RATE_LIMITED', 'busy', {
        reason: 'provider',
        outcome: 'not_applied',
        retryAfterSeconds: 1,
      });
    if (mishap === 'refused') throw refused('no');
    if (mishap === 'late') late = [...late, { at: now().getTime() + lateSeconds * 1000, apply }];
    if (mishap !== 'late' && mishap !== 'lost before') {
      const done = apply();
      if (mishap === 'none' || typeof mishap === 'function') return done;
    }
    throw new ServiceError('PROVIDER_TIMEOUT', 'no answer', { outcome: 'unknown' });
  };

  const put = (books: Books, type: Family, fields: JsonObject, mark: string): Document => {
    const id = String(++ids);
    const made = {
      id,
      version: 1,
      changedAt: now(),
      fields: complete(type, { status: initial[type], ...fields }),
      mark,
    };
    assertAllowed(books, type, made);
    books[type].set(id, made);
    return made;
  };

  const change = (books: Books, type: Family, id: string, fields: JsonObject, version: string | null): Document => {
    const found = documentOf(books, type, id);
    if (version !== null && version !== String(found.version)) throw recordChanged();
    const next = complete(type, { ...found.fields, ...fields });
    assertAllowed(books, type, { ...found, fields: next });
    Object.assign(found, { version: found.version + 1, changedAt: now(), fields: next });
    return found;
  };

  const marked = (books: Books, type: Family, mark: string) =>
    [...books[type].values()].find((one) => one.mark === mark);

  const sendCall = (books: Books, type: Family, made: Call, mark: string): SentRecord => {
    switch (made.do) {
      case 'create': {
        const record = recordOf(type, marked(books, type, mark) ?? call(() => put(books, type, made.fields, mark)));
        return made.post ? { ...record, next: following(type, record, true) } : record;
      }
      case 'update': {
        const { id, fields, version, post } = made;
        const live = documentOf(books, type, id);
        const isThere = has(live.fields, fields);
        const record = recordOf(type, isThere ? live : call(() => change(books, type, id, fields, version)));
        return post ? { ...record, next: following(type, record, false) } : record;
      }
      case 'post': {
        const { id, version, isNew } = made;
        const live = documentOf(books, type, id);
        if (live.fields['status'] !== 'DRAFT') return recordOf(type, live);
        try {
          return recordOf(
            type,
            call(() => change(books, type, id, { status: 'AUTHORISED', number: `S-${id}` }, version)),
          );
        } catch (error) {
          if (isNew && error instanceof ServiceError && error.code === 'PROVIDER_REJECTED') books[type].delete(id);
          throw error;
        }
      }
      case 'convert': {
        const quote = documentOf(books, 'quotes', made.quote);
        const origin = `quote ${quote.id}`;
        const converted = marked(books, 'invoices', origin);
        return recordOf('invoices', converted ?? call(() => confirm(books, quote, origin)));
      }
    }
  };

  /** Quote and invoice in one transaction. */
  const confirm = (books: Books, { id, fields }: Document, origin: string): Document => {
    const there = marked(books, 'invoices', origin);
    if (there) return there;
    change(books, 'quotes', id, { status: 'INVOICED' }, null);
    const { contact_id = null, currency = null, line_items = [] } = fields;
    return put(books, 'invoices', { type: 'receivable', contact_id, currency, line_items }, origin);
  };

  const gateway: LedgerGateway = {
    async read(access, type, providerId) {
      return recordOf(type as Family, documentOf(arrive(access, 'read'), type as Family, providerId));
    },
    async readMany(access, type, providerIds) {
      const books = arrive(access, 'readMany')[type as Family];
      const found = providerIds.flatMap((id) => books.get(id) ?? []);
      return { records: found.map((one) => recordOf(type as Family, one)), unreadable: [] };
    },
    async list(access, type, { since, after }) {
      const all = [...arrive(access, 'list')[type as Family].values()];
      return pageOf(
        type as Family,
        all.filter(({ changedAt }) => since === null || changedAt >= since),
        after,
      );
    },
    async find(access, { type, where, after }) {
      const fits = ({ fields }: Document) =>
        Object.entries(where).every(([name, value]) => [value].flat().some((one) => fields[name] === one));
      return pageOf(type as Family, [...arrive(access, 'find')[type as Family].values()].filter(fits), after);
    },
    prepare,
    identify: (_type, document) => (document['Id'] === undefined ? undefined : String(document['Id'])),
    describe: (_type, { Id: _id, ...fields }) => fields,
    async send(access, { type, payload }, key) {
      const made = payload as unknown as Call;
      sent.push(made.do);
      return sendCall(arrive(access, 'send'), type as Family, made, key);
    },
    async sendMany(access, writes, key) {
      const books = arrive(access, 'sendMany');
      let isBegun = false;
      const sendOne = ({ type, payload }: PreparedWrite, mark: string) => {
        const record = sendCall(books, type as Family, payload as unknown as Call, mark);
        isBegun = true;
        return record;
      };
      return writes.map((write, i) => {
        try {
          const { next, ...record } = sendOne(write, `${key}:${i}`);
          return next ? sendOne(next, key) : record;
        } catch (error) {
          if (!(error instanceof ServiceError)) throw error;
          if (error.code === 'PROVIDER_REJECTED') return error;
          throw isBegun ? uncertain(error) : error;
        }
      });
    },
    couldBe({ payload }, { fields }) {
      const made = payload as unknown as Call;
      return made.do === 'update' && has(fields, made.fields) && (!made.post || fields['status'] !== 'DELETED');
    },
    async emailInvoice(access, providerId) {
      const books = arrive(access, 'email');
      call(() => {
        mails.push(providerId);
        return change(books, 'invoices', providerId, { sent_to_contact: true }, null);
      });
    },
    renderPdf: () => Promise.reject(refused('renders nothing')),
    onlineInvoiceUrl: async () => undefined,
    organizationLink: () => undefined,
  };
  return {
    gateway,
    traits: secondTraits,
    /** What befalls the writing calls to come. */
    mishaps,
    /** What was sent one by one. */
    sent,
    /** The invoices that were mailed, one entry a mail. */
    mails,
    documents: (tenantId: string, type: Family): readonly Document[] => [...booksOf(tenantId)[type].values()],
    /** A person at the ledger changes a document. */
    edit: (tenantId: string, type: Family, id: string, fields: JsonObject) =>
      change(booksOf(tenantId), type, id, fields, null),
  };
}

export type SecondLedger = ReturnType<typeof createSecondLedger>;

const initial: Readonly<Record<Family, string>> = { contacts: 'ACTIVE', invoices: 'DRAFT', quotes: 'DRAFT' };

function prepare(intent: WriteIntent): PreparedWrite {
  const { type } = intent;
  const prepared = (creates: boolean, made: Call) => ({
    type,
    creates,
    payload: made as unknown as PreparedWrite['payload'],
  });
  if (intent.kind === 'convert_quote') return prepared(true, { do: 'convert', quote: intent.quote.providerId });
  if (intent.kind === 'restore') {
    return prepared(false, {
      do: 'update',
      id: intent.providerId,
      fields: { status: 'ACTIVE' },
      version: null,
      post: false,
    });
  }
  const { Id: _id, ...sent } = 'document' in intent ? intent.document : intent.fields;
  const status = typeof sent['status'] === 'string' ? sent['status'].toUpperCase() : undefined;
  const post = type === 'invoices' && status === 'AUTHORISED';
  const { status: _status, ...rest } = sent;
  const fields = post || status === undefined ? rest : { ...rest, status };
  if (!('providerId' in intent)) return prepared(true, { do: 'create', fields, post });
  return prepared(false, { do: 'update', id: intent.providerId, fields, version: intent.version ?? null, post });
}

function following(type: Family, { providerId: id, version = '' }: LedgerRecord, isNew: boolean): PreparedWrite {
  const payload = { do: 'post', id, version, isNew } satisfies Call;
  return { type, creates: false, payload: payload as unknown as PreparedWrite['payload'] };
}

function recordOf(type: Family, { id, version, changedAt, fields }: Document): LedgerRecord {
  return {
    type,
    providerId: id,
    providerUpdatedAt: changedAt,
    version: String(version),
    fields,
    native: { Id: id, ...fields },
  };
}

function documentOf(books: Books, type: Family, id: string): Document {
  const found = books[type]?.get(id);
  if (found) return found;
  throw new ServiceError('NOT_FOUND', 'not there', {
    outcome: 'not_applied',
    providerError: { status: 404, messages: [] },
  });
}

/** Pages of 25, whose cursor is the number of the first document. */
function pageOf(type: Family, documents: readonly Document[], after: string | null): LedgerPage {
  const from = /^\d{1,9}$/.test(after ?? '') ? Number(after) : 0;
  const sorted = documents.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  const next = from + 25 < sorted.length ? String(from + 25) : null;
  return { records: sorted.slice(from, from + 25).map((one) => recordOf(type, one)), unreadable: [], next };
}

function has(fields: JsonObject, sent: JsonObject): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const held = fields[name] ?? null;
    if (!Array.isArray(value)) return JSON.stringify(held) === JSON.stringify(value);
    if (!Array.isArray(held) || held.length !== value.length) return false;
    return value.every((one, i) => (isJsonObject(one) && isJsonObject(held[i]) ? has(held[i], one) : one === held[i]));
  });
}

function cents(value: Decimal): number {
  return value.toDecimalPlaces(2, Decimal.ROUND_HALF_EVEN).toNumber();
}

/** A document with its amounts: 15 percent tax on lines of tax type 1. */
function complete(type: Family, fields: JsonObject): JsonObject {
  if (type === 'contacts') return { contact_number: null, email: null, ...fields };
  const given = Array.isArray(fields['line_items']) ? fields['line_items'].filter(isJsonObject) : [];
  const lines = given.map((line, i) => {
    const line_amount = cents(new Decimal(Number(line['quantity'] ?? 1)).times(Number(line['unit_amount'] ?? 0)));
    const tax_amount = line['tax_type'] === '1' ? cents(new Decimal(line_amount).times('0.15')) : 0;
    return { line_item_id: String(i + 1), tax_type: null, ...line, line_amount, tax_amount };
  });
  const sum = (name: 'line_amount' | 'tax_amount') =>
    lines.reduce((total, line) => total.plus(line[name]), new Decimal(0)).toNumber();
  const [sub_total, total_tax] = [sum('line_amount'), sum('tax_amount')];
  const total = new Decimal(sub_total).plus(total_tax).toNumber();
  const paid = { amount_due: total, amount_paid: 0, amount_credited: 0 };
  const invoice = type === 'invoices' ? { type: 'receivable', ...paid } : {};
  return {
    ...invoice,
    currency: 'NZD',
    line_amount_mode: 'exclusive',
    ...fields,
    line_items: lines,
    sub_total,
    total_tax,
    total,
  };
}

/** Contact numbers are unique, and nothing costs more than a million. */
function assertAllowed(books: Books, type: Family, { id, fields }: Document): void {
  const number = fields['contact_number'] ?? null;
  const isTaken = [...books[type].values()].some((one) => one.id !== id && one.fields['contact_number'] === number);
  if (type === 'contacts' && number !== null && isTaken) throw refused('the contact number is taken');
  if (Number(fields['total'] ?? 0) > 1_000_000) throw refused('the total is too large');
}

function refused(why: string): ServiceError {
  const providerError = { status: 400, messages: [why] };
  return new ServiceError('PROVIDER_REJECTED', `the provider refused: ${why}`, {
    outcome: 'not_applied',
    providerError,
  });
}

function uncertain({ code, message, details }: ServiceError): ServiceError {
  return new ServiceError(code, message, { ...details, outcome: 'unknown' });
}

function recordChanged(): ServiceError {
  const details = {
    reason: 'record_changed',
    outcome: 'not_applied',
    providerError: { status: 409, messages: [] },
  } as const;
  return new ServiceError('CONFLICT', 'changed meanwhile', details);
}

/** Nobody hears what becomes of it. */
function quietly(apply: () => unknown): void {
  try {
    apply();
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
  }
}

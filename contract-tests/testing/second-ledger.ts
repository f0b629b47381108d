// A ledger in memory that is unlike the first provider in everything that its traits tell: whole numbers as ids, marks in
// the place of keys, versions, documents posted by a second call, quotes that become invoices, half cents to the even one.
import {
  type FamilyTraits,
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
import {
  type Books,
  createSecondBooks,
  type Document,
  documentOf,
  type Family,
  has,
  marked,
  refused,
} from './second-books.ts';

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
  can: ['list', 'read', 'create', 'update', 'bulk', 'native'],
  writableFields: null,
  idForm: 'digits',
  sync: 'changes',
  isNotified: false,
  updateReplaces: false,
  foundBy: ['name', 'email', 'contact_number'],
  together: { reads: 50, creates: 10, updates: 10 },
};

const also = (...more: FamilyTraits['can']) => ({ ...family, can: [...family.can, ...more] });
export const secondTraits: ProviderTraits = {
  title: 'Second ledger',
  aliases: [],
  limits: { perMinute: 600, inFlight: 10, perDay: 100_000, appPerMinute: null },
  repeats: { keySeconds: null, marks: { settleSeconds: 30 } },
  comparesAndSets: true,
  polledSeconds: 60,
  overlapSeconds: 60,
  rounding: 'half_even',
  noTax: null,
  quoteConversion: 'native',
  callBytesMost: 100_000,
  families: { contacts: also('restore'), invoices: also('cancel', 'email'), quotes: family },
};

export function createSecondLedger(now: () => Date) {
  const { mishaps, arrived, call, put, change, confirm } = createSecondBooks(now);
  const mails: string[] = [];
  const sent: string[] = [];

  const arrive = ({ tenantId, report }: LedgerAccess, method: string): Books => {
    const counters = { minuteRemaining: null, retryAfterSeconds: null };
    const facts = { method, path: '/second', status: 200, bytesIn: 1, durationMs: 1 };
    report({ ...counters, ...facts, dayRemaining: null, app: counters });
    return arrived(tenantId);
  };

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
      if (!secondTraits.families[type]) throw refused('lists no such thing');
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
      return made.do === 'update' && has(fields, made.fields);
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
    documents: (tenantId: string, type: Family): readonly Document[] => [...arrived(tenantId)[type].values()],
    /** A person at the ledger changes a document. */
    edit: (tenantId: string, type: Family, id: string, fields: JsonObject) =>
      change(arrived(tenantId), type, id, fields, null),
  };
}

export type SecondLedger = ReturnType<typeof createSecondLedger>;

function prepare(intent: WriteIntent): PreparedWrite {
  const { type } = intent;
  const act = 'document' in intent ? 'native' : intent.kind === 'convert_quote' ? 'create' : intent.kind;
  if (!secondTraits.families[type]?.can.includes(act)) throw refused('does not do that');
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

/** Pages of 25, whose cursor is the number of the first document. */
function pageOf(type: Family, documents: readonly Document[], after: string | null): LedgerPage {
  const from = /^\d{1,9}$/.test(after ?? '') ? Number(after) : 0;
  const sorted = documents.toSorted((a, b) => a.changedAt.getTime() - b.changedAt.getTime());
  const next = from + 25 < sorted.length ? String(from + 25) : null;
  return { records: sorted.slice(from, from + 25).map((one) => recordOf(type, one)), unreadable: [], next };
}

function uncertain({ code, message, details }: ServiceError): ServiceError {
  return new ServiceError(code, message, { ...details, outcome: 'unknown' });
}

// Reads and writes the corner shop's entries in Ledgerport's words.
import { isDeepStrictEqual } from 'node:util';
import {
  type LedgerAccess,
  type LedgerGateway,
  type LedgerPage,
  type LedgerRecord,
  type PreparedWrite,
  ServiceError,
  type WriteIntent,
} from 'ledgerport/ports';
import { type Books, inVersion, type OpenBooks, putContact, putInvoice, Refusal } from './books.ts';
import { type Changes, changesOf, recordOf, type Type, typeOf } from './words.ts';

/** What a prepared write holds; Ledgerport stores it, and only this gateway reads it. */
type Act =
  | { readonly do: 'create'; readonly changes: Changes }
  | { readonly do: 'change'; readonly id: number; readonly version: number | null; readonly changes: Changes };

const pageSize = 25;

type Open = (access: LedgerAccess) => OpenBooks;
type Call = <T>(access: LedgerAccess, path: string, work: (books: OpenBooks) => T | Promise<T>) => Promise<T>;

export function createGateway(open: Open): LedgerGateway {
  const call = reporting(open);
  return {
    ...reads(call),
    prepare,
    // Only for families that take native documents.
    identify: () => undefined,
    describe: () => ({}),
    /** The mark is looked for before an entry is made, in the same transaction, so that a repeat makes no second one. */
    send: (access, { type, payload }, providerKey) =>
      call(access, `/${type}`, (books) =>
        books.change((open) => {
          const [family, act] = [typeOf(type), actOf(payload)];
          const made = act.do === 'create' ? create(open, family, act, providerKey) : change(open, family, act);
          return recordOf(open, family, made);
        }),
      ),
    couldBe({ payload }, { native }) {
      return has(native, actOf(payload).changes);
    },
    sendMany: async () => Promise.reject(unsupported('write many in one call')),
    emailInvoice: async () => Promise.reject(unsupported('mail invoices')),
    renderPdf: async () => Promise.reject(unsupported('render documents')),
    onlineInvoiceUrl: async () => undefined,
    organizationLink: () => undefined,
  };
}

/** Makes calls: reports each, and puts the books' refusals into Ledgerport's errors. */
function reporting(open: Open): Call {
  return async (access, path, work) => {
    const begun = performance.now();
    const report = (status: number, bytesIn = 0) => {
      const none = { minuteRemaining: null, retryAfterSeconds: null };
      const durationMs = Math.round(performance.now() - begun);
      access.report({ method: 'CALL', path, status, bytesIn, durationMs, dayRemaining: null, ...none, app: none });
    };
    try {
      const result = await work(open(access));
      report(200, JSON.stringify(result).length);
      return result;
    } catch (error) {
      const refused = error instanceof Refusal ? refusalOf(error) : error;
      report(refused instanceof ServiceError ? (refused.details.providerError?.status ?? 401) : 500);
      throw refused;
    }
  };
}

function reads(call: Call): Pick<LedgerGateway, 'read' | 'readMany' | 'list' | 'find'> {
  const recordsIn = (books: OpenBooks, type: Type) => {
    const whole = books.read();
    return whole[type].map((entry) => recordOf(whole, type, entry));
  };
  return {
    read: (access, type, providerId) =>
      call(access, `/${type}/${providerId}`, (books) => {
        const found = recordsIn(books, typeOf(type)).find((record) => record.providerId === providerId);
        if (!found)
          throw new ServiceError('NOT_FOUND', `no such ${type}`, { providerError: { status: 404, messages: [] } });
        return found;
      }),
    readMany: (access, type, providerIds) =>
      call(access, `/${type}`, (books) => {
        const records = recordsIn(books, typeOf(type));
        return { records: records.filter(({ providerId }) => providerIds.includes(providerId)), unreadable: [] };
      }),
    list: (access, type, { since, after }) =>
      call(access, `/${type}`, (books) => {
        const changed = recordsIn(books, typeOf(type)).filter(
          ({ providerUpdatedAt }) => since === null || (providerUpdatedAt !== null && providerUpdatedAt >= since),
        );
        return pageAfter(changed, after);
      }),
    find: (access, { type, where, after }) =>
      call(access, `/${type}`, (books) => {
        const fits = ({ fields }: LedgerRecord) =>
          Object.entries(where).every(([name, wanted]) => [wanted].flat().some((one) => isSame(fields[name], one)));
        return pageAfter(recordsIn(books, typeOf(type)).filter(fits), after);
      }),
  };
}

const actOf = (payload: PreparedWrite['payload']) => payload as unknown as Act;

function prepare(intent: WriteIntent): PreparedWrite {
  const type = typeOf(intent.type);
  const payloadOf = (act: Act) => act as unknown as PreparedWrite['payload'];
  if (intent.kind === 'create') {
    const changes = changesOf(type, intent.fields);
    return { type, creates: true, payload: payloadOf({ do: 'create', changes }) };
  }
  if (intent.kind === 'restore' && type !== 'contacts') throw unsupported('restore invoices');
  if (intent.kind === 'update' || intent.kind === 'restore') {
    const changes = intent.kind === 'restore' ? { active: true } : changesOf(type, intent.fields);
    const version = intent.kind === 'update' && intent.version !== undefined ? Number(intent.version) : null;
    return {
      type,
      creates: false,
      payload: payloadOf({ do: 'change', id: Number(intent.providerId), version, changes }),
    };
  }
  throw unsupported('take native documents');
}

function create(books: Books, type: Type, { changes }: Act, mark: string) {
  if (type === 'contacts') {
    const there = books.contacts.find((contact) => contact.mark === mark);
    return there ?? putContact(books, { name: '', number: null, email: null, active: true, ...changes, mark });
  }
  const there = books.invoices.find((invoice) => invoice.mark === mark);
  const blank = { contact: 0, reference: null, date: null, due: null, lines: [], state: 'draft' } as const;
  return there ?? putInvoice(books, { ...blank, ...changes, mark });
}

/** What an entry has already is not written again: a repeat succeeds, even where it could no longer be changed. */
function change(books: Books, type: Type, { id, version, changes }: Extract<Act, { do: 'change' }>) {
  if (type === 'contacts') {
    const live = inVersion(books.contacts, id, version);
    return has(live, changes) ? live : putContact(books, { ...live, ...changes }, live);
  }
  const live = inVersion(books.invoices, id, version);
  return has(live, changes) ? live : putInvoice(books, { ...live, ...changes }, live);
}

const has = (entry: object, changes: Changes): boolean => isDeepStrictEqual({ ...entry, ...changes }, { ...entry });

/** Sorted by the last change. The cursor names the last entry with its stamp; one that cannot be read begins anew. */
function pageAfter(records: readonly LedgerRecord[], after: string | null): LedgerPage {
  const placeOf = ({ providerUpdatedAt, providerId }: LedgerRecord) =>
    `${providerUpdatedAt?.toISOString()} ${providerId.padStart(15, '0')}`;
  const place = after !== null && /^\d{4}-[\d:.TZ-]{19} \d{15}$/.test(after) ? after : '';
  const rest = records.filter((record) => placeOf(record) > place).sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const page = rest.slice(0, pageSize);
  const last = page.at(-1);
  return { records: page, unreadable: [], next: last && rest.length > pageSize ? placeOf(last) : null };
}

const isSame = (value: unknown, wanted: string) => String(value ?? '').toLowerCase() === wanted.toLowerCase();

/** Nothing was changed, and repeating it unchanged does not help. */
function refusalOf({ kind, message }: Refusal): ServiceError {
  const told = (status: number) =>
    ({ outcome: 'not_applied', providerError: { status, messages: [message] } }) as const;
  if (kind === 'missing') return new ServiceError('NOT_FOUND', message, told(404));
  if (kind === 'changed') return new ServiceError('CONFLICT', message, { ...told(409), reason: 'record_changed' });
  return new ServiceError('PROVIDER_REJECTED', `the provider refused the request: ${message}`, told(422));
}

function unsupported(what: string): ServiceError {
  const details = { reason: 'not_supported_by_provider', outcome: 'not_applied' } as const;
  return new ServiceError('CONFLICT', `the corner shop cannot ${what}`, details);
}

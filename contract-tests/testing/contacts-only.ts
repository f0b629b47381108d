// A ledger that has contacts and nothing else, as a stranger might begin: in memory, with marks and without notifications.
import {
  type JsonObject,
  type LedgerAccess,
  type LedgerGateway,
  type LedgerRecord,
  type PreparedWrite,
  type ProviderTraits,
  ServiceError,
} from '#core/ports';

const writableFields = ['name', 'email', 'contact_number', 'status'];

export const contactsOnlyTraits: ProviderTraits = {
  title: 'Address book',
  aliases: [],
  limits: { perMinute: 600, inFlight: 10, perDay: 100_000, appPerMinute: null },
  repeats: { keySeconds: null, marks: { settleSeconds: 30 } },
  comparesAndSets: false,
  polledSeconds: 60,
  overlapSeconds: 0,
  rounding: 'half_up',
  noTax: null,
  quoteConversion: null,
  callBytesMost: 100_000,
  families: {
    contacts: {
      can: ['list', 'read', 'create', 'update'],
      writableFields,
      idForm: 'text',
      sync: 'changes',
      isNotified: false,
      updateReplaces: false,
      foundBy: ['name', 'email', 'contact_number'],
      together: { reads: 0, creates: 0, updates: 0 },
    },
  },
};

type Contact = LedgerRecord & { readonly mark: string; readonly change: number };

const unsupported = () =>
  new ServiceError('CONFLICT', 'there are contacts only', {
    reason: 'not_supported_by_provider',
    outcome: 'not_applied',
  });
const refused = (code: 'ACTION_REQUIRED' | 'NOT_FOUND' | 'PROVIDER_REJECTED', reason: string): ServiceError => {
  const messages = code === 'PROVIDER_REJECTED' ? { providerError: { status: 400, messages: [reason] } } : {};
  return new ServiceError(code, reason, { reason, outcome: 'not_applied', ...messages });
};

/** `whose` tells why a call may not be made, if it may not. */
export function createContactsOnly(
  now: () => Date,
  whose: (access: LedgerAccess) => string | undefined = () => undefined,
) {
  const contacts = new Map<string, Contact>();
  const call = <T>(access: LedgerAccess, method: string, type: string, work: () => T): T => {
    const counters = { minuteRemaining: null, retryAfterSeconds: null };
    const facts = { method, path: '/contacts', status: 200, bytesIn: 60, durationMs: 1 };
    access.report({ ...counters, ...facts, dayRemaining: null, app: counters });
    const reason = whose(access);
    if (reason !== undefined) throw refused('ACTION_REQUIRED', reason);
    if (type !== 'contacts') throw unsupported();
    return work();
  };
  const known = (id: string, outcome: { readonly outcome?: 'not_applied' } = {}): Contact => {
    const found = contacts.get(id);
    if (found) return found;
    throw new ServiceError('NOT_FOUND', 'no such contact', outcome);
  };
  let changes = 0;
  /** Each change moves a contact to the end, so a cursor is the number of the last change that was shown. */
  const pageOf = (isMeant: (contact: Contact) => boolean, after: string | null) => {
    const shown = /^\d{1,9}$/.test(after ?? '') ? Number(after) : 0;
    const found = [...contacts.values()].filter((one) => one.change > shown && isMeant(one));
    const records = found.slice(0, 25);
    return { records, unreadable: [], next: found.length > 25 ? String(records.at(-1)?.change) : null };
  };
  const put = (id: string | null, sent: JsonObject, mark: string): Contact => {
    const before =
      id === null
        ? { mark, fields: { email: null, contact_number: null, status: 'ACTIVE' } }
        : known(id, { outcome: 'not_applied' });
    const fields: JsonObject = { ...before.fields, ...sent };
    const { name, status } = fields;
    const twin = [...contacts.values()].find((one) => one.providerId !== id && one.fields['name'] === name);
    if (twin) throw refused('PROVIDER_REJECTED', 'the name is taken');
    const providerId = id ?? `c-${contacts.size + 1}`;
    const all = { ...fields, status: String(status).toUpperCase() };
    const made: Contact = {
      type: 'contacts',
      providerId,
      providerUpdatedAt: now(),
      fields: all,
      native: all,
      mark: before.mark,
      change: ++changes,
    };
    contacts.delete(providerId);
    contacts.set(providerId, made);
    return made;
  };
  const gateway: LedgerGateway = {
    read: async (access, type, id) => call(access, 'GET', type, () => known(id)),
    list: async (access, type, { since, after }) =>
      call(access, 'GET', type, () => pageOf(({ providerUpdatedAt: at }) => !since || (at ?? since) >= since, after)),
    find: async (access, { type, where, after }) =>
      call(access, 'GET', type, () =>
        pageOf(
          ({ fields }) => Object.entries(where).every(([name, value]) => [value].flat().includes(String(fields[name]))),
          after,
        ),
      ),
    prepare(intent) {
      if (intent.type !== 'contacts' || (intent.kind !== 'create' && intent.kind !== 'update')) throw unsupported();
      const closed = Object.keys(intent.fields).find((field) => !writableFields.includes(field));
      if (closed !== undefined)
        throw new ServiceError('BAD_REQUEST', `${closed}: is not kept`, {
          errors: [{ path: closed, message: 'is not kept' }],
        });
      const id = intent.kind === 'update' ? intent.providerId : null;
      const sorted = Object.fromEntries(Object.entries(intent.fields).sort(([a], [b]) => (a < b ? -1 : 1)));
      return {
        type: 'contacts',
        creates: id === null,
        payload: { id, fields: sorted } as unknown as PreparedWrite['payload'],
      };
    },
    send: async (access, { type, payload }, mark) =>
      call(access, 'PUT', type, () => {
        const { id, fields } = payload as unknown as { readonly id: string | null; readonly fields: JsonObject };
        const made = [...contacts.values()].find((contact) => contact.mark === mark);
        return made ?? put(id, fields, mark);
      }),
    identify: () => undefined,
    describe: (_type, document) => document,
    couldBe: () => false,
    readMany: () => Promise.reject(unsupported()),
    sendMany: () => Promise.reject(unsupported()),
    emailInvoice: () => Promise.reject(unsupported()),
    renderPdf: () => Promise.reject(unsupported()),
    onlineInvoiceUrl: () => Promise.reject(unsupported()),
    organizationLink: () => undefined,
  };
  return { gateway, traits: contactsOnlyTraits };
}

// The ledger itself: contacts and invoices in one JSON file. Its rules are those of a small bookkeeping program; it knows
// nothing of Ledgerport.
import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

export interface Contact {
  readonly id: number;
  readonly version: number;
  readonly changedAt: string;
  /** Text of whoever made it; people do not see it. */
  readonly mark: string;
  readonly name: string;
  readonly number: string | null;
  readonly email: string | null;
  readonly active: boolean;
}

export interface Line {
  readonly description: string;
  readonly quantity: number;
  readonly price: number;
}

export interface Invoice {
  readonly id: number;
  readonly version: number;
  readonly changedAt: string;
  readonly mark: string;
  readonly number: string;
  readonly contact: number;
  readonly reference: string | null;
  readonly date: string | null;
  readonly due: string | null;
  readonly lines: readonly Line[];
  readonly state: 'draft' | 'open' | 'paid' | 'deleted' | 'cancelled';
}

export interface Books {
  readonly company: string;
  last: number;
  /** When the last change was made; the next one is later, so that no two have one stamp. */
  changedAt: string;
  contacts: Contact[];
  invoices: Invoice[];
}

/** The books refuse what was asked; nothing was changed. */
export class Refusal extends Error {
  readonly kind: 'rule' | 'missing' | 'changed';
  constructor(kind: Refusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

const lockedMs = 5_000;
const lapsedMs = 10_000;

/** Opens the file, or makes it with an empty company. */
export function openBooks(file: string) {
  if (!existsSync(file))
    save(file, { company: 'Corner Shop', last: 0, changedAt: new Date(0).toISOString(), contacts: [], invoices: [] });
  const read = (): Books => JSON.parse(readFileSync(file, 'utf8')) as Books;
  return {
    read,
    /** Reads, changes and writes the whole file under a lock: all of `work` happens, or nothing. */
    async change<T>(work: (books: Books) => T): Promise<T> {
      const unlock = await lock(`${file}.lock`);
      try {
        const books = read();
        const result = work(books);
        save(file, books);
        return result;
      } finally {
        unlock();
      }
    },
  };
}

export type OpenBooks = ReturnType<typeof openBooks>;

/** A folder is made by one of several processes. One that stopped half-way leaves its lock, which lapses. */
async function lock(place: string): Promise<() => void> {
  for (let waited = 0; waited < lockedMs; waited += 10) {
    try {
      mkdirSync(place);
      return () => rmdirSync(place);
    } catch {
      const made = statSync(place, { throwIfNoEntry: false });
      if (made && Date.now() - made.mtimeMs > lapsedMs) rmdirSync(place);
    }
    await wait(10);
  }
  throw new Error('the books are locked');
}

function save(file: string, books: Books): void {
  writeFileSync(`${file}.new`, JSON.stringify(books));
  renameSync(`${file}.new`, file);
}

type Entry = Contact | Invoice;
type Own<E extends Entry> = Omit<E, 'id' | 'version' | 'changedAt'>;

function stamped<E extends Entry>(books: Books, own: Own<E>, before?: E): E {
  const id = before?.id ?? ++books.last;
  books.changedAt = new Date(Math.max(Date.now(), Date.parse(books.changedAt) + 1)).toISOString();
  return { ...own, id, version: (before?.version ?? 0) + 1, changedAt: books.changedAt } as unknown as E;
}

export function putContact(books: Books, own: Own<Contact>, before?: Contact): Contact {
  if (own.name.trim() === '') throw new Refusal('rule', 'a contact needs a name');
  const rival = books.contacts.find(({ number, id }) => number !== null && number === own.number && id !== before?.id);
  if (rival) throw new Refusal('rule', `the contact number ${own.number} is taken`);
  const contact = stamped<Contact>(books, own, before);
  books.contacts = [...books.contacts.filter(({ id }) => id !== contact.id), contact];
  return contact;
}

export function putInvoice(books: Books, own: Omit<Own<Invoice>, 'number'>, before?: Invoice): Invoice {
  if (!books.contacts.some(({ id }) => id === own.contact)) throw new Refusal('rule', 'the contact is not there');
  if (before && before.state !== 'draft' && own.state === before.state) {
    throw new Refusal('rule', `an invoice that is ${before.state} cannot be changed`);
  }
  if (before?.state === 'paid') throw new Refusal('rule', 'a paid invoice stays as it is');
  const number = before?.number ?? `S-${String(books.last + 1).padStart(4, '0')}`;
  const invoice = stamped<Invoice>(books, { ...own, number }, before);
  books.invoices = [...books.invoices.filter(({ id }) => id !== invoice.id), invoice];
  return invoice;
}

/** The entry, if it is still in the version that the caller has seen. */
export function inVersion<E extends Entry>(entries: readonly E[], id: number, version: number | null): E {
  const found = entries.find((entry) => entry.id === id);
  if (!found) throw new Refusal('missing', 'no such entry');
  if (version !== null && version !== found.version) throw new Refusal('changed', 'the entry was changed meanwhile');
  return found;
}

import type { Ledger } from '../ledger/open-ledger.ts';

/**
 * A ledger for a look before a write: what is written over it is not sent, what is read over it is not cached, and the same
 * read is made once.
 */
export function dryLedger(ledger: Ledger): Ledger {
  const made = new Map<string, Promise<unknown>>();
  const once = <Args extends readonly unknown[], T>(name: string, read: (...args: Args) => Promise<T>) => {
    return (...args: Args): Promise<T> => {
      const key = JSON.stringify([name, args]);
      const known = made.get(key) ?? read(...args);
      made.set(key, known);
      return known as Promise<T>;
    };
  };
  return {
    ...ledger,
    isDry: true,
    read: once('read', ledger.read),
    list: once('list', ledger.list),
    find: once('find', ledger.find),
    attachments: once('attachments', ledger.attachments),
    barred: once('barred', ledger.barred),
    reserve: () => Promise.reject(new Error('a look before a write reserves no call')),
  };
}

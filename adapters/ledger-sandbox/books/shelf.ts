import type { DocumentStore } from './document-store.ts';

/** A whole record with its id and the time of its last change; it is replaced and never edited. */
export interface Shelved {
  readonly id: string;
  readonly updated: number;
  /** A file hangs on it. */
  readonly hasAttachments?: true;
}

/** The records of one family with their indexes in memory; every change also goes to the store. */
export interface Shelf<R extends Shelved, I extends string = never> {
  readonly size: number;
  get(id: string): R | undefined;
  put(record: R): R;
  remove(id: string): void;
  /** Takes a record that the store already has. */
  restore(record: R): void;
  find(index: I, key: string): readonly R[];
  /** Returns all records, sorted by last change, then by id. */
  list(): readonly R[];
  clear(): void;
}

export interface ShelfPlan<R extends Shelved, I extends string> {
  readonly kind: string;
  readonly scope: string;
  readonly indexes: Readonly<Record<I, (record: R) => string | undefined>>;
}

const byChange = (a: Shelved, b: Shelved): number => a.updated - b.updated || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

export function createShelf<R extends Shelved, I extends string = never>(
  plan: ShelfPlan<R, I>,
  store: DocumentStore,
): Shelf<R, I> {
  const records = new Map<string, R>();
  const names = Object.keys(plan.indexes) as I[];
  const indexes = new Map<I, Map<string, Map<string, R>>>(names.map((name) => [name, new Map()]));
  let sorted: readonly R[] | undefined;

  function unindex(record: R): void {
    for (const name of names) {
      const key = plan.indexes[name](record);
      const entries = key === undefined ? undefined : indexes.get(name)?.get(key);
      entries?.delete(record.id);
      if (key !== undefined && entries?.size === 0) indexes.get(name)?.delete(key);
    }
  }

  function place(record: R): void {
    const before = records.get(record.id);
    if (before) unindex(before);
    records.delete(record.id);
    records.set(record.id, record);
    sorted = undefined;
    for (const name of names) {
      const key = plan.indexes[name](record);
      if (key === undefined) continue;
      const index = indexes.get(name);
      const entries = index?.get(key);
      if (entries) entries.set(record.id, record);
      else index?.set(key, new Map([[record.id, record]]));
    }
  }

  return {
    get size() {
      return records.size;
    },
    get: (id) => records.get(id),
    put(record) {
      place(record);
      store.put(plan.kind, plan.scope, record.id, record);
      return record;
    },
    remove(id) {
      const record = records.get(id);
      if (!record) return;
      unindex(record);
      records.delete(id);
      sorted = undefined;
      store.put(plan.kind, plan.scope, id, undefined);
    },
    restore: place,
    find: (index, key) => [...(indexes.get(index)?.get(key)?.values() ?? [])],
    list() {
      sorted ??= [...records.values()].sort(byChange);
      return sorted;
    },
    clear() {
      records.clear();
      for (const index of indexes.values()) index.clear();
      sorted = undefined;
    },
  };
}

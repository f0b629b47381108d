// Reads of a gateway as the tests ask for them.
import { type JsonObject, type LedgerPage, type ResourceType, ServiceError } from '../../../core/ports.ts';
import { readsOf } from '../reads.ts';
import { type Paperwork, paperworkIn } from './paperwork.ts';
import type { TestTryton } from './tryton-server.ts';

export interface Reading {
  readonly work: Paperwork;
  readonly reads: ReturnType<typeof readsOf>;
  /** The normalized fields of one record. */
  read(type: ResourceType, id: number): Promise<JsonObject>;
  /** All pages of a list; `between` runs before each page but the first. */
  walk(type: ResourceType, since: Date | null, between?: () => Promise<unknown>): Promise<readonly LedgerPage[]>;
}

export async function readingOf(tryton: TestTryton): Promise<Reading> {
  const work = await paperworkIn(tryton);
  const reads = readsOf(tryton.rpc);
  return {
    work,
    reads,
    read: async (type, id) => (await reads.read(work.access, type, String(id))).fields,
    async walk(type, since, between) {
      const pages = [await reads.list(work.access, type, { since, after: null })];
      for (let after = pages[0]?.next ?? null; after !== null && pages.length < 20; ) {
        await between?.();
        const page = await reads.list(work.access, type, { since, after });
        pages.push(page);
        after = page.next;
      }
      return pages;
    },
  };
}

export function idsOf(pages: readonly LedgerPage[]): readonly number[] {
  return pages.flatMap(({ records }) => records.map(({ providerId }) => Number(providerId)));
}

export async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'it succeeded',
    (error: unknown) => (error instanceof ServiceError ? error.code : String(error)),
  );
}

export async function reasonOf(work: Promise<unknown>): Promise<string | undefined> {
  return work.then(
    () => 'it succeeded',
    (error: unknown) => (error instanceof ServiceError ? error.details.reason : String(error)),
  );
}

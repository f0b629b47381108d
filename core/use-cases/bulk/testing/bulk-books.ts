// Books of a new organization, and bulk writes into them.
import type { BulkItem } from '../../../domain/bulk.ts';
import type { Caller } from '../../../domain/caller.ts';
import type { Operation } from '../../../domain/operation.ts';
import { isTerminal } from '../../../domain/operation.ts';
import type { ResourceType } from '../../../domain/resource.ts';
import { type Books, openBooks } from '../../resources/testing/books.ts';
import { type SessionFields, withoutFirstSync, write } from '../../testing/connecting.ts';
import type { Service } from '../../testing/service.ts';

export interface BulkBooks extends Books {
  readonly caller: Caller;
  begin(type: ResourceType, items: readonly object[], key?: string): Promise<Operation>;
  items(id: Operation['id']): Promise<readonly BulkItem[]>;
  /** The provider's documents of a family. */
  documents(atProvider: string): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export async function openBulkBooks(service: Service, fields: SessionFields = {}): Promise<BulkBooks> {
  const tenancy = await service.newOrganization();
  const books = await openBooks(service, tenancy, fields);
  const { core } = service;
  const caller = tenancy.test;
  await withoutFirstSync(service, caller, books.connection);
  return {
    ...books,
    caller,
    begin: async (type, items, key) => {
      const path = { connectionId: books.connection.id, type, write: write({ items }, key) };
      return (await core.bulk.create(caller, path)).value;
    },
    async items(id) {
      const found: BulkItem[] = [];
      for (let page = 1; ; page++) {
        const { items, hasMore } = await core.operations.items(caller, id, { limit: '200', page: String(page) });
        found.push(...items);
        if (!hasMore) return found;
      }
    },
    documents: (atProvider) => service.sandbox.documents(books.tenantId, atProvider),
  };
}

const never = new AbortController().signal;
const triesMost = 40;

/** Makes one attempt at the operation, if it is due. */
export async function runOnce({ core: { worker } }: Service, id: Operation['id']): Promise<void> {
  await worker.sweep();
  for (const leased of await worker.claim(20)) if (leased.operation.id === id) await worker.run(leased, never);
}

/** Runs the operation as workers do, with the waits that it asks for, until it has ended. */
export async function untilEnded(service: Service, caller: Caller, id: Operation['id']): Promise<Operation> {
  const { operations } = service.core;
  for (let tries = 0; tries < triesMost; tries++) {
    await runOnce(service, id);
    const operation = await operations.find(caller, id);
    if (isTerminal(operation.state)) return operation;
    const waitMs = (operation.nextAttemptAt?.getTime() ?? 0) - service.ports.clock.now().getTime();
    service.advance(Math.max(1, waitMs / 1000));
  }
  throw new Error(`the operation does not end: ${JSON.stringify(await operations.find(caller, id))}`);
}

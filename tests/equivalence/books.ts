// The provider of one play: live reads show a change at once, lists as late as its lag says.

import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from '../../core/domain/errors.ts';
import type { LeasedOperation } from '../../core/domain/operation.ts';
import type { LedgerGateway } from '../../core/ports/ledger-gateway.ts';
import type { Change } from './plan.ts';

interface Shown extends Change {
  readonly showsAt: number;
}

export interface Books {
  /** The ledger's clock, in milliseconds. */
  now: number;
  isDown: boolean;
  /** Tenants whose customer withdrew the consent. */
  readonly refused: Set<string>;
  /** What a read waits for before it answers with what it found. */
  gate: Promise<void>;
  readonly all: Shown[];
  /** Reads by operations that had what they read in a finished step already. */
  readonly repeated: string[];
  readonly leased: AsyncLocalStorage<LeasedOperation>;
  publish(change: Change): void;
  /** Whether the lists do not show everything yet. */
  isLagging(): boolean;
  readonly gateway: Pick<LedgerGateway, 'read' | 'list'>;
}

const pageSize = 1000;

export function openBooks(now: number): Books {
  const all: Shown[] = [];
  const latest = (tenantId: string, until: number) => {
    const byId = new Map<string, Shown>();
    for (const shown of all) {
      if (shown.tenantId === tenantId && shown.showsAt <= until) byId.set(shown.record.providerId, shown);
    }
    return byId;
  };
  const allow = (tenantId: string) => {
    if (books.refused.has(tenantId)) throw new ServiceError('ACTION_REQUIRED', 'no', { reason: 'invalid_grant' });
  };
  const answering = async () => {
    await books.gate;
    if (books.isDown) throw new ServiceError('PROVIDER_UNAVAILABLE', 'the ledger is down');
  };
  const books: Books = {
    ...{ now, isDown: false, gate: Promise.resolve(), all, repeated: [], refused: new Set() },
    leased: new AsyncLocalStorage(),
    publish: (change) => void all.push({ ...change, showsAt: books.now + change.lagSeconds * 1000 }),
    isLagging: () => all.some(({ showsAt }) => showsAt > books.now),
    gateway: {
      async read({ tenantId }, _type, providerId) {
        note(books, ({ name, state }) => name === 'read' && state === 'succeeded');
        allow(tenantId);
        const found = latest(tenantId, Number.POSITIVE_INFINITY).get(providerId);
        await answering();
        if (!found) throw new ServiceError('NOT_FOUND', 'no such invoice');
        return found.record;
      },
      async list({ tenantId }, type, { since: from, after }) {
        note(books, ({ name, result }) => name === type && (result as { place: unknown } | null)?.place === null);
        allow(tenantId);
        const found = type === 'invoices' ? [...latest(tenantId, books.now).values()] : [];
        await answering();
        const since = from === null ? 0 : Math.floor(from.getTime() / 1000) * 1000;
        const changed = found
          .map(({ record }) => record)
          .filter((record) => stampOf(record) >= since)
          .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
        const rest = changed.filter((record) => after === null || placeOf(record) > after);
        const records = rest.slice(0, pageSize);
        const last = records.at(-1);
        return { records, unreadable: [], next: last && rest.length > pageSize ? placeOf(last) : null };
      },
    },
  };
  return books;
}

function stampOf({ providerUpdatedAt }: Change['record']): number {
  return providerUpdatedAt?.getTime() ?? 0;
}

/** Orders by stamp, then by id. */
function placeOf(record: Change['record']): string {
  return `${String(stampOf(record)).padStart(15, '0')} ${record.providerId}`;
}

function note(
  { leased, repeated }: Books,
  isDone: (step: LeasedOperation['operation']['steps'][number]) => boolean,
): void {
  const { operation } = leased.getStore() ?? {};
  if (operation?.steps.some(isDone)) repeated.push(`${operation.type} ${operation.id}`);
}

// What an organization's books allow: how far they are locked, and what the provider does not let the connection do. Each
// changes seldom and is asked for by most looks before a write, so it is remembered for an hour, in memory alone.
import type { BarredAct } from '../../domain/barred-act.ts';
import { lockedUntil } from '../../domain/books-rules.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { textField } from '../../domain/ledger-record.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';

const rememberedMs = 3_600_000;
const connectionsMost = 1_000;

interface Organization {
  /** The last day of the locked periods; null if all are open. */
  readonly lockedUntil: string | null;
  readonly currency: string | null;
}

/** `isFresh`: it was asked for now, so that a refusal may follow from it. */
interface Known<T> {
  readonly value: T;
  readonly isFresh: boolean;
}

type Asking = Pick<Ledger, 'connection' | 'list' | 'barred'>;

export interface OrganizationRules {
  /** `anew`: not from memory. */
  organization(ledger: Asking, anew?: 'anew'): Promise<Known<Organization | undefined>>;
  /** Undefined where the provider does not say, or not to this connection. */
  barred(ledger: Asking, anew?: 'anew'): Promise<Known<readonly BarredAct[] | undefined>>;
}

/** One for each core. With zero retention nothing is remembered. */
export function organizationRules({ clock, storage }: Pick<CorePorts, 'clock' | 'storage'>): OrganizationRules {
  const remember = <T>(read: (ledger: Asking) => Promise<T>) => {
    const kept = new Map<string, { readonly value: T; readonly at: number }>();
    return async (ledger: Asking, anew?: 'anew'): Promise<Known<T>> => {
      const { id, retentionMode } = ledger.connection;
      const held = anew ? undefined : kept.get(id);
      const now = clock.now().getTime();
      // A clock that went back makes nothing last longer.
      if (held && now >= held.at && now - held.at < rememberedMs) return { value: held.value, isFresh: false };
      kept.delete(id);
      const value = await read(ledger);
      if (retentionMode === 'cached') kept.set(id, { value, at: now });
      const [oldest] = kept.keys();
      if (kept.size > connectionsMost && oldest !== undefined) kept.delete(oldest);
      return { value, isFresh: true };
    };
  };
  const organization = remember(readOrganization);
  return {
    async organization(ledger, anew) {
      const copy = anew ? undefined : await copiedOrganization({ clock, storage }, ledger);
      return copy ? { value: copy, isFresh: false } : organization(ledger, anew);
    },
    barred: remember(readBarred),
  };
}

const organizations = 'organizations';

/** The copy, if a read of the last hour made it. */
async function copiedOrganization(
  { clock, storage }: Pick<CorePorts, 'clock' | 'storage'>,
  { connection }: Pick<Asking, 'connection'>,
): Promise<Organization | undefined> {
  if (connection.retentionMode === 'zero') return undefined;
  const place = { connectionId: connection.id, type: organizations } as const;
  const { itemsJson } = await storage.records.list(place, { withoutNative: true }, { limit: 1, page: 1 });
  const [copy] = JSON.parse(itemsJson) as readonly JsonObject[];
  const ageMs = clock.now().getTime() - Date.parse(String(copy?.['fetched_at']));
  return copy && ageMs >= 0 && ageMs < rememberedMs ? shown(copy) : undefined;
}

async function readOrganization({ list }: Asking): Promise<Organization | undefined> {
  const [record] = (await list(organizations, { since: null, after: null })).records;
  return record && shown(record.fields);
}

const shown = (fields: JsonObject): Organization => ({
  lockedUntil: lockedUntil(fields),
  currency: textField({ fields }, 'base_currency'),
});

/** A connection that may not ask gets no answer, which says nothing of its writes. */
async function readBarred({ barred }: Asking): Promise<readonly BarredAct[] | undefined> {
  try {
    return await barred();
  } catch (error) {
    if (error instanceof ServiceError && ['ACTION_REQUIRED', 'PROVIDER_REJECTED', 'NOT_FOUND'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}

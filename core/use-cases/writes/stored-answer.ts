// The answer of a record's write as it is stored for repetitions of the request: JSON, in which times are text. It holds the ids
// alone where nothing of the record may be kept.
import { type WriteResolution, writeResolutions } from '../../domain/idempotency.ts';
import type { Json } from '../../domain/json.ts';
import type { CachedRecord, WriteWarning } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { withoutWords } from '../../domain/write-warnings.ts';

interface RecordAnswer {
  readonly record: CachedRecord;
  readonly resolution: WriteResolution;
}

type Ids = Pick<CachedRecord, 'type' | 'providerId'>;

interface StoredIds {
  readonly type: ResourceType;
  readonly providerId: string;
  /** Absent from answers of builds that did not tell it. */
  readonly resolution?: WriteResolution;
  /** They repeat no value of the record. */
  readonly warnings?: readonly WriteWarning[] | undefined;
  readonly fetchedAt?: undefined;
}

/** Builds of before read it as the record itself. */
type StoredRecord = Omit<StoredIds, 'fetchedAt'> &
  Omit<CachedRecord, 'fetchedAt' | 'providerUpdatedAt'> & {
    readonly fetchedAt: string;
    readonly providerUpdatedAt: string | null;
  };

export function toStored({ record, resolution }: RecordAnswer, keeps: 'all' | 'ids'): Json {
  const { type, providerId, fetchedAt, providerUpdatedAt, warnings } = record;
  const ids = { type, providerId, resolution, ...(warnings && { warnings }) } satisfies StoredIds;
  // The provider's words may repeat what the record holds.
  if (keeps === 'ids') return { ...ids, ...(warnings && { warnings: withoutWords(warnings) }) } as unknown as Json;
  const times = { fetchedAt: fetchedAt.toISOString(), providerUpdatedAt: providerUpdatedAt?.toISOString() ?? null };
  const whole: StoredRecord = { ...record, ...times, resolution };
  return whole as unknown as Json;
}

/** `record` is undefined if only its ids were stored; `resolution` is null if it was not told. */
export function fromStored(stored: Json) {
  const { resolution = null, ...told } = stored as unknown as StoredIds | StoredRecord;
  const ids: Ids = { type: told.type, providerId: told.providerId };
  const known = writeResolutions.find((one) => one === resolution) ?? null;
  const record = told.fetchedAt === undefined ? undefined : recordOf(told);
  return { ids, record, resolution: known, warnings: told.warnings };
}

/** Its fields keep their order, as in the first answer. */
function recordOf(told: Omit<StoredRecord, 'resolution'>): CachedRecord {
  const { fetchedAt, providerUpdatedAt: at } = told;
  return { ...told, fetchedAt: new Date(fetchedAt), providerUpdatedAt: at === null ? null : new Date(at) };
}

// What the service knows of a connection's books before it writes: tracking categories and items. It looks at the copies first,
// and asks the books once for what the copies do not have.
import { type FieldError, refusedFields } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import { type LedgerRecord, textField } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import {
  categoryOf,
  hasTracking,
  lacksOptionIds,
  type ResolvedTracking,
  resolveTracking,
  type TrackingCategory,
  withOptionIds,
} from '../../domain/tracking.ts';
import { providerIdOf } from '../../families/resource-id.ts';
import type { CorePorts } from '../../ports/core-ports.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import { cacheRead } from '../writes/cache-records.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { findKnownOfMany } from './find-record.ts';
import type { WriteRequest } from './parse-write.ts';

type Knowing = Pick<Ledger, 'connection' | 'provider' | 'context' | 'isDry' | 'list' | 'find'>;

const categories = 'tracking_categories';
/** Far more than a provider has of either. */
const copiesMost = 200;

/** A document whose lines may name tracking; `path` is where its fields are in the request. */
export interface TrackedFields {
  readonly fields: JsonObject;
  readonly path?: string;
}

/**
 * What each document's tracking names in the books, in their order: by the copies of the categories, and if those do not
 * match, by one read of the books, which renews the copies. With zero retention nothing is kept, so the books are read each
 * time that a document names tracking. Documents without tracking, and those of a provider without categories, cost nothing and
 * stay as they are. Throws what provider calls throw.
 */
export async function knownTracking(
  ports: CorePorts,
  ledger: Knowing,
  documents: readonly TrackedFields[],
): Promise<readonly ResolvedTracking[]> {
  const { traits } = ledger.provider;
  const isTracked = documents.some(({ fields }) => hasTracking(fields));
  if (!isTracked || !traits.families[categories]?.can.includes('list')) {
    return documents.map(({ fields }) => ({ fields, faults: [] }));
  }
  const resolved = (known: readonly TrackingCategory[]) =>
    documents.map(({ fields, path = '' }) => {
      const one = resolveTracking(known, fields, (id) => providerIdOf(categories, id, traits));
      return { ...one, faults: one.faults.map((fault) => ({ ...fault, path: path + fault.path })) };
    });
  const byCopies = resolved(await copiedCategories(ports, ledger));
  if (byCopies.every(({ faults }) => faults.length === 0)) return byCopies;
  return resolved(await readCategories(ports, ledger));
}

/** The category of a tracking option, by the provider's id of the option; undefined if the books have no such option. */
export async function categoryOfOption(
  ports: CorePorts,
  ledger: Knowing,
  optionId: string,
): Promise<TrackingCategory | undefined> {
  const holding = (known: readonly TrackingCategory[]) =>
    known.find(({ options }) => options.some(({ id }) => id.toLowerCase() === optionId.toLowerCase()));
  if (!ledger.provider.traits.families[categories]?.can.includes('list')) return undefined;
  return holding(await copiedCategories(ports, ledger)) ?? holding(await readCategories(ports, ledger));
}

/** The categories by which the lines' options get their ids: the copies, or if those do not know all, the books. */
export async function categoriesFor(
  ports: CorePorts,
  ledger: Knowing,
  fields: JsonObject,
): Promise<readonly TrackingCategory[]> {
  if (!lacksOptionIds(fields) || !ledger.provider.traits.families[categories]?.can.includes('list')) return [];
  const copies = await copiedCategories(ports, ledger);
  return lacksOptionIds(withOptionIds(copies, fields)) ? readCategories(ports, ledger) : copies;
}

/**
 * The write with the names and ids of the tracking that its lines name; a native document stays as it was given. Throws
 * BAD_REQUEST naming what the books do not know or do not take, but not for a write that may have been sent: that is sent again.
 */
export async function withKnownTracking(
  { ports, ledger, claim }: LedgerWrite,
  type: ResourceType,
  request: WriteRequest,
): Promise<WriteRequest> {
  const isNative = request.kind === 'native';
  const given = isNative ? ledger.provider.gateway.describe(type, request.document) : request.fields;
  const [found] = await knownTracking(ports, ledger, [{ fields: given }]);
  const { fields, faults } = found ?? { fields: given, faults: [] };
  if (faults.length > 0 && !claim.openAttempt) throw refusedFields(isNative ? faults.map(inDocument) : faults);
  return isNative ? request : { ...request, fields };
}

/** A native document has other names for the fields. */
const inDocument = ({ path, message }: FieldError): FieldError => ({
  path: 'provider_data',
  message: `${path} ${message}`,
});

/** The record with the ids of its lines' tracking options, as far as the copies of the categories know them. */
export async function shownTracking<R extends LedgerRecord>(
  ports: Pick<CorePorts, 'storage'>,
  { connection }: Pick<Knowing, 'connection'>,
  record: R,
): Promise<R> {
  if (!lacksOptionIds(record.fields)) return record;
  const known = await copiedCategories(ports, { connection });
  return known.length === 0 ? record : { ...record, fields: withOptionIds(known, record.fields) };
}

/** As `shownTracking`, for the items of a list as JSON. */
export async function shownTrackingIn(
  ports: Pick<CorePorts, 'storage'>,
  { connection }: Pick<Knowing, 'connection'>,
  itemsJson: string,
): Promise<string> {
  // Most pages show no tracking, and are not read for it.
  if (!itemsJson.includes('"tracking_option_id":null')) return itemsJson;
  const known = await copiedCategories(ports, { connection });
  if (known.length === 0) return itemsJson;
  const items = JSON.parse(itemsJson) as readonly JsonObject[];
  return JSON.stringify(items.map((item) => withOptionIds(known, item)));
}

async function copiedCategories(
  { storage }: Pick<CorePorts, 'storage'>,
  { connection }: Pick<Knowing, 'connection'>,
): Promise<readonly TrackingCategory[]> {
  if (connection.retentionMode === 'zero') return [];
  const place = { connectionId: connection.id, type: categories } as const;
  const { itemsJson } = await storage.records.list(place, { withoutNative: true }, { limit: copiesMost, page: 1 });
  const copies = JSON.parse(itemsJson) as readonly JsonObject[];
  return copies.map((copy) => categoryOf(String(copy['provider_id']), copy));
}

async function readCategories(ports: CorePorts, ledger: Knowing): Promise<readonly TrackingCategory[]> {
  const { connection, context } = ledger;
  const fetchedAt = ports.clock.now();
  const { records } = await ledger.list(categories, { since: null, after: null });
  const known = records.map(({ providerId, fields }) => categoryOf(providerId, fields));
  if (ledger.isDry) return known;
  const { requestId, operationId = null } = context;
  const read = { connection, requestId, operationId, records: records.map((record) => ({ ...record, fetchedAt })) };
  await cacheRead(ports, read).catch((error: unknown) => {
    ports.log.error('the tracking categories could not be cached', error, { connection_id: connection.id });
  });
  return known;
}

/**
 * The items that these codes name, by the codes as they were given: by the copies, and one call for each twenty codes that the
 * copies lack. A code without an item is left out.
 */
export async function knownItems(
  { storage }: Pick<CorePorts, 'storage'>,
  ledger: Pick<Knowing, 'connection' | 'find'>,
  codes: readonly string[],
): Promise<KnownItems> {
  const known = new Map(await copiedItems({ storage }, ledger, codes));
  const missing = [...new Set(codes)].filter((code) => !known.has(code));
  const identities = missing.map((value) => ({ type: 'items', field: 'code', value }) as const);
  for (const [code, record] of await findKnownOfMany(ledger, identities)) known.set(code, record);
  return known;
}

type KnownItems = ReadonlyMap<string, Pick<LedgerRecord, 'providerId' | 'fields'>>;

/** As `knownItems`, by the copies alone. */
export async function copiedItems(
  { storage }: Pick<CorePorts, 'storage'>,
  { connection }: Pick<Knowing, 'connection'>,
  codes: readonly string[],
): Promise<KnownItems> {
  const known = new Map<string, Pick<LedgerRecord, 'providerId' | 'fields'>>();
  const wanted = [...new Set(codes)];
  for (const code of connection.retentionMode === 'zero' ? [] : wanted) {
    const place = { connectionId: connection.id, type: 'items' } as const;
    const found = await storage.records.list(place, { number: code, withoutNative: true }, { limit: 1, page: 1 });
    const [copy] = JSON.parse(found.itemsJson) as readonly JsonObject[];
    if (copy) known.set(code, { providerId: String(copy['provider_id']), fields: copy });
  }
  return known;
}

export const itemCodesIn = (fields: JsonObject): readonly string[] => {
  const lines = Array.isArray(fields['line_items']) ? (fields['line_items'] as readonly JsonObject[]) : [];
  return lines.flatMap((line) => textField({ fields: line }, 'item_code') ?? []);
};

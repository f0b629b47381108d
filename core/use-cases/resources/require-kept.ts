import { refusedFields } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import type { LedgerWrite } from '../writes/holder.ts';
import { dependsOnRecord, droppedFields } from './dropped-fields.ts';
import type { WriteRequest } from './parse-write.ts';

interface RecordChange {
  readonly type: ResourceType;
  readonly providerId: string;
  readonly request: WriteRequest | { readonly kind: 'restore' };
}

/** Throws BAD_REQUEST for a field that the provider would drop from the record that is changed. */
export async function requireKept({ ports, ledger, claim }: LedgerWrite, change: RecordChange): Promise<void> {
  const { type, providerId, request } = change;
  const { gateway, traits } = ledger.provider;
  // What may have been sent is sent again.
  if (request.kind === 'restore' || claim.openAttempt) return;
  const fields = request.kind === 'native' ? namedIn(gateway.describe(type, request.document)) : request.fields;
  if (!dependsOnRecord(traits, type, fields)) return;
  const place = { connectionId: ledger.connection.id, type };
  const copies = await ports.storage.records.fieldsOf(place, [providerId]);
  const known = copies.get(providerId) ?? (await ledger.read(type, providerId)).fields;
  const faults = droppedFields(traits, type, fields, { ofType: known['type'] });
  if (faults.length === 0) return;
  if (request.kind === 'normalized') throw refusedFields(faults);
  // A native document has other names for the fields.
  throw refusedFields(faults.map(({ path, message }) => ({ path: 'provider_data', message: `${path} ${message}` })));
}

function namedIn(described: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== null));
}

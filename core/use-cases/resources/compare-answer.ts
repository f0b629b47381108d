// Tells the caller what the provider's answer to a write lacks, or has otherwise, of what was sent.

import type { LedgerRecord, PreparedWrite, WriteWarning } from '../../domain/ledger-record.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { type ComparedAnswer, writeWarnings } from '../../domain/write-warnings.ts';
import { familyOf, familyReferredTo, requestFieldsOf } from '../../families/all-families.ts';
import { type IdForms, providerIdOf } from '../../families/resource-id.ts';
import type { Provider } from '../../ports/provider.ts';
import type { WriteRequest } from './parse-write.ts';

/** What of a family's records is compared, and how their ids are read. */
export function comparedIn(type: ResourceType, forms: IdForms): Pick<ComparedAnswer, 'compared' | 'idIn'> {
  const { requests, answer } = familyOf(type);
  return {
    compared: requests ? requestFieldsOf(type) : Object.keys(answer.entries),
    idIn(field, id) {
      const referred = familyReferredTo(field);
      return referred && (providerIdOf(referred, id, forms) ?? id);
    },
  };
}

/** The record with these warnings after those that it has; without any, the record itself. */
function withWarnings<R extends LedgerRecord>(record: R, warnings: readonly WriteWarning[]): R {
  return warnings.length === 0 ? record : { ...record, warnings: [...(record.warnings ?? []), ...warnings] };
}

/** As `comparedWithBytes`, for a record whose warnings are stored apart from it. */
export function warningsOf(
  { gateway, traits }: Pick<Provider, 'gateway' | 'traits'>,
  write: PreparedWrite,
  { type, fields: answered }: LedgerRecord,
  isListed = false,
): readonly WriteWarning[] {
  const asked = gateway.asked?.(write) ?? {};
  return writeWarnings({ ...comparedIn(type, traits), asked, answered, clears: false, isListed });
}

/** Compares the record with the bytes that wrote it. `isListed`: it was found in a list. */
export function comparedWithBytes<R extends LedgerRecord>(
  { gateway, traits }: Provider,
  write: PreparedWrite,
  record: R,
  isListed = false,
): R {
  return withWarnings(record, warningsOf({ gateway, traits }, write, record, isListed));
}

/** Compares a changed record with what the caller asked for, of which null clears a field. */
export function comparedWithRequest<R extends LedgerRecord>(
  { gateway, traits }: Provider,
  request: WriteRequest,
  record: R,
): R {
  if (!gateway.asked) return record;
  const { type, fields: answered } = record;
  const clears = request.kind === 'normalized';
  const asked = clears ? request.fields : gateway.describe(type, request.document);
  return withWarnings(record, writeWarnings({ ...comparedIn(type, traits), asked, answered, clears, isListed: false }));
}

import { changedByProvider, isJsonObject, type Json, type LedgerRecord } from '#core/ports';
import { type Family, recordOf } from './family.ts';
import { objectsIn, textAt } from './field.ts';

/** The record in the answer of a write, with what the provider says that it made otherwise. Undefined as of `recordOf`. */
export function writtenOf(family: Family, element: Json | undefined): LedgerRecord | undefined {
  const record = recordOf(family, element);
  if (!record || !isJsonObject(element)) return record;
  const said = objectsIn(element['Warnings']).flatMap((warning) => textAt(warning, 'Message') ?? []);
  return said.length === 0 ? record : { ...record, warnings: said.map(changedByProvider) };
}

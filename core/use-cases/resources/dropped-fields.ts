// What a provider is known to drop without a word: a write of it is refused before anything is sent.
import type { FieldError } from '../../domain/errors.ts';
import type { JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { familyOf } from '../../families/all-families.ts';
import type { ProviderTraits } from '../../ports/provider.ts';

type Traits = Pick<ProviderTraits, 'families'>;

/** The fields, among those that are set, that the provider drops from some records of the family. */
function perhapsDropped({ families }: Traits, type: ResourceType, fields: JsonObject) {
  return (families[type]?.dropped ?? []).filter(({ field }) => (fields[field] ?? '') !== '');
}

/** True if it depends on the record whether the provider keeps all that is set. */
export function dependsOnRecord(traits: Traits, type: ResourceType, fields: JsonObject): boolean {
  return (fields['type'] ?? null) === null && perhapsDropped(traits, type, fields).length > 0;
}

/** `ofType`: the record's `type`, unless the fields name it. `path`: where in the request the fields are. */
export function droppedFields(
  traits: Traits,
  type: ResourceType,
  fields: JsonObject,
  { ofType = fields['type'], path = '' }: { ofType?: unknown; path?: string } = {},
): readonly FieldError[] {
  const dropped = perhapsDropped(traits, type, fields).filter((one) => one.ofType === ofType);
  return dropped.map(({ field, instead }) => ({
    path: path === '' ? field : `${path}.${field}`,
    message: `is dropped by the provider from a ${String(ofType)} ${familyOf(type).singular}; use ${instead}`,
  }));
}

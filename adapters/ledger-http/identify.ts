import { badRequest, type JsonObject, type ResourceType } from '#core';
import { families } from './wire/families.ts';
import { zeroId } from './wire/field.ts';
import { isRecordId } from './wire/record.ts';

/** The id in a native document; blank and zero ids name nothing, and what is no id at all is refused. */
export function identify(type: ResourceType, document: JsonObject): string | undefined {
  const family = families[type];
  const id = document[family.idKey];
  if (id === undefined || id === null || id === '' || id === zeroId) return undefined;
  const path = `provider_data.${family.idKey}`;
  if (typeof id !== 'string' || !isRecordId(family, id)) throw badRequest(path, `${path} is not a valid id`);
  return type === 'tax_rates' ? id : id.toLowerCase();
}

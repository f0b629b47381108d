import type { JsonObject, ResourceType } from '#core';
import { readFields } from './wire/document.ts';
import { families } from './wire/families.ts';

/** What a native document says in normalized words, whether it is a whole record or a few keys of one. */
export function describe(type: ResourceType, document: JsonObject): JsonObject {
  return readFields(families[type].fields, document);
}

import { familyOf, type ResourceType } from '#core';
import { NativeWriteRequest } from '#core/schemas';
import type { RequestBody } from './route.ts';

/** What creates or updates a record of this type: its normalized body where it has one, or the provider's document. */
export function writeBody(type: ResourceType, intent: 'create' | 'update'): RequestBody {
  const { requests, examples } = familyOf(type);
  return {
    description: requests ? 'Normalized fields, or the provider’s own document.' : 'The provider’s own document.',
    schemas: [...(requests ? [requests[intent]] : []), NativeWriteRequest],
    ...(examples[intent] === undefined ? {} : { examples: examples[intent] }),
  };
}

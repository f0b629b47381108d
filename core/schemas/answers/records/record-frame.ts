import * as v from 'valibot';
import { type ResourceType, resourceTraits } from '../../../domain/resource.ts';
import { Timestamp } from '../timestamp.ts';

/** The answer schema of a record of this type: what every record carries, and the type's own fields. */
export function recordOf<E extends v.ObjectEntries>(type: ResourceType, fields: E) {
  return v.object({ ...frame(type), ...fields });
}

function frame(type: ResourceType) {
  const { idPrefix, singular } = resourceTraits[type];
  return {
    id: v.pipe(v.string(), v.startsWith(`${idPrefix}_`), v.description(`The service’s id of the ${singular}.`)),
    provider_id: v.pipe(v.string(), v.description('The provider’s own id; accepted wherever `id` is.')),
    fetched_at: v.pipe(Timestamp, v.description('When the service read it from the provider.')),
    provider_updated_at: v.nullable(Timestamp),
    provider_data: v.optional(
      v.pipe(
        v.record(v.string(), v.unknown()),
        v.description('The provider’s own document; only with `?include=provider_data`.'),
      ),
    ),
  };
}

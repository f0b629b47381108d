// Bodies of bulk writes, built from the bodies of single writes.
import * as v from 'valibot';
import { bulkItemsMost, itemKeyMaxLength } from '../../domain/bulk.ts';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';
import type { ResourceType } from '../../domain/resource.ts';
import { allFamilies } from '../../families/all-families.ts';
import { described } from '../../families/answer-fields.ts';
import type { Family } from '../../families/family.ts';
import { requiredText, string } from '../../families/request-fields.ts';
import { metadata } from './connections.ts';
import { NativeWriteRequest } from './records.ts';

const itemKey = described(requiredText(itemKeyMaxLength), 'The caller’s name of the item, unique in the request.');
const id = described(
  string(),
  'The record to change, by the service’s id or the provider’s; without it one is created.',
);

const listOf = <S extends v.GenericSchema>(item: S) =>
  v.strictObject({
    items: v.pipe(
      v.array(item, 'must be a list'),
      v.minLength(1, 'must not be empty'),
      v.maxLength(bulkItemsMost, `must have at most ${bulkItemsMost} items`),
    ),
    metadata,
  });

const notSameAs = described(requiredText(200), 'Of an agent key: the look-alike that this item is not, by its id.');

/** What all bulk requests have in common; each item's own body is parsed as that of a single write. */
export const BulkRequest = listOf(v.custom<JsonObject>(isJsonObject, 'must be an object'));
export const BulkItemHead = v.object({
  item_key: itemKey,
  id: v.optional(id),
  not_same_as: v.optional(notSameAs),
});

/** The whole bodies and their items, for the OpenAPI document, by family. */
export const bulkRequests: Readonly<Partial<Record<ResourceType, BulkSchemas>>> = Object.fromEntries(
  Object.values(allFamilies)
    .filter(({ bulk }: Family) => bulk !== null)
    .map((family: Family) => [family.type, schemasOf(family)]),
);

/** Suffixes of the items' names in the OpenAPI document; the body's own name has none. */
type BulkSchemas = Readonly<Partial<Record<'Create' | 'Update' | 'Native', v.GenericSchema>>> & {
  readonly '': v.GenericSchema;
};

function schemasOf({ requests, bulk }: Family): BulkSchemas {
  const mayChange = bulk === 'creates_and_updates';
  const item = (entries: v.ObjectEntries): v.GenericSchema => v.strictObject({ item_key: itemKey, ...entries });
  const { provider_data } = NativeWriteRequest.entries;
  const items = {
    ...(requests && { Create: item({ not_same_as: v.optional(notSameAs), ...entriesOf(requests.create) }) }),
    ...(requests?.update && mayChange && { Update: item({ id, ...entriesOf(requests.update) }) }),
    Native: item(mayChange ? { id: v.optional(id), provider_data } : { provider_data }),
  };
  return { ...items, '': listOf(v.union(Object.values(items))) };
}

/** A piped schema has its object schema first. */
function entriesOf(schema: v.GenericSchema): v.ObjectEntries {
  const { entries, pipe } = schema as { entries?: v.ObjectEntries; pipe?: readonly [v.GenericSchema] };
  return pipe ? entriesOf(pipe[0]) : (entries ?? {});
}

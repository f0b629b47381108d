import { pageLimitDefault, pageLimitMax } from '#core';
import type { Parameter } from './route.ts';

/** How much of a list: every list takes these. */
export const listParameters: readonly Parameter[] = [
  {
    name: 'limit',
    description:
      'How many items a page holds at most. A page ends earlier where more would not fit into 4 MiB: `meta.has_more` is then true and `meta.next_cursor` continues with the next item.',
    schema: { type: 'integer', minimum: 1, maximum: pageLimitMax, default: pageLimitDefault },
  },
  {
    name: 'page',
    description:
      'A page by its number: it begins after `page - 1` times `limit` items. A page with fewer items than `limit` and `meta.has_more` ended early; read its rest by `meta.next_cursor`, not by the next number. A page beyond the last is empty. Not together with `cursor`.',
    schema: { type: 'integer', minimum: 1, default: 1 },
  },
  {
    name: 'cursor',
    description:
      'Continues from `meta.next_cursor` of an earlier answer, as fast as the first page. Opaque. Not together with `page`.',
    schema: { type: 'string', maxLength: 256 },
  },
];

export const includeParameter: Parameter = {
  name: 'include',
  description: '`provider_data` adds the provider’s own document to each record.',
  schema: { type: 'string', enum: ['provider_data'] },
};

/** An exact-match filter of a list: any text, one of these words, or what a JSON Schema says. */
export function filter(
  name: string,
  description: string,
  values: readonly string[] | Parameter['schema'] = {},
): Parameter {
  return { name, description, schema: { type: 'string', ...(Array.isArray(values) ? { enum: values } : values) } };
}

/** When the things of a list were created. */
export function createdFilters(things: string): readonly Parameter[] {
  const instant = { format: 'date-time' };
  return [
    filter('created_after', `Only ${things} created after this time.`, instant),
    filter('created_before', `Only ${things} created before this time.`, instant),
  ];
}

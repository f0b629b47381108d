import * as v from 'valibot';
import type { JsonObject } from '../../domain/json.ts';
import { requestMethods } from '../../domain/provider-request.ts';
import { atMost, instant, oneWord, requiredText, string } from '../../families/request-fields.ts';

/** A request of the caller's own to the provider. */
export const ProviderRequestRequest = v.strictObject({
  method: oneWord(requestMethods),
  path: requiredText(500),
  query: v.optional(
    v.record(
      v.string(),
      v.union([string(), v.pipe(v.number(), v.finite()), v.boolean()], 'must be a text, a number or true or false'),
      'must be an object of parameters',
    ),
  ),
  body: v.optional(
    v.custom<JsonObject | readonly unknown[]>(
      (value) => typeof value === 'object' && value !== null,
      'must be an object or a list',
    ),
  ),
  body_base64: v.optional(
    v.pipe(string(), v.minLength(1, 'must not be empty'), v.base64('must be base64, with its padding')),
  ),
  accept: v.optional(oneWord(['json', 'pdf'])),
  if_modified_since: v.optional(instant()),
});
export type ProviderRequestRequest = v.InferOutput<typeof ProviderRequestRequest>;

/** What a person found in the provider's books. */
export const SettlementRequest = v.strictObject({
  outcome: oneWord(['done', 'refused']),
  reason: v.pipe(string(), v.trim(), v.regex(/\S/, 'must not be empty'), atMost(500)),
});
export type SettlementRequest = v.InferOutput<typeof SettlementRequest>;

import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';

/** One of the provider's own documents. */
export const NativeWriteRequest = v.strictObject({
  provider_data: v.custom<JsonObject>(isJsonObject, "must be one of the provider's own documents, as an object"),
  preserve_existing: v.optional(v.boolean('must be true or false')),
});

/** Takes either the service's id or the provider's. */
export const ProviderActionRequest = v.strictObject({
  resource_id: v.optional(v.string('must be a string')),
  provider_id: v.optional(v.string('must be a string')),
});

/** The reason is stored in the audit log. */
export const ReasonRequest = v.strictObject({
  reason: v.pipe(
    v.string('must be a string'),
    v.trim(),
    v.regex(/\S/, 'must not be empty'),
    v.maxLength(500, 'must have at most 500 characters'),
  ),
});
export type ReasonRequest = v.InferOutput<typeof ReasonRequest>;

import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';

/** Exactly one native provider document (the specification's "Provider-native write payload"). */
export const NativeWriteRequest = v.strictObject({
  provider_data: v.custom<JsonObject>(isJsonObject, "must be one of the provider's own documents, as an object"),
  preserve_existing: v.optional(v.boolean('must be true or false')),
});

/** Names the record of an action by the service's id or by the provider's; exactly one. */
export const ProviderActionRequest = v.strictObject({
  resource_id: v.optional(v.string('must be a string')),
  provider_id: v.optional(v.string('must be a string')),
});

/** Why a person cancels or replays something; stored in the audit log. */
export const ReasonRequest = v.strictObject({
  reason: v.pipe(
    v.string('must be a string'),
    v.trim(),
    v.regex(/\S/, 'must not be empty'),
    v.maxLength(500, 'must have at most 500 characters'),
  ),
});
export type ReasonRequest = v.InferOutput<typeof ReasonRequest>;

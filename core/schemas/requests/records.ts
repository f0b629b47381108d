import * as v from 'valibot';
import { noteCharactersMost } from '../../domain/history.ts';
import { isJsonObject, isWholeText, type JsonObject } from '../../domain/json.ts';
import { atMost, flag, string } from '../../families/request-fields.ts';

/** One of the provider's own documents. */
export const NativeWriteRequest = v.strictObject({
  provider_data: v.custom<JsonObject>(isJsonObject, "must be one of the provider's own documents, as an object"),
  preserve_existing: v.optional(flag()),
});

/** Takes either the service's id or the provider's. */
export const ProviderActionRequest = v.strictObject({
  resource_id: v.optional(string()),
  provider_id: v.optional(string()),
});

/** Tabs and line breaks are text. */
const isPlain = (text: string) => !/\p{Cc}/u.test(text.replace(/[\t\n\r]/g, ''));

/** Plain text: providers show HTML as it is written. */
export const NoteRequest = v.strictObject({
  note: v.pipe(
    string(),
    v.trim(),
    v.regex(/\S/, 'must not be empty'),
    atMost(noteCharactersMost),
    v.check((text) => isPlain(text) && isWholeText(text), 'must not contain control characters'),
  ),
});
export type NoteRequest = v.InferOutput<typeof NoteRequest>;

/** The reason is stored in the audit log. */
export const ReasonRequest = v.strictObject({
  reason: v.pipe(string(), v.trim(), v.regex(/\S/, 'must not be empty'), atMost(500)),
});
export type ReasonRequest = v.InferOutput<typeof ReasonRequest>;

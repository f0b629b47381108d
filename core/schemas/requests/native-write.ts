import * as v from 'valibot';
import { isJsonObject, type JsonObject } from '../../domain/json.ts';

/** Exactly one native provider document (the specification's "Provider-native write payload"). */
export const NativeWriteRequest = v.strictObject({
  provider_data: v.custom<JsonObject>(isJsonObject, "must be one of the provider's own documents, as an object"),
  preserve_existing: v.optional(v.boolean('must be true or false')),
});

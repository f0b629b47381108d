import * as v from 'valibot';

/** A link to the record at the provider. */
export const ProviderLinkAnswer = v.object({ url: v.pipe(v.string(), v.url()) });
export type ProviderLinkShape = v.InferOutput<typeof ProviderLinkAnswer>;

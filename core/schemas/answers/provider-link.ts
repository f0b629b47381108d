import * as v from 'valibot';

/** A page at the provider. */
export const ProviderLinkAnswer = v.object({
  url: v.pipe(v.string(), v.url(), v.description('To be opened in a browser; no part of this API.')),
});

import * as v from 'valibot';

/** Names the record of an action by the service's id or by the provider's; exactly one. */
export const ProviderActionRequest = v.strictObject({
  resource_id: v.optional(v.string('must be a string')),
  provider_id: v.optional(v.string('must be a string')),
});

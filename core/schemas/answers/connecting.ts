import * as v from 'valibot';
import { described, Timestamp } from '../../families/answer-fields.ts';

export const ProviderAnswer = v.object({
  id: described(v.string(), 'The value of `provider` in a connect session.'),
  name: v.string(),
  status: v.picklist(['available', 'coming_soon']),
});
export type ProviderShape = v.InferOutput<typeof ProviderAnswer>;

export const ConnectSessionAnswer = v.object({
  connect_session_id: v.string(),
  connect_url: v.pipe(v.string(), v.url(), v.description('Send the customer’s browser here. Works once.')),
  expires_at: Timestamp,
});

/** A page at the provider. */
export const ProviderLinkAnswer = v.object({
  url: v.pipe(v.string(), v.url(), v.description('Open it in a browser; it is not part of this API.')),
});

import * as v from 'valibot';
import { Timestamp } from './timestamp.ts';

export const ConnectSessionAnswer = v.object({
  connect_session_id: v.string(),
  connect_url: v.pipe(v.string(), v.url(), v.description('Send the customer’s browser here. Works once.')),
  expires_at: Timestamp,
});
export type ConnectSessionShape = v.InferOutput<typeof ConnectSessionAnswer>;

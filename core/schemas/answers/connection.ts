import * as v from 'valibot';
import { environments } from '../../domain/caller.ts';
import { connectionStatuses, retentionModes } from '../../domain/connection.ts';
import { Timestamp } from './timestamp.ts';

/** A customer's organization at the provider. */
export const ConnectionAnswer = v.object({
  connection_id: v.string(),
  external_account_id: v.pipe(v.string(), v.description('Your own identifier of the customer.')),
  provider: v.literal('ledger'),
  provider_app_id: v.pipe(v.nullable(v.string()), v.description('Null for the hosted app.')),
  provider_tenant_id: v.nullable(v.string()),
  provider_tenant_name: v.nullable(v.string()),
  environment: v.picklist(environments),
  status: v.pipe(
    v.picklist(connectionStatuses),
    v.description('`action_required`: the authorization is unusable and the customer has to connect again.'),
  ),
  status_reason: v.nullable(v.string()),
  retention_mode: v.picklist(retentionModes),
  scopes: v.array(v.string()),
  metadata: v.record(v.string(), v.unknown()),
  last_synced_at: v.nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type ConnectionShape = v.InferOutput<typeof ConnectionAnswer>;

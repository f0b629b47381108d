import { usePlace } from '../session/use-environment.ts';
import { useLoad } from './use-load.ts';
import type { Items, WebhookEndpoint } from './wire.ts';

/** Finds endpoints by their ids, by one request where there are any; a removed one is not found. */
export function useEndpoints(ids: readonly unknown[]): (id: unknown) => WebhookEndpoint | undefined {
  const { api } = usePlace();
  const path = ids.some((id) => typeof id === 'string') ? api('webhook-endpoints?limit=100') : undefined;
  const known = useLoad<Items<WebhookEndpoint>>(path).data?.items ?? [];
  return (id) => known.find((one) => one.webhook_endpoint_id === id);
}

import type { RichFurniture } from './furnish-richly.ts';

type Screens = readonly (readonly [name: string, address: string])[];

/** Which pages are pictured, by the name of their files. */
export function screensOf(there: RichFurniture): { readonly details: Screens; readonly lists: Screens } {
  const connection = `/console/test/connections/${there.connectionId}`;
  return {
    details: [
      ['operation', `/console/test/operations/${there.operationId}`],
      ['delivery', `/console/test/webhook-deliveries/${there.deliveryId}`],
      ['event', `/console/test/events/${there.eventId}`],
      ['connection', connection],
      ['connection-records', `${connection}/records`],
      ['connection-record', `${connection}/records/invoices/${there.invoiceId}`],
      ['connection-timeline', `${connection}/timeline`],
      ['webhook-endpoint', `/console/test/webhook-endpoints/${there.endpointId}`],
      ['webhook-endpoint-create', '/console/test/webhook-endpoints?create=1'],
      ['provider-app', `/console/provider-apps/${there.providerAppId}`],
      ['provider-app-wizard', `/console/provider-apps/${there.draftAppId}`],
      ['overview-live', '/console/live/overview'],
    ],
    lists: [
      ['overview', '/console/test/overview'],
      ['connections', '/console/test/connections'],
      ['connect', '/console/test/connections?connect=1'],
      ['operations', '/console/test/operations'],
      ['events', '/console/test/events'],
      ['webhook-endpoints', '/console/test/webhook-endpoints'],
      ['webhook-deliveries', '/console/test/webhook-deliveries'],
      ['provider-apps', '/console/test/provider-apps'],
      ['usage', '/console/test/usage'],
      ['api-keys', '/console/api-keys'],
      ['members', '/console/members'],
      ['audit', '/console/audit'],
      ['sessions', '/console/sessions'],
    ],
  };
}

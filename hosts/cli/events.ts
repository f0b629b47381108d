import type { Ledgerport } from '../../client/index.ts';
import { eventTypes } from '../../core/domain/event.ts';
import { Failure, type Given, type World } from './command.ts';
import { serviceOf } from './service.ts';
import { lineOfEvent } from './tails.ts';

export async function listEvents(given: Given, world: World): Promise<void> {
  const type = given.text('type') === undefined ? undefined : given.oneOf('type', eventTypes);
  const limit = given.whole('limit', 20, 1_000);
  const { api } = serviceOf(given, world);
  const asked = { type, connection_id: given.text('connection'), limit: Math.min(limit, 200) };
  for (const event of await api.events.list(asked).toArray({ limit })) {
    if (given.flag('json')) world.out(JSON.stringify(event));
    else world.styled(lineOfEvent(event));
  }
}

export async function resendEvent(given: Given, world: World): Promise<void> {
  const id = given.word('an event, evt_…, or a delivery, dlv_…,');
  const { api } = serviceOf(given, world);
  const deliveries = id.startsWith('dlv_')
    ? [{ delivery_id: id }]
    : await deliveriesOf(api, id, given.text('endpoint'));
  for (const { delivery_id } of deliveries) {
    const sent = await api.webhooks.replayDelivery(delivery_id, { reason: 'ledgerport events resend' });
    world.out(
      given.flag('json') ? JSON.stringify(sent) : `${sent.delivery_id} to ${sent.webhook_endpoint_id}: ${sent.state}`,
    );
  }
}

async function deliveriesOf({ events, webhooks }: Ledgerport, event: string, endpoint: string | undefined) {
  await events.get(event);
  const asked = { event_id: event, webhook_endpoint_id: endpoint };
  const deliveries = await webhooks.listDeliveries(asked).toArray({ limit: 1_000 });
  if (deliveries.length > 0) return deliveries;
  throw new Failure(`${event} was not meant for any endpoint${endpoint === undefined ? '' : ` ${endpoint}`}`);
}

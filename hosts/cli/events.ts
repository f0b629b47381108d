import { Failure, type Given, type World } from './command.ts';
import { eventNames } from './happenings.ts';
import { serviceOf } from './service.ts';
import { lineOfEvent } from './tails.ts';

export async function listEvents(given: Given, world: World): Promise<void> {
  const type = given.text('type') === undefined ? undefined : given.oneOf('type', eventNames);
  const limit = given.whole('limit', 20, 1_000);
  const { api } = serviceOf(given, world);
  const asked = { type, connection_id: given.text('connection'), limit: Math.min(limit, 200) };
  for (const event of await api.events.list(asked).toArray({ limit })) {
    if (given.flag('json')) world.out(JSON.stringify(event));
    else world.styled(lineOfEvent(event));
  }
}

export async function resendEvent(given: Given, world: World): Promise<void> {
  const event = given.word('an event, evt_…,');
  const { api } = serviceOf(given, world);
  await api.events.get(event);
  const endpoint = given.text('endpoint');
  const deliveries = await api.webhooks
    .listDeliveries({ event_id: event, webhook_endpoint_id: endpoint })
    .toArray({ limit: 1_000 });
  if (deliveries.length === 0)
    throw new Failure(`${event} was not meant for any endpoint${endpoint === undefined ? '' : ` ${endpoint}`}`);
  for (const { delivery_id } of deliveries) {
    const sent = await api.webhooks.replayDelivery(delivery_id, { reason: 'ledgerport events resend' });
    world.out(
      given.flag('json') ? JSON.stringify(sent) : `${sent.delivery_id} to ${sent.webhook_endpoint_id}: ${sent.state}`,
    );
  }
}

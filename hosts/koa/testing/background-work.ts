// Work in states that a caller may act on: a delivery that was made, one that waits to be tried again, one that failed.
import { at, type Client, textAt } from '../../../tests/walk/client.ts';
import { freePort } from '../../../tests/walk/processes.ts';
import { until } from '../../../tests/walk/until.ts';

/** An endpoint that nobody listens at; what is announced from now on is tried there again and again. */
export async function subscribeNobody(client: Client): Promise<string> {
  const body = { url: `http://localhost:${await freePort()}/nobody`, event_types: ['connection.created'] };
  return textAt(await client.expecting(201, 'POST', '/v1/webhook-endpoints', body), 'data.webhook_endpoint_id');
}

/** Path parameters for the operations of the document that act on such work, by `<operationId>.<parameter>`. */
export async function actedUpon(client: Client, nobody: string): Promise<Record<string, string>> {
  const first = async (query: string) => {
    const path = `/v1/webhook-deliveries?${query}`;
    const found = async () => at(await client.expecting(200, 'GET', path), 'data.items.0');
    return until(path, found);
  };
  await client.expecting(200, 'POST', `/v1/webhook-endpoints/${nobody}/test`);
  const failed = await first(`webhook_endpoint_id=${nobody}&state=dead_letter`);
  const waiting = await first(`webhook_endpoint_id=${nobody}&state=retrying`);
  const made = await first('state=succeeded');
  return {
    delivery_id: textAt(made, 'delivery_id'),
    event_id: textAt(made, 'event_id'),
    'replayOperation.operation_id': textAt(failed, 'operation_id'),
    'cancelOperation.operation_id': textAt(waiting, 'operation_id'),
  };
}

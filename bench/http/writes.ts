// A create of an invoice, against what it cannot do without: a commit before the provider is called, its answer, and a
// commit after it.
import { resourceIdOf } from '../../core/families/resource-id.ts';
import { invoiceBody } from '../../tests/walk/client.ts';
import { bar } from '../bars.ts';
import type { HttpOptions } from '../flags.ts';
import { alone, inTurns, served } from './contender.ts';
import type { HttpStage } from './stage.ts';
import { inFlights, pairRows, showCells } from './tables.ts';

const ownMsMost = 1;

export async function benchWrites(stage: HttpStage, database: string, options: HttpOptions): Promise<void> {
  const { load, floor, service, client, connections, invoiceId, headers } = stage;
  const body = JSON.stringify(invoiceBody(resourceIdOf('contacts', invoiceId), 'order-1001'));
  const urls = connections.map(({ id }) => `${client.baseUrl}/v1/connections/${id}/invoices`);
  const contenders = {
    floor: alone('floor', floor, body),
    service: served('service', { load, server: service }, { urls, headers, body }),
  };
  for (const inFlight of inFlights) {
    const { floor: least, service: own } = await inTurns(contenders, inFlight, { ...options, warmUp: urls.length });
    const title = `${database}, ${inFlight} in flight`;
    showCells(`Create of an invoice (floor: provider call and two commits): ${title}`, pairRows('create', least, own));
    // With more in flight the service's processor is what they wait for.
    if (inFlight === 1)
      bar(`${title}: create, ms above the floor's median`, own.median - least.median, { most: ownMsMost });
  }
}

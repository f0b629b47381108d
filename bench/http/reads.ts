// A live read of an invoice, against a bare Koa route that asks the provider and sends what it answers, and against the
// provider's official SDK, called directly.
import { bar } from '../bars.ts';
import { startChild } from '../engine/children.ts';
import type { HttpOptions } from '../flags.ts';
import { alone, inTurns, served } from './contender.ts';
import type { HttpStage } from './stage.ts';
import { cellRow, inFlights, pairRows, showCells } from './tables.ts';

const [cpuMost, timeMost] = [1.6, 1.5];

export async function benchReads(stage: HttpStage, database: string, options: HttpOptions): Promise<void> {
  const { load, floor, service, floorUrl, providerUrl, client, connections, invoiceId, headers } = stage;
  const sdk = await startChild('../http/sdk-process.ts', [providerUrl, invoiceId]);
  const urls = connections.map(({ id }) => `${client.baseUrl}/v1/connections/${id}/invoices/${invoiceId}`);
  const contenders = {
    floor: served('floor', { load, server: floor }, { urls: [`${floorUrl}/read/${invoiceId}`], headers: {} }),
    service: served('service', { load, server: service }, { urls, headers }),
    sdk: alone('official SDK', sdk),
  };
  for (const inFlight of inFlights) {
    const cells = await inTurns(contenders, inFlight, options);
    const title = `${database}, ${inFlight} in flight`;
    showCells(`Live read of an invoice: ${title}`, [
      ...pairRows('read', cells.floor, cells.service),
      cellRow('', 'official SDK', cells.sdk),
    ]);
    bar(`${title}: live read, CPU of the floor's`, cells.service.cpuMicros / cells.floor.cpuMicros, { most: cpuMost });
    bar(`${title}: live read, median of the SDK's`, cells.service.median / cells.sdk.median, { most: timeMost });
    bar(`${title}: live read, p99 of the SDK's`, cells.service.p99 / cells.sdk.p99, { most: timeMost });
  }
  await sdk.end();
}
